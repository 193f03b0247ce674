// The measures of one machine, compared with closed forms, the reference, the oracle and a search of every grid point.

#include "src/sweep/meters/machine_measures.h"
#include "src/scan/map_kind.h"
#include "src/sweep/measure_kind.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "kernels/kinematics.h"
#include "src/check/requirement_check.h"
#include "src/engines/connected_part.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/pose_clearance.h"
#include "src/proofs/check_report.h"
#include "src/sweep/report/export.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_boxes.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/shell.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;

template <class Visit>
void for_each_position(const ScanPlan& plan, Visit visit) {
    for (int s = 0; s < plan.slices(); ++s)
        for (int r = 0; r < plan.rows(); ++r)
            for (int c = 0; c < plan.columns(); ++c)
                visit(Vector{grid_coordinate(plan.x, c), grid_coordinate(plan.y, r), grid_coordinate(plan.z, s)});
}

/// The fraction of a cell's width that a point stands for. An axis of a single point is deliberate and cuts nothing
/// off.
double part(int at, int count) { return count > 1 && (at == 0 || at == count - 1) ? 0.5 : 1; }

/// Machines of all random kinds, each with its small grid.
std::vector<Platform> random_platforms() {
    std::vector<Platform> platforms;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        platforms.push_back(random_platform(seed));
        platforms.push_back(integer_platform(seed));
    }
    return platforms;
}

TEST(MeasuredVolume, CountsTheCellsOfTheReferenceAndOfTheOracle) {
    int some = 0, cut_off = 0;
    for (const Platform& platform : random_platforms()) {
        const ScanPlan plan = make_scan_plan(platform);
        const CountedCells counted = count_cells(plan);
        double reference = 0, at_least = 0, at_most = 0;
        bool border = false;
        const Workspace workspace = scan_reference(plan.oriented());
        std::vector<std::uint8_t> verdicts(static_cast<std::size_t>(plan.columns()));
        for (int z = 0; z < plan.slices(); ++z)
            for (int y = 0; y < plan.rows(); ++y) {
                fill_bytes(workspace[static_cast<std::size_t>(z)].row(y), verdicts);
                for (int x = 0; x < plan.columns(); ++x) {
                    const double cell = part(x, plan.columns()) * part(y, plan.rows()) * part(z, plan.slices());
                    const bool reached = verdicts[static_cast<std::size_t>(x)] != 0;
                    const double margin = hexscan_oracle::margin(
                        platform, grid_coordinate(plan.x, x), grid_coordinate(plan.y, y), grid_coordinate(plan.z, z));
                    if (reached) reference += cell;
                    if (margin > hexscan_oracle::sure_margin) at_least += cell;
                    if (!(margin < -hexscan_oracle::sure_margin)) at_most += cell;
                    border = border || (reached && cell < 1);
                }
            }
        EXPECT_EQ(counted.eighth_cells, 8 * reference);
        EXPECT_GE(counted.eighth_cells, 8 * at_least);
        EXPECT_LE(counted.eighth_cells, 8 * at_most);
        EXPECT_EQ(counted.cut_off, border);
        some += counted.eighth_cells > 0;
        cut_off += counted.cut_off;
    }
    EXPECT_GT(some, 100);
    EXPECT_GT(cut_off, 20);
}

TEST(TotalVolume, CountsTheCellsOfTheReference) {
    int some = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, seed % 2 ? WorkspaceKind::total : WorkspaceKind::inclusive, platform);
        const ScanPlan plan = make_scan_plan(platform.machine, total_scan(platform.scan));
        CountedCells expected;
        const Workspace workspace = answer_by_reference(plan).workspace;
        for (int s = 0; s < plan.slices(); ++s) expected.add(plan, s, workspace[static_cast<std::size_t>(s)]);
        EXPECT_EQ(count_cells(plan).eighth_cells, expected.eighth_cells) << seed;
        EXPECT_EQ(count_cells(plan).cut_off, expected.cut_off) << seed;
        some += expected.eighth_cells > 0;
    }
    EXPECT_GT(some, 5);
}

TEST(WorkspaceScan, AsksForTheWorkspaceAlone) {
    ScanRequest scan = random_platform(1).scan;
    scan.workspace = WorkspaceKind::inclusive;
    scan.questions.certified = true;
    scan.orientations.roll = {-0.2, 0.2, 5};
    scan.orientations.pitch = {0.1, 0.4, 4};
    scan.orientations.yaw = {0.3, 0.3, 1};
    scan.questions.maps = {MapKind::clearance};
    const ScanRequest asked = workspace_scan(scan), total = total_scan(scan);
    EXPECT_EQ(asked.orientations, scan.orientations);
    EXPECT_EQ(asked.workspace, WorkspaceKind::inclusive);
    EXPECT_EQ(total.workspace, WorkspaceKind::total);
    EXPECT_EQ(asked.x, scan.x);
    EXPECT_TRUE(asked.questions.maps.empty());
    EXPECT_EQ(workspace_problem(asked) + workspace_problem(total), "");
    EXPECT_EQ(certificate_problem(asked) + certificate_problem(total), "");
}

TEST(RequirementsMet, AreThoseThatTheCheckProves) {
    int met = 0, unmet = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        BoxDice dice(seed);
        const Machine& machine = dice.machine();
        std::vector<Requirement> requirements;
        for (int i = 0; i < 4; ++i) {
            const PoseBox box = dice.box(machine);
            requirements.push_back({"box", i % 2 ? dice.between(0, 0.05) : 0, required_box(box)});
        }
        const ProvenMachine proven(machine);
        const auto proved = std::count_if(requirements.begin(), requirements.end(), [&](const Requirement& r) {
            return check_requirement(proven, r).outcome == Outcome::proved;
        });
        EXPECT_EQ(requirements_met(machine, requirements).value, proved) << seed;
        met += static_cast<int>(proved);
        unmet += static_cast<int>(4 - proved);
    }
    EXPECT_GT(met, 20);
    EXPECT_GT(unmet, 20);
}

/// Poses of a box: its corners, its middle and random ones.
std::vector<Pose> poses_in(const PoseBox& box, BoxDice& dice) {
    std::vector<Pose> poses;
    for (unsigned pose = 0; pose < 264; ++pose) {
        std::array<double, PoseBox::dimensions> at{};
        for (std::size_t k = 0; k < at.size(); ++k)
            at[k] = pose < 64    ? (pose >> k & 1U ? box.high[k] : box.low[k])
                    : pose == 64 ? 0.5 * box.low[k] + 0.5 * box.high[k]
                                 : dice.between(box.low[k], box.high[k]);
        poses.push_back(pose_at(at));
    }
    return poses;
}

/// The figure of a measure for a machine and one requirement.
double figure_of(Measure::Kind kind, const Machine& machine, const Requirement& requirement) {
    SweepFile sweep;
    sweep.requirements = {requirement};
    return definition_of(kind).figure({machine, make_scan_plan(machine, sweep.scan), sweep, kind}).value;
}

TEST(LeastClearanceIn, IsProvedAndNearlyMetWhetherTheRequirementHoldsOrNot) {
    int held = 0, lost = 0;
    for (int seed = 0; seed < how_many(60); ++seed) {
        SCOPED_TRACE(seed);
        BoxDice dice(static_cast<std::uint64_t>(seed));
        const Machine& machine = dice.machine();
        const PoseBox box = dice.box(machine);
        const Requirement requirement{"box", 0, required_box(box)};
        const double least_m = figure_of(Measure::least_clearance_in, machine, requirement);
        double met_m = std::numeric_limits<double>::infinity();
        for (const Pose& pose : poses_in(box, dice)) met_m = std::min(met_m, pose_clearance(machine, pose).clearance_m);
        EXPECT_LE(least_m, met_m + grazing_tolerance_m(machine));
        const RequirementResult checked = check_requirement(ProvenMachine(machine), requirement, Asked::outcome);
        if (checked.outcome == Outcome::proved) {
            EXPECT_GE(least_m, -grazing_tolerance_m(machine));
            EXPECT_NEAR(least_m, checked.proof.least.clearance.clearance_m, 2 * least_clearance_tolerance_m(machine));
            ++held;
        }
        if (checked.outcome == Outcome::violated) {
            EXPECT_LE(least_m, checked.proof.least.clearance.clearance_m + grazing_tolerance_m(machine));
            EXPECT_LT(least_m, 0);
            ++lost;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(held, 5);
    EXPECT_GT(lost, 5);
}

TEST(LeastClearanceIn, OfALevelBoxBelowReachIsHowFarItsFarthestCornerIsBeyond) {
    const Machine machine = parse_platform(shell_file("1", "2", ""), "shell.yaml").machine;
    for (const double top_m : {2.0, 1.5}) {
        const Requirement requirement{"box", 0, required_box({{-0.5, 0, 1.5, 0, 0, 0}, {0.5, 1, top_m, 0, 0, 0}})};
        const double least_m = figure_of(Measure::least_clearance_in, machine, requirement);
        EXPECT_NEAR(least_m, 2 - std::hypot(0.5, 1, top_m), 1e-5);
    }
}

TEST(GrowthOf, IsHowLargeTheCheckProvesABoxToBe) {
    int grown = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        BoxDice dice(seed);
        const Machine& machine = dice.machine();
        const Requirement requirement{"box", 0, required_box(dice.box(machine))};
        if (!requirement.poses->has_size()) continue;
        const auto checked = check_requirement(ProvenMachine(machine), requirement).growth;
        ASSERT_TRUE(checked) << seed;
        const double growth = figure_of(Measure::growth_of, machine, requirement);
        EXPECT_NEAR(growth, checked->kept_to, 2e-3 * checked->kept_to) << seed;
        grown += growth > 0 ? 1 : 0;
    }
    EXPECT_GT(grown, 5);
}

class SweepOfShells : public FolderTest {};

double ball_m3(double radius_m) { return 4 * pi / 3 * radius_m * radius_m * radius_m; }

/// The volume and the largest ball of every machine are known, for any strokes.
TEST_F(SweepOfShells, HaveTheVolumesAndBallsOfGeometry) {
    constexpr int count = 51;
    constexpr double half_m = 2.1, step_m = 2 * half_m / (count - 1);
    const SweepFile sweep = closed_sweep(
        shell_file("1", "2", cube_scan(half_m, count)),
        "vary: {legs.min: {from: 0, to: 1.75, points: 8}, legs.max: [0.4, 1, 1.3, 1.7, 2]}\nmeasure: [volume, "
        "largest_ball]\n");
    const MeasuredSweep measured(sweep, folder_);
    // Every point of space is within half a cell's diagonal of a grid point. So the cells of the points inside contain
    // the shell shrunk by this distance and lie within the shell grown by it.
    const double reach_m = step_m * std::sqrt(3) / 2;
    const std::vector<Measured> all = measured.all();
    ASSERT_EQ(all.size(), 40U);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const std::vector<double> varied = measured.designs().varied(static_cast<std::int64_t>(k));
        const double min_m = varied[0], max_m = varied[1];
        SCOPED_TRACE(fmt::format("from {} to {} m", min_m, max_m));
        EXPECT_EQ(all[k].is_machine != 0, min_m <= max_m);
        if (min_m > max_m) {
            EXPECT_EQ(all[k], Measured{});
            continue;
        }
        EXPECT_EQ(all[k].cut_off, 0);
        const ShellPoints points = shell_points(min_m, max_m, half_m, count);
        const double volume_m3 = value_of(Measure::volume, all[k], sweep);
        const double cells = std::round(volume_m3 / (step_m * step_m * step_m));
        EXPECT_DOUBLE_EQ(volume_m3, cells * step_m * step_m * step_m);
        EXPECT_GE(cells, static_cast<double>(points.at_least));
        EXPECT_LE(cells, static_cast<double>(points.at_most));
        const double inner_m = std::max(min_m - reach_m, 0.0);
        EXPECT_LE(volume_m3, ball_m3(max_m + reach_m) - ball_m3(inner_m));
        EXPECT_GE(volume_m3, ball_m3(max_m - reach_m) - ball_m3(min_m + reach_m));
        const double ball_m = min_m > 0 ? (max_m - min_m) / 2 : max_m;
        EXPECT_LE(value_of(Measure::largest_ball, all[k], sweep), ball_m + 1e-12);
        EXPECT_GE(value_of(Measure::largest_ball, all[k], sweep), ball_m - 1e-6 * max_m);
    }
}

/// The shell is the same at every orientation of a set, so its total workspace equals that of one orientation.
TEST_F(SweepOfShells, HaveTheSameVolumeAtAllOrientations) {
    const SweepFile sweep = closed_sweep(
        shell_file(
            "1", "2",
            "scan: {orientation: {roll: {from: -40, to: 40, points: 3}, pitch: 5, yaw: {from: 0, to: 90, points: 3}}, "
            "workspace: total, x: {from: -2.1, to: 2.1, points: 20}, y: {from: -2.1, to: 2.1, points: 21}, "
            "z: {from: -2.1, to: 2.1, slices: 22}}"),
        "vary: {legs.max: {from: 1.1, to: 2.2, points: 5}}\nmeasure: [total_volume, volume]\n");
    const std::vector<Measured> all = MeasuredSweep(sweep, folder_).all();
    ASSERT_EQ(all.size(), 5U);
    for (const Measured& m : all) {
        EXPECT_GT(value_of(Measure::volume, m, sweep), 0);
        EXPECT_EQ(value_of(Measure::total_volume, m, sweep), value_of(Measure::volume, m, sweep));
    }
    EXPECT_EQ(all[3].cut_off, 0);
    EXPECT_EQ(all[4].cut_off, 1);
}

TEST_F(SweepOfShells, HaveABallOnALine) {
    const SweepFile sweep =
        closed_sweep(shell_file("1", "2",
                                "scan: {x: {from: 0, to: 2, points: 201}, y: {from: 0, to: 0, points: 1}, "
                                "z: {from: 0, to: 0, slices: 1}}"),
                     "vary: {legs.max: [1.5, 2]}\nmeasure: [largest_ball]\n");
    const std::vector<Measured> all = MeasuredSweep(sweep, folder_).all();
    EXPECT_NEAR(value_of(Measure::largest_ball, all[0], sweep), 0.25, 1e-12);
    EXPECT_NEAR(value_of(Measure::largest_ball, all[1], sweep), 0.5, 1e-12);
}

/// The same points give the same volume as in a scan's record, to the last bit.
TEST(SweptVolumes, AreThoseOfAScan) {
    SweepFile sweep;
    sweep.measures = {Measure::volume};
    sweep.scan.x = {-0.7, 0.9, 37, false};
    sweep.scan.y = {-0.3, 0.8, 41, false};
    sweep.scan.z = {1.1, 1.7, 23, false};
    Measured measured{.figures = {{}}};
    for (std::int64_t points = 1; points < 30'000; points += 7) {
        measure_volumes(
            sweep,
            [&](const ScanRequest&) {
                return CountedCells{8 * points, false};
            },
            measured);
        const double x_m = (0.9 + 0.7) / 36, y_m = (0.8 + 0.3) / 40, z_m = (1.7 - 1.1) / 22;
        EXPECT_EQ(value_of(Measure::volume, measured, sweep), static_cast<double>(points) * x_m * y_m * z_m);
    }
}

/// The volume connected to home, counted point by point, and the number of parts.
TEST(ConnectedVolume, CountsTheCellsOfHomesPart) {
    int in_parts = 0, whole = 0;
    for (Platform& platform : random_platforms()) {
        const ScanRange &x = platform.scan.x, &y = platform.scan.y, &z = platform.scan.z;
        if (!flat_grid_problem(platform.scan).empty() || x.from_m == x.to_m) continue;
        const auto middle = [](const ScanRange& range) { return (range.from_m + range.to_m) / 2; };
        if (!platform.machine.home) platform.machine.home = Pose{{middle(x), middle(y), middle(z)}, {}};
        platform.scan.questions = {};
        const ScanPlan plan = make_scan_plan(platform);
        const ConnectedPart homes =
            part_connected_with(platform.machine.home->position_m, answer_by_reference(plan).workspace, plan);
        double cells = 0;
        for (int s = 0; s < plan.slices() && !homes.runs.empty(); ++s)
            for (int row = 0; row < plan.rows(); ++row)
                for (const hexscan::Run& run : homes.runs[static_cast<std::size_t>(s)].row(row))
                    for (int c = run.first; c <= run.last; ++c)
                        cells += part(c, plan.columns()) * part(row, plan.rows()) * part(s, plan.slices());
        SweepFile sweep;
        sweep.scan = platform.scan;
        const auto figure = [&](Measure::Kind kind) {
            return definition_of(kind).figure({platform.machine, plan, sweep, kind}).value;
        };
        const double cell_m3 = plan.x.step_m * plan.y.step_m * plan.z.step_m;
        EXPECT_NEAR(figure(Measure::connected_volume), cells * cell_m3, 1e-12 * cells * cell_m3);
        EXPECT_EQ(figure(Measure::parts), static_cast<double>(homes.part_points.size()));
        ++(homes.part_points.size() > 1 ? in_parts : whole);
    }
    EXPECT_GT(in_parts, 5);
    EXPECT_GT(whole, 50);
}

TEST(ConnectedVolume, NeedsAHome) {
    SweepFile sweep = closed_sweep(usual_file(), "vary: {legs.max: [1900, 1950]}\nmeasure: [volume]\n");
    const auto problem = [&](Measure::Kind kind) { return definition_of(kind).problem(sweep, Measure(kind)); };
    EXPECT_EQ(problem(Measure::connected_volume) + problem(Measure::parts), "");
    sweep.machine.home.reset();
    EXPECT_TRUE(contains(problem(Measure::connected_volume), "needs home") &&
                contains(problem(Measure::parts), "needs home"));
}

/// The mass for a requirement's box as the check reports it; 0 if the box is not reached.
TEST(LargestMassIn, IsThatOfTheCheck) {
    const std::string platform = usual_file() +
                                 "load: {force: [0, 0, -200], at: [10, 0, 100]}\nrequirements:\n"
                                 "  - {name: near, x: [-40, 40], y: [-40, 40], roll: [-3, 3], max_force: 300}\n"
                                 "  - {name: far, x: [-4000, 40], max_force: 300}\n  - {name: free, x: [-1, 1]}\n";
    const SweepFile sweep = closed_sweep(
        platform, "vary: {legs.max: [1900, 1950]}\nmeasure: [largest_mass_in.near, largest_mass_in.far]\n");
    const Machine machine = build_machine(sweep.machine);
    const ScanPlan plan = make_scan_plan(machine, sweep.scan);
    const CheckReport report = check_platform(PlatformDocument(platform, "machine.yaml"));
    const auto figure = [&](std::size_t k) {
        return definition_of(sweep.measures[k].kind).figure({machine, plan, sweep, sweep.measures[k]}).value;
    };
    ASSERT_TRUE(report.masses[0] && !report.masses[1]);
    EXPECT_GT(figure(0), 10);
    EXPECT_EQ(figure(0), report.masses[0]->proved_kg);
    EXPECT_EQ(unit_in(sweep.measures[0], Units{}), "kg");
    EXPECT_EQ(figure(1), 0);
    const std::string vary = "vary: {legs.max: [1900, 1950]}\nmeasure: ";
    EXPECT_THROW(closed_sweep(platform, vary + "[largest_mass_in.free]\n"), InputError);
    std::string turned = platform;
    turned.replace(turned.find("force: [0, 0, -200]"), 19, "torque: [0, 0, 9]");
    EXPECT_THROW(closed_sweep(turned, vary + "[largest_mass_in.near]\n"), InputError);
}

/// A sweep of the usual machine over a list of homes. Two boxes near its limits leave coordinates to home.
std::string random_home_sweep(Dice& dice, std::string& platform) {
    const auto number = [&](double from, double to) { return fmt::format("{:.3f}", dice.between(from, to)); };
    const std::string x = number(100, 450), turn = number(1, 16), y = number(100, 450), clearance = number(0, 120);
    platform = usual_file() + fmt::format(
                                  "requirements:\n  - {{x: [-{0}, {0}], roll: [-{1}, {1}]}}\n"
                                  "  - {{y: [-{2}, {2}], yaw: [-{1}, {1}], clearance: {3}}}\n",
                                  x, turn, y, clearance);
    const char* const key = dice.one_of({"home.z", "home.x", "home.yaw", "home.roll"});
    const bool is_length = key[5] == 'z' || key[5] == 'x';
    const double middle = std::string(key) == "home.z" ? 1500 : 0, reach = is_length ? 350 : 18;
    const std::string below = number(middle - reach, middle);
    const std::string near = number(middle - reach / 4, middle + reach / 4);
    const std::string above = number(middle, middle + reach);
    return fmt::format("vary: {{{}: [{}, {}, {}]}}\nmeasure: [requirements]\n", key, below, near, above);
}

TEST(MeasuredRequirements, AreThoseThatCheckProvesOfTheMachinesOwnFile) {
    Dice dice(20261124);
    int met_some = 0, met_none = 0, unlike_nominal = 0;
    for (int sweep_number = 0; sweep_number < how_many(40); ++sweep_number) {
        std::string platform;
        const std::string text = random_home_sweep(dice, platform);
        const SweepFile sweep = closed_sweep(platform, text);
        const Designs designs(sweep);
        const int nominal = requirements_met(build_machine(sweep.machine), sweep.requirements).value;
        for (std::int64_t k = 0; k < designs.count(); ++k) {
            const CheckReport report =
                check_platform(PlatformDocument(platform_file_of(sweep, designs, k), "machine.yaml"));
            const auto proved = std::count_if(
                report.requirements.begin(), report.requirements.end(),
                [](const CheckedRequirement& checked) { return checked.result.outcome == Outcome::proved; });
            EXPECT_EQ(requirements_met(report.platform.machine, sweep.requirements).value, proved)
                << text << platform << k;
            (proved > 0 ? met_some : met_none) += 1;
            unlike_nominal += proved != nominal;
        }
    }
    if (asks_few()) return;
    EXPECT_GT(met_some, 20);
    EXPECT_GE(met_none, 5);
    EXPECT_GT(unlike_nominal, 10);
}

}  // namespace
