#include <cmath>

#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/study/memory/memory_study.h"

/// Runs the memory lessons on a real device. Each lesson verifies the results of its kernels and throws if one is
/// wrong.
namespace hexscan::memory {
namespace {

class GpuMemory : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << list.problem;
        device_ = list.devices.front();
        use_device(device_.index);
    }

    DeviceInfo device_;
};

TEST_F(GpuMemory, EveryLessonVerifiesItsResults) {
    const MemoryStudy study = measure_memory(device_, 1, {}, silent_observer());
    ASSERT_EQ(study.lessons.size(), lesson_entries().size());
    for (const Lesson& lesson : study.lessons) {
        SCOPED_TRACE(lesson.key);
        EXPECT_GE(lesson.rows.size(), 2U);
        for (const LessonRow& row : lesson.rows) {
            ASSERT_EQ(row.figures.size(), lesson.columns.size()) << row.name;
            for (const auto& figure : row.figures)
                if (figure) {
                    EXPECT_TRUE(std::isfinite(*figure)) << row.name;
                    EXPECT_GE(*figure, 0) << row.name;
                }
        }
    }
}

TEST_F(GpuMemory, OnlyTheLessonsAskedForAreMeasured) {
    const std::vector<std::string> keys{"banks"};
    const MemoryStudy study = measure_memory(device_, 1, keys, silent_observer());
    ASSERT_EQ(study.lessons.size(), 1U);
    EXPECT_EQ(study.lessons[0].key, "banks");
}

}  // namespace
}  // namespace hexscan::memory
