#include "src/system/child_process.h"

#include <gtest/gtest.h>

#include "hexscan/errors.h"

namespace hexscan {
namespace {

TEST(ChildProcess, ReportsOutputAndExitCode) {
    const ChildEnd end = run_program({"sh", "-c", "echo \"$1 $2\"; exit 5", "sh", "a  b", "'c'"});
    EXPECT_EQ(end.output, "a  b 'c'\n");
    EXPECT_EQ(end.code, 5);
}

TEST(ChildProcess, ReportsTheSignalAsShellsDo) { EXPECT_EQ(run_program({"sh", "-c", "kill -9 $$"}).code, 137); }

TEST(ChildProcess, ReadsLongOutput) {
    EXPECT_EQ(run_program({"sh", "-c", "head -c 300000 /dev/zero"}).output.size(), 300000U);
}

TEST(ChildProcess, IsRefusedWhereThereIsNoSuchProgram) {
    EXPECT_FALSE(has_program("hexscan-has-no-such-program"));
    EXPECT_TRUE(has_program("sh"));
    EXPECT_THROW(run_program({"hexscan-has-no-such-program"}), SystemError);
}

}  // namespace
}  // namespace hexscan
