// The common reach of a tolerance study's machines, compared with one machine after another.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/engines/host_engines.h"
#include "src/results/radii/radii_file.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/reach_slices.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/random_set.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// Every figure of radii.csv, including those at the z axis, covers the measured machines at the sweep's set of
/// orientations.
class CommonReachesOfSets : public FolderTest, public testing::WithParamInterface<const char*> {};

TEST_P(CommonReachesOfSets, AreWhatMachineByMachineReachesOfTheSet) {
    std::string file = usual_file();
    file.replace(
        file.find("scan: {x"), 8,
        fmt::format("scan: {{workspace: {}, orientation: {{roll: {{from: -9, to: 14, points: 3}}, pitch: {{from: 0, "
                    "to: 6, points: 2}}, yaw: 3}}, x",
                    GetParam()));
    constexpr int samples = 41;
    const SweepFile sweep = closed_sweep(
        file,
        fmt::format("tolerances: {{legs.max: {{normal: 40}}, base.joints: {{uniform: 30}}, samples: {}, seed: 3}}\n"
                    "measure: [volume, total_volume]\n",
                    samples));
    const MeasuredSweep measured(sweep, folder_);
    BlockFile counts(folder_ / "reach.blocks", sweep.identity, sweep.scan.z.count, reach_bytes(sweep));
    count_reach(sweep, measured.meters(), process_ranks(), &counts, silent_observer());
    const ScanGrid grid = scan_grid(sweep.scan);
    const ReachSlices slices(grid, counts, samples);
    RadiiFile radii(grid, folder_);
    const std::vector<Orientation> set = members(sweep.scan.orientations);
    const bool total = sweep.scan.workspace == WorkspaceKind::total;
    std::vector<Platform> machines;
    for (std::int64_t k = 0; k < samples; ++k) machines.push_back({measured.designs().machine(k), sweep.scan});
    int with_axis = 0, without_axis = 0;
    for (int s = 0; s < grid.slices(); ++s) {
        const Slice slice = slices.slice(s);
        radii.take(slice);
        int reaching = 0;
        for (const Platform& machine : machines) {
            const auto reaches = [&](const Orientation& orientation) {
                return hexscan_oracle::reachable(at(machine, orientation), 0, 0, grid_coordinate(grid.z, s));
            };
            reaching +=
                total ? std::all_of(set.begin(), set.end(), reaches) : std::any_of(set.begin(), set.end(), reaches);
        }
        EXPECT_EQ(slice.axis_reachable, 20 * reaching >= 19 * samples) << s;
        if (slice.runs.reachable_points() == 0) continue;
        (slice.axis_reachable ? with_axis : without_axis) += 1;
        EXPECT_EQ(radii.radii(s).inscribed_radius_m.value() > 0, slice.axis_reachable);
    }
    EXPECT_GT(with_axis, 2);
    radii.finish();
    // The workspace covers the set, and so does every machine's volume.
    const std::vector<Measured> all = measured.all();
    double largest_m3 = 0;
    for (std::int64_t k = 0; k < samples; ++k) {
        const Measured& one = all[static_cast<std::size_t>(k)];
        CountedCells expected;
        const ScanPlan plan = make_scan_plan(machines[static_cast<std::size_t>(k)]);
        const Workspace workspace = answer_by_reference(plan).workspace;
        for (int s = 0; s < grid.slices(); ++s) expected.add(grid, s, workspace[static_cast<std::size_t>(s)]);
        const double one_m3 = value_of(Measure::volume, one, sweep);
        const double total_m3 = value_of(Measure::total_volume, one, sweep);
        EXPECT_EQ(one_m3, volume_m3(expected.eighth_cells, grid));
        EXPECT_TRUE(total ? total_m3 == one_m3 : total_m3 < one_m3);
        largest_m3 = std::max(largest_m3, one_m3);
    }
    EXPECT_GT(radii.summary().volume_m3, 0);
    EXPECT_LT(radii.summary().volume_m3, largest_m3);
}

INSTANTIATE_TEST_SUITE_P(Workspaces, CommonReachesOfSets, testing::Values("total", "inclusive"));

class CommonReaches : public FolderTest, public testing::WithParamInterface<int> {};

TEST_P(CommonReaches, AreWhatMachineByMachineReaches) {
    const int samples = GetParam();
    // Some machines cannot be built, because scatter takes max_tilt beyond half a turn.
    std::string wide = usual_file();
    wide.replace(wide.find("max_tilt: 36"), 12, "max_tilt: 175");
    const SweepFile sweep = closed_sweep(
        wide, fmt::format("tolerances:\n  legs.max: {{normal: 40}}\n  base.joints: {{uniform: 30}}\n"
                          "  platform.max_tilt[0]: {{uniform: 10}}\n  samples: {}\n  seed: 2\nmeasure: [volume]\n",
                          samples));
    const MeasuredSweep measured(sweep, folder_);
    BlockFile file(folder_ / "reach.blocks", sweep.identity, sweep.scan.z.count, reach_bytes(sweep));
    count_reach(sweep, measured.meters(), process_ranks(), &file, silent_observer());

    std::vector<Workspace> machines;
    for (std::int64_t k = 0; k < samples; ++k) try {
            machines.push_back(scan_reference(make_scan_plan(measured.designs().machine(k), sweep.scan).oriented()));
        } catch (const DescriptionError&) {
            continue;
        }
    ASSERT_FALSE(machines.empty());
    if (samples > 20) {
        EXPECT_LT(machines.size(), static_cast<std::size_t>(samples));
    }
    const auto valid = static_cast<std::int64_t>(machines.size());
    const ScanGrid grid = scan_grid(sweep.scan);
    const ReachSlices slices(grid, file, valid);
    std::int64_t reached_by_some = 0, reached_by_enough = 0;
    for (int s = 0; s < grid.slices(); ++s) {
        const Slice slice = slices.slice(s);
        const WorkspaceSlice& common = slice.runs;
        const std::vector<SliceField>& fields = slice.fields;
        ASSERT_EQ(fields.size(), 1U);
        const auto& share = std::get<std::vector<float>>(fields[0].values);
        for (int r = 0; r < grid.rows(); ++r) {
            const auto columns = static_cast<std::size_t>(grid.columns());
            std::vector<std::uint8_t> enough(columns), row(columns);
            fill_bytes(common.row(r), enough);
            std::vector<std::int64_t> reaching(columns);
            for (const Workspace& machine : machines) {
                fill_bytes(machine[static_cast<std::size_t>(s)].row(r), row);
                for (std::size_t c = 0; c < columns; ++c) reaching[c] += row[c];
            }
            for (std::size_t c = 0; c < columns; ++c) {
                EXPECT_EQ(share[static_cast<std::size_t>(r) * columns + c],
                          static_cast<float>(static_cast<double>(reaching[c]) / static_cast<double>(valid)));
                EXPECT_EQ(enough[c] != 0, 20 * reaching[c] >= 19 * valid) << reaching[c] << " of " << valid;
                reached_by_some += reaching[c] > 0;
                reached_by_enough += enough[c];
            }
        }
    }
    EXPECT_GT(reached_by_enough, 0);
    EXPECT_GT(reached_by_some, reached_by_enough);
}

INSTANTIATE_TEST_SUITE_P(Samples, CommonReaches, testing::Values(2, 20, 41, 60));

}  // namespace
