#include "src/scan/searches/found_ranges.h"

#include <algorithm>
#include <limits>
#include <numbers>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/shell.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

ScanRange open_range(int count) { return {0, 0, count, true}; }

/// A spherical shell in an open grid.
Platform shell_in_open_grid(double min_m, double max_m) {
    Platform platform;
    platform.machine = hexscan_test::shell_machine(min_m, max_m);
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(101);
    return platform;
}

TEST(FoundRanges, OfAShellAreItsDiameterAndACell) {
    Platform platform = shell_in_open_grid(1, 2);
    EXPECT_NE(find_open_ranges(platform), "");
    for (const ScanRange& range : {platform.scan.x, platform.scan.y, platform.scan.z}) {
        EXPECT_FALSE(range.open);
        EXPECT_LE(range.from_m, -2.04);
        EXPECT_GE(range.to_m, 2.04);
        EXPECT_NEAR(range.from_m, -2.04, 0.03);
        EXPECT_NEAR(range.to_m, 2.04, 0.03);
    }
}

TEST(FoundRanges, KeepToTheRangesThatAreGiven) {
    Platform platform = shell_in_open_grid(1, 2);
    platform.scan.z = {1.6, 1.6, 1};
    find_open_ranges(platform);
    EXPECT_EQ(platform.scan.z, (ScanRange{1.6, 1.6, 1}));
    EXPECT_NEAR(platform.scan.x.to_m, 1.2 * 1.02, 0.02) << "the section of the sphere at that height";
    Platform closed = built_in_platform();
    EXPECT_EQ(find_open_ranges(closed), "");
    EXPECT_EQ(closed.scan, built_in_platform().scan);
}

/// The built-in machine on a base that is wider along y.
Platform wide_platform() {
    Platform platform = built_in_platform();
    platform.scan = {};
    for (Vector& joint : platform.machine.base.points_m) joint.y *= 1.6;
    return platform;
}

TEST(FoundRanges, HaveEqualStepsWhereThatIsAsked) {
    Platform equal = wide_platform(), counted = wide_platform();
    const std::string found = find_open_ranges(equal, FoundSteps::equal);
    find_open_ranges(counted);
    EXPECT_EQ(counted.scan.x.count, 1000);
    EXPECT_EQ(counted.scan.y.count, 1000);
    const auto step_m = [](const ScanRange& range) { return (range.to_m - range.from_m) / (range.count - 1); };
    const double ratio = step_m(counted.scan.x) / step_m(counted.scan.y);
    ASSERT_GT(std::abs(ratio - 1), 0.05) << "else the machine shows nothing";
    EXPECT_NEAR(step_m(equal.scan.x) / step_m(equal.scan.y), 1, 1e-12);
    const bool x_is_longer = ratio > 1;
    const ScanRange &longer = x_is_longer ? equal.scan.x : equal.scan.y,
                    &shorter = x_is_longer ? equal.scan.y : equal.scan.x,
                    &shorter_before = x_is_longer ? counted.scan.y : counted.scan.x;
    EXPECT_EQ(longer, x_is_longer ? counted.scan.x : counted.scan.y);
    EXPECT_EQ(longer.count, 1000);
    EXPECT_LE(shorter.from_m, shorter_before.from_m);
    EXPECT_GE(shorter.to_m, shorter_before.to_m);
    EXPECT_LT(shorter.to_m - shorter.from_m, shorter_before.to_m - shorter_before.from_m + step_m(longer));
    EXPECT_NEAR(shorter.from_m + shorter.to_m, shorter_before.from_m + shorter_before.to_m, 1e-12);
    EXPECT_EQ(equal.scan.z, counted.scan.z) << "slices stay";
    EXPECT_NE(found.find(fmt::format("y from {}", equal.machine.units.length_text(equal.scan.y.from_m))),
              std::string::npos)
        << found;
    Platform section = wide_platform();
    section.scan.x = {-0.1, 0.1, 1000};
    find_open_ranges(section, FoundSteps::equal);
    EXPECT_EQ(section.scan.y.count, 1000) << "one range is given";
}

TEST(FoundRanges, SayWhereTheMachineReachesWhatTheGivenOnesMiss) {
    const auto message_of = [](Platform platform) -> std::string {
        try {
            find_open_ranges(platform);
        } catch (const InputError& error) {
            return error.what();
        }
        return "none";
    };
    Platform platform = shell_in_open_grid(1, 2);
    platform.scan.z = {1600, 1600, 1};
    EXPECT_EQ(message_of(platform),
              "shell: no position is reachable with z = 1600 m; the reachable positions lie within x from -2.04 m to "
              "2.04 m, y from -2.04 m to 2.04 m, z from -2.05 m to 2.05 m");
    platform.scan.y = {5, 6, 10};
    EXPECT_NE(message_of(platform).find("with y from 5 m to 6 m and z = 1600 m;"), std::string::npos);
    Platform nothing = shell_in_open_grid(1, 2);
    nothing.machine.telescopic().max_length.fill(0.5);
    nothing.scan.z = {1, 1, 1};
    EXPECT_NE(message_of(nothing).find("hexscan cannot find ranges"), std::string::npos);
}

TEST(FoundRanges, ASinglePointGoesThroughHome) {
    Platform platform = built_in_platform();
    platform.scan.y = open_range(1);
    platform.scan.z = open_range(1);
    find_open_ranges(platform);
    EXPECT_EQ(platform.scan.y, (ScanRange{0, 0, 1}));
    EXPECT_EQ(platform.scan.z, (ScanRange{1.45, 1.45, 1}));
}

TEST(FoundRanges, AreInTheFilesUnitsAndRound) {
    Platform platform = shell_in_open_grid(0.001, 0.0042);
    platform.machine.units = {"mm", "deg"};
    EXPECT_EQ(find_open_ranges(platform),
              "x from -4.29 mm to 4.29 mm, y from -4.29 mm to 4.29 mm, z from -4.29 mm to 4.29 mm");
}

TEST(FoundRanges, NothingReachableIsAnError) {
    Platform platform = shell_in_open_grid(1, 2);
    platform.machine.base.points_m[0] = {10, 0, 0};
    EXPECT_THROW(find_open_ranges(platform), InputError);
}

bool touches_border(const ScanPlan& plan, const Workspace& workspace) {
    for (int slice = 0; slice < plan.slices(); ++slice)
        for (int row = 0; row < plan.rows(); ++row) {
            const bool border = slice == 0 || slice + 1 == plan.slices() || row == 0 || row + 1 == plan.rows();
            for (const auto& run : workspace[static_cast<std::size_t>(slice)].row(row))
                if (border || run.first == 0 || run.last + 1 == plan.columns()) return true;
        }
    return false;
}

Workspace workspace_on_cpu(const ScanPlan& plan) { return scan_on_cpu(plan.oriented()); }

/// Expects that a scan in found ranges does not touch its border. Returns true if ranges were found. The machines have
/// no home, because otherwise the other side of the base would be left out although it is reachable (see OnHomesSide).
bool expect_to_hold_all(Platform platform, Workspace (*scan)(const ScanPlan&), std::uint64_t seed) {
    platform.machine.home.reset();
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(23);
    try {
        find_open_ranges(platform);
    } catch (const InputError&) {
        return false;
    }
    const ScanPlan plan = make_scan_plan(platform);
    EXPECT_FALSE(touches_border(plan, scan(plan))) << platform.machine.name << " seed " << seed;
    return true;
}

TEST(FoundRanges, HoldAllThatIsReachable) {
    int scans = 0;
    const auto seeds = hexscan_test::how_many_seeds(150);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        scans += expect_to_hold_all(hexscan_test::random_platform(seed), workspace_on_cpu, seed);
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(scans, 50);
}

/// The lowest and the highest slice with reachable points.
struct SliceSpan {
    int first_slice = std::numeric_limits<int>::max(), last_slice = -1;
};
SliceSpan slices_reached(const Workspace& workspace) {
    SliceSpan span;
    for (int slice = 0; slice < static_cast<int>(workspace.size()); ++slice)
        if (!workspace[static_cast<std::size_t>(slice)].runs.empty()) {
            span.first_slice = std::min(span.first_slice, slice);
            span.last_slice = slice;
        }
    return span;
}

Workspace workspace_of_set(const ScanPlan& plan) {
    const std::unique_ptr<PreparedScan> scan = set_engine().prepare(plan);
    scan->scan();
    Workspace workspace;
    for (int slice = 0; slice < plan.slices(); ++slice) workspace.push_back(scan->slice(slice));
    return workspace;
}

TEST(FoundRanges, HoldAllThatASetReaches) {
    int scans = 0;
    const auto seeds = hexscan_test::how_many_seeds(24);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        for (const WorkspaceKind kind : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
            Platform platform = hexscan_test::random_platform(seed);
            hexscan_test::add_random_set(seed, kind, platform);
            scans += expect_to_hold_all(platform, workspace_of_set, seed);
        }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(scans, 12);
}

TEST(FoundRanges, OfAnInclusiveSetAreHardlyWiderThanWhatItReaches) {
    using hexscan_test::degree;
    OrientationSet ranges, cone;
    ranges.roll = ranges.pitch = ranges.yaw = AngleRange{-20 * degree, 20 * degree, 5};
    cone.tilt = TiltCone{40 * degree, 5, 12};
    for (const OrientationSet& set : {ranges, cone}) {
        Platform platform = built_in_platform();
        platform.scan.orientations = set;
        platform.scan.workspace = WorkspaceKind::inclusive;
        platform.scan.x = platform.scan.y = platform.scan.z = open_range(50);
        find_open_ranges(platform);
        const SliceSpan reached = slices_reached(workspace_of_set(make_scan_plan(platform)));
        EXPECT_GE(reached.first_slice, 1);
        EXPECT_LE(reached.first_slice, 3);
        EXPECT_LE(reached.last_slice, 48);
        EXPECT_GE(reached.last_slice, 46);
    }
}

/// Height of the platform joints' centroid above that of a level base, by the oracle's rotation.
double height_over_base_m(const Machine& machine, const Pose& pose) {
    long double height_m = pose.position_m.z;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& b = machine.platform.points_m[i];
        const Orientation& o = pose.orientation;
        const auto turned = hexscan_oracle::rotate({b.x, b.y, b.z}, o.roll_rad, o.pitch_rad, o.yaw_rad);
        height_m += (turned.z - machine.base.points_m[i].z) / leg_count;
    }
    return static_cast<double>(height_m);
}

/// A machine with a level base and without joint limits, so that it reaches both sides.
Platform two_sided_platform(hexscan_test::Dice& dice, bool hanging) {
    Platform platform = built_in_platform();
    Machine& machine = platform.machine;
    const double base_height_m = dice.between(-0.5, 0.5);
    for (JointSet* const side : {&machine.base, &machine.platform}) {
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
        for (Vector& point : side->points_m) {
            point.x += dice.between(-0.1, 0.1);
            point.y += dice.between(-0.1, 0.1);
            point.z = side == &machine.base ? base_height_m : point.z + dice.between(-0.2, 0.2);
        }
    }
    machine.telescopic().min_length.fill(dice.between(0, 1.2));
    machine.home->position_m.z = base_height_m + (hanging ? -1.4 : 1.4);
    platform.scan.orientations = Orientation{dice.between(-0.3, 0.3), dice.between(-0.3, 0.3), dice.between(-1, 1)};
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(dice.whole(20, 60));
    return platform;
}

TEST(FoundRanges, OnHomesSideHoldAllThatIsReachableThereByTheOracle) {
    hexscan_test::Dice dice(28);
    int inside = 0, behind = 0;
    for (int machine_number = 0; machine_number < hexscan_test::how_many(40); ++machine_number) {
        const bool hanging = machine_number % 3 == 0;
        Platform platform = two_sided_platform(dice, hanging);
        const Orientation orientation = platform.scan.orientations.first();
        find_open_ranges(platform);
        const auto& [x, y, z] = std::tie(platform.scan.x, platform.scan.y, platform.scan.z);
        const double end_m = hanging ? z.to_m : z.from_m;
        const double end_height_m = height_over_base_m(platform.machine, {{0, 0, end_m}, orientation});
        EXPECT_GE(hanging ? -end_height_m : end_height_m, -1e-12);
        for (int k = 0; k < 4000; ++k) {
            const Vector p{dice.between(-2, 2), dice.between(-2, 2), dice.between(-3, 3)};
            if (!(hexscan_oracle::margin(platform, p.x, p.y, p.z) > 1e-9)) continue;
            const double height_m = height_over_base_m(platform.machine, {p, orientation});
            const bool on_side = hanging ? height_m < -1e-9 : height_m > 1e-9;
            const bool within = x.from_m <= p.x && p.x <= x.to_m && y.from_m <= p.y && p.y <= y.to_m &&
                                z.from_m <= p.z && p.z <= z.to_m;
            EXPECT_TRUE(!on_side || within) << machine_number << ": " << p.x << ", " << p.y << ", " << p.z;
            EXPECT_FALSE(!on_side && std::abs(height_m) > 1e-9 && within);
            (on_side ? inside : behind) += 1;
        }
    }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(inside, 1000);
    EXPECT_GT(behind, 1000);
}

TEST(FoundRanges, OfSetsAreOnHomesSide) {
    for (const WorkspaceKind kind : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
        hexscan_test::Dice dice(4);
        Platform platform = two_sided_platform(dice, false);
        platform.scan.orientations.roll = {-0.1, 0.1, 5};
        platform.scan.workspace = kind;
        find_open_ranges(platform);
        // The joints' centroid is a few centimetres from the platform's origin.
        EXPECT_GE(platform.scan.z.from_m, platform.machine.base.points_m[0].z - 0.3);
    }
}

TEST(FoundRanges, WithoutHomeSayWhichShareLiesBelowTheBase) {
    Platform platform = built_in_platform();
    platform.machine.base.max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    platform.machine.platform.max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(40);
    Platform homeless = platform;
    homeless.machine.home.reset();
    EXPECT_NE(find_open_ranges(homeless), "");
    EXPECT_LT(homeless.scan.z.from_m, -1.5);
    EXPECT_NE(both_sides_warning(homeless).find("about 50 % of the reachable positions lie below the base"),
              std::string::npos)
        << both_sides_warning(homeless);
    find_open_ranges(platform);
    EXPECT_GE(platform.scan.z.from_m, 0);
    EXPECT_EQ(both_sides_warning(platform), "");
    Platform built_in = built_in_platform();
    built_in.machine.home.reset();
    EXPECT_EQ(both_sides_warning(built_in), "") << "its joints keep it above";
}

TEST(FoundRanges, ABaseThatStandsUprightHasItsSidesToo) {
    Platform platform = built_in_platform();
    Machine& machine = platform.machine;
    const auto upright = [](const Vector& v) { return Vector{v.z, v.x, v.y}; };
    for (JointSet* const side : {&machine.base, &machine.platform}) {
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
        for (Vector& point : side->points_m) point = upright(point);
    }
    machine.home->position_m = {1.45, 0, 0};
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(30);
    find_open_ranges(platform);
    EXPECT_GE(platform.scan.x.from_m, 0);
    EXPECT_LT(platform.scan.z.from_m, -0.3);
}

TEST(FoundRanges, NothingOnHomesSideIsAnErrorThatSaysWhereElse) {
    Platform platform = built_in_platform();
    platform.machine.home->position_m.z *= -1;
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(30);
    try {
        find_open_ranges(platform);
        FAIL() << "found ranges";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("on home's side of the base"), std::string::npos) << error.what();
    }
}

TEST(FoundRanges, ASetThatReachesNothingTogetherSaysSo) {
    Platform platform = built_in_platform();
    platform.scan.orientations.roll = AngleRange{-std::numbers::pi / 2, std::numbers::pi / 2, 5};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(50);
    try {
        find_open_ranges(platform);
        FAIL() << "found ranges";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("every one of the 5 orientations"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace hexscan
