// Sizes of limits that a box of poses needs, for limits of any kind. They suffice at every tried pose, and some pose
// needs them.

#include "src/check/limit_sizing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/check/requirement_check.h"
#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/home_state.h"
#include "src/machine/limits.h"
#include "tests/support/box_about.h"
#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

constexpr double rad_per_deg = std::numbers::pi / 180;

/// True if the ranges of arms are so far apart that whole turns may bring them closer together.
bool are_apart(const Machine& machine) {
    const auto* const arms = std::get_if<RotaryLegs>(&machine.legs);
    if (!arms) return false;
    PerLeg sums_rad{};
    std::ranges::transform(arms->angle_from, arms->angle_to, sums_rad.begin(), std::plus<>());
    const auto [least, most] = std::ranges::minmax(sums_rad);
    return most - least > 2 * std::numbers::pi;
}

std::vector<Pose> poses_of(const PoseBox& box, Dice& dice) {
    std::vector<Pose> poses;
    for (unsigned corner = 0; corner < 64; ++corner) {
        std::array<double, PoseBox::dimensions> at{};
        for (unsigned k = 0; k < at.size(); ++k) at[k] = (corner >> k & 1U) != 0 ? box.high[k] : box.low[k];
        poses.push_back(pose_at(at));
    }
    for (int k = 0; k < 200; ++k) {
        std::array<double, PoseBox::dimensions> at{};
        for (std::size_t d = 0; d < at.size(); ++d) at[d] = dice.between(box.low[d], box.high[d]);
        poses.push_back(pose_at(at));
    }
    return poses;
}

/// The largest value of a kind of limit over all legs at a pose. For lower ends it is minus the smallest value.
double most_asked(const Machine& machine, const LimitTable& table, const LimitKind& kind, const Pose& pose) {
    const std::vector<LimitState> states = limit_states(machine, pose);
    const double way = kind.is_least() ? -1 : 1;
    double most = -std::numeric_limits<double>::infinity();
    for (const LimitId id : table.ids_of(kind))
        most = std::max(most, way * states[static_cast<std::size_t>(id) - 1].asked);
    return most;
}

/// The largest value at any of these poses of a box. From the largest ones a climb follows, with shrinking steps along
/// each coordinate.
double most_asked(const Machine& machine, const LimitKind& kind, const PoseBox& box, const std::vector<Pose>& poses) {
    const LimitTable table = limits_of(machine);
    const auto asked = [&](const Pose& pose) { return most_asked(machine, table, kind, pose); };
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t i = 0; i < poses.size(); ++i) ranked.emplace_back(asked(poses[i]), i);
    constexpr std::size_t climbs = 4;
    std::partial_sort(ranked.begin(), ranked.begin() + climbs, ranked.end(), std::greater<>());
    double most = ranked.front().first;
    for (std::size_t climb = 0; climb < climbs; ++climb) {
        auto [here, begin] = ranked[climb];
        auto at = coordinates_of(poses[begin]);
        for (double step = 0.25; step > 1e-4;) {
            bool higher = false;
            for (std::size_t k = 0; k < at.size(); ++k)
                for (const double by : {step, -step}) {
                    auto next = at;
                    next[k] = std::clamp(at[k] + by * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
                    const double there = asked(pose_at(next));
                    if (!(there > here)) continue;
                    here = there;
                    at = next;
                    higher = true;
                }
            if (!higher) step /= 2;
        }
        most = std::max(most, here);
    }
    return most;
}

void expect_sizes(Kind kind, bool universal, int usual) {
    const auto machines = how_many_seeds(usual);
    int sized = 0, tight = 0;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = universal ? universal_leg_machine(kind, seed) : random_leg_machine(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        if (are_apart(machine)) continue;
        Dice dice(seed);
        const PoseBox box = box_about(*machine.home, 0.02 * random.span, 0.02);
        const Requirement requirement{"box", 0, required_box(box)};
        const std::vector<Pose> poses = poses_of(box, dice);
        const LimitTable table = limits_of(machine);
        std::vector<LimitId> all;
        for (const Limit& limit : table.rows()) all.push_back(limit.id);
        const Machine freed = without_limits(machine, all);
        for (const LimitSize& size : limit_sizes(machine, requirement)) {
            if (!size.value) continue;
            ++sized;
            const double asked = most_asked(freed, *size.kind, box, poses), way = size.kind->is_least() ? -1 : 1;
            const bool is_length = size.kind->dimension == Dimension::length;
            EXPECT_GE(way * *size.value - asked, -1e-6 * (is_length ? longest_leg_m(machine) : 1))
                << "seed " << seed << ", " << size.kind->name;
            tight += way * *size.value - asked < (is_length ? 3e-4 * longest_leg_m(machine) : 0.04 * rad_per_deg);
        }
    }
    if (asks_few()) return;
    EXPECT_GT(sized, static_cast<int>(machines));
    EXPECT_GE(tight, sized * 19 / 20) << sized;
}

TEST(LimitSizing, OfSlidersIsEnoughAndNeeded) { expect_sizes(Kind::slider, false, 12); }
TEST(LimitSizing, OfArmsIsEnoughAndNeeded) { expect_sizes(Kind::rotary, false, 6); }
TEST(LimitSizing, OfTelescopesWithUniversalJointsIsEnoughAndNeeded) { expect_sizes(Kind::telescopic, true, 8); }

/// A pose of a box and a move, as numbers from -1 to 1: first the box's coordinates, then the components of the move.
using MovedPose = std::array<double, PoseBox::dimensions + 3>;

Pose moved_pose(const PoseBox& box, double by_m, const MovedPose& moved) {
    std::array<double, PoseBox::dimensions> at{};
    for (std::size_t k = 0; k < at.size(); ++k)
        at[k] = std::midpoint(box.low[k], box.high[k]) + moved[k] * (box.high[k] - box.low[k]) / 2;
    const double length = std::max(1.0, std::hypot(moved[6], moved[7], moved[8]));
    for (std::size_t k = 0; k < 3; ++k) at[k] += by_m * moved[PoseBox::dimensions + k] / length;
    return pose_at(at);
}

/// The largest value at poses of a box after a move of up to `by_m`, found by climbs from some of them.
double most_asked_nearby(const Machine& machine, const LimitKind& kind, const PoseBox& box, double by_m, int climbs,
                         Dice& dice) {
    const LimitTable table = limits_of(machine);
    const auto asked = [&](const MovedPose& at) { return most_asked(machine, table, kind, moved_pose(box, by_m, at)); };
    double most = -std::numeric_limits<double>::infinity();
    for (int climb = 0; climb < climbs; ++climb) {
        MovedPose at{};
        for (double& one : at) one = dice.between(-1, 1);
        double here = asked(at);
        for (double step = 0.5; step > 1e-3;) {
            bool higher = false;
            for (std::size_t k = 0; k < at.size(); ++k)
                for (const double by : {step, -step}) {
                    MovedPose next = at;
                    next[k] = std::clamp(at[k] + by, -1.0, 1.0);
                    const double there = asked(next);
                    if (!(there > here)) continue;
                    here = there;
                    at = next;
                    higher = true;
                }
            if (!higher) step /= 2;
        }
        most = std::max(most, here);
    }
    return most;
}

/// With a clearance, a reported angle suffices for all positions within the clearance. It is hardly more than one of
/// them needs, or the report gives the angle that one needs.
void expect_angles_with_clearance(Kind kind, bool universal, double half, int usual) {
    const auto machines = how_many_seeds(usual);
    int sized = 0, tight = 0, needed = 0;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = universal ? universal_leg_machine(kind, seed) : random_leg_machine(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        if (are_apart(machine)) continue;
        const PoseBox box = box_about(*machine.home, half * random.span, half);
        const double clearance_m = 0.03 * random.span;
        const Requirement requirement{"box", clearance_m, required_box(box)};
        const LimitTable table = limits_of(machine);
        std::vector<LimitId> all;
        for (const Limit& limit : table.rows()) all.push_back(limit.id);
        const Machine freed = without_limits(machine, all);
        Dice dice(seed);
        for (const LimitSize& size : limit_sizes(machine, requirement)) {
            if (!size.value || size.kind->dimension != Dimension::angle) continue;
            ++sized;
            const double way = size.kind->is_least() ? -1 : 1;
            const double enough = way * *size.value, told = way * size.needed.value_or(*size.value);
            double asked = most_asked_nearby(freed, *size.kind, box, clearance_m, 12, dice);
            if (told - asked > 0.11 * rad_per_deg)
                asked = most_asked_nearby(freed, *size.kind, box, clearance_m, 300, dice);
            EXPECT_GE(enough - asked, -1e-6) << "seed " << seed << ", " << size.kind->name;
            ASSERT_TRUE(size.refuted);
            EXPECT_LE(way * *size.refuted, enough) << "seed " << seed << ", " << size.kind->name;
            EXPECT_LE(way * *size.refuted, told) << "seed " << seed << ", " << size.kind->name;
            Machine short_of_it = freed;
            for (const LimitId id : table.ids_of(*size.kind)) set_limit(short_of_it, id, *size.refuted - way * 1e-6);
            EXPECT_FALSE(is_proved(ProvenMachine(short_of_it), requirement)) << "seed " << seed;
            EXPECT_LT(told - asked, 0.11 * rad_per_deg) << "seed " << seed << ", " << size.kind->name;
            tight += enough - asked < 0.1 * rad_per_deg;
            needed += asked - told < 0.1 * rad_per_deg;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(sized, static_cast<int>(machines));
    EXPECT_GE(tight, sized * 19 / 20) << sized;
    EXPECT_GE(needed, sized * 19 / 20) << sized;
}

TEST(LimitSizing, OfSlidersAtAPoseIsEnoughAndNeededForAClearance) {
    expect_angles_with_clearance(Kind::slider, false, 0, 12);
    expect_angles_with_clearance(Kind::slider, true, 0, 12);
}
TEST(LimitSizing, OfArmsAtAPoseIsEnoughAndNeededForAClearance) {
    expect_angles_with_clearance(Kind::rotary, false, 0, 12);
    expect_angles_with_clearance(Kind::rotary, true, 0, 12);
}
TEST(LimitSizing, OfSlidersInABoxIsEnoughAndNeededForAClearance) {
    expect_angles_with_clearance(Kind::slider, false, 0.005, 8);
}
TEST(LimitSizing, OfArmsInABoxIsEnoughAndNeededForAClearance) {
    expect_angles_with_clearance(Kind::rotary, false, 0.005, 8);
}

/// Gives all joints of a side the same sort, as in a file. They tilt from the rod at home or a similar direction, or
/// their bolts are perpendicular to it. Universal joints stay.
void make_alike(JointSet& joints, Dice& dice) {
    const bool bolted = dice.chance(0.5);
    for (std::size_t i = 0; i < leg_count && !joints.universal; ++i) {
        const bool was_bolted = std::isfinite(joints.max_misalignment_rad[i]);
        if (was_bolted != bolted) joints.axes[i] = direction(cross(joints.axes[i], {0.3, -0.5, 0.8}));
        joints.max_misalignment_rad[i] = bolted ? 1.2 : std::numeric_limits<double>::infinity();
        joints.max_tilt_rad[i] = bolted ? std::numeric_limits<double>::infinity() : 1.4;
    }
}

Machine with_sizes(Machine machine, const std::vector<LimitSize>& sizes) {
    const LimitTable table = limits_of(machine);
    for (const LimitSize& size : sizes)
        for (const LimitId id : table.ids_of(*size.kind)) set_limit(machine, id, size.value.value());
    return machine;
}

bool is_proved(const Machine& machine, const Requirement& requirement, std::int64_t most_parts) {
    ProofRequest request;
    request.clearance_m = requirement.clearance_m;
    request.least_to_m = std::numeric_limits<double>::infinity();
    request.most_parts = most_parts;
    return requirement.poses->prove(ProvenMachine(machine), request, one_by_one).proves(requirement.clearance_m);
}

/// True if arms can turn a full circle, so that their ends limit nothing.
bool turns_round(const Machine& machine) {
    const auto* const arms = std::get_if<RotaryLegs>(&machine.legs);
    return arms && arms->angle_to[0] - arms->angle_from[0] >= 2 * std::numbers::pi;
}

/// For a box that a machine is proved to keep, every smallest limit is found. With all of them in its file the machine
/// still keeps the box, and none of them can be a fiftieth tighter.
void expect_found_limits(Kind kind, bool universal, int usual) {
    const auto machines = how_many_seeds(usual);
    int boxes = 0;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = universal ? universal_leg_machine(kind, seed) : random_leg_machine(kind, seed);
        Machine machine = rod_machine(random.machine, random.home);
        Dice dice(seed);
        make_alike(machine.base, dice);
        make_alike(machine.platform, dice);
        const PoseBox box = box_about(*machine.home, 0.02 * random.span, 0.02);
        const double clearance_m = dice.chance(0.3) ? 0.01 * random.span : 0;
        const Requirement requirement{"box", clearance_m, required_box(box)};
        if (!is_proved(machine, requirement, 4000)) continue;
        ++boxes;
        const std::vector<LimitSize> sizes = limit_sizes(machine, requirement);
        for (const LimitSize& size : sizes) ASSERT_TRUE(size.value) << "seed " << seed << ", " << size.kind->name;
        EXPECT_TRUE(is_proved(with_sizes(machine, sizes), requirement, 1'000'000)) << "seed " << seed;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            std::vector<LimitSize> tighter = sizes;
            const double whole = sizes[k].kind->dimension == Dimension::length ? longest_leg_m(machine) : 1;
            *tighter[k].value += (sizes[k].kind->is_least() ? 0.02 : -0.02) * whole;
            if (turns_round(with_sizes(machine, tighter))) continue;
            EXPECT_FALSE(is_proved(with_sizes(machine, tighter), requirement, 20'000))
                << "seed " << seed << ", " << sizes[k].kind->name;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(boxes, static_cast<int>(machines) / 6);
}

TEST(LimitSizing, OfSlidersThatKeepABoxIsFoundAndKeepsIt) { expect_found_limits(Kind::slider, false, 16); }
TEST(LimitSizing, OfSlidersWithUniversalJointsIsFoundAndKeepsIt) { expect_found_limits(Kind::slider, true, 3); }
TEST(LimitSizing, OfArmsThatKeepABoxIsFoundAndKeepsIt) { expect_found_limits(Kind::rotary, false, 16); }
TEST(LimitSizing, OfArmsWithUniversalJointsIsFoundAndKeepsIt) { expect_found_limits(Kind::rotary, true, 4); }

/// The ranges of its servos all begin and end at different angles.
TEST(LimitSizing, IsFoundForAllRequirementsOfAShippedMachineWithArms) {
    const PlatformDocument document = PlatformDocument::load(HEXSCAN_SOURCE_DIR "/platforms/reachy-mini.yaml");
    const Machine machine = read_platform(document).machine;
    const std::vector<Requirement> requirements = read_requirements(document, machine);
    ASSERT_EQ(requirements.size(), 3U);
    for (const Requirement& requirement : requirements)
        for (const LimitSize& size : limit_sizes(machine, requirement))
            EXPECT_TRUE(size.value) << requirement.name << ", " << size.kind->name;
}

/// No size for the shipped machines exceeds the largest value at some pose by more than about two steps of the search.
TEST(LimitSizing, OfShippedMachinesIsTight) {
    for (const char* const file : {"knaufinator-simulator", "pkm-6-pus", "reachy-mini"}) {
        const PlatformDocument document =
            PlatformDocument::load(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + file + ".yaml");
        const Machine machine = read_platform(document).machine;
        const LimitTable table = limits_of(machine);
        std::vector<LimitId> all;
        for (const Limit& limit : table.rows()) all.push_back(limit.id);
        const Machine freed = without_limits(machine, all);
        for (const Requirement& requirement : read_requirements(document, machine)) {
            const PoseBox& box = *box_of(*requirement.poses);
            Dice dice(1);
            const std::vector<Pose> poses = poses_of(box, dice);
            for (const LimitSize& size : limit_sizes(machine, requirement)) {
                const double asked = most_asked(freed, *size.kind, box, poses);
                const double over = (size.kind->is_least() ? -1 : 1) * size.value.value() - asked;
                const bool is_length = size.kind->dimension == Dimension::length;
                EXPECT_LE(over, is_length ? 3e-4 * longest_leg_m(machine) : 0.04 * rad_per_deg)
                    << file << ", " << requirement.name << ", " << size.kind->name;
            }
        }
    }
}

/// No limit can help a rod that does not reach.
TEST(LimitSizing, SaysNothingWhereARodIsTooShort) {
    const RandomLegMachine random = random_leg_machine(Kind::slider, 3);
    const Machine machine = rod_machine(random.machine, random.home);
    const PoseBox box = box_about(*machine.home, 10 * longest_leg_m(machine), 0);
    for (const LimitSize& size : limit_sizes(machine, {"box", 0, required_box(box)}))
        EXPECT_FALSE(size.value) << size.kind->name;
}

/// Arms with ranges of 120 degrees; that of leg 3 counts so many turns on.
std::vector<LimitSize> sizes_with_third_arm_turned(int turns) {
    const RandomLegMachine random = random_leg_machine(Kind::rotary, 5);
    Machine machine = rod_machine(random.machine, random.home);
    machine.base.max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    machine.platform.max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    for (JointSet* const joints : {&machine.base, &machine.platform}) joints->axes = {};
    auto& arms = std::get<RotaryLegs>(machine.legs);
    arms.angle_from[2] += turns * 2 * std::numbers::pi;
    arms.angle_to[2] += turns * 2 * std::numbers::pi;
    return limit_sizes(machine, {"box", 0, required_box(box_about(*machine.home, 0.01 * random.span, 0))});
}

/// An arm points the same way after a turn, so that its range may be written in any.
TEST(LimitSizing, OfArmsDoesNotDependOnTheTurnsOfTheirRanges) {
    const std::vector<LimitSize> sizes = sizes_with_third_arm_turned(0);
    for (const int turns : {-2, -1, 1}) {
        const std::vector<LimitSize> turned = sizes_with_third_arm_turned(turns);
        ASSERT_EQ(turned.size(), sizes.size());
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            ASSERT_TRUE(sizes[k].value && turned[k].value) << turns << ", " << sizes[k].kind->name;
            EXPECT_NEAR(*turned[k].value, *sizes[k].value, 0.02 * rad_per_deg) << turns << ", " << sizes[k].kind->name;
        }
    }
}

/// The larger of two needs meets both, whichever way the limit goes.
TEST(LimitSizing, OfSeveralIsTheLargest) {
    const RandomLegMachine random = random_leg_machine(Kind::slider, 3);
    const Machine machine = rod_machine(random.machine, random.home);
    const auto sizes_of = [&](double half_m) {
        return limit_sizes(machine, {"box", 0, required_box(box_about(*machine.home, half_m, 0))});
    };
    const std::vector<std::vector<LimitSize>> both{sizes_of(0.001 * random.span), sizes_of(0.01 * random.span)};
    const std::vector<LimitSize> all = together(both);
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(all[k].value, both[1][k].value) << all[k].kind->name;
}

}  // namespace
