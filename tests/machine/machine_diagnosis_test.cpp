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
    EXPECT_TRUE(contains(text, "leg 4 would be too short, by 12.537 mm")) << text;
}

/// The limit that the diagnosis says would do, in the file's unit: the number after "KEY of"; `other` where it says none.
double cure_of(const Machine& machine, const std::string& key, double other) {
    const std::string text = text_of(machine, "home-unreachable"), before = key + " of ";
    const std::size_t at = text.find(before);
    return at == std::string::npos ? other : std::stod(text.substr(at + before.size()));
}

TEST(MachineDiagnosis, WhatWouldDoDoes) {
    int cures = 0;
    for (int k = 0; k < 40; ++k) {
        Machine machine = case_study();
        machine.units = {"mm", "deg"};
        machine.home->position_m.z += 0.0037 * k;
        machine.home->position_m.x = 0.011 * k;
        machine.min_length_m.fill(k % 2 == 0 ? 0.1 : 2.1);
        machine.max_length_m.fill(3);
        for (std::size_t i = 0; i < leg_count; ++i) {
            if (k % 2 == 0) machine.max_length_m[i] = 1.2 + 0.01 * static_cast<double>(i);
            machine.base.max_tilt_rad[i] = 0.001 * static_cast<double>(i + 1);
        }
        machine.platform.max_tilt_rad.fill(0.001);
        constexpr double none = -1;
        Machine cured = machine;
        const auto cure = [&](const std::string& key, double unit, std::array<double, leg_count>& limits) {
            const double value = cure_of(machine, key, none);
            if (value == none) return;
            limits.fill(value * unit);
            ++cures;
        };
        cure("legs.min", 1e-3, cured.min_length_m);
        cure("legs.max", 1e-3, cured.max_length_m);
        cure("base.max_tilt", std::numbers::pi / 180, cured.base.max_tilt_rad);
        cure("platform.max_tilt", std::numbers::pi / 180, cured.platform.max_tilt_rad);
        EXPECT_EQ(text_of(cured, "home-unreachable"), "") << k;
    }
    EXPECT_GT(cures, 100);
}

TEST(MachineDiagnosis, LegsWithLimitsOfTheirOwn) {
    Machine machine = case_study();
    machine.max_length_m = {1.5, 2, 2, 2, 2, 2};
    EXPECT_TRUE(contains(text_of(machine, "home-unreachable"), "legs.max of 1.5875 m for it would do"));
    machine.max_length_m = {1.5, 1.4, 2, 2, 2, 2};
    EXPECT_TRUE(contains(text_of(machine, "home-unreachable"), "legs.max of 1.5875 m for each of them would do"));
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
    EXPECT_EQ(first_code(machine), "singular-everywhere");
    EXPECT_TRUE(contains(text_of(machine, "singular-everywhere"), "similar hexagons"))
        << text_of(machine, "singular-everywhere");
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
