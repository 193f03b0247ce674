#include "src/check/sizing.h"

#include <cmath>

#include <gtest/gtest.h>

#include "src/check/requirement_check.h"
#include "src/files/requirements/box_requirement.h"
#include "src/files/requirements/path_requirement.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_boxes.h"
#include "tests/support/shell.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

Requirement box_requirement(const PoseBox& box, double clearance_m = 0) {
    return {"box", clearance_m, required_box(box)};
}

/// Legs from the origin to the platform's origin are as long as the position's distance.
TEST(Sizing, OfAShellIsItsGeometry) {
    const Requirement requirement = box_requirement({{-1, 0, 1, 0, 0, 0}, {1, 0.5, 2, 0, 0, 0}}, 0.1);
    const LeastSizes sizes = least_sizes(shell_machine(0.3, 9, 0.2), requirement);
    EXPECT_NEAR(sizes.shortest_m, 0.9, 2e-5);
    EXPECT_LE(sizes.shortest_m, 0.9);
    EXPECT_NEAR(sizes.longest_m, std::sqrt(5.25) + 0.1, 2e-5);
    EXPECT_GE(sizes.longest_m, std::sqrt(5.25) + 0.1);
    // The farthest position from the axis is at x = +-1, y = 0.5, z = 1; it is 0.1 m from the cone.
    const double tilt = std::atan2(std::sqrt(1.25), 1.0) + std::asin(0.1 / 1.5);
    ASSERT_TRUE(sizes.base_tilt_rad);
    EXPECT_NEAR(*sizes.base_tilt_rad, tilt, 4e-5);
    EXPECT_GE(*sizes.base_tilt_rad, tilt);
    EXPECT_FALSE(sizes.suit_a_telescope());
    // The certain need of some pose is close to that, on the other side of the true value.
    EXPECT_NEAR(sizes.shortest_met_m, 0.9, 2e-5);
    EXPECT_GE(sizes.shortest_met_m, 0.9 - 1e-12);
    EXPECT_NEAR(sizes.longest_met_m, std::sqrt(5.25) + 0.1, 2e-5);
    EXPECT_LE(sizes.longest_met_m, std::sqrt(5.25) + 0.1 + 1e-12);
    EXPECT_NEAR(sizes.base_tilt_refuted_rad, tilt, 4e-5);
    EXPECT_LE(sizes.base_tilt_refuted_rad, tilt);
}

/// A path between two poses straight above: legs from 1 to 1.8 m, which a telescope can have.
TEST(Sizing, OfAPathAndOfSeveralTogether) {
    const Requirement path{"path", 0, required_path({{{0, 0, 1}, {}}, {{0, 0, 1.8}, {}}}, true)};
    const Machine machine = shell_machine(0.3, 9);
    const LeastSizes sizes = least_sizes(machine, path);
    EXPECT_NEAR(sizes.shortest_m, 1, 2e-5);
    EXPECT_NEAR(sizes.longest_m, 1.8, 2e-5);
    EXPECT_TRUE(sizes.suit_a_telescope());
    const LeastSizes other = least_sizes(machine, box_requirement({{0, 0, 0.5, 0, 0, 0}, {0, 1, 0.5, 0, 0, 0}}));
    const LeastSizes all = together(std::array{sizes, other});
    EXPECT_EQ(all.shortest_m, other.shortest_m);
    EXPECT_EQ(all.longest_m, sizes.longest_m);
    EXPECT_EQ(all.base_tilt_rad, other.base_tilt_rad);
    EXPECT_EQ(all.longest_met_m, sizes.longest_met_m);
    EXPECT_EQ(all.shortest_met_m, other.shortest_met_m);
    EXPECT_EQ(all.base_tilt_refuted_rad, other.base_tilt_refuted_rad);
    EXPECT_FALSE(all.suit_a_telescope());
}

Machine with_sizes(Machine machine, const LeastSizes& sizes) {
    machine.telescopic().min_length.fill(sizes.shortest_m);
    machine.telescopic().max_length.fill(sizes.longest_m);
    machine.base.max_tilt_rad.fill(*sizes.base_tilt_rad);
    machine.platform.max_tilt_rad.fill(*sizes.platform_tilt_rad);
    return machine;
}

bool keeps_requirement(const Machine& machine, const Requirement& requirement) {
    const Proof proof = check_requirement(ProvenMachine(machine), requirement, Asked::outcome).proof;
    return !proof.violated && proof.at_least_m >= requirement.clearance_m;
}

/// A machine with these sizes meets the requirement. With any one of them clearly tighter, it is refuted.
TEST(Sizing, IsEnoughAndNoMore) {
    int sized = 0;
    const std::uint64_t seeds = how_many_seeds(60);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        BoxDice dice(seed);
        const Requirement requirement = box_requirement(dice.box(dice.machine()));
        const LeastSizes sizes = least_sizes(dice.machine(), requirement);
        if (!sizes.base_tilt_rad || !sizes.platform_tilt_rad || !(sizes.shortest_m > 0)) continue;
        ++sized;
        EXPECT_TRUE(keeps_requirement(with_sizes(dice.machine(), sizes), requirement)) << "seed " << seed;
        const double longer_m = 1e-4 * sizes.longest_m, wider_rad = 1e-3;
        for (const LeastSizes& tighter :
             {LeastSizes{sizes.shortest_m + longer_m, sizes.longest_m, sizes.base_tilt_rad, sizes.platform_tilt_rad},
              LeastSizes{sizes.shortest_m, sizes.longest_m - longer_m, sizes.base_tilt_rad, sizes.platform_tilt_rad},
              LeastSizes{sizes.shortest_m, sizes.longest_m, *sizes.base_tilt_rad - wider_rad, sizes.platform_tilt_rad},
              LeastSizes{sizes.shortest_m, sizes.longest_m, sizes.base_tilt_rad,
                         *sizes.platform_tilt_rad - wider_rad}}) {
            if (*tighter.base_tilt_rad <= 0 || *tighter.platform_tilt_rad <= 0) continue;
            EXPECT_FALSE(keeps_requirement(with_sizes(dice.machine(), tighter), requirement)) << "seed " << seed;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(sized, 25);
}

}  // namespace
}  // namespace hexscan
