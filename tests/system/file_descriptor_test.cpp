#include "src/system/file_descriptor.h"

#include <cerrno>

#include <fcntl.h>
#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(OpenAboveStandard, TakesNoStandardDescriptorThatIsClosed) {
    const FileDescriptor kept(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    ASSERT_EQ(close(STDIN_FILENO), 0);
    const FileDescriptor opened(open_above_standard("/dev/null", O_RDONLY));
    const int standard_flags = fcntl(STDIN_FILENO, F_GETFD);
    if (kept.is_open()) dup2(kept.get(), STDIN_FILENO);
    EXPECT_GT(opened.get(), STDERR_FILENO);
    EXPECT_LT(standard_flags, 0) << "it is still closed";
    EXPECT_EQ(fcntl(opened.get(), F_GETFD), FD_CLOEXEC);
}

TEST(OpenAboveStandard, SaysWhyItFails) {
    EXPECT_EQ(open_above_standard("/nowhere/at all", O_RDONLY), -1);
    EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace hexscan
