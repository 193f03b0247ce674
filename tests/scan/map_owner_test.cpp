// The owner of a map's number. The map's number must be the smallest or the largest of all owners' numbers.

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "src/check/pose_box.h"
#include "src/files/platform_file.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/obstacles.h"
#include "src/scan/map_kind.h"
#include "src/scan/maps/load_maps.h"
#include "src/scan/platform.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/shared_limits_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

double largest_of(const std::vector<OwnedNumber>& owned) {
    double largest = 0;
    for (const OwnedNumber& one : owned) largest = std::max(largest, one.number);
    return largest;
}

TEST(MapOwner, NumbersAreThoseThatTheMapIsMadeOf) {
    Dice dice(11);
    std::set<std::string_view> owners;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Pose near;
        Sort sort{};
        Machine machine = random_machine(seed, dice, near, sort, 1);
        if (!machine.load) continue;
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        const Vector& p = near.position_m;
        const auto owned = [&](MapKind map) { return definition_of(map).owned(machine, turned, p); };
        const PosedForces::Forces forces = PosedForces(machine, turned).at(p);
        if (!forces.hold) continue;
        EXPECT_EQ(::largest_of(owned(MapKind::force)), hexscan::largest_of(forces, forces.rod_n));
        EXPECT_EQ(::largest_of(owned(MapKind::torque)), hexscan::largest_of(forces, forces.servo_nm));
        for (const OwnedNumber& one : owned(MapKind::force))
            EXPECT_EQ(one.number, std::abs(forces.rod_n[one.owner.owner.leg.value()]));
        if (machine.load->limits()) {
            const auto efforts = owned(MapKind::effort);
            EXPECT_EQ(::largest_of(efforts), effort_of(forces, *machine.load));
            for (const OwnedNumber& one : efforts) owners.insert(one.owner.kind->json);
        }
        if (!machine.legs_apart) continue;
        const HomeState state = state_at(machine, near);
        const LimitTable table = limits_of(machine);
        const auto gaps = owned(MapKind::gap);
        const auto of_gaps =
            std::ranges::count_if(table.rows(), [](const Limit& limit) { return is_gap(*limit.kind); });
        EXPECT_EQ(gaps.size(), static_cast<std::size_t>(of_gaps));
        for (const OwnedNumber& one : gaps) {
            EXPECT_EQ(one.number, state.state(one.owner.id).left) << one.owner.name();
            EXPECT_EQ(one.owner.owner, table[one.owner.id].owner);
            owners.insert(one.owner.kind->json);
        }
    }
    EXPECT_EQ(owners,
              (std::set<std::string_view>{"base_plate", "force", "gap", "keep_out", "platform_plate", "torque"}));
}

TEST(MapOwner, IsNobodyWhereLegsHoldNoLoad) {
    Machine machine = hexscan_test::random_platform(1).machine;
    machine.platform.points_m.fill({0, 0, 0});
    machine.load = Load{{0, 0, -1}};
    machine.load->max_force.emplace().fill(1);
    for (const MapKind map : {MapKind::force, MapKind::effort})
        EXPECT_TRUE(definition_of(map).owned(machine, rotation_of({}, machine.orientation_order), {0, 0, 1}).empty());
}

/// Gaps and limits on the joints of arms make clearances lower bounds. Strokes, tilts of telescopic legs, and angles of
/// arms do not.
TEST(MapTitle, SaysAtLeastOfLowerBounds) {
    Machine machine = built_in_platform().machine;
    const auto titles = [&] {
        EXPECT_EQ(title_of(MapKind::share, machine), "share of the orientations");
        return title_of(MapKind::clearance, machine) + "; " + title_of(MapKind::limit, machine);
    };
    constexpr const char *exact = "clearance; active limit", *bounds = "clearance, at least; active limit, at least";
    EXPECT_EQ(titles(), exact);
    machine.legs_apart.emplace();
    EXPECT_EQ(titles(), bounds);
    machine = load_platform(HEXSCAN_SOURCE_DIR "/platforms/knaufinator-simulator.yaml").machine;
    for (JointSet* side : {&machine.base, &machine.platform}) {
        side->universal.reset();
        side->max_misalignment_rad = side->max_tilt_rad = no_joint_limit;
    }
    EXPECT_EQ(titles(), exact);
    machine.platform.max_tilt_rad[2] = 1;
    EXPECT_EQ(titles(), bounds);
}

}  // namespace
