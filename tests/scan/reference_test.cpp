// Compares the double-precision reference with an independent oracle (tests/support/oracles/oracle.h), with points
// exactly on limits, and with symmetric hexapods.

#include "src/scan/reference.h"
#include "src/engines/host_engines.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>

#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"
#include "tests/support/grid_points.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan_test;

using hexscan::grid_margin;
using hexscan::leg_count;
using hexscan::make_scan_plan;
using hexscan::Platform;
using hexscan::scan_reference;
using hexscan::ScanPlan;
using hexscan::ScanRange;
using hexscan::Vector;
using hexscan::Workspace;
using hexscan_test::for_each_point;
using hexscan_test::grid_point;
using hexscan_test::is_reachable;

hexscan_oracle::Vector3 leg_vector(const Platform& platform, std::size_t leg, const Vector& p) {
    return hexscan_oracle::leg_vector(platform, static_cast<int>(leg), p.x, p.y, p.z);
}

/// The axes of the leg's two joints in the base frame.
hexscan_oracle::Vector3 base_axis(const Platform& platform, std::size_t leg) {
    const Vector& n = platform.machine.base.axes[leg];
    return {n.x, n.y, n.z};
}

hexscan_oracle::Vector3 platform_axis(const Platform& platform, std::size_t leg) {
    const Vector& m = platform.machine.platform.axes[leg];
    const auto& scan = platform.scan;
    const hexscan::Orientation o = scan.orientations.first();
    return hexscan_oracle::rotate({m.x, m.y, m.z}, o.roll_rad, o.pitch_rad, o.yaw_rad,
                                  platform.machine.orientation_order);
}

std::string where(const Platform& platform, int column, int row, int slice) {
    return platform.machine.name + " at column " + std::to_string(column) + ", row " + std::to_string(row) +
           ", slice " + std::to_string(slice);
}

// ---- the oracle itself ----------------------------------------------------------------------------------

void expect_vector(hexscan_oracle::Vector3 v, double x, double y, double z) {
    EXPECT_NEAR(static_cast<double>(v.x), x, 1e-15);
    EXPECT_NEAR(static_cast<double>(v.y), y, 1e-15);
    EXPECT_NEAR(static_cast<double>(v.z), z, 1e-15);
}

TEST(Oracle, RollsFirstThenPitchesThenYaws) {
    expect_vector(hexscan_oracle::rotate({0, 1, 0}, pi / 2, 0, 0), 0, 0, 1);
    expect_vector(hexscan_oracle::rotate({0, 0, 1}, 0, pi / 2, 0), 1, 0, 0);
    expect_vector(hexscan_oracle::rotate({1, 0, 0}, 0, 0, pi / 2), 0, 1, 0);
    // y rolls to z, pitches to x and yaws to y. In the opposite order it would end at -y.
    expect_vector(hexscan_oracle::rotate({0, 1, 0}, pi / 2, pi / 2, pi / 2), 0, 1, 0);
    expect_vector(hexscan_oracle::rotate({1, 0, 0}, pi / 2, pi / 2, pi / 2), 0, 0, -1);
    expect_vector(hexscan_oracle::rotate_back({0, 0, -1}, pi / 2, pi / 2, pi / 2), 1, 0, 0);
}

TEST(Oracle, MeasuresAnglesOfAnySize) {
    EXPECT_DOUBLE_EQ(hexscan_oracle::angle_between({0, 0, 1}, {1e-9L, 0, 1}), 1e-9);
    EXPECT_DOUBLE_EQ(hexscan_oracle::angle_between({0, 0, 1}, {0, 3, 0}), pi / 2);
    EXPECT_DOUBLE_EQ(hexscan_oracle::angle_between({0, 0, 1}, {0, 1, -1}), radians(135));
    EXPECT_DOUBLE_EQ(hexscan_oracle::angle_between({0, 0, 0}, {0, 0, 1}), 0);
}

// ---- random platforms -----------------------------------------------------------------------------------

// Double and long double may disagree on the side of a limit only within double's rounding. Lengths are a few times a
// platform's size and angles a few radians, so rounding stays far below this.
constexpr double undecided_margin = 1e-12;

// The angles of a margin are as accurate as the arcsine that defines them. With the leg on its axis the sine is
// stationary, and the last digit of the sine corresponds to 1.5e-8 rad. At 1e-5 rad from there the error is back at
// 1e-11.
constexpr double margin_tolerance = 1e-9, on_axis_margin_tolerance = 5e-8;
constexpr double on_axis_rad = 1e-5;

bool lies_along(const hexscan_oracle::Vector3& l, const hexscan_oracle::Vector3& axis) {
    const double tilt = hexscan_oracle::angle_between(l, axis);
    return tilt < on_axis_rad || tilt > pi - on_axis_rad;
}

bool some_leg_along_its_axis(const Platform& platform, const Vector& p) {
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const auto l = leg_vector(platform, leg, p);
        if (lies_along(l, base_axis(platform, leg))) return true;
        if (lies_along(l, platform_axis(platform, leg))) return true;
    }
    return false;
}

bool margins_agree(const Platform& platform, const Vector& p, double margin, double expected) {
    const double difference = std::abs(margin - expected);
    if (difference <= margin_tolerance) return true;
    // The comparison is written so that a NaN counts as a difference.
    return difference <= on_axis_margin_tolerance && some_leg_along_its_axis(platform, p);
}

struct Complaints {
    std::int64_t count = 0;
    std::string first;

    void add(const std::string& complaint) {
        if (count++ == 0) first = complaint;
    }
};

struct OracleTally {
    int platforms = 0;
    std::int64_t points = 0, reachable = 0, undecided = 0, mixed_platforms = 0;
};

void compare_with_oracle(const Platform& platform, OracleTally& tally) {
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace workspace = scan_reference(plan.oriented());
    ASSERT_EQ(workspace.size(), static_cast<std::size_t>(platform.scan.z.count));
    std::int64_t reachable = 0, undecided = 0;
    Complaints verdicts, margins;
    for_each_point(plan, [&](int column, int row, int slice) {
        const Vector p = grid_point(platform, column, row, slice);
        const double expected = hexscan_oracle::margin(platform, p.x, p.y, p.z);
        const bool verdict = is_reachable(workspace, column, row, slice);
        reachable += verdict;
        if (std::abs(expected) < undecided_margin) {
            ++undecided;
        } else if (verdict != hexscan_oracle::reachable(platform, p.x, p.y, p.z)) {
            verdicts.add(where(platform, column, row, slice) + ", margin " + std::to_string(expected));
        }
        const double margin = grid_margin(plan.oriented(), column, row, slice);
        if (!margins_agree(platform, p, margin, expected)) {
            margins.add(where(platform, column, row, slice) + ", " + std::to_string(margin) + " instead of " +
                        std::to_string(expected));
        }
    });
    EXPECT_EQ(verdicts.count, 0) << verdicts.first;
    EXPECT_EQ(margins.count, 0) << margins.first;
    ++tally.platforms;
    tally.points += plan.points();
    tally.reachable += reachable;
    tally.undecided += undecided;
    tally.mixed_platforms += reachable > 0 && reachable < plan.points();
}

using Generator = Platform (*)(std::uint64_t seed);

OracleTally compare_many_with_oracle(Generator generate, int count) {
    OracleTally tally;
    for (int seed = 1; seed <= count && !testing::Test::HasFailure(); ++seed) {
        compare_with_oracle(generate(static_cast<std::uint64_t>(seed)), tally);
    }
    return tally;
}

std::string summary(const OracleTally& t) {
    return std::to_string(t.platforms) + " platforms (" + std::to_string(t.mixed_platforms) + " mixed), " +
           std::to_string(t.points) + " points, " + std::to_string(t.reachable) + " reachable, " +
           std::to_string(t.undecided) + " undecided";
}

// Expects both verdicts to be frequent. Otherwise code that always gives one verdict would nearly pass.
void expect_both_verdicts(const OracleTally& tally) {
    EXPECT_GT(tally.reachable, tally.points / 20) << summary(tally);
    EXPECT_LT(tally.reachable, tally.points - tally.points / 20) << summary(tally);
    EXPECT_GT(tally.mixed_platforms, tally.platforms / 3) << summary(tally);
}

TEST(Reference, AgreesWithTheOracleOnRandomPlatforms) {
    const OracleTally tally = compare_many_with_oracle(hexscan_test::random_platform, 500);
    expect_both_verdicts(tally);
    // Real-valued grids almost never meet a limit.
    EXPECT_LT(tally.undecided, tally.points / 1000) << summary(tally);
}

TEST(Reference, AgreesWithTheOracleOnIntegerPlatforms) {
    const OracleTally tally = compare_many_with_oracle(hexscan_test::integer_platform, 500);
    expect_both_verdicts(tally);
    // Points on limits are the purpose of these platforms, but the oracle must still decide most points.
    EXPECT_GT(tally.undecided, tally.points / 1000) << summary(tally);
    EXPECT_LT(tally.undecided, tally.points / 10) << summary(tally);
}

TEST(Reference, RandomPlatformsAreValid) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        for (const Generator generate : {hexscan_test::random_platform, hexscan_test::integer_platform}) {
            const Platform p = generate(seed);
            for (const ScanRange& range : {p.scan.x, p.scan.y, p.scan.z}) {
                EXPECT_EQ(hexscan::scan_range_problem(range, p.machine.units), "") << p.machine.name;
            }
            for (std::size_t leg = 0; leg < leg_count; ++leg) {
                EXPECT_TRUE(0 <= p.machine.telescopic().min_length[leg] &&
                            p.machine.telescopic().min_length[leg] <= p.machine.telescopic().max_length[leg])
                    << p.machine.name;
                EXPECT_TRUE(p.machine.telescopic().max_length[leg] > 0) << p.machine.name;
                for (const auto* side : {&p.machine.base, &p.machine.platform}) {
                    const Vector& n = side->axes[leg];
                    EXPECT_NEAR(std::hypot(n.x, n.y, n.z), 1, 1e-15) << p.machine.name;
                    EXPECT_TRUE(side->max_tilt_rad[leg] > 0) << p.machine.name;
                }
            }
        }
    }
}

TEST(Reference, SlabsRepeatTheirSlices) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const ScanPlan plan = make_scan_plan(hexscan_test::random_platform(seed));
        const Workspace whole = scan_reference(plan.oriented());
        for (int first = 0; first < plan.slices(); ++first) {
            const int count = plan.slices() - first;
            const Workspace part = scan_reference(plan.slab(first, count).oriented());
            ASSERT_EQ(part, Workspace(whole.begin() + first, whole.end())) << "seed " << seed;
        }
    }
}

// ---- points exactly on a limit --------------------------------------------------------------------------

// Numbers are small integers, and limits have squared cosines that are binary fractions. So the verdict needs no
// tolerance: a pose exactly on a limit is reachable.
struct ExactAngle {
    double degrees;
    int signed_cos_sq_quarters;  ///< 4 c |c|, c = cos(angle)
};
constexpr std::array<ExactAngle, 4> exact_angles{{{60, 1}, {90, 0}, {120, -1}, {180, -4}}};

using Integers = std::array<int, 3>;

int rounded(long double value) { return static_cast<int>(std::lround(value)); }
Integers integers(const hexscan_oracle::Vector3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

/// For integer l and coordinate axis n: 4 d |d| >= 4 c |c| l.l with d = l.n. A zero leg lies on its axis.
bool inside_cone(const Integers& l, const Integers& n, int signed_cos_sq_quarters) {
    const int d = l[0] * n[0] + l[1] * n[1] + l[2] * n[2];
    const int length_sq = l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
    return 4 * d * std::abs(d) >= signed_cos_sq_quarters * length_sq;
}

struct ExactCase {
    Platform platform;
    std::array<int, leg_count> base_quarters{}, platform_quarters{};
};

Vector coordinate_axis(std::size_t choice) {
    const double sign = choice % 2 == 0 ? 1 : -1;
    const std::size_t axis = choice / 2 % 3;
    return {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
}

/// The first coordinate axis from `choice` on whose cone contains l. So some poses keep all twelve limits.
Vector axis_around(const Integers& l, const ExactAngle& limit, std::size_t choice) {
    for (std::size_t turn = 0; turn < 6; ++turn) {
        const Vector axis = coordinate_axis(choice + turn);
        if (inside_cone(l, integers({axis.x, axis.y, axis.z}), limit.signed_cos_sq_quarters)) return axis;
    }
    return coordinate_axis(choice);
}

/// An integer platform with limits that are exactly decidable.
ExactCase exact_case(std::uint64_t seed) {
    ExactCase result{hexscan_test::integer_platform(seed)};
    Platform& p = result.platform;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        p.machine.telescopic().min_length[leg] = std::floor(p.machine.telescopic().min_length[leg]);
        p.machine.telescopic().max_length[leg] = std::ceil(p.machine.telescopic().max_length[leg]);
        const auto l = leg_vector(p, leg, p.machine.home->position_m);
        const hexscan::Orientation o = p.scan.orientations.first();
        const auto seen =
            hexscan_oracle::rotate_back(l, o.roll_rad, o.pitch_rad, o.yaw_rad, p.machine.orientation_order);
        const std::size_t pick = seed + leg * leg;
        const ExactAngle base = exact_angles[pick % 4], joint = exact_angles[pick / 3 % 4];
        p.machine.base.axes[leg] = axis_around(integers(l), base, pick / 2);
        p.machine.platform.axes[leg] = axis_around(integers(seen), joint, pick / 5);
        p.machine.base.max_tilt_rad[leg] = radians(base.degrees);
        p.machine.platform.max_tilt_rad[leg] = radians(joint.degrees);
        result.base_quarters[leg] = base.signed_cos_sq_quarters;
        result.platform_quarters[leg] = joint.signed_cos_sq_quarters;
    }
    for (ScanRange* range : {&p.scan.x, &p.scan.y, &p.scan.z}) {
        range->count = rounded(range->to_m - range->from_m) + 1;
    }
    return result;
}

bool exactly_reachable(const ExactCase& exact, const Vector& p) {
    const Platform& platform = exact.platform;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const Integers l = integers(leg_vector(platform, leg, p));
        const int length_sq = l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
        const int shortest = rounded(platform.machine.telescopic().min_length[leg]);
        const int longest = rounded(platform.machine.telescopic().max_length[leg]);
        if (length_sq < shortest * shortest || length_sq > longest * longest) return false;
        const Integers n = integers(base_axis(platform, leg)), m = integers(platform_axis(platform, leg));
        if (!inside_cone(l, n, exact.base_quarters[leg])) return false;
        if (!inside_cone(l, m, exact.platform_quarters[leg])) return false;
    }
    return true;
}

TEST(Reference, PointsExactlyOnALimitAreReachable) {
    std::int64_t reachable = 0, points = 0, on_limit = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const ExactCase exact = exact_case(seed);
        const ScanPlan plan = make_scan_plan(exact.platform);
        const Workspace workspace = scan_reference(plan.oriented());
        for_each_point(plan, [&](int column, int row, int slice) {
            const Vector p = grid_point(exact.platform, column, row, slice);
            const bool expected = exactly_reachable(exact, p);
            EXPECT_EQ(is_reachable(workspace, column, row, slice), expected)
                << where(exact.platform, column, row, slice);
            const double margin = hexscan_oracle::margin(exact.platform, p.x, p.y, p.z);
            on_limit += expected && std::abs(margin) < undecided_margin;
            reachable += expected;
            ++points;
        });
    }
    EXPECT_GT(reachable, points / 100) << points;
    EXPECT_LT(reachable, points / 2) << points;
    EXPECT_GT(on_limit, 500) << "of " << reachable << " reachable points";
}

// ---- a hexapod as designers write it down ---------------------------------------------------------------

const std::string hexapod_yaml = R"(
name: symmetric
units: {length: m, angle: deg}
base: {radius: 1.0, spread: 20, azimuth: 0, axis: home, max_tilt: 33}
platform: {radius: 0.7, spread: 20, azimuth: 60, axis: home, max_tilt: 36}
legs: {min: 1.2, max: 2.0}
home: {x: 0, y: 0, z: 1.45}
scan:
  orientation: {roll: 0, pitch: 0, yaw: 0}
  x: {from: -0.9, to: 0.9, points: 61}
  y: {from: -0.9, to: 0.9, points: 51}
  z: {from: 1.0, to: 1.9, slices: 13}
)";

Platform hexapod() { return hexscan::parse_platform(hexapod_yaml, "symmetric.yaml"); }

double margin_at(Platform platform, double x, double y, double z) {
    platform.scan.x = {x, x, 1};
    platform.scan.y = {y, y, 1};
    platform.scan.z = {z, z, 1};
    return grid_margin(make_scan_plan(platform).oriented(), 0, 0, 0);
}

TEST(Hexapod, AgreesWithTheOracle) {
    OracleTally tally;
    compare_with_oracle(hexapod(), tally);
    EXPECT_GT(tally.reachable, tally.points / 20) << summary(tally);
}

TEST(Hexapod, ReachesItsHomeWithEveryLegOnItsAxes) {
    Platform platform = hexapod();
    EXPECT_GT(margin_at(platform, 0, 0, 1.45), 0);
    // All legs are on their axes there, so the narrowest cone still contains home.
    platform.machine.base.max_tilt_rad.fill(1e-6);
    EXPECT_GT(margin_at(platform, 0, 0, 1.45), 0);
    // A small step to the side tilts some leg out of it.
    EXPECT_LT(margin_at(platform, 1e-4, 0, 1.45), 0);
}

TEST(Hexapod, IsTheSameAfterAThirdOfATurn) {
    const Platform platform = hexapod();
    int reachable = 0;
    for (int i = 0; i < 300; ++i) {
        const double radius = 0.9 * i / 300, angle = 2.4 * i, z = 1.0 + 0.003 * i;
        const double here = margin_at(platform, radius * std::cos(angle), radius * std::sin(angle), z);
        const double there = angle + 2 * pi / 3;
        const double turned = margin_at(platform, radius * std::cos(there), radius * std::sin(there), z);
        EXPECT_TRUE(std::abs(here - turned) <= 1e-9) << here << " and " << turned;
        reachable += here >= 0;
    }
    EXPECT_GT(reachable, 30);
    EXPECT_LT(reachable, 270);
}

TEST(Hexapod, IsItsOwnMirrorImage) {
    const Platform platform = hexapod();
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace workspace = scan_reference(plan.oriented());
    for_each_point(plan, [&](int column, int row, int slice) {
        if (std::abs(grid_margin(plan.oriented(), column, row, slice)) < undecided_margin) return;
        ASSERT_EQ(is_reachable(workspace, column, row, slice),
                  is_reachable(workspace, column, plan.rows() - 1 - row, slice))
            << where(platform, column, row, slice);
    });
}

TEST(Hexapod, RisesWithItsBase) {
    const Platform platform = hexapod();
    Platform raised = platform;
    for (Vector& a : raised.machine.base.points_m) a.z += 0.25;
    raised.scan.z = {platform.scan.z.from_m + 0.25, platform.scan.z.to_m + 0.25, platform.scan.z.count};
    const ScanPlan plan = make_scan_plan(platform), raised_plan = make_scan_plan(raised);
    for_each_point(plan, [&](int column, int row, int slice) {
        const double difference =
            grid_margin(plan.oriented(), column, row, slice) - grid_margin(raised_plan.oriented(), column, row, slice);
        ASSERT_TRUE(std::abs(difference) <= 1e-9) << where(platform, column, row, slice);
    });
}

}  // namespace
