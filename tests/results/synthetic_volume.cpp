// Writes a volume whose fields have known values, for volume_read_back_test.py. The values at column x, row y and slice
// z are:
//   clearance  0.5 + x + 1000 y + 100000 z   float
//   limit      (x + 3 y + 7 z) mod 251       byte
//
// usage: synthetic_volume FOLDER COLUMNS ROWS SLICES

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/results/volume/volume_file.h"

namespace {

using namespace hexscan;

Slice synthetic_slice(const ScanPlan& plan, int z, WorkspaceSlice runs) {
    std::vector<float> clearance;
    std::vector<std::uint8_t> limit;
    for (int y = 0; y < plan.rows(); ++y)
        for (int x = 0; x < plan.columns(); ++x) {
            clearance.push_back(0.5F + static_cast<float>(x + 1000 * y + 100000 * z));
            limit.push_back(static_cast<std::uint8_t>((x + 3 * y + 7 * z) % 251));
        }
    return {z, std::move(runs), {{"clearance", "m", std::move(clearance)}, {"limit", "", std::move(limit)}}};
}

void write(const std::string& folder, int columns, int rows, int slices) {
    Platform platform = built_in_platform();
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    platform.scan.z.count = slices;
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace workspace = scan_on_cpu(plan.oriented());
    VolumeFile volume(platform.machine.name, scan_grid(platform.scan), folder);
    tbb::parallel_for(0, slices,
                      [&](int z) { volume.take(synthetic_slice(plan, z, workspace[static_cast<std::size_t>(z)])); });
    volume.write("{}");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    try {
        write(argv[1], std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "synthetic_volume: %s\n", error.what());
        return 3;
    }
    return 0;
}
