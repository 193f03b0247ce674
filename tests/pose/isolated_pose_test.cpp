#include "kernels/poses/isolated_pose.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "src/machine/legs/posed_leg.h"
#include "tests/pose/random_rods.h"
#include "tests/support/random/any_machine.h"
#include "tests/support/random/how_many.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

/// True if two poses of the platform's origin are within a radius of each other.
bool is_within(const Placed& a, const Placed& b, const PoseRadius& radius) {
    return length_of(a.position_m - b.position_m) <= radius.m && angle_between(a.turned, b.turned) <= radius.rad;
}

/// A random pose at exactly these distances.
Placed at_distance(const Placed& from, const PoseRadius& radius, Dice& dice) {
    const auto along = [&] { return direction(random_in_ball(dice, 1)); };
    return moved(from, {scaled(along(), radius.m), scaled(along(), std::sin(radius.rad))});
}

struct Proved {
    Machine machine;
    PerLeg values{};
    Rods rods;
    Placed at;      ///< between the middles of the joints
    Placed origin;  ///< the same pose between the origins
    IsolatedPose isolation;

    /// The pose to which closed_from() leads from a pose of the origin.
    std::optional<Placed> closed_from(const Placed& start) const {
        const auto closed = rods.closed_from(of_middles(rods, start));
        return closed ? std::optional(of_origins(rods, *closed)) : std::nullopt;
    }
};

/// Twice what a pose between the middles may be off, for one between the origins.
PoseRadius doubled_error(const Proved& proved) {
    const PoseRadius& error = proved.isolation.error;
    const double away_m = length_of(proved.rods.middles.platform_m);
    return {2 * (error.m + (error.rad + 1e-15) * away_m), 2 * error.rad + 1e-15};
}

/// The next machine of any kind with a pose whose radii are proved.
Proved next_proved(std::uint64_t& seed) {
    for (;; ++seed) {
        Pose near;
        Proved proved;
        proved.machine = any_machine(seed, near);
        const auto shapes = leg_shapes(proved.machine, near);
        bool closes = true;
        for (std::size_t i = 0; i < leg_count; ++i) proved.values[i] = shapes[i].value, closes &= shapes[i].closes;
        if (!closes) continue;
        proved.rods = rods_of(proved.machine, proved.values);
        proved.at = proved.rods.placed(near);
        proved.origin = of_origins(proved.rods, proved.at);
        proved.isolation = isolated(rod_machine(proved.machine), proved.rods, rod_pose(proved.at));
        if (!proved.isolation.is_proved) continue;
        ++seed;
        return proved;
    }
}

TEST(IsolatedPose, NoStartFindsAnotherPoseWithinTheRadius) {
    Dice dice(11);
    std::uint64_t seed = 0;
    int others = 0;
    for (int count = how_many(150); count > 0; --count) {
        const Proved proved = next_proved(seed);
        const PoseRadius& unique = proved.isolation.certificate.unique_within;
        const PoseRadius error = doubled_error(proved);
        const PoseRadius wide{4 * unique.m, std::min(1.5, 4 * unique.rad)};
        for (int start = 0; start < 30; ++start) {
            const auto closed = proved.closed_from(at_distance(proved.origin, wide, dice));
            if (!closed ||
                is_within(*closed, proved.origin, {1e-6 * unique.m + error.m, 1e-6 * unique.rad + error.rad}))
                continue;
            ++others;
            EXPECT_FALSE(is_within(*closed, proved.origin, unique)) << seed;
        }
    }
    EXPECT_GT(others, 20);
}

TEST(IsolatedPose, NewtonConvergesFromEveryStartWithinTheRadius) {
    Dice dice(12);
    std::uint64_t seed = 1000;
    for (int count = how_many(150); count > 0; --count) {
        const Proved proved = next_proved(seed);
        const PoseRadius& radius = proved.isolation.certificate.converges_within;
        const PoseRadius error = doubled_error(proved);
        ASSERT_GT(radius.m, 0) << seed;
        for (int start = 0; start < 30; ++start) {
            const auto closed = proved.closed_from(at_distance(proved.origin, radius, dice));
            ASSERT_TRUE(closed) << seed;
            EXPECT_TRUE(is_within(*closed, proved.origin, {1e-7 * radius.m + error.m, 1e-7 * radius.rad + error.rad}))
                << seed;
        }
    }
}

TEST(IsolatedPose, OtherJointValuesHaveOnePoseWithinTheRadius) {
    Dice dice(13);
    std::uint64_t seed = 2000;
    for (int count = how_many(150); count > 0; --count) {
        const Proved proved = next_proved(seed);
        const double within = proved.isolation.certificate.values_within;
        ASSERT_GT(within, 0) << seed;
        for (int change = 0; change < 20; ++change) {
            PerLeg values = proved.values;
            for (double& value : values) value += within * (dice.chance(0.5) ? 1 : -1);
            const auto closed = rods_of(proved.machine, values).closed_from(proved.at);
            ASSERT_TRUE(closed) << seed;
            EXPECT_TRUE(
                is_within(of_origins(proved.rods, *closed), proved.origin, proved.isolation.certificate.unique_within))
                << seed;
        }
    }
}

TEST(IsolatedPose, BothHalvesOfARadiusAreOfOneSize) {
    std::uint64_t seed = 3000;
    for (int count = how_many(100); count > 0; --count) {
        const Proved proved = next_proved(seed);
        const PoseRadius& radius = proved.isolation.alone_within;
        EXPECT_NEAR(radius.m, proved.rods.size_m * std::sin(radius.rad), 1e-9 * radius.m) << seed;
    }
}

TEST(IsolatedPose, APoseThatIsALittleOffHasTheExactOneWithinItsError) {
    Dice dice(17);
    std::uint64_t seed = 4000;
    double most = 0;
    for (int count = how_many(150); count > 0; --count) {
        const Proved proved = next_proved(seed);
        const PoseRadius& unique = proved.isolation.certificate.unique_within;
        const Placed off = at_distance(proved.at, {1e-3 * unique.m, 1e-3 * unique.rad}, dice);
        const IsolatedPose isolation = isolated(rod_machine(proved.machine), proved.rods, rod_pose(off));
        ASSERT_TRUE(isolation.is_proved) << seed;
        EXPECT_TRUE(is_within(proved.at, off, isolation.error)) << seed;
        most = std::max(most, length_of(proved.at.position_m - off.position_m) / isolation.error.m);
    }
    EXPECT_GT(most, 0.9);
}

/// Newton's method without a line search, because closed_from() may converge where the proof does not hold.
TEST(IsolatedPose, FullStepsWithinTheRadiusOfConvergenceHalveTheDistance) {
    Dice dice(18);
    std::uint64_t seed = 5000;
    double most = 0;
    for (int count = how_many(150); count > 0; --count) {
        const Proved proved = next_proved(seed);
        const auto distance = [&](const Placed& to) {
            return std::max(length_of(to.position_m - proved.at.position_m) / proved.rods.size_m,
                            std::sin(angle_between(to.turned, proved.at.turned)));
        };
        for (int start = 0; start < 100; ++start) {
            const Placed from = of_middles(
                proved.rods, at_distance(proved.origin, proved.isolation.certificate.converges_within, dice));
            const Closing closing = proved.rods.closing_at(from);
            const Placed next = moved(from, proved.rods.motion(-inverse_of(closing.slopes) * closing.off_m2));
            most = std::max(most, distance(next) / distance(from));
        }
    }
    EXPECT_LE(most, 0.29);
    EXPECT_GT(most, 0.05);
}

/// A change of a slider's joint value moves its foot. A change of a leg's length by as much only changes the length.
TEST(IsolatedPose, JointValuesThatMoveFeetMayDifferByLess) {
    int sliders = 0, less = 0;
    std::uint64_t seed = 6000;
    for (int count = how_many(100); count > 0; --count) {
        const Proved proved = next_proved(seed);
        if (proved.machine.is_telescopic() || have_arms(proved.machine.legs)) continue;
        ++sliders;
        RodMachine legs_alone = rod_machine(proved.machine);
        legs_alone.kind = RodKind::telescopic;
        const IsolatedPose lengths = isolated(legs_alone, proved.rods, rod_pose(proved.at));
        // Both are known to 1 %.
        EXPECT_LE(proved.isolation.certificate.values_within, 1.02 * lengths.certificate.values_within) << seed;
        less += proved.isolation.certificate.values_within < 0.98 * lengths.certificate.values_within;
    }
    EXPECT_GT(2 * less, sliders);
    EXPECT_GT(sliders, 0);
}

TEST(IsolatedPose, NothingIsProvedAtASingularPose) {
    // Rods that all meet one axis do not hold a rotation about it.
    Rods rods{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double angle = static_cast<double>(i);
        rods.feet_m[i] = {std::cos(angle), std::sin(angle), 0};
        rods.joints_m[i] = {0, 0, 0.1 * angle};
        rods.lengths_m[i] = std::hypot(1, 1 + 0.1 * angle);
    }
    rods.size_m = 0.3;
    const Placed at{{0, 0, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    ASSERT_LT(rods.residual_m(at), 1e-12);
    EXPECT_FALSE(isolated(telescopic_machine(), rods, rod_pose(at)).is_proved);
}

}  // namespace
}  // namespace hexscan
