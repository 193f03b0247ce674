#include "src/system/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/system/file_descriptor.h"
#include "src/system/unfinished_files.h"

namespace hexscan {
namespace {

constexpr std::string_view temporary_prefix = ".hexscan-";
constexpr std::string_view temporary_suffix = ".part";

struct Cure {
    const char* text;
    ErrorFacts facts;
};

Cure cure_of(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT: return {"free some space or choose another folder", of_folder()};
        case EFBIG: return {"raise the limit on file sizes (ulimit -f), or choose a smaller grid or fewer results", {}};
        case EACCES:
        case EPERM:
        case EROFS: return {"choose a writable folder", of_folder()};
        case EMFILE:
        case ENFILE: return {"raise the limit on open files (ulimit -n)", {}};
        default: return {"choose another folder", of_folder()};
    }
}

/// A number that no other process uses, not even a process in another container that has the same process id.
std::uint64_t own_number() {
    static const std::uint64_t number = [] {
        std::random_device source;
        return (std::uint64_t{source()} << 32) ^ source() ^ static_cast<std::uint64_t>(getpid());
    }();
    return number;
}

/// A free name for a temporary file. The number in it belongs to this process, and the count belongs to this file.
std::filesystem::path temporary_for(const std::filesystem::path& target) {
    static std::atomic<unsigned> count{0};
    return target.parent_path() /
           fmt::format("{}{:016x}-{}{}", temporary_prefix, own_number(), ++count, temporary_suffix);
}

}  // namespace

ErrorFacts of_folder() { return {.file = {}, .line = 0, .key = "folder"}; }

OutputError output_error(const std::string& what, int error_number) {
    const Cure cure = cure_of(error_number);
    return OutputError(fmt::format("{}: {}; {}", what, std::generic_category().message(error_number), cure.text),
                       cure.facts);
}

void fail_in_the_way(const std::filesystem::path& file) {
    throw OutputError(fmt::format("{} exists, and hexscan did not write it; move it or choose another folder",
                                  escaped(file.string())),
                      of_folder());
}

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)), temporary_(temporary_for(target_)) {
    UnfinishedFiles& unfinished = unfinished_files();
    const UnfinishedLock lock;
    unfinished.paths.insert(temporary_.native());
    descriptor_ = open_above_standard(temporary_, O_WRONLY | O_CREAT | O_EXCL, 0666);
    temporary_exists_ = descriptor_ >= 0;
    if (temporary_exists_) return;
    const int error_number = errno;
    unfinished.paths.erase(temporary_.native());
    fail("create", error_number);
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!temporary_exists_) return;
    UnfinishedFiles& unfinished = unfinished_files();
    const UnfinishedLock lock;
    unlink(temporary_.c_str());
    unfinished.paths.erase(temporary_.native());
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
    // Network file systems report a full disk only here. The descriptor is closed even if close() fails.
    if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail("write", errno);
    UnfinishedFiles& unfinished = unfinished_files();
    const UnfinishedLock lock;
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("name", errno);
    temporary_exists_ = false;
    unfinished.paths.erase(temporary_.native());
}

void AtomicFile::commit_to_disk() {
    // The content is synced before the rename, because a file system may write the name first.
    if (!sync_to_disk(descriptor_)) fail("write", errno);
    commit();
    // A folder without read permission cannot be synced.
    const std::filesystem::path folder = target_.parent_path();
    const FileDescriptor opened(open_above_standard(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY));
    if (opened.is_open() && !sync_to_disk(opened.get())) fail("name", errno);
}

void AtomicFile::fail(const char* verb, int error_number) const {
    throw output_error(fmt::format("cannot {} {}", verb, target_.string()), error_number);
}

bool is_temporary_name(std::string_view file_name) {
    return file_name.starts_with(temporary_prefix) && file_name.ends_with(temporary_suffix);
}

void write_whole_file(const std::filesystem::path& target, std::string_view text) {
    AtomicFile file(target);
    file.write(text);
    file.commit();
}

}  // namespace hexscan
