#include "src/system/file_descriptor.h"

#include <cerrno>

#include <fcntl.h>

namespace hexscan {

int open_above_standard(const std::filesystem::path& file, int flags, mode_t mode) {
    FileDescriptor opened(open(file.c_str(), flags | O_CLOEXEC, mode));
    if (opened.get() > STDERR_FILENO) return opened.release();
    if (!opened.is_open()) return -1;
    const int above = fcntl(opened.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error_number = errno;
    opened.reset(-1);
    errno = error_number;
    return above;
}

bool sync_to_disk(int descriptor) {
    return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
}

}  // namespace hexscan
