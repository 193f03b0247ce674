// Measures what a second GPU is worth for a long scan: the workspace that a hexapod reaches at each of 531 441
// orientations, on 2000 x 2000 x 700 points.
//
//   hexscan_two_gpus [REPEATS] [COLUMNS ROWS SLICES POINTS_PER_ANGLE]       default: 20 2000 2000 700 81; needs a GPU
//
// The first row is one scan on GPU 0. For the second row two threads take pieces of the slices in turn, one thread on
// GPU 0 and the other on GPU 1. With a single GPU both threads use GPU 0: this tests the division of the work, and the
// factor of two GPUs is missing. All slices of the pieces must be bit for bit those of the one scan; otherwise the
// program exits with 1.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bench/times.h"
#include "src/device/devices.h"
#include "src/engines/engine.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan_cuda/cuda_engines.h"

namespace {

using namespace hexscan;
using hexscan_bench::times_ms;

/// The number of pieces. Slices differ in work, so each thread gets several pieces from all heights of the grid.
constexpr int pieces = 14;

struct Size {
    int columns = 2000, rows = 2000, slices = 700, points_per_angle = 81;
};

ScanPlan plan_of(const Size& size) {
    constexpr double degree = std::numbers::pi / 180;
    Platform platform = built_in_platform();
    ScanRequest& scan = platform.scan;
    scan.x.count = size.columns;
    scan.y.count = size.rows;
    scan.z.count = size.slices;
    const AngleRange range{-5 * degree, 5 * degree, size.points_per_angle};
    scan.orientations.roll = scan.orientations.pitch = scan.orientations.yaw = range;
    scan.workspace = WorkspaceKind::total;
    return make_scan_plan(platform);
}

/// The slices [first, first + count) of the plan, prepared on the current device.
struct Piece {
    int first, count;
    std::unique_ptr<PreparedScan> scan;
};

/// Every second piece of the plan, on one device.
std::vector<Piece> every_second_piece(const Engine& engine, const ScanPlan& plan, int begin, int device) {
    use_device(device);
    std::vector<Piece> found;
    for (int i = begin; i < pieces; i += 2) {
        const int first = plan.slices() * i / pieces, count = plan.slices() * (i + 1) / pieces - first;
        if (count > 0) found.push_back({first, count, engine.prepare(plan.slab(first, count))});
    }
    return found;
}

void scan_all(const std::vector<Piece>& mine, int device) {
    use_device(device);
    for (const Piece& piece : mine) piece.scan->scan();
}

/// Scans both halves at once, each on its device.
void scan_together(const std::array<std::vector<Piece>, 2>& halves, const std::array<int, 2>& devices) {
    std::exception_ptr error;
    std::thread other([&] {
        try {
            scan_all(halves[1], devices[1]);
        } catch (...) {
            error = std::current_exception();
        }
    });
    try {
        scan_all(halves[0], devices[0]);
    } catch (...) {
        other.join();
        throw;
    }
    other.join();
    if (error) std::rethrow_exception(error);
}

int differing_slices(const PreparedScan& whole, const std::array<std::vector<Piece>, 2>& halves) {
    int differing = 0;
    for (const std::vector<Piece>& half : halves)
        for (const Piece& piece : half)
            for (int i = 0; i < piece.count; ++i) differing += piece.scan->slice(i) != whole.slice(piece.first + i);
    return differing;
}

void print_row(const char* name, const Spread& times) {
    std::printf("%-32s%12.3f%12.3f%12.3f\n", name, times.median, times.min, times.max);
}

/// Returns the number of slices that differ.
int measure(const Size& size, int repeats) {
    const DeviceList list = list_devices();
    if (list.devices.empty()) throw std::runtime_error(list.problem);
    const bool two = list.devices.size() > 1;
    const std::array<int, 2> devices{0, two ? 1 : 0};
    use_device(0);
    const ScanPlan plan = plan_of(size);
    const Engine* const engine = cuda_engine_for(plan);
    if (engine == nullptr) throw std::runtime_error("no engine for this plan");
    std::printf("Total of %lld orientations on %d x %d x %d points, %s, ms\n\n",
                static_cast<long long>(plan.set->count()), size.columns, size.rows, size.slices,
                list.devices.front().name.c_str());
    std::printf("%-32s%12s%12s%12s\n", "", "median", "least", "most");
    const std::unique_ptr<PreparedScan> whole = engine->prepare(plan);
    whole->poison(0x55);
    const Spread alone = times_ms(repeats, [&] { whole->scan(); });
    print_row("one GPU, one scan", alone);
    const std::array<std::vector<Piece>, 2> halves{every_second_piece(*engine, plan, 0, devices[0]),
                                                   every_second_piece(*engine, plan, 1, devices[1])};
    for (const std::vector<Piece>& half : halves)
        for (const Piece& piece : half) piece.scan->poison(0xAA);
    const Spread together = times_ms(repeats, [&] { scan_together(halves, devices); });
    print_row(two ? "two GPUs, a thread each" : "one GPU, used by two threads", together);
    const int differing = differing_slices(*whole, halves);
    std::printf("\nslices that differ: %d of %d\n", differing, plan.slices());
    if (two)
        std::printf("two GPUs are %.2f times as fast as one\n", alone.median / together.median);
    else
        std::printf("This host has one GPU, so the factor of two GPUs is missing.\n");
    return differing;
}

int number(char** argv, int argc, int index, int otherwise) {
    return index < argc ? std::atoi(argv[index]) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Size usual;
        const Size size{number(argv, argc, 2, usual.columns), number(argv, argc, 3, usual.rows),
                        number(argv, argc, 4, usual.slices), number(argv, argc, 5, usual.points_per_angle)};
        return measure(size, number(argv, argc, 1, 20)) == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan_two_gpus: %s\n", error.what());
        return 3;
    }
}
