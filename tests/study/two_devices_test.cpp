#include "src/study/two_devices.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

CaseStudy study_of(const char* device, double kernel_ms, double total_ms) {
    CaseStudy study;
    study.device = device;
    study.date = "2000-01-01T12:00:00Z";
    study.memory_bandwidth_gb_s = 4000;
    study.pinned_copy_ms = {6, 6, 6};
    for (int number = 1; number <= 2; ++number) {
        StageRecord stage;
        stage.number = number;
        stage.name = number == 1 ? "first-stage" : "second-stage";
        stage.active_warps = 48;
        stage.max_warps = 64;
        stage.kernel_alone_ms = {kernel_ms * number, 0, 0};
        stage.total_ms = {total_ms * number, 0, 0};
        study.stages.push_back(stage);
    }
    return study;
}

TEST(TwoDevices, RatiosAreSecondOverFirst) {
    const std::string text = two_devices_markdown(study_of("GPU one", 2, 8), study_of("GPU two", 3, 8));
    EXPECT_NE(text.find("| 1 | first-stage | 75.0 | 75.0 | 2.00 | 3.00 | 1.50 | 8.00 | 8.00 | 1.00 |"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("| copy to pinned memory, ms | 6.00 | 6.00 | 1.00 |"), std::string::npos) << text;
    EXPECT_NE(two_devices_text(study_of("GPU one", 2, 8), study_of("GPU two", 3, 8)).find("GPU two"),
              std::string::npos);
}

TEST(TwoDevices, ShowsOnlyWhatBothRan) {
    CaseStudy second = study_of("GPU two", 3, 8);
    second.stages.erase(second.stages.begin());
    const std::string text = two_devices_markdown(study_of("GPU one", 2, 8), second);
    EXPECT_EQ(text.find("first-stage"), std::string::npos);
    EXPECT_NE(text.find("second-stage"), std::string::npos);
}

TEST(TwoDevices, WhatIsNotKnownIsADash) {
    CaseStudy first = study_of("GPU one", 2, 8);
    first.stages[0].kernel_alone_ms = {};
    const std::string text = two_devices_markdown(first, study_of("GPU two", 3, 8));
    EXPECT_NE(text.find("| 1 | first-stage | 75.0 | 75.0 | - | 3.00 | - |"), std::string::npos) << text;
}

}  // namespace
}  // namespace hexscan
