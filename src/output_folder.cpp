#include "src/output_folder.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "src/atomic_file.h"
#include "src/output_error.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view image_prefix = "slice_";
constexpr std::ptrdiff_t least_digits = 3;

/// slice_ followed by three or more digits and .bmp or .png, and nothing else.
bool is_slice_image(std::string_view name) {
    if (!name.starts_with(image_prefix) || !(name.ends_with(".bmp") || name.ends_with(".png"))) return false;
    name.remove_prefix(image_prefix.size());
    const auto digits_end =
        std::find_if_not(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits_end - name.begin() >= least_digits && name.end() - digits_end == 4;
}

/// A temporary that nobody is writing any more. One with our own number is from a process before us: this run
/// has written nothing yet.
bool is_abandoned(std::string_view name) {
    const std::optional<int> owner = temporary_owner(name);
    return owner && (*owner == getpid() || (kill(*owner, 0) != 0 && errno == ESRCH));
}

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error_number) {
    throw OutputError(output_problem(fmt::format("cannot {} {}", what, path.string()), error_number));
}

}  // namespace

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) fail("create the output folder", path_, error.value());
    if (!fs::is_directory(path_, error)) fail("use as output folder", path_, ENOTDIR);
    if (access(path_.c_str(), W_OK | X_OK) != 0) fail("write to the output folder", path_, errno);
}

int OutputFolder::remove_earlier_run() {
    int removed_images = 0;
    std::error_code error;
    for (fs::directory_iterator entry(path_, error), end; !error && entry != end; entry.increment(error)) {
        if (!entry->is_regular_file(error) || entry->is_symlink(error)) continue;
        const std::string name = entry->path().filename().string();
        const bool image = is_slice_image(name);
        if (!image && name != "radii.csv" && name != "run.json" && !is_abandoned(name)) continue;
        if (!fs::remove(entry->path(), error) && error) fail("remove", entry->path(), error.value());
        removed_images += image ? 1 : 0;
    }
    if (error) fail("read the output folder", path_, error.value());
    return removed_images;
}

fs::path OutputFolder::slice_path(int slice, int total_slices, std::string_view extension) const {
    const auto digits = std::max<std::size_t>(least_digits, fmt::formatted_size("{}", total_slices - 1));
    return path_ / fmt::format("{}{:0{}}.{}", image_prefix, slice, digits, extension);
}

}  // namespace hexscan
