// Tests scans of machines with shared limits. The engine cuts points out of the workspace of the legs' own limits. Its
// result equals the point-by-point reference, and a limit that no machine requests changes nothing.

#include "src/engines/host_engines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "kernels/kinematics.h"
#include "src/engines/axis_verdicts.h"
#include "src/files/machine_json.h"
#include "src/files/platform_file.h"
#include "src/machine/home_state.h"
#include "src/scan/map_kind.h"
#include "src/scan/pose_verdicts.h"
#include "src/scan/searches/largest_ball.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_obstacles.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/shared_limits_scan.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// Compares the engine with the reference for random machines. They have only the limits that ask(machine, seed) adds,
/// so these limits make every cut. Machines without a limit are left out. Returns how many were compared.
template <class Ask>
int compared_with_the_reference(std::uint64_t seeds, Ask ask) {
    std::int64_t legs_points = 0, kept_points = 0;
    int compared = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Platform platform = random_scan(seed);
        ask(platform.machine, seed);
        if (!has_shared_limits(platform.machine)) continue;
        ++compared;
        if (seed % 3 == 0) ask_total_workspace(platform);
        const ScanPlan plan = make_scan_plan(platform);
        EXPECT_EQ(&fastest_host_engine(plan), &cut_engine());
        const Workspace found = answer_on_host(plan).workspace;
        EXPECT_EQ(found, answer_by_reference(plan).workspace) << "seed " << seed;
        ScanPlan legs = plan;
        legs.legs_limits_alone = true;
        legs_points += points_of(answer_on_host(legs).workspace);
        kept_points += points_of(found);
    }
    EXPECT_GT(kept_points, legs_points / 20);
    EXPECT_LT(kept_points, legs_points - legs_points / 20);
    return compared;
}

TEST(CutEngine, EqualsTheReferenceWhereLegsCarryALoad) {
    Dice dice(31);
    const auto ask = [&](Machine& machine, std::uint64_t) { ask_force_limits(machine, dice); };
    EXPECT_GT(compared_with_the_reference(150, ask), 100);
}

TEST(CutEngine, EqualsTheReferenceWhereThePlatformMustBeStiff) {
    EXPECT_EQ(compared_with_the_reference(100, ask_stiffness), 100);
}

/// The grid is so dense that the engine decides boxes of points at once.
TEST(CutEngine, EqualsTheReferenceOnDenseGridsUnderALoad) {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = 61;
    platform.scan.z.count = 31;
    platform.scan.orientations.yaw = {0.2, 0.2, 1};
    platform.scan.orientations.roll = {0.1, 0.1, 1};
    platform.machine.load = Load{.force = {30, 0, -600}, .at = {0, 0, 0.2}};
    for (const double most_n : {150.0, 200.0, 300.0}) {
        platform.machine.load->max_force.emplace().fill(most_n);
        const ScanPlan plan = make_scan_plan(platform);
        ScanPlan legs = plan;
        legs.legs_limits_alone = true;
        const Workspace found = answer_on_host(plan).workspace;
        EXPECT_EQ(found, answer_by_reference(plan).workspace) << most_n;
        EXPECT_GT(points_of(found), 100) << most_n;
        EXPECT_LT(points_of(found), points_of(answer_on_host(legs).workspace) - 100) << most_n;
    }
}

/// The numbers of a plan's first map, slice by slice.
std::vector<std::vector<float>> numbers_of(const ScanPlan& plan) {
    std::vector<std::vector<float>> numbers;
    for (const std::vector<SliceField>& fields : fields_by_definition(plan))
        numbers.push_back(std::get<std::vector<float>>(fields.front().values));
    return numbers;
}

/// A point is reachable if and only if its effort is at most 1.
TEST(EffortMap, SaysWhatTheLimitDoes) {
    Dice dice(41);
    std::array<int, 2> told{};
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
        Platform platform = random_scan(seed);
        ask_force_limits(platform.machine, dice);
        if (!has_shared_limits(platform.machine)) continue;
        platform.scan.questions.maps = {MapKind::effort};
        const ScanPlan plan = make_scan_plan(platform);
        const auto numbers = numbers_of(plan);
        const PosedSharedLimits limits = plan.set->shared_limits_at(0);
        for (int row = 0; row < plan.rows(); ++row)
            for (int column = 0; column < plan.columns(); ++column) {
                const float effort = numbers[0][static_cast<std::size_t>(row * plan.columns() + column)];
                if (std::abs(effort - 1) < 1e-5F || !plan.is_single()) continue;
                const Vector at_m{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row),
                                  grid_coordinate(plan.z, 0)};
                const bool kept =
                    std::all_of(limits.begin(), limits.end(), [&](const auto& limit) { return limit->keeps(at_m); });
                EXPECT_EQ(effort < 1, kept) << seed;
                ++told[kept ? 0 : 1];
            }
    }
    for (const int many : told) EXPECT_GT(many, 500);
}

Pose middle_of(const Platform& platform) {
    const auto middle = [](const ScanRange& range) { return (range.from_m + range.to_m) / 2; };
    return {{middle(platform.scan.x), middle(platform.scan.y), middle(platform.scan.z)},
            platform.scan.orientations.first()};
}

/// Calls told(limits, number, position) for the points of the first slice whose number is not 0 within rounding.
template <class Told>
void compare_with_limits(const ScanPlan& plan, float rounding, Told told) {
    const std::vector<float> numbers = numbers_of(plan).front();
    const PosedSharedLimits limits = plan.set->shared_limits_at(0);
    for (int row = 0; row < plan.rows(); ++row)
        for (int column = 0; column < plan.columns(); ++column) {
            const float number = numbers[static_cast<std::size_t>(row * plan.columns() + column)];
            if (!(std::abs(number) > rounding)) continue;
            told(limits, number,
                 Vector{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row), grid_coordinate(plan.z, 0)});
        }
}

/// The gap map is above 0 if all gaps are large enough, and below 0 if one is too small.
TEST(GapMap, SaysWhatTheLimitsDo) {
    Dice dice(43);
    std::array<int, 2> told{};
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        Platform platform = random_scan(seed);
        if (!platform.scan.orientations.is_single()) continue;
        const double size_m = longest_leg_m(platform.machine);
        platform.machine.legs_apart = LegsApart{size_m * dice.magnitude(1e-2, 0.4),
                                                size_m * dice.magnitude(1e-4, 0.1),
                                                dice.chance(0.5) ? 0 : size_m * dice.magnitude(1e-3, 0.3),
                                                {}};
        platform.scan.questions.maps = {MapKind::gap};
        const ScanPlan plan = make_scan_plan(platform);
        compare_with_limits(plan, static_cast<float>(1e-6 * size_m), [&](const auto& limits, float left, Vector at_m) {
            const bool kept = std::ranges::all_of(limits, [&](const auto& limit) { return limit->keeps(at_m); });
            EXPECT_EQ(left > 0, kept) << seed;
            ++told[kept ? 0 : 1];
        });
    }
    for (const int many : told) EXPECT_GT(many, 500);
}

/// The conditioning is above 0 on home's side of singularities. It exceeds the required conditioning if and only if
/// that limit holds.
TEST(ConditioningMap, SaysWhatTheLimitsDo) {
    Dice dice(44);
    std::array<int, 4> told{};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Platform platform = random_scan(seed);
        if (!platform.scan.orientations.is_single()) continue;
        if (!platform.machine.home) platform.machine.home = middle_of(platform);
        const double least = dice.magnitude(1e-2, 0.3);
        platform.machine.singularity = SingularityLimit{true, least, {}, false, false};
        if (!singularity_limit_problem(platform.machine).empty()) continue;
        platform.scan.questions.maps = {MapKind::conditioning};
        const ScanPlan plan = make_scan_plan(platform);
        compare_with_limits(plan, 1e-6F, [&](const auto& limits, float conditioning, Vector at_m) {
            ASSERT_EQ(limits.size(), 2U);
            const bool of_sign = limits[0]->keeps(at_m), of_conditioning = limits[1]->keeps(at_m);
            EXPECT_EQ(conditioning > 0, of_sign) << seed;
            if (!(std::abs(std::abs(conditioning) - least) > 1e-5)) return;
            EXPECT_EQ(std::abs(conditioning) > least, of_conditioning) << seed;
            ++told[(of_sign ? 0 : 2) + (of_conditioning ? 0 : 1)];
        });
    }
    for (const int many : told) EXPECT_GT(many, 200);
}

TEST(CutEngine, EqualsTheReference) {
    Dice dice(5);
    std::int64_t legs_points = 0, kept_points = 0;
    int asked = 0;
    for (std::uint64_t seed = 0; seed < 160; ++seed) {
        Platform platform = random_scan(seed);
        ask_shared_limits(platform.machine, middle_of(platform), dice);
        if (seed % 3 == 0) ask_total_workspace(platform);
        if (!has_shared_limits(platform.machine)) continue;
        ++asked;
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_EQ(&fastest_host_engine(plan), &cut_engine());
        const Workspace found = answer_on_host(plan).workspace, expected = answer_by_reference(plan).workspace;
        ASSERT_EQ(found, expected) << "seed " << seed;
        ScanPlan legs = plan;
        legs.legs_limits_alone = true;
        legs_points += points_of(answer_on_host(legs).workspace);
        kept_points += points_of(found);
    }
    EXPECT_GT(asked, 100);
    EXPECT_GT(kept_points, legs_points / 20);
    EXPECT_LT(kept_points, legs_points - legs_points / 20);
}

/// The grids are so dense that the engine decides boxes of points at once. Borders pass through many boxes.
TEST(CutEngine, EqualsTheReferenceOnDenseGrids) {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = 61;
    platform.scan.z.count = 31;
    platform.scan.orientations.yaw = {0.2, 0.2, 1};
    platform.scan.orientations.roll = {0.1, 0.1, 1};
    for (const double diameter_m : {0.26, 0.29, 0.32}) {
        platform.machine.legs_apart = LegsApart{diameter_m, 0.01, 0.25, {}};
        platform.machine.singularity = SingularityLimit{true, diameter_m, {}, false, false};
        const ScanPlan plan = make_scan_plan(platform);
        ScanPlan legs = plan;
        legs.legs_limits_alone = true;
        const Workspace found = answer_on_host(plan).workspace;
        EXPECT_EQ(found, answer_by_reference(plan).workspace) << diameter_m;
        EXPECT_GT(points_of(found), 100) << diameter_m;
        EXPECT_LT(points_of(found), points_of(answer_on_host(legs).workspace) - 100) << diameter_m;
    }
}

/// In an inclusive set all limits must hold at one and the same orientation.
TEST(CutEngine, LeavesInclusiveSetsToTheReference) {
    Dice dice(6);
    Platform platform = random_platform(12);
    platform.scan.orientations = {};
    platform.scan.orientations.yaw = {-0.2, 0.2, 3};
    platform.scan.workspace = WorkspaceKind::inclusive;
    platform.machine.legs_apart = LegsApart{0.1 * longest_leg_m(platform.machine), 0, 0, {}};
    const ScanPlan plan = make_scan_plan(platform);
    EXPECT_FALSE(cut_engine().supports(plan));
    EXPECT_EQ(&fastest_host_engine(plan), &reference_engine());
}

/// A single pose has the verdict that the scan gives it.
TEST(CutEngine, AgreesWithPosesThatAreAskedOneByOne) {
    Dice dice(8);
    int kept = 0, lost = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Platform platform = random_scan(seed);
        ask_shared_limits(platform.machine, middle_of(platform), dice);
        const PoseVerdicts verdicts(platform.machine);
        const OrientedMachine oriented(platform.machine, platform.scan.orientations.first());
        for (int k = 0; k < 20; ++k) {
            const auto within = [&](const ScanRange& range) { return dice.between(range.from_m, range.to_m); };
            const double x = within(platform.scan.x), y = within(platform.scan.y), z = within(platform.scan.z);
            const PoseClearance clearance = oriented.clearance({x, y, z});
            if (std::abs(clearance.clearance_m) < 1e-6 * longest_leg_m(platform.machine)) continue;
            const Orientation o = platform.scan.orientations.first();
            const Pose pose{{x, y, z}, o};
            EXPECT_EQ(verdicts.exact(pose), clearance.clearance_m > 0) << seed;
            ++(clearance.clearance_m > 0 ? kept : lost);
        }
    }
    EXPECT_GT(kept, 50);
    EXPECT_GT(lost, 50);
}

/// Proofs between orientations cover only the legs' own limits.
TEST(CutEngine, IsAskedOfNoCertifiedPlan) {
    Platform platform = built_in_platform();
    platform.scan.orientations.yaw = {-0.02, 0.02, 3};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.questions.certified = true;
    EXPECT_NO_THROW((void)make_scan_plan(platform));
    platform.machine.singularity = SingularityLimit{};
    EXPECT_THROW((void)make_scan_plan(platform), UsageError);
    platform.scan.questions.certified = false;
    EXPECT_NO_THROW((void)make_scan_plan(platform));
}

/// The conditioning map is no limit. It does not change the proved workspace, and it is the map of the samples.
TEST(ConditioningMap, OfCertifiedSetsIsThatOfTheirSamples) {
    std::int64_t proved = 0;
    for (const std::uint64_t seed : {2, 4, 10, 12, 14}) {
        Platform platform = random_scan(seed);
        platform.machine.home = middle_of(platform);
        platform.scan.x.count = 9;
        AngleRange& yaw = platform.scan.orientations.yaw;
        platform.scan.orientations.tilt.reset();
        yaw = {yaw.from_rad, yaw.from_rad + 1e-3, 5};
        platform.scan.workspace = WorkspaceKind::total;
        platform.scan.questions.certified = true;
        const ScanPlan bare = make_scan_plan(platform);
        platform.scan.questions.maps = {MapKind::conditioning};
        const ScanPlan plan = make_scan_plan(platform);
        const auto without = fastest_host_engine(bare).prepare(bare), with = fastest_host_engine(plan).prepare(plan);
        without->scan();
        with->scan();
        for (int slice = 0; slice < plan.slices(); ++slice) {
            EXPECT_EQ(with->slice(slice), without->slice(slice)) << seed;
            EXPECT_EQ(with->proved(slice), without->proved(slice)) << seed;
            proved += with->proved(slice).reachable_points();
        }
        const int slice = plan.slices() - 1, row = plan.rows() - 1;
        const std::vector<SliceField> fields = with->fields(slice);
        const auto& numbers = std::get<std::vector<float>>(fields.front().values);
        for (int column = 0; column < plan.columns(); ++column) {
            const Vector position_m{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row),
                                    grid_coordinate(plan.z, slice)};
            double least = 1;
            for (std::int64_t o = 0; o < plan.set->count(); ++o)
                least = std::min(least, plan.set->jacobian_at(o).at(position_m).conditioning());
            EXPECT_EQ(numbers[static_cast<std::size_t>(row * plan.columns() + column)], static_cast<float>(least))
                << seed;
        }
    }
    EXPECT_GT(proved, 0);
}

TEST(CutEngine, IsNotAskedOfMachinesThatAskForNoSharedLimit) {
    const Platform platform = built_in_platform();
    const nlohmann::json record = machine_json(platform.machine);
    EXPECT_FALSE(record.contains("legs_apart") || record.contains("singularity") || record.contains("load"));
    const LimitTable limits = limits_of(platform.machine);
    EXPECT_EQ(limits.rows().size(), 24U);
    EXPECT_FALSE(cut_engine().supports(make_scan_plan(platform)));
}

}  // namespace
