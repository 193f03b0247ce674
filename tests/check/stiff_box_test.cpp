// Bounds on the stiffness over boxes of poses. No pose is softer than a bound, and few bounds are loose.

#include "src/check/shared/stiff_box.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "src/check/figures/least_of_legs.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/posed_stiffness.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

struct StiffBoxCase {
    Dice dice;
    Pose near;
    Sort sort{};
    Machine machine;
    PoseBox box;

    explicit StiffBoxCase(std::uint64_t seed) : dice(seed + 700) {
        machine = with_legs_limits_alone(random_machine(seed, dice, near, sort, 0));
        if (dice.chance(0.5)) machine.orientation_order = OrientationOrder::xyz;
        machine.stiffness.emplace();
        for (double& of_leg : machine.stiffness->of_legs) of_leg = 1e6 * dice.magnitude(1, 30);
        box = random_box(machine, near, dice);
    }
    double stiffness_at(const Pose& pose) const { return hexscan::stiffness_at(machine, pose)->least_n_per_m; }
    double least_sampled(int poses) {
        double least = std::numeric_limits<double>::infinity();
        for (unsigned corner = 0; corner < 64; ++corner) least = std::min(least, stiffness_at(corner_of(box, corner)));
        for (int k = 0; k < poses; ++k) least = std::min(least, stiffness_at(random_pose(box, dice)));
        return least;
    }
};

TEST(StiffBox, IsNotStifferThanAnyOfItsPoses) {
    std::array<int, 3> known{}, near{};
    const int cases = how_many(400);
    for (int number = 0; number < cases; ++number) {
        StiffBoxCase of(static_cast<std::uint64_t>(number));
        const double least = of.least_sampled(100);
        const StiffBox stiff(of.machine, rod_bounds(of.machine), of.box);
        if (least == 0) {
            EXPECT_FALSE(stiff.is_at_least(1e-3)) << number;
            continue;
        }
        EXPECT_FALSE(stiff.is_at_least(least * (1 + 1e-9))) << number;
        ++known[static_cast<std::size_t>(of.sort)];
        near[static_cast<std::size_t>(of.sort)] += stiff.is_at_least(0.7 * least) ? 1 : 0;
    }
    if (asks_few()) return;
    for (std::size_t sort = 0; sort < known.size(); ++sort)
        EXPECT_GT(near[sort], known[sort] / 3) << sort << ": bounds that say nothing are right, too";
}

TEST(StiffBox, OfASinglePoseIsThatPoses) {
    int proved = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        StiffBoxCase of(seed);
        of.box = {coordinates_of(of.near), coordinates_of(of.near)};
        const double stiffness = of.stiffness_at(of.near);
        if (!(stiffness > 0)) continue;
        const StiffBox stiff(of.machine, rod_bounds(of.machine), of.box);
        EXPECT_FALSE(stiff.is_at_least(stiffness * (1 + 1e-7))) << seed;
        proved += stiff.is_at_least(stiffness * (1 - 1e-3)) ? 1 : 0;
    }
    EXPECT_GT(proved, 80);
}

TEST(StiffBox, TheLeastStiffnessIsProvedCloseToThatOfAPose) {
    int close = 0, all = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        StiffBoxCase of(seed);
        const double sampled = of.least_sampled(200);
        if (!(sampled > 0)) continue;
        const LeastFigure least = least_stiffness_n_per_m(of.machine, std::array{PoseSpan{of.box.low, of.box.high}});
        EXPECT_LE(least.at_least, sampled * (1 + 1e-9)) << seed;
        EXPECT_GE(least.met, least.at_least) << seed;
        EXPECT_LE(least.met, sampled * 1.05) << seed;
        ++all;
        close += !least.gave_up && least.at_least >= least.met * (1 - 5.1e-3) ? 1 : 0;
    }
    EXPECT_GT(all, 20);
    EXPECT_GT(close, all / 2);
}

}  // namespace
