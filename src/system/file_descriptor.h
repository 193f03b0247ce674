#pragma once

#include <utility>

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

private:
    int descriptor_;
};

}  // namespace hexscan
