// Rings of a cone. Compares statements about all directions of a ring, and rows settled by them, with every direction.

#include "kernels/sets/ring_limits.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan/rows/host_runs.h"
#include "src/scan/set_scan_data.h"
#include "tests/support/bare_platforms.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

Direction<double> direction_at_angle(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

AngleSample angle_sample(double angle_rad) { return {angle_rad, std::sin(angle_rad), std::cos(angle_rad)}; }

TEST(RingWaves, AreWhatTurnsMakeOfAVector) {
    Dice dice(1);
    const auto vector = [&] { return Vec3<double>{dice.between(-2, 2), dice.between(-2, 2), dice.between(-2, 2)}; };
    for (int i = 0; i < 1000; ++i) {
        const Vec3<double> g = vector(), v = vector();
        const AngleSample tilt = angle_sample(dice.between(0, 3)), towards = angle_sample(dice.between(-4, 4));
        const RingTurn<double> turn{tilt.sine, tilt.cosine, (1 - tilt.cosine) / 2, 0, 0};
        const Matrix3<double> rotation = exact::rotation_from_tilt(tilt, towards, angle_sample(0));
        EXPECT_NEAR(wave_of(g, v, turn).at({towards.cosine, towards.sine}), dot(g, exact::turn(rotation, v)), 1e-13);
    }
}

TEST(RingWaves, FloorsAreBelowTheWaveAndCloseToIt) {
    Dice dice(2);
    constexpr int directions = 720;
    for (int i = 0; i < 3000; ++i) {
        const double second = dice.magnitude(1e-4, 10);  // relative to a first part of about 1
        const Wave<double> wave{dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1),
                                dice.between(-second, second), dice.between(-second, second)};
        const double apart_rad = dice.between(0, std::numbers::pi);
        const Direction<double> lowest = lowest_direction(wave);
        const WaveFloor<double> floor = floor_of(wave, lowest, 1 - std::cos(apart_rad));
        double least = INFINITY, least_beside = INFINITY;
        for (int k = 0; k < directions; ++k) {
            const Direction<double> d = direction_at_angle(2 * std::numbers::pi * k / directions);
            const double here = wave.at(d);
            least = std::min(least, here);
            const double cosine_apart = d.cosine * lowest.cosine + d.sine * lowest.sine;
            if (cosine_apart <= std::cos(apart_rad)) least_beside = std::min(least_beside, here);
        }
        SCOPED_TRACE(testing::Message() << "wave " << i);
        EXPECT_LE(floor.everywhere, least + 1e-12);
        EXPECT_LE(floor.beside, least_beside + 1e-12);
        if (std::hypot(wave.p, wave.q) > 0.1 * std::hypot(wave.a, wave.b)) continue;
        EXPECT_GE(floor.everywhere, least - 1e-4);
    }
}

TEST(RingWaves, AWaveWithoutAFirstPartHasAFloor) {
    const Wave<double> level{1, 0, 0, 0, 0}, doubled{1, 0, 0, 0.5, 0};
    EXPECT_EQ(floor_of(level, lowest_direction(level), 0.1).everywhere, 1);
    EXPECT_LE(floor_of(doubled, lowest_direction(doubled), 0.1).everywhere, 0.5);
}

/// A random machine with a cone of one yaw and rows of many columns.
Platform random_cone(std::uint64_t seed) {
    Platform platform = seed % 4 == 0 ? integer_platform(seed) : random_platform(seed);
    Dice dice(seed);
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.orientations.roll = platform.scan.orientations.pitch = {};
    platform.scan.orientations.tilt =
        TiltCone{dice.magnitude(0.01, 2), dice.whole(1, 30), dice.one_of({1, 2, 3, 4, 7, 12, 36})};
    if (platform.scan.x.count > 1) platform.scan.x.count = dice.whole(2, 300);
    return platform;
}

/// A random cone for a machine with only shortest lengths. Its rows have holes, and legs are shortest inside runs.
Platform random_holes(std::uint64_t seed) {
    Platform platform = unlimited("holes");
    Dice dice(seed);
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.orientations.tilt = TiltCone{dice.magnitude(0.05, 1.5), dice.whole(2, 20), dice.whole(3, 24)};
    platform.scan.x = {-1.5, 1.5, dice.whole(100, 1500)};
    platform.scan.y = around(dice.between(-0.5, 0.5), 0.2, 3);
    platform.scan.z = around(dice.between(-0.2, 1), 0.2, 3);
    for (std::size_t i = 0; i < leg_count; ++i) {
        platform.machine.base.points_m[i] = {dice.between(-0.5, 0.5), dice.between(-0.5, 0.5), 0};
        platform.machine.platform.points_m[i] = {dice.between(-0.5, 0.5), dice.between(-0.5, 0.5),
                                                 dice.between(-0.3, 0.3)};
        platform.machine.telescopic().min_length[i] = dice.between(0.2, 1.2);
    }
    return platform;
}

/// A scan of a cone, prepared for the row solvers. It must not move.
template <class Real>
class ConeScan {
public:
    explicit ConeScan(const Platform& platform) : plan_(make_scan_plan(platform)) {
        prepare_set_scan(plan_, plan_.set->legs(), data_);
    }
    ConeScan(const ConeScan&) = delete;
    ConeScan& operator=(const ConeScan&) = delete;
    const SetScan<Real>& scan() const { return data_.scan; }
    bool is_solvable() const { return data_.solvable; }

private:
    ScanPlan plan_;
    SetScanData<Real> data_;
};

/// The exact legs of a row in all directions of a ring. They are the same for all columns.
class RingOfLegs {
public:
    RingOfLegs(const SetScan<double>& scan, int ring, double y_m, double z_m) : scan_(scan) {
        for (int d = 0; d < axis_count(scan.set, 1, ring); ++d) {
            const Matrix3<double> rotation = exact::rotation_at(scan.set, {{ring, d, 0}});
            for (int i = 0; i < leg_count; ++i) {
                const Leg<double> leg = exact_leg_at(scan.legs[i], rotation);
                legs_.push_back({leg, exact_leg_row(leg, y_m, z_m), 1U << i});
            }
        }
    }

    /// The bits of the legs that do not reach a column in some direction.
    unsigned that_fail(int column) const {
        const double x_m = grid_coordinate(scan_.x, column);
        unsigned fail = 0;
        for (const auto& [leg, row, bit] : legs_)
            if (!exact_leg_within_limits(leg, row, x_m)) fail |= bit;
        return fail;
    }

private:
    struct PosedLeg {
        Leg<double> leg;
        LegRow row;
        unsigned bit;
    };
    const SetScan<double>& scan_;
    std::vector<PosedLeg> legs_;
};

bool holds(const HostRuns& runs, int column) {
    for (int r = 0; r < runs.count(); ++r)
        if (runs.get(r).first <= column && column <= runs.get(r).last) return true;
    return false;
}

/// Counts of tested cases, so that a test can check that it tested something.
struct Looked {
    std::int64_t kept = 0, taken = 0, limits_asked = 0, limits_in_doubt = 0;
};

/// Settles a row ring by ring, in the order of a tilt map or in reverse. Tests every column in every direction: removed
/// columns are unreachable in one direction, and kept columns without doubtful legs are reachable in all.
template <class Real>
void settle_and_ask(const SetScan<Real>& scan, const SetScan<double>& exact, bool outwards, double y_m, double z_m,
                    HostRuns runs, Looked& looked) {
    SetRow<HostRuns> row{y_m, z_m, runs, false};
    RingWatch watch;
    std::vector<bool> kept;
    for (int column = 0; column < scan.x.count; ++column) kept.push_back(holds(runs, column));
    for (int k = 0; k < scan.set.counts[0] && row.alive(); ++k) {
        const int ring = outwards ? k : scan.set.counts[0] - 1 - k;
        const unsigned doubt = settle_ring(scan, ring, SingleRow{}, watch, row);
        if (row.undecided) return;
        unsigned doubtful_legs = 0;
        for (int i = 0; i < leg_count; ++i) doubtful_legs |= leg_bits(doubt, i) != 0 ? 1U << i : 0;
        looked.limits_asked += std::popcount(scan.limits);
        looked.limits_in_doubt += std::popcount(doubt);
        const RingOfLegs legs(exact, ring, y_m, z_m);
        for (int column = 0; column < scan.x.count; ++column) {
            const auto at = static_cast<std::size_t>(column);
            if (!kept[at]) continue;
            const unsigned fail = legs.that_fail(column);
            kept[at] = holds(runs, column);
            if (kept[at]) {
                ++looked.kept;
                ASSERT_EQ(fail & ~doubtful_legs, 0U) << "ring " << ring << " column " << column;
                // Other code decides for doubtful legs. Columns that they lose here must not count against the next
                // ring.
                if (fail != 0) {
                    remove_columns(runs, {column, column});
                    kept[at] = false;
                }
            } else {
                ++looked.taken;
                ASSERT_NE(fail, 0U) << "ring " << ring << " column " << column;
            }
        }
    }
}

template <class Real>
Looked ask(Platform (*random)(std::uint64_t), int seeds) {
    Looked looked;
    for (int seed = 0; seed < seeds && !testing::Test::HasFatalFailure(); ++seed) {
        const Platform platform = random(static_cast<std::uint64_t>(seed));
        const ConeScan<Real> cone(platform);
        const ConeScan<double> exact(platform);
        if (!cone.is_solvable()) continue;
        EXPECT_TRUE(cone.scan().one_yaw);
        Dice dice(static_cast<std::uint64_t>(seed));
        for (int i = 0; i < 3; ++i) {
            const double y_m = grid_coordinate(cone.scan().y, dice.whole(0, cone.scan().y.count - 1));
            const double z_m = grid_coordinate(cone.scan().z, dice.whole(0, cone.scan().z.count - 1));
            SCOPED_TRACE(testing::Message() << "seed " << seed << " y " << y_m << " z " << z_m);
            HostRuns runs;
            runs.insert(0, {0, cone.scan().x.count - 1});
            settle_and_ask(cone.scan(), exact.scan(), i % 2 == 0, y_m, z_m, runs, looked);
        }
    }
    return looked;
}

TEST(RingLimits, TakeWhatIsLostInDouble) {
    const Looked looked = ask<double>(random_cone, 600);
    EXPECT_GT(looked.kept, 100'000);
    EXPECT_GT(looked.taken, 30'000);
    EXPECT_LT(looked.limits_in_doubt, looked.limits_asked / 4);
}

TEST(RingLimits, TakeWhatIsLostInFloat) {
    const Looked looked = ask<float>(random_cone, 600);
    EXPECT_GT(looked.kept, 100'000);
    EXPECT_GT(looked.taken, 30'000);
    EXPECT_LT(looked.limits_in_doubt, looked.limits_asked / 4);
}

TEST(RingLimits, TakeTheHolesOfShortestLengths) {
    for (const Looked& looked : {ask<double>(random_holes, 100), ask<float>(random_holes, 100)}) {
        EXPECT_GT(looked.kept, 300'000);
        EXPECT_GT(looked.taken, 100'000);
        EXPECT_LT(looked.limits_in_doubt, looked.limits_asked / 4);
    }
}

// In its second run the row grazes the shortest length at level. Its first run is beyond the longest length.
TEST(RingLimits, ARunThatVanishesHidesNoOther) {
    Platform platform = unlimited("grazed");
    platform.machine.base.points_m[0] = platform.machine.platform.points_m[0] = {0.5, 0, 0};
    platform.machine.telescopic().min_length[0] = 0.5;
    platform.machine.telescopic().max_length[0] = 1.5;
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.orientations.tilt = TiltCone{0.3, 10, 36};
    platform.scan.x = {-3, 3, 601};
    platform.scan.y = {0.3, 0.3, 1};
    platform.scan.z = {0.4, 0.4, 1};
    const ConeScan<double> cone(platform);
    HostRuns runs;
    runs.insert(0, {0, 100});
    runs.insert(1, {200, 400});
    Looked looked;
    settle_and_ask(cone.scan(), cone.scan(), true, 0.3, 0.4, runs, looked);
    EXPECT_GT(looked.taken, 101);
}

}  // namespace
