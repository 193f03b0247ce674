#include "src/proofs/pose_report.h"

#include <gtest/gtest.h>

#include "src/files/machine_file.h"
#include "src/files/platform_file.h"
#include "src/scan/platform.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

PoseReport of_case_study(const Pose& pose) { return report_pose(built_in_platform().machine, "built in", pose); }

TEST(PoseReport, TellsTheTravelInBothForms) {
    const PoseReport report = of_case_study({{0, 0, 1.4}, {}});
    const std::string text = pose_report_text(report);
    EXPECT_TRUE(contains(text, "case-study: reachable at x 0, y 0, z 1.4 m")) << text;
    EXPECT_TRUE(contains(text, "z m          1.01117   1.89274  leg 1, shortest length")) << text;
    const nlohmann::json json = pose_report_json(report);
    EXPECT_TRUE(json.at("reachable").get<bool>());
    EXPECT_TRUE(json.at("why_not").is_null());
    const nlohmann::json& z = json.at("travel").at("z");
    EXPECT_NEAR(z.at("from").get<double>(), 1.01117, 1e-5);
    EXPECT_EQ(z.at("limits").at(0).at("limit"), "shortest");
    EXPECT_EQ(z.at("limits").at(1).at("limit"), "longest");
    EXPECT_EQ(json.at("travel").size(), 6U);
}

TEST(PoseReport, OfAnUnreachablePoseSaysWhatFailsAndNoTravel) {
    const PoseReport report = of_case_study({{0, 0, 1.9}, {}});
    EXPECT_FALSE(report.travel);
    const std::string text = pose_report_text(report, 1000);
    EXPECT_TRUE(contains(text, "is unreachable: all legs would be too long")) << text;
    const nlohmann::json json = pose_report_json(report);
    EXPECT_FALSE(json.at("reachable").get<bool>());
    EXPECT_TRUE(json.at("travel").is_null());
    EXPECT_TRUE(contains(json.at("why_not").get<std::string>(), "legs.max of"));
    EXPECT_LT(json.at("least").at("clearance_m").get<double>(), 0);
}

TEST(PoseReport, OfAnAngleWithoutEndHasNullInPlaceOfNumbers) {
    const PoseReport report = report_pose(read_machine(PlatformDocument(R"(name: point
units: {length: m, angle: deg}
base: {radius: 1, spread: 20}
platform: {radius: 0, spread: 20}
legs: {min: 0.5, max: 2}
)",
                                                                        "point.yaml")),
                                          "point.yaml", {{0, 0, 1}, {}});
    const nlohmann::json yaw = pose_report_json(report).at("travel").at("yaw");
    EXPECT_TRUE(yaw.at("from").is_null() && yaw.at("to").is_null());
    EXPECT_TRUE(yaw.at("limits").at(0).is_null() && yaw.at("limits").at(1).is_null());
    EXPECT_TRUE(contains(pose_report_text(report), "no limit in a full turn"));
}

}  // namespace
}  // namespace hexscan
