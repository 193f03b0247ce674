// Measures workspaces and maps of sets of orientations on a GPU, and verifies them first. Brute force in double
// precision verifies them. The CPU's reference does so for sliders, arms and limits that legs share. Prints a CSV.
//
//   hexscan_set_figures [REPEATS] [SLICES VERIFIED] [CASE]        all cases without CASE; run it in the folder that
//                                                                 contains platforms/
//
// A time begins with the call and ends when the last number is in host memory. The table has the median, least and
// largest of the repeats after a warm-up. A map cannot be faster than the copy of its bytes to pinned memory, which the
// same run measures.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <numbers>
#include <string_view>
#include <vector>

#include "bench/times.h"
#include "src/base/spread.h"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan_cuda/cuda_engines.h"

namespace {

using namespace hexscan;
using hexscan_bench::times_ms;

constexpr double degree = std::numbers::pi / 180;

struct Case {
    const char* name;
    Platform platform;
};

OrientationSet ranges(double to_deg, int points) {
    const AngleRange range{-to_deg * degree, to_deg * degree, points};
    OrientationSet set;
    set.roll = set.pitch = set.yaw = range;
    return set;
}

OrientationSet cone(double to_deg, int rings, int directions) {
    OrientationSet set;
    set.tilt = TiltCone{to_deg * degree, rings, directions};
    return set;
}

Case a_case(const char* name, const OrientationSet& set, WorkspaceKind workspace, std::vector<MapKind> maps = {}) {
    Platform platform = built_in_platform();
    platform.scan.orientations = set;
    platform.scan.workspace = workspace;
    platform.scan.questions.maps = std::move(maps);
    return {name, platform};
}

/// The same case for two machines: one that carries a load, and one that also has a force limit per leg.
Case of_load(Case which) {
    which.platform.machine.load = Load{{30, 40, -500}, {5, 0, 10}, {0.1, 0, 0.2}};
    return which;
}
Case of_limited_load(Case which) {
    which = of_load(which);
    which.platform.machine.load->max_force.emplace().fill(2000);
    return which;
}

/// The same case for a machine whose legs have a thickness.
Case of_thick_legs(Case which) {
    which.platform.machine.legs_apart = LegsApart{0.05, 0.01, 0.1, {}};
    return which;
}

/// A map of an installed machine at its own orientation, on a grid with as many points as that of the built-in machine.
Case map_of(const char* name, const char* file, MapKind map) {
    Platform platform = load_platform(std::filesystem::path("platforms") / file);
    const ScanRequest usual = built_in_platform().scan;
    platform.scan.x.count = usual.x.count;
    platform.scan.y.count = usual.y.count;
    platform.scan.z.count = usual.z.count;
    platform.scan.questions.maps = {map};
    find_open_ranges(platform);
    return {name, platform};
}

double pinned_copy_ms(std::int64_t bytes, int repeats) {
    if (bytes == 0) return 0;
    DeviceBuffer<std::uint8_t> there(static_cast<std::size_t>(bytes));
    PinnedBuffer<std::uint8_t> here(static_cast<std::size_t>(bytes));
    const Stream stream;
    return times_ms(repeats,
                    [&] {
                        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(here.data(), there.data(), here.bytes(),
                                                           cudaMemcpyDeviceToHost, stream.get()));
                        stream.synchronize();
                    })
        .median;
}

/// The number of differences in evenly spaced slices of the whole grid. Each slice is filled with poison first.
std::int64_t differences(const ScanPlan& plan, int slices) {
    std::int64_t count = 0;
    for (int i = 0; i < slices; ++i) {
        const int at = slices == 1 ? plan.slices() / 2 : i * (plan.slices() - 1) / (slices - 1);
        const ScanPlan slab = plan.slab(at, 1);
        const Engine& exact = slab.has_closed_form() ? *cuda_brute_force_engine() : reference_engine();
        const auto scan = cuda_engine_for(slab)->prepare(slab), referee = exact.prepare(slab);
        scan->poison(0x55);
        scan->scan();
        referee->scan();
        const Verification result = verify_against(*referee, *scan, slab);
        count += result.differences + result.unwritten_points;
    }
    return count;
}

void measure(const Case& which, int repeats, int verified_slices) {
    const ScanPlan plan = make_scan_plan(which.platform);
    const std::int64_t wrong = differences(plan, std::min(verified_slices, plan.slices()));
    const auto scan = cuda_engine_for(plan)->prepare(plan);
    const Spread times = times_ms(repeats, [&] { scan->scan(); });
    const std::int64_t bytes = scan->output_bytes();
    const double floor_ms = plan.maps.empty() ? 0 : pinned_copy_ms(bytes, repeats);
    const double decided = static_cast<double>(plan.points()) * static_cast<double>(plan.set->count());
    std::printf("%s,%lld,%lld,%d,%.4f,%.4f,%.4f,%lld,%.4f,%.3g\n", which.name,
                static_cast<long long>(plan.set->count()), static_cast<long long>(wrong), verified_slices, times.median,
                times.min, times.max, static_cast<long long>(bytes), floor_ms, decided / (1e-3 * times.median));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::atoi(argv[1]) : 20;
    const int verified = argc > 2 ? std::atoi(argv[2]) : 8;
    const std::string_view only = argc > 3 ? argv[3] : "";
    if (list_devices().devices.empty()) {
        std::fputs("no CUDA device\n", stderr);
        return 3;
    }
    std::printf("# %s\n", list_devices().devices.front().name.c_str());
    std::printf(
        "case,orientations,differences,slices_verified,median_ms,min_ms,max_ms,bytes,pinned_copy_ms,decided_per_s\n");
    OrientationSet level;
    const Case cases[] = {
        a_case("total-21", ranges(5, 21), WorkspaceKind::total),
        a_case("inclusive-21", ranges(5, 21), WorkspaceKind::inclusive),
        a_case("clearance", level, WorkspaceKind::constant, {MapKind::clearance}),
        a_case("limit", level, WorkspaceKind::constant, {MapKind::limit}),
        a_case("tilt-40x36", cone(20, 40, 36), WorkspaceKind::total, {MapKind::tilt}),
        a_case("total-81", ranges(5, 81), WorkspaceKind::total),
        of_load(a_case("conditioning", level, WorkspaceKind::constant, {MapKind::conditioning})),
        of_thick_legs(a_case("gap", level, WorkspaceKind::constant, {MapKind::gap})),
        of_limited_load(a_case("effort", level, WorkspaceKind::constant, {MapKind::effort})),
        of_load(a_case("force", level, WorkspaceKind::constant, {MapKind::force})),
        of_load(a_case("error", level, WorkspaceKind::constant, {MapKind::error})),
        of_load(a_case("rate", level, WorkspaceKind::constant, {MapKind::rate})),
        of_load(a_case("turn_rate", level, WorkspaceKind::constant, {MapKind::turn_rate})),
        map_of("clearance of sliders", "pkm-6-pus.yaml", MapKind::clearance),
        map_of("limit of sliders", "pkm-6-pus.yaml", MapKind::limit),
        map_of("clearance of arms", "reachy-mini.yaml", MapKind::clearance),
        map_of("limit of arms", "reachy-mini.yaml", MapKind::limit),
    };
    // With 531 441 orientations brute force takes too long for more than one slice.
    for (const Case& which : cases)
        if (only.empty() || only == which.name)
            measure(which, repeats, which.platform.scan.orientations.count() > 100'000 ? 1 : verified);
    return 0;
}
