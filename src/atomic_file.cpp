#include "src/atomic_file.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "src/output_error.h"

namespace hexscan {
namespace {

constexpr std::string_view temporary_prefix = ".hexscan-";
constexpr std::string_view temporary_suffix = ".part";

const char* cure(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT: return "free some space or choose another folder with --output";
        case EFBIG:
            return "raise the limit on file sizes (ulimit -f), or scan a smaller grid or with --image none";
        case EACCES:
        case EPERM:
        case EROFS: return "choose a folder you may write to with --output";
        case EMFILE:
        case ENFILE: return "raise the limit on open files (ulimit -n)";
        default: return "choose another folder with --output";
    }
}

}  // namespace

std::string output_problem(const std::string& what, int error_number) {
    return fmt::format("{}: {}; {}", what, std::generic_category().message(error_number), cure(error_number));
}

AtomicFile::AtomicFile(std::filesystem::path target)
    : target_(std::move(target)),
      temporary_(target_.parent_path() / fmt::format("{}{}-{}{}", temporary_prefix, getpid(),
                                                     target_.filename().string(), temporary_suffix)) {
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("create", errno);
    temporary_exists_ = true;
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (temporary_exists_) unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            fail("write", errno);
    }
}

void AtomicFile::commit() {
    // Network file systems report a full disk no earlier than here. A descriptor is gone even if close fails.
    if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail("write", errno);
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("name", errno);
    temporary_exists_ = false;
}

void AtomicFile::fail(const char* verb, int error_number) const {
    throw OutputError(output_problem(fmt::format("cannot {} {}", verb, target_.string()), error_number));
}

std::optional<int> temporary_owner(std::string_view file_name) {
    if (!file_name.starts_with(temporary_prefix) || !file_name.ends_with(temporary_suffix))
        return std::nullopt;
    file_name.remove_prefix(temporary_prefix.size());
    int process = 0;
    const auto [end, error] = std::from_chars(file_name.data(), file_name.data() + file_name.size(), process);
    if (error != std::errc{} || process <= 0 || *end != '-') return std::nullopt;
    return process;
}

void write_whole_file(const std::filesystem::path& target, std::string_view text) {
    AtomicFile file(target);
    file.write(std::as_bytes(std::span(text)));
    file.commit();
}

}  // namespace hexscan
