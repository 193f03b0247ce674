// Proofs over boxes of poses of slider and rotary legs. Every tried pose of a proved box is reachable, and the reported
// pose of a violated box is not. The oracle shares no code with the proofs.

#include "src/check/rods/rod_proof.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/check/box_proof.h"
#include "src/check/data_sheet.h"
#include "src/check/path_proof.h"
#include "src/check/requirement_check.h"
#include "src/check/rods/rod_bounds.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/pose_clearance.h"
#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"
#include "tests/support/shipped.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

leg_oracle::Pose oracle_pose(const Pose& pose) {
    return {pose.position_m.x,         pose.position_m.y,          pose.position_m.z,
            pose.orientation.roll_rad, pose.orientation.pitch_rad, pose.orientation.yaw_rad};
}

Pose any_pose_of(const PoseBox& box, Dice& dice) {
    std::array<double, PoseBox::dimensions> at{};
    const bool corner = dice.chance(0.3);
    for (std::size_t k = 0; k < at.size(); ++k) {
        const double part = dice.between(0, 1);
        const double share = corner ? std::round(part) : part;
        at[k] = (1 - share) * box.low[k] + share * box.high[k];
    }
    return pose_at(at);
}

PoseBox box_about_home(const RandomLegMachine& random, Dice& dice) {
    const double size = dice.magnitude(0.002, 1);
    const std::array<double, 6> home = coordinates_of(pose_of(random.home));
    PoseBox box{home, home};
    for (std::size_t k = 0; k < home.size(); ++k) {
        const double half = dice.between(0, size) * (k < PoseBox::angles_begin ? 0.3 * random.span : 0.3);
        if (dice.chance(0.2)) continue;
        box.low[k] -= half;
        box.high[k] += half;
    }
    return box;
}

void expect_true_proofs(Kind kind, RandomLegMachine (*machine_of)(Kind, std::uint64_t) = random_leg_machine) {
    const int machines = how_many(120);
    int proved = 0, violated = 0, neither = 0;
    for (std::uint64_t seed = first_seed(); seed < first_seed() + static_cast<std::uint64_t>(machines); ++seed) {
        const RandomLegMachine random = machine_of(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        Dice dice(seed);
        const PoseBox box = box_about_home(random, dice);
        ProofRequest request;
        request.tolerance_m = grazing_tolerance_m(machine);
        request.least_to_m = std::numeric_limits<double>::infinity();
        request.most_parts = 4'000;
        request.clearance_m = dice.chance(0.3) ? 0.01 * random.span : 0;
        const Proof proof = prove_box(ProvenMachine(machine), box, request);
        const bool kept = !proof.violated && proof.at_least_m >= request.clearance_m;
        ++(kept ? proved : proof.violated ? violated : neither);
        if (proof.violated) {
            const leg_oracle::MachineState there =
                leg_oracle::machine_state(random.machine, oracle_pose(proof.least.pose));
            if (request.clearance_m == 0) {
                EXPECT_LT(there.margin, 1e-9) << seed;
            }
        }
        if (!kept) continue;
        for (int k = 0; k < 100; ++k) {
            Pose pose = any_pose_of(box, dice);
            EXPECT_GT(leg_oracle::machine_state(random.machine, oracle_pose(pose)).margin, -1e-9) << seed << " " << k;
            // All positions within the reported clearance are reachable, too.
            const double far = proof.at_least_m / 2;
            const double x = dice.between(-far, far), y = dice.between(-far, far), z = dice.between(-far, far);
            pose.position_m = pose.position_m + Vector{x, y, z};
            EXPECT_GT(leg_oracle::machine_state(random.machine, oracle_pose(pose)).margin, -1e-9) << seed << " " << k;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(proved, machines / 4) << violated << " violated, " << neither << " neither";
    EXPECT_GT(violated, machines / 15) << proved << " proved, " << neither << " neither";
    EXPECT_LT(neither, machines / 5) << proved << " proved, " << violated << " violated";
    testing::Test::RecordProperty("boxes",
                                  fmt::format("{} proved, {} violated, {} neither", proved, violated, neither));
}

TEST(RodProof, OfSlidersIsTrue) { expect_true_proofs(Kind::slider); }
TEST(RodProof, OfArmsIsTrue) { expect_true_proofs(Kind::rotary); }
TEST(RodProof, OfSlidersWithUniversalJointsIsTrue) { expect_true_proofs(Kind::slider, universal_leg_machine); }
TEST(RodProof, OfArmsWithUniversalJointsIsTrue) { expect_true_proofs(Kind::rotary, universal_leg_machine); }
TEST(RodProof, OfTelescopesWithUniversalJointsIsTrue) { expect_true_proofs(Kind::telescopic, universal_leg_machine); }

/// The upper end of the arm's range is the angle that the arm of the other branch, ahead of the rod, would have. Only
/// that branch reaches this limit.
TEST(RodProof, TellsAnArmFromTheOneAheadOfTheRod) {
    int asked = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const RandomLegMachine random = random_leg_machine(Kind::rotary, seed);
        Machine machine = rod_machine(random.machine, random.home);
        for (JointSet* const side : {&machine.base, &machine.platform}) {
            side->max_tilt_rad.fill(infinity);
            side->max_misalignment_rad.fill(infinity);
        }
        RotaryLegs& legs = std::get<RotaryLegs>(machine.legs);
        std::array<double, leg_count> to_ahead_rad{};
        bool wide = true;
        for (std::size_t i = 0; i < leg_count; ++i) {
            leg_oracle::Leg leg = random.machine.legs[i];
            leg.branch = leg_oracle::Branch::behind;
            const leg_oracle::Point p = leg_oracle::rotated(leg.platform, random.home, random.machine.order);
            const leg_oracle::Point joint{random.home.x + p.x, random.home.y + p.y, random.home.z + p.z};
            const double behind = leg_oracle::leg_state(leg, joint).value;
            leg.branch = leg_oracle::Branch::ahead;
            const double ahead =
                behind + std::remainder(leg_oracle::leg_state(leg, joint).value - behind, 2 * std::numbers::pi);
            to_ahead_rad[i] = ahead > behind ? ahead : ahead + 2 * std::numbers::pi;
            wide = wide && to_ahead_rad[i] - behind > 0.5 && to_ahead_rad[i] - behind < 5;
            legs.branch[i] = 0;
            legs.angle_from[i] = behind - 0.5;
            legs.angle_to[i] = to_ahead_rad[i];
        }
        if (!wide) continue;
        ++asked;
        const std::array<double, 6> home = coordinates_of(*machine.home);
        PoseBox box{home, home};
        for (std::size_t k = 0; k < home.size(); ++k) box.low[k] -= 1e-3 * (k < 3 ? random.span : 1);
        for (const double clearance_m : {0.0, 1e-3 * random.span}) {
            ProofRequest request;
            request.least_to_m = infinity;
            request.most_parts = 1000;
            request.clearance_m = clearance_m;
            EXPECT_TRUE(prove_box(ProvenMachine(machine), box, request).proves(clearance_m)) << seed;
        }
    }
    EXPECT_GT(asked, 5);
}

/// The box that the simulator's firmware commands is refuted. A small box around home is proved, and the largest box
/// with the same proportions is found.
TEST(RodProof, RefutesTheFirmwaresBox) {
    const Machine machine = shipped_platform("knaufinator-simulator").machine;
    const ProvenMachine proven(machine);
    const std::array<double, 6> home = coordinates_of(*machine.home);
    const double inch = 0.0254, tilt = 30 * std::numbers::pi / 180;
    const std::array<double, 6> half{8 * inch, 8 * inch, 7 * inch, tilt, tilt, tilt};
    PoseBox box{home, home};
    for (std::size_t k = 0; k < half.size(); ++k) {
        box.low[k] -= half[k];
        box.high[k] += half[k];
    }
    ProofRequest request;
    request.tolerance_m = grazing_tolerance_m(machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(prove_box(proven, box, request).violated);
    EXPECT_TRUE(prove_box(proven, scaled_box(box, 0.1), request).proves(0));
    const BoxGrowth growth = box_growth(proven, box, request, false);
    EXPECT_GT(growth.kept_to, 0.1);
    EXPECT_LT(growth.lost_at, 0.5);
    EXPECT_LT(growth.lost_at - growth.kept_to, 0.002 * growth.kept_to);
    EXPECT_FALSE(growth.is_open);
    // If proofs are given up, the result claims nothing about larger boxes.
    request.most_parts = 20;
    const BoxGrowth given_up = box_growth(proven, box, request, false);
    EXPECT_TRUE(given_up.is_open);
    EXPECT_LE(given_up.kept_to, growth.kept_to);
}

Pose pose_between(const Pose& from, const Pose& to, double part) {
    std::array<double, 6> at = coordinates_of(from);
    const std::array<double, 6> end = coordinates_of(to);
    for (std::size_t k = 0; k < at.size(); ++k) at[k] += part * (end[k] - at[k]);
    return pose_at(at);
}

/// A proved path is reachable at every place between its poses that the oracle tests.
void expect_true_paths(Kind kind, RandomLegMachine (*machine_of)(Kind, std::uint64_t)) {
    const int machines = how_many(120);
    int proved = 0, violated = 0, neither = 0;
    for (std::uint64_t seed = first_seed(); seed < first_seed() + static_cast<std::uint64_t>(machines); ++seed) {
        const RandomLegMachine random = machine_of(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        Dice dice(seed);
        std::vector<Pose> poses{*machine.home};
        for (int k = 0; k < 2; ++k) {
            const double size = dice.magnitude(0.02, 1);
            poses.push_back(pose_between(*machine.home, pose_of(pose_near_home(random, dice)), size));
        }
        ProofRequest request;
        request.tolerance_m = grazing_tolerance_m(machine);
        request.least_to_m = std::numeric_limits<double>::infinity();
        request.most_parts = 20'000;
        const Proof proof = prove_path(ProvenMachine(machine), poses, true, request);
        const bool kept = !proof.violated && proof.at_least_m >= 0;
        ++(kept ? proved : proof.violated ? violated : neither);
        if (proof.violated) {
            EXPECT_LT(leg_oracle::machine_state(random.machine, oracle_pose(proof.least.pose)).margin, 1e-9) << seed;
        }
        for (int k = 0; kept && k < 400; ++k) {
            const double along = dice.between(0, 2);
            const auto piece = static_cast<std::size_t>(along);
            const Pose pose = pose_between(poses[piece], poses[piece + 1], along - static_cast<double>(piece));
            EXPECT_GT(leg_oracle::machine_state(random.machine, oracle_pose(pose)).margin, -1e-9) << seed << " " << k;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(proved, machines / 6) << violated << " violated, " << neither << " neither";
    EXPECT_GT(violated, machines / 8) << proved << " proved, " << neither << " neither";
    EXPECT_LT(neither, machines / 10) << proved << " proved, " << violated << " violated";
}

TEST(RodProof, OfPathsOfSlidersIsTrue) { expect_true_paths(Kind::slider, random_leg_machine); }
TEST(RodProof, OfPathsOfArmsIsTrue) { expect_true_paths(Kind::rotary, random_leg_machine); }
TEST(RodProof, OfPathsOfSlidersWithUniversalJointsIsTrue) { expect_true_paths(Kind::slider, universal_leg_machine); }
TEST(RodProof, OfPathsOfTelescopesWithUniversalJointsIsTrue) {
    expect_true_paths(Kind::telescopic, universal_leg_machine);
}

/// The smallest clearance of a box without a required one. No pose has less, and a slightly larger clearance is not
/// proved.
TEST(RodProof, FindsTheLeastClearance) {
    const Machine machine = shipped_platform("pkm-6-pus").machine;
    const ProvenMachine proven(machine);
    PoseBox box{coordinates_of(*machine.home), coordinates_of(*machine.home)};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double half = k < PoseBox::angles_begin ? 0.005 : 0.02;
        box.low[k] -= half;
        box.high[k] += half;
    }
    const double found_m = proved_least_clearance_m(proven, {"box", 0, required_box(box)}).value;
    Dice dice(1);
    double met_m = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 2000; ++k) met_m = std::min(met_m, pose_clearance(machine, any_pose_of(box, dice)).clearance_m);
    EXPECT_GT(found_m, 0);
    EXPECT_LE(found_m, met_m);
    EXPECT_GT(found_m, 0.9 * met_m);
    PoseBox beyond = scaled_box(box, 40);
    EXPECT_LT(proved_least_clearance_m(proven, {"box", 0, required_box(beyond)}).value, 0);
}

}  // namespace
