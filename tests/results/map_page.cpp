// Writes the page of a scan with every map there is, the maps computed point by point: what the browser is shown in tests and
// pictures. usage: hexscan_map_page FOLDER

#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/kinematics.h"
#include "src/machine/pose_clearance.h"
#include "src/results/page_file.h"
#include "src/scan/cpu_engine.h"

namespace {

using namespace hexscan;

/// Clearance, active limit, and two maps that only have a known form: a tilt that is x + 1 in degrees, a share that is z / 2.
std::vector<SliceField> fields(const Machine& machine, const ScanPlan& plan, int slice) {
    const ScanGeometry<double>& grid = plan.geometry;
    std::vector<float> clearance, tilt, share;
    std::vector<std::uint8_t> limit;
    for (int row = 0; row < plan.rows(); ++row)
        for (int column = 0; column < plan.columns(); ++column) {
            const Pose pose{
                {grid_coordinate(grid.x, column), grid_coordinate(grid.y, row), grid_coordinate(grid.z, slice)}, {}};
            const PoseClearance least = pose_clearance(machine, pose);
            clearance.push_back(static_cast<float>(least.clearance_m));
            limit.push_back(static_cast<std::uint8_t>(1 + limits_per_leg * least.leg + static_cast<int>(least.limit)));
            tilt.push_back(static_cast<float>(1 + pose.position_m.x));
            share.push_back(static_cast<float>(pose.position_m.z / 2));
        }
    return {{"clearance", "m", clearance}, {"limit", "", limit}, {"tilt", "deg", tilt}, {"share", "", share}};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    RunRecord record;
    record.platform = built_in_platform();
    record.platform.scan.x.count = record.platform.scan.y.count = 181;
    record.platform.scan.z.count = 37;
    record.command_line = {"hexscan"};
    record.engine = {{"name", "cpu"}, {"device", "cpu"}};
    record.engine_text = "cpu engine";
    const ScanPlan plan = make_scan_plan(record.platform);
    RadiiFile radii(plan, folder);
    PageFile page(record, radii, folder);
    const Workspace slices = scan_on_cpu(plan);
    tbb::parallel_for(0, plan.slices(), [&](int i) {
        const Slice slice{i, slices[static_cast<std::size_t>(i)], fields(record.platform.machine, plan, i)};
        radii.take(slice);
        page.take(slice);
    });
    radii.finish({});
    page.finish({});
}
