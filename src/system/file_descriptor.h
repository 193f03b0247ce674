#pragma once

#include <filesystem>
#include <utility>

#include <sys/types.h>
#include <unistd.h>

namespace hexscan {

/// A file descriptor that is closed by its owner, even if the owner's constructor throws. A negative number means that
/// there is no descriptor.
class FileDescriptor {
public:
    explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
    ~FileDescriptor() { reset(-1); }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int get() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }

    /// Closes the current descriptor and takes ownership of another.
    void reset(int descriptor) {
        if (const int old = std::exchange(descriptor_, descriptor); old >= 0) close(old);
    }

    /// Gives up ownership of the descriptor, which the caller must close.
    int release() { return std::exchange(descriptor_, -1); }

private:
    int descriptor_;
};

/// Opens a file like open(), with the flag close-on-exec, but never as descriptor 0, 1 or 2. If one of those is closed,
/// open() would return it, and the process's output would end up in the file. Returns -1 and sets errno on failure.
int open_above_standard(const std::filesystem::path& file, int flags, mode_t mode = 0);

/// Waits until the content of a file or a folder is on the disk. Also returns true on file systems that cannot sync.
/// Sets errno on failure.
bool sync_to_disk(int descriptor);

}  // namespace hexscan
