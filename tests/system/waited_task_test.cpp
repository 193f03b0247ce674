// A task that does not outlive its scope, where an error leaves it too.

#include "src/system/waited_task.h"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

TEST(WaitedTask, WaitThrowsWhatTheTaskThrew) {
    WaitedTask task;
    task.run([] { throw std::runtime_error("of a task"); });
    EXPECT_THROW(task.wait(), std::runtime_error);
}

TEST(WaitedTask, AnErrorOnItsWayOutIsTheOneThatIsSeen) {
    std::atomic<int> running{0};
    for (int i = 0; i < 100; ++i) {
        try {
            WaitedTask task;
            task.run([&] {
                ++running;
                --running;
                throw std::runtime_error("of a task");
            });
            throw std::logic_error("of the scope");
        } catch (const std::logic_error& error) {
            EXPECT_STREQ(error.what(), "of the scope");
        }
        EXPECT_EQ(running, 0);
    }
}

}  // namespace
