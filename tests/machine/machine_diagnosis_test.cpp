#include "src/machine/machine_diagnosis.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include <gtest/gtest.h>

#include "src/scan/platform_file.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

std::vector<Platform> shipped_platforms() {
    std::vector<Platform> platforms;
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms"))
        platforms.push_back(load_platform(file.path()));
    return platforms;
}

Machine case_study() { return built_in_platform().machine; }

/// The code of the first finding that is no note.
std::string first_code(const Machine& machine) {
    for (const Finding& finding : machine_findings(machine))
        if (finding.weight != Finding::Weight::note) return finding.code;
    return "none";
}

std::string text_of(const Machine& machine, const std::string& code) {
    for (const Finding& finding : machine_findings(machine))
        if (finding.code == code) return finding.text;
    return "";
}

Machine shifted(const Machine& machine, std::size_t by, bool reversed = false) {
    Machine result = machine;
    for (std::size_t i = 0; i < leg_count; ++i)
        result.platform.points_m[i] = machine.platform.points_m[(reversed ? by + leg_count - i : by + i) % leg_count];
    return result;
}

TEST(MachineDiagnosis, ShippedMachinesAreRight) {
    const auto platforms = shipped_platforms();
    EXPECT_GE(platforms.size(), 3U);
    for (const Platform& platform : platforms) {
        EXPECT_EQ(first_code(platform.machine), "none") << platform.machine.name;
        const auto home = home_state(platform.machine);
        ASSERT_TRUE(home);
        EXPECT_TRUE(home->reachable);
    }
}

TEST(MachineDiagnosis, JointsInAnotherOrderAreTheFirstFinding) {
    for (const Platform& platform : shipped_platforms())
        for (std::size_t by = 1; by < leg_count; ++by) {
            const Machine machine = shifted(platform.machine, by);
            EXPECT_EQ(first_code(machine), "joint-order") << platform.machine.name << " shifted by " << by;
            const std::string right = "leg 1 to platform joint " + std::to_string((leg_count - by) % leg_count + 1);
            EXPECT_TRUE(contains(text_of(machine, "joint-order"), right)) << text_of(machine, "joint-order");
            EXPECT_EQ(first_code(shifted(platform.machine, by, true)), "joint-order") << platform.machine.name;
        }
}

TEST(MachineDiagnosis, OrderIsSeenWithoutAHome) {
    Machine machine = case_study();
    machine.home.reset();
    EXPECT_EQ(first_code(machine), "none");
    EXPECT_EQ(first_code(shifted(machine, 1)), "joint-order");
}

TEST(MachineDiagnosis, LegsTooShort) {
    Machine machine = case_study();
    machine.max_length_m.fill(1.5);
    EXPECT_EQ(first_code(machine), "home-unreachable");
    const std::string text = text_of(machine, "home-unreachable");
    EXPECT_TRUE(contains(text, "all legs would be too long")) << text;
    EXPECT_TRUE(contains(text, "by 0.087463 m")) << text;
    EXPECT_TRUE(contains(text, "legs.max of 1.5875 m would do")) << text;
}

TEST(MachineDiagnosis, OneLegTooLongAndInMillimetres) {
    Machine machine = case_study();
    machine.units = {"mm", "deg"};
    machine.min_length_m[3] = 1.6;
    const std::string text = text_of(machine, "home-unreachable");
    EXPECT_TRUE(contains(text, "leg 4 would be too short, leg 4 by 12.537 mm")) << text;
}

TEST(MachineDiagnosis, AxesUpsideDown) {
    Machine machine = case_study();
    for (Vector& axis : machine.base.axes) axis = {-axis.x, -axis.y, -axis.z};
    EXPECT_EQ(first_code(machine), "base-axes-away");
    EXPECT_TRUE(contains(text_of(machine, "base-axes-away"), "all legs"));
    EXPECT_TRUE(contains(text_of(machine, "home-unreachable"), "tilt too far at the base"));
    machine = case_study();
    machine.platform.axes[2] = {0, 0, -1};
    EXPECT_EQ(first_code(machine), "platform-axes-away");
    EXPECT_TRUE(contains(text_of(machine, "platform-axes-away"), "of leg 3 point"));
    // Without a limit an axis means nothing.
    machine.platform.max_tilt_rad.fill(INFINITY);
    EXPECT_EQ(first_code(machine), "none");
}

TEST(MachineDiagnosis, SimilarHexagons) {
    Machine machine = case_study();
    for (std::size_t i = 0; i < leg_count; ++i)
        machine.platform.points_m[i] = {0.6 * machine.base.points_m[i].x, 0.6 * machine.base.points_m[i].y, 0};
    machine.base.max_tilt_rad.fill(INFINITY);
    machine.platform.max_tilt_rad.fill(INFINITY);
    EXPECT_EQ(first_code(machine), "singular");
    EXPECT_TRUE(contains(text_of(machine, "singular"), "similar hexagons")) << text_of(machine, "singular");
}

TEST(MachineDiagnosis, CrossingLegs) {
    Machine machine = case_study();
    std::swap(machine.platform.points_m[0], machine.platform.points_m[1]);
    const std::string text = text_of(machine, "legs-cross");
    EXPECT_TRUE(contains(text, "1 and 2")) << text;
}

TEST(MachineDiagnosis, HomeOnALimitIsReachable) {
    Machine machine = case_study();
    const auto home = home_state(machine);
    for (std::size_t i = 0; i < leg_count; ++i) machine.max_length_m[i] = home->legs[i].length_m;
    EXPECT_TRUE(home_state(machine)->reachable);
    for (double& longest : machine.max_length_m) longest -= 1e-6;
    EXPECT_FALSE(home_state(machine)->reachable);
}

TEST(HomeState, ReadsLengthsAndTilts) {
    const auto home = home_state(case_study());
    ASSERT_TRUE(home);
    // Circles of 1 m and 0.7 m, 1.45 m apart; each leg turns by 40 degrees.
    const double length_m = std::sqrt(1 + 0.49 - 1.4 * std::cos(40 * std::numbers::pi / 180) + 1.45 * 1.45);
    for (const LegAtHome& leg : home->legs) {
        EXPECT_NEAR(leg.length_m, length_m, 1e-12);
        EXPECT_NEAR(leg.base.tilt_rad, 0, 1e-12);  // axis: home
        EXPECT_NEAR(leg.left()[0], length_m - 1.2, 1e-12);
    }
    Machine none = case_study();
    none.home.reset();
    EXPECT_FALSE(home_state(none));
}

}  // namespace
}  // namespace hexscan
