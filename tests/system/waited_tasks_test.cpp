// Tasks that do not outlive their scope, where an error leaves it too.

#include "src/system/waited_tasks.h"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

TEST(WaitedTasks, WaitThrowsWhatATaskThrew) {
    WaitedTasks tasks;
    tasks.run([] { throw std::runtime_error("of a task"); });
    EXPECT_THROW(tasks.wait(), std::runtime_error);
}

TEST(WaitedTasks, AnErrorOnItsWayOutIsTheOneThatIsSeen) {
    std::atomic<int> running{0};
    try {
        WaitedTasks tasks;
        for (int i = 0; i < 100; ++i)
            tasks.run([&] {
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

}  // namespace
