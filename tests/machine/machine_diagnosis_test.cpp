#include "src/machine/machine_diagnosis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/machine/legs/telescopic_legs.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/random/dice.h"
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

/// The code of the first finding that is not a note.
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

/// Exchanges `count` platform joints from i on with as many from j on.
Machine swapped(const Machine& machine, std::size_t i, std::size_t j, std::size_t count) {
    Machine result = machine;
    for (std::size_t k = 0; k < count; ++k)
        std::swap(result.platform.points_m[(i + k) % leg_count], result.platform.points_m[(j + k) % leg_count]);
    return result;
}

TEST(MachineDiagnosis, SwappedJointsAreNoted) {
    const Machine machine = case_study();
    EXPECT_EQ(text_of(machine, "joint-swap"), "");
    for (std::size_t i = 0; i < leg_count; ++i)
        for (std::size_t j = i + 1; j < leg_count; ++j) {
            const std::string text = text_of(swapped(machine, i, j, 1), "joint-swap");
            const std::string names =
                "platform joints " + std::to_string(i + 1) + " and " + std::to_string(j + 1) + " exchanged";
            EXPECT_TRUE(contains(text, names) && contains(text, "would be 1.5875 to 1.5875 m")) << text << names;
        }
    for (std::size_t i = 0; i < leg_count; ++i)
        EXPECT_TRUE(contains(text_of(swapped(machine, i, i + 2, 2), "joint-swap"), " exchanged for ")) << i;
    for (const Platform& platform : shipped_platforms())
        EXPECT_EQ(text_of(platform.machine, "joint-swap"), "") << platform.machine.name;
}

/// The legs have two lengths in turn.
TEST(MachineDiagnosis, UnequalLegsAreNoSwappedJoints) {
    Machine machine = case_study();
    for (std::size_t i = 0; i < leg_count; i += 2) machine.platform.points_m[i].z += 0.4;
    EXPECT_EQ(text_of(machine, "joint-swap"), "");
}

TEST(MachineDiagnosis, OrderIsSeenWithoutAHome) {
    Machine machine = case_study();
    machine.home.reset();
    EXPECT_EQ(first_code(machine), "none");
    EXPECT_EQ(first_code(shifted(machine, 1)), "joint-order");
}

TEST(MachineDiagnosis, LegsTooShort) {
    Machine machine = case_study();
    machine.telescopic().max_length.fill(1.5);
    EXPECT_EQ(first_code(machine), "home-unreachable");
    const std::string text = text_of(machine, "home-unreachable");
    EXPECT_TRUE(contains(text, "all legs would be too long")) << text;
    EXPECT_TRUE(contains(text, "by 0.087463 m")) << text;
    EXPECT_TRUE(contains(text, "legs.max of 1.5875 m would do")) << text;
}

TEST(MachineDiagnosis, OneLegTooLongAndInMillimetres) {
    Machine machine = case_study();
    machine.units = {"mm", "deg"};
    machine.telescopic().min_length[3] = 1.6;
    const std::string text = text_of(machine, "home-unreachable");
    EXPECT_TRUE(contains(text, "leg 4 would be too short, by 12.537 mm")) << text;
}

/// The sufficient limit in the diagnosis, in the file's unit: the number after "KEY of". Returns `other` if there is
/// none.
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
        machine.telescopic().min_length.fill(k % 2 == 0 ? 0.1 : 2.1);
        machine.telescopic().max_length.fill(3);
        for (std::size_t i = 0; i < leg_count; ++i) {
            if (k % 2 == 0) machine.telescopic().max_length[i] = 1.2 + 0.01 * static_cast<double>(i);
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
        cure("legs.min", 1e-3, cured.telescopic().min_length);
        cure("legs.max", 1e-3, cured.telescopic().max_length);
        cure("base.max_tilt", std::numbers::pi / 180, cured.base.max_tilt_rad);
        cure("platform.max_tilt", std::numbers::pi / 180, cured.platform.max_tilt_rad);
        EXPECT_EQ(text_of(cured, "home-unreachable"), "") << k;
    }
    EXPECT_GT(cures, 100);
}

TEST(MachineDiagnosis, LegsWithLimitsOfTheirOwn) {
    Machine machine = case_study();
    machine.telescopic().max_length = {1.5, 2, 2, 2, 2, 2};
    EXPECT_TRUE(contains(text_of(machine, "home-unreachable"), "legs.max of 1.5875 m for it would do"));
    machine.telescopic().max_length = {1.5, 1.4, 2, 2, 2, 2};
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
    // Without a limit an axis has no effect.
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

/// The smallest distance between sampled points of two legs.
double sampled_distance_m(const Machine& machine, const Pose& pose, std::size_t i, std::size_t j) {
    constexpr int parts = 400;
    const auto along = [&](std::size_t leg, int part) {
        const Vector near = machine.base.points_m[leg], far = pose.position_m + machine.platform.points_m[leg];
        const double t = static_cast<double>(part) / parts;
        return Vector{near.x + t * (far.x - near.x), near.y + t * (far.y - near.y), near.z + t * (far.z - near.z)};
    };
    double least_m = INFINITY;
    for (int s = 0; s <= parts; ++s)
        for (int t = 0; t <= parts; ++t) {
            const Vector apart = along(i, s) - along(j, t);
            least_m = std::min(least_m, std::sqrt(dot(apart, apart)));
        }
    return least_m;
}

TEST(MachineDiagnosis, TheNearestLegsAreThoseThatSamplingFinds) {
    for (int k = 0; k < 12; ++k) {
        Machine machine = case_study();
        for (std::size_t i = 0; i < leg_count; ++i) {
            machine.platform.points_m[i].x += 0.9 * std::sin(1.7 * k + static_cast<double>(i));
            machine.platform.points_m[i].z += 0.3 * std::cos(2.3 * k * static_cast<double>(i));
        }
        const auto nearest = nearest_legs(machine, *machine.home);
        ASSERT_TRUE(nearest);
        double least_m = INFINITY;
        for (std::size_t i = 0; i < leg_count; ++i)
            for (std::size_t j = i + 1; j < leg_count; ++j)
                least_m = std::min(least_m, sampled_distance_m(machine, *machine.home, i, j));
        EXPECT_LE(nearest->distance_m, least_m + 1e-12);
        EXPECT_GE(nearest->distance_m, least_m - 0.01);
        EXPECT_NEAR(sampled_distance_m(machine, *machine.home, nearest->first, nearest->second), nearest->distance_m,
                    0.01);
    }
}

TEST(MachineDiagnosis, CrossedLegsAreNoDistanceApartAndLegsOfOneJointAreNoPair) {
    Machine machine = case_study();
    std::swap(machine.platform.points_m[0], machine.platform.points_m[1]);
    const auto crossed = nearest_legs(machine, *machine.home);
    ASSERT_TRUE(crossed);
    EXPECT_EQ(crossed->first, 0U);
    EXPECT_EQ(crossed->second, 1U);
    EXPECT_NEAR(crossed->distance_m, 0, 1e-12);
    machine.base.points_m[1] = machine.base.points_m[0];
    const auto others = nearest_legs(machine, *machine.home);
    ASSERT_TRUE(others);
    EXPECT_GT(others->distance_m, 0.01);
    machine.base.points_m.fill({0, 0, 0});
    EXPECT_FALSE(nearest_legs(machine, *machine.home));
}

Machine resized(Machine machine, double joints, double legs) {
    for (JointSet* side : {&machine.base, &machine.platform})
        for (Vector& point : side->points_m) point = {joints * point.x, joints * point.y, joints * point.z};
    for (std::size_t i = 0; i < leg_count; ++i) {
        machine.telescopic().min_length[i] *= legs;
        machine.telescopic().max_length[i] *= legs;
    }
    machine.home->position_m.z *= legs;
    return machine;
}

TEST(MachineDiagnosis, NumbersThatNoMachineHasAreDoubtedWithTheUnitThatFits) {
    const Machine machine = case_study();
    for (const double plausible : {0.01, 0.1, 1.0, 10.0})
        EXPECT_EQ(text_of(resized(machine, plausible, plausible), "unlikely-size"), "") << plausible;
    const std::string wide = text_of(resized(machine, 1000, 1000), "unlikely-size");
    EXPECT_EQ(wide, "legs.max is 2000 m, larger than any machine: is units.length right? 2000 mm would fit");
    Machine tiny = resized(machine, 5e-4, 5e-4);
    tiny.units.length = "mm";
    EXPECT_EQ(text_of(tiny, "unlikely-size"),
              "legs.max is 1 mm, smaller than any machine: is units.length right? 1 m would fit");
}

TEST(MachineDiagnosis, LengthsOfAnotherUnitThanTheJointsAreDoubted) {
    const Machine machine = case_study();
    EXPECT_EQ(text_of(resized(machine, 1, 1000), "unlikely-size"),
              "legs.max is 2000 m and the joints are 1 m from their middle: are the units mixed? units.length applies "
              "to all lengths; 2000 mm would fit: write 2 m");
    EXPECT_TRUE(contains(text_of(resized(machine, 1000, 1), "unlikely-size"), "are the units mixed?"));
    Machine in_mm = resized(machine, 1e-3, 1);
    in_mm.units.length = "mm";
    EXPECT_TRUE(contains(text_of(in_mm, "unlikely-size"),
                         "are the units mixed? units.length applies to all lengths; 1 m would fit: write 1000 mm"))
        << text_of(in_mm, "unlikely-size");
    EXPECT_EQ(text_of(resized(machine, 1, 20), "unlikely-size"), "") << "long thin machines are built";
}

/// No unit brings a machine of this size among those that are built, or one size near the others.
TEST(MachineDiagnosis, NamesNoUnitThatDoesNotFit) {
    const Machine machine = case_study();
    for (const Machine& odd : {resized(machine, 1e6, 1e6), resized(machine, 1, 3e8)}) {
        EXPECT_NE(text_of(odd, "unlikely-size"), "");
        EXPECT_FALSE(contains(text_of(odd, "unlikely-size"), "would fit")) << text_of(odd, "unlikely-size");
    }
}

TEST(MachineDiagnosis, OneSideInAnotherUnitThanTheOtherIsDoubted) {
    Machine machine = case_study();
    machine.units.length = "mm";
    const auto with_platform_scaled = [&](double by) {
        Machine scaled = resized(machine, 1, 1);
        for (Vector& point : scaled.platform.points_m) point = {point.x * by, point.y * by, point.z * by};
        return text_of(scaled, "unlikely-size");
    };
    EXPECT_EQ(with_platform_scaled(0.001),
              "the base joints are 1000 mm from their centre and the platform joints 0.7 mm from theirs: are the units "
              "mixed? units.length applies to all lengths; 0.7 m would fit: write 700 mm");
    EXPECT_TRUE(contains(with_platform_scaled(1000), "the platform joints 7e+05 mm")) << with_platform_scaled(1000);
    EXPECT_EQ(with_platform_scaled(0.05), "") << "small platforms are built";
}

TEST(MachineDiagnosis, AConditionAboveThirtyIsNearlySingular) {
    int warned = 0, silent = 0;
    for (double yaw_deg = 0; yaw_deg < 90; yaw_deg += 0.5) {
        Machine machine = case_study();
        machine.home->orientation.yaw_rad = yaw_deg * std::numbers::pi / 180;
        const double condition = conditioning(machine, *machine.home).condition;
        const std::string text = text_of(machine, "nearly-singular");
        EXPECT_EQ(!text.empty(), condition > 30) << yaw_deg << " deg: " << condition;
        if (!text.empty()) {
            EXPECT_TRUE(
                contains(text, "at the centre of the platform joints, lengths divided by their RMS distance of 0.7 m"))
                << text;
        }
        ++(text.empty() ? silent : warned);
    }
    EXPECT_GT(warned, 0);
    EXPECT_GT(silent, 0);
}

TEST(MachineDiagnosis, JointsThatTiltTooFarFromUprightAxesMayBeMountedAlongTheLegs) {
    Machine machine = case_study();
    machine.base.axes.fill({0, 0, 1});
    machine.base.max_tilt_rad.fill(0.1);
    const std::string question = "or are the joints mounted along the legs? Then give axis: home";
    EXPECT_TRUE(contains(text_of(machine, "home-unreachable"), question)) << text_of(machine, "home-unreachable");
    Machine one = machine;
    one.base.max_tilt_rad.fill(1.5);
    one.base.max_tilt_rad[3] = 0.1;
    EXPECT_TRUE(contains(text_of(one, "home-unreachable"), "leg 4")) << text_of(one, "home-unreachable");
    EXPECT_FALSE(contains(text_of(one, "home-unreachable"), question)) << "one joint alone is no matter of mounting";
    machine.base.axes[2] = {0.1, 0, 0.99};
    EXPECT_FALSE(contains(text_of(machine, "home-unreachable"), question)) << "these axes were thought about";
}

TEST(MachineDiagnosis, HomeOnALimitIsReachable) {
    Machine machine = case_study();
    const auto home = home_state(machine);
    for (std::size_t i = 0; i < leg_count; ++i) machine.telescopic().max_length[i] = home->length_m[i];
    EXPECT_TRUE(home_state(machine)->reachable);
    for (double& longest : machine.telescopic().max_length) longest -= 1e-6;
    EXPECT_FALSE(home_state(machine)->reachable);
}

TEST(HomeState, ReadsLengthsAndTilts) {
    const auto home = home_state(case_study());
    ASSERT_TRUE(home);
    // The circles have radii of 1 m and 0.7 m and are 1.45 m apart. Each leg turns by 40 degrees.
    const double length_m = std::sqrt(1 + 0.49 - 1.4 * std::cos(40 * std::numbers::pi / 180) + 1.45 * 1.45);
    for (std::size_t i = 0; i < leg_count; ++i) {
        EXPECT_NEAR(home->length_m[i], length_m, 1e-12);
        EXPECT_NEAR(home->state(limit_id(i, LegLimit::base_joint)).asked, 0, 1e-12);  // axis: home
        EXPECT_NEAR(home->state(limit_id(i, LegLimit::shortest)).left, length_m - 1.2, 1e-12);
    }
    Machine none = case_study();
    none.home.reset();
    EXPECT_FALSE(home_state(none));
}

Machine machine_in(const std::string& text) { return read_platform(PlatformDocument(text, "test.yaml")).machine; }

/// A machine whose axis is x. Heights are measured perpendicular to the plane of its base joints, not along z.
TEST(MachineDiagnosis, OfAMachineThatStandsAlongX) {
    const std::string sides = R"(name: test
units: {length: mm, angle: deg}
base: {joints: [[0, 30, -200], [0, 158, 126], [0, 188, 74], [0, -188, 74], [0, -158, 126], [0, -30, -200]]}
platform: {joints: [[100, 110, 0], [45, 143, 0], [-145, 30, 0], [-145, -30, 0], [45, -143, 0], [100, -110, 0]]}
legs: {min: 150, max: 400}
)";
    const Machine above = machine_in(sides + "home: {x: 200, pitch: 90}\n");
    EXPECT_EQ(text_of(above, "platform-below"), "");
    EXPECT_TRUE(contains(text_of(above, "angles-coincide"), "home is pitched by 90 deg"));
    const Machine below = machine_in(sides + "home: {x: -200, pitch: 90}\n");
    EXPECT_TRUE(contains(text_of(below, "platform-below"), "200 mm below the base's"))
        << text_of(below, "platform-below");
    EXPECT_EQ(text_of(case_study(), "angles-coincide"), "");
}

TEST(MachineDiagnosis, RodsThatCrossAtHomeAreNamed) {
    const std::string sides = R"(name: test
units: {length: mm, angle: deg}
base: {radius: 43, spread: 34}
platform: {radius: 22, spread: 21}
home: {z: 90}
)";
    const std::string legs = "legs: {kind: rotary, arm: 16, rod: 95, angle: [-90, 90], azimuth: ";
    EXPECT_TRUE(
        contains(text_of(machine_in(sides + legs + "[90, -90, 210, 30, 330, 150]}\n"), "legs-cross"), "cross at home"));
    EXPECT_EQ(text_of(machine_in(sides + legs + "[-90, 90, 30, 210, 150, 330]}\n"), "legs-cross"), "");
}

/// The universal joint would have to turn by more than a right angle, which no file allows.
TEST(MachineDiagnosis, NamesNoCureThatAFileMayNotHave) {
    const Machine machine = machine_in(R"(name: test
units: {length: mm, angle: deg}
base: {radius: 300, spread: 30, axis: home, max_tilt: 80}
platform: {radius: 150, spread: 30, azimuth: 60, axis: home,
           universal: {axis: [1, 0, 0], ranges: [[-60, 60], [-60, 60]]}}
legs: {min: 300, max: 900}
home: {z: 560}
)");
    const std::string text =
        violations_text(machine, state_at(machine, {{0, 0, 0.56}, {100 * std::numbers::pi / 180, 0, 0}}));
    EXPECT_TRUE(contains(text, "no platform.universal.ranges[0][0] would do: the angle is beyond -90 deg")) << text;
    EXPECT_FALSE(contains(text, "from -1")) << text;
}

/// Longer rods move the carriages. The cure includes the travel that they then need, and the whole cure suffices.
TEST(MachineDiagnosis, OfRodsNamesTheTravelThatTheyNeed) {
    const std::string start = R"(name: test
units: {length: mm, angle: deg}
base: {radius: 240, spread: 30}
platform: {radius: 85, spread: 80, azimuth: 60}
home: {z: 100}
)";
    const auto text = [&](const std::string& legs) {
        const Machine machine = machine_in(start + legs);
        return violations_text(machine, *home_state(machine));
    };
    const std::string short_rods = text("legs: {kind: slider, rod: 100, rail: [0, 0, 1], travel: [-5, 20]}\n");
    double rod_mm = 0, to_mm = 0;
    const std::size_t at = short_rods.find("legs.rod of ");
    ASSERT_NE(at, std::string::npos) << short_rods;
    ASSERT_EQ(std::sscanf(short_rods.c_str() + at, "legs.rod of %lf mm, with legs.travel to %lf mm, would do", &rod_mm,
                          &to_mm),
              2)
        << short_rods;
    const Machine cured = machine_in(start + "legs: {kind: slider, rod: " + std::to_string(rod_mm) +
                                     ", rail: [0, 0, 1], travel: [-5, " + std::to_string(to_mm) + "]}\n");
    EXPECT_TRUE(home_state(cured)->reachable) << short_rods;
}

const std::string six_arms = R"(name: test
units: {length: mm, angle: deg}
base: {radius: 100, spread: 60, azimuth: 30}
platform: {radius: 80, spread: 60, azimuth: 30}
legs: {kind: rotary, arm: 60, rod: 160, azimuth: [90, 150, 210, 270, 330, 30], angle: [-80, 80]}
home: {z: 150}
)";

/// Arms whose rods are singular at home alone, and at poses around it do not reach.
TEST(MachineDiagnosis, ArmsThatAreSingularAtHomeAreNotSaidToBeSoEverywhere) {
    std::string text = six_arms;
    for (const char* const rod : {"160", "140.2"}) {
        text.replace(text.find("rod: ") + 5, 3, rod);
        const Machine machine = machine_in(text);
        EXPECT_EQ(text_of(machine, "singular-everywhere"), "") << rod;
        EXPECT_TRUE(contains(text_of(machine, "singular"), "singular at home, rank ")) << rod;
        text = six_arms;
    }
}

/// A machine that stands on its side, so that base joints and arms are in the plane of y and z.
TEST(MachineDiagnosis, ArmsAreInwardInThePlaneOfTheBasesJoints) {
    const auto standing = [](double away_deg) {
        std::string base, platform, zero;
        for (int leg = 0; leg < 6; ++leg) {
            const double at = (60 * leg + (leg % 2 == 0 ? 12 : -12)) * std::numbers::pi / 180;
            const double along = at + away_deg * std::numbers::pi / 180;
            const char* const comma = leg == 0 ? "" : ", ";
            base += fmt::format("{}[0, {}, {}]", comma, 200 * std::cos(at), 200 * std::sin(at));
            platform += fmt::format("{}[0, {}, {}]", comma, 150 * std::cos(at + 0.3), 150 * std::sin(at + 0.3));
            zero += fmt::format("{}[0, {}, {}]", comma, std::cos(along), std::sin(along));
        }
        return machine_in("name: test\nunits: {length: mm, angle: deg}\nbase: {joints: [" + base +
                          "]}\nplatform: {joints: [" + platform +
                          "]}\nlegs: {kind: rotary, arm: 80, rod: 240, zero: [" + zero +
                          "], up: [1, 0, 0], angle: [-90, 90]}\nhome: {x: 220}\n");
    };
    EXPECT_EQ(text_of(standing(90), "arms-inward"), "");
    EXPECT_EQ(text_of(standing(90), "arms-askew"), "");
    EXPECT_TRUE(contains(text_of(standing(180), "arms-inward"), "all legs"));
    const std::string askew = text_of(standing(52), "arms-askew");
    EXPECT_TRUE(contains(askew, "up to 38 deg off")) << askew;
    EXPECT_FALSE(contains(askew, "azimuth")) << askew;
}

/// Whatever a text says would do is put into the file, with the digits that the text has.
std::string with_cures(std::string text, const std::string& told) {
    const auto set_after = [&](const std::string& key, const std::string& until, const std::string& value) {
        const std::size_t begin = text.find(key) + key.size();
        text.replace(begin, text.find_first_of(until, begin) - begin, value);
    };
    const auto number_after = [&](const std::string& words) {
        const std::size_t at = told.find(words);
        if (at == std::string::npos) return std::string();
        const std::size_t begin = at + words.size();
        return told.substr(begin, told.find(' ', begin) - begin);
    };
    if (const std::string rod = number_after("legs.rod of "); !rod.empty()) set_after("rod: ", ",", rod);
    if (const std::string from = number_after("legs.angle from "); !from.empty()) set_after("angle: [", ",", from);
    if (const std::string to = number_after("legs.angle to "); !to.empty())
        set_after(
            text.substr(text.find("angle: ["), text.find(", ", text.find("angle: [")) + 2 - text.find("angle: [")), "]",
            to);
    return text;
}

TEST(MachineDiagnosis, CuresOfRodsLetThePoseBeTaken) {
    const std::string text = R"(name: test
units: {length: mm, angle: deg}
base: {radius: 108, spread: 50}
platform: {radius: 96, spread: 17, azimuth: 60}
legs: {kind: rotary, arm: 24, rod: 182, azimuth: outward, angle: [-90, 90]}
home: {z: 177}
)";
    const Machine machine = machine_in(text);
    Dice dice(3);
    int cured = 0, rods = 0;
    for (int k = 0; k < 400; ++k) {
        const auto within = [&](double half) { return dice.between(-half, half); };
        const Pose pose{{within(0.04), within(0.04), 0.177 + within(0.03)}, {within(0.2), within(0.2), within(0.2)}};
        const HomeState state = state_at(machine, pose);
        if (state.reachable) continue;
        const std::string told = violations_text(machine, state);
        if (!contains(told, " would do)") || contains(told, "no legs")) continue;
        ++cured;
        rods += contains(told, "legs.rod of ") ? 1 : 0;
        EXPECT_TRUE(state_at(machine_in(with_cures(text, told)), pose).reachable) << told;
    }
    EXPECT_GT(cured, 100);
    EXPECT_GT(rods, 50);
}

}  // namespace
}  // namespace hexscan
