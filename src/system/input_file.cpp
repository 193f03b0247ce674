#include "src/system/input_file.h"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/system/atomic_file.h"
#include "src/system/file_descriptor.h"
#include "src/system/folder_names.h"

namespace hexscan {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_beside(const fs::path& file) {
    std::error_code unknown;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::vector<std::string> names = names_in_folder(folder, unknown);
    std::erase_if(names, [&](const std::string& name) { return !fs::is_regular_file(folder / name, unknown); });
    return names;
}

}  // namespace

std::optional<fs::path> file_meant_by(const fs::path& name) {
    const std::vector<std::string> names = files_beside(name);
    const std::string wanted = name.filename().string();
    for (const std::string& file : names)
        if (fs::path(file).has_extension() && same_but_for_capitals(fs::path(file).stem().string(), wanted))
            return name.parent_path() / file;
    const auto nearest = nearest_word(wanted, std::vector<std::string_view>(names.begin(), names.end()));
    return nearest ? std::optional(name.parent_path() / *nearest) : std::nullopt;
}

std::string file_meant_text(const fs::path& name) {
    const auto meant = file_meant_by(name);
    return meant ? fmt::format("did you mean {}? ", escaped(meant->string())) : "";
}

std::string read_input_file(const std::filesystem::path& file, std::size_t most_bytes, const std::string& cure) {
    const auto fail = [&](int error_number) {
        // If the process has too many open files, this file is not at fault.
        if (error_number == EMFILE || error_number == ENFILE)
            throw output_error(fmt::format("cannot read {}", escaped(file.string())), error_number);
        throw InputError(fmt::format("{}: cannot be read, {}; {}{}", escaped(file.string()),
                                     std::generic_category().message(error_number),
                                     error_number == ENOENT ? file_meant_text(file) : "", cure));
    };
    const FileDescriptor opened(open_above_standard(file, O_RDONLY));
    if (!opened.is_open()) fail(errno);
    constexpr std::size_t block = 64 * 1024;
    std::string text;
    while (text.size() <= most_bytes) {
        const std::size_t size = text.size();
        // Reads one byte more than allowed. If that byte exists, the file is too long. `most_bytes` may be any size.
        text.resize(std::min(size + block - 1, most_bytes) + 1);
        const ssize_t got = read(opened.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno != EINTR) fail(errno);
        text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) break;
    }
    return text;
}

}  // namespace hexscan
