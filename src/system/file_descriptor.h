#pragma once

#include <filesystem>
#include <utility>

#include <sys/types.h>
#include <unistd.h>

namespace hexscan {

/// A descriptor of the system that is closed with its owner, also where the owner's constructor throws. Negative: none.
class FileDescriptor {
public:
    explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
    ~FileDescriptor() { reset(-1); }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int get() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }

    /// Closes the one it has and takes another.
    void reset(int descriptor) {
        if (const int old = std::exchange(descriptor_, descriptor); old >= 0) close(old);
    }

    /// Leaves it open, for the caller to close.
    int release() { return std::exchange(descriptor_, -1); }

private:
    int descriptor_;
};

/// Opens a file as open() does, closed on exec, but never as descriptor 0, 1 or 2. Where those are closed, open() would
/// return one of them, and what the process prints would end up in the file. Returns -1 and sets errno where it fails.
int open_above_standard(const std::filesystem::path& file, int flags, mode_t mode = 0);

/// Waits until what was written to it, a file or a folder, is on the disk. True also on file systems that cannot sync;
/// otherwise errno is set.
bool sync_to_disk(int descriptor);

}  // namespace hexscan
