#include "src/proofs/pose_report.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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
    const std::string text = pose_report_text(report, 1000);
    EXPECT_TRUE(contains(text, "case-study: reachable at x 0, y 0, z 1.4 m")) << text;
    EXPECT_TRUE(contains(text, "z m          1.01117   1.89274  all legs, shortest length")) << text;
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

/// The determinant of semi-regular hexagons is proportional to the cosine of the yaw: it changes its sign at 90
/// degrees.
TEST(PoseReport, SaysOnWhichSideOfSingularitiesAPoseIs) {
    const Machine machine = read_machine(PlatformDocument(R"(name: free
units: {length: m, angle: deg}
base: {radius: 1, spread: 20, azimuth: 0}
platform: {radius: 0.7, spread: 20, azimuth: 60}
legs: {min: 0, max: 9}
home: {z: 1.45}
)",
                                                          "free.yaml"));
    const auto report_at_yaw = [&](double yaw_deg) {
        return report_pose(machine, "free.yaml", {{0, 0, 1.4}, {0, 0, yaw_deg * std::numbers::pi / 180}});
    };
    const std::string near = pose_report_text(report_at_yaw(45), 1000);
    EXPECT_TRUE(contains(near,
                         "This pose is on the same side of the base as home, and the determinant of the inverse "
                         "Jacobian has the same sign."))
        << near;
    EXPECT_TRUE(contains(near, "the platform crosses a singularity on its way from this pose.")) << near;
    const std::size_t row = near.find("singular", near.find("yaw deg "));
    ASSERT_NE(row, std::string::npos) << near;
    const std::string cells = near.substr(row, near.find('\n', row) - row);
    EXPECT_TRUE(contains(cells, " -90") && contains(cells, "  90")) << near;
    EXPECT_TRUE(contains(near, "one axis at a time (limits: strokes)")) << near;
    const nlohmann::json json = pose_report_json(report_at_yaw(45));
    EXPECT_TRUE(json.at("other_assembly").is_null());
    EXPECT_TRUE(std::ranges::any_of(json.at("singular_ways"), [](const nlohmann::json& way) {
        return way.at("axis") == "yaw" && way.at("end") == "to" && way.at("crossed") == true &&
               std::abs(way.at("at").get<double>() - std::numbers::pi / 2) < 1e-6;
    })) << json.at("singular_ways");
    const std::string beyond = pose_report_text(report_at_yaw(95), 1000);
    EXPECT_TRUE(contains(beyond, "the opposite sign to that at home, so a singularity lies on the way")) << beyond;
    EXPECT_EQ(pose_report_json(report_at_yaw(95)).at("other_assembly").at("because"), "singular");
    const PoseReport singular = report_at_yaw(90);
    EXPECT_TRUE(contains(pose_report_text(singular, 1000), "This pose is singular"));
    EXPECT_TRUE(pose_report_json(singular).at("condition").is_null());
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
