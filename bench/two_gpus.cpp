// Measures what a second GPU is worth for long scans: the workspaces that a hexapod reaches at each, and at any, of a
// set of orientations, on 2000 x 2000 x 700 points.
//
//   hexscan_two_gpus [REPEATS] [COLUMNS ROWS SLICES]       default: 10 2000 2000 700; needs a GPU
//
// The first row is one scan on GPU 0. For the other rows two threads take pieces of the slices in turn, one thread on
// GPU 0 and the other on GPU 1. With a single GPU both threads use GPU 0: this tests the division of the work, and the
// factor of two GPUs is missing. All slices of the pieces must be bit for bit those of the one scan, and one slice must
// be that of the CPU; otherwise the program exits with 1.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/times.h"
#include "src/device/devices.h"
#include "src/engines/engine.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan_cuda/cuda_engines.h"

namespace {

using namespace hexscan;
using hexscan_bench::times_ms;

struct Size {
    int columns = 2000, rows = 2000, slices = 700;
};

/// A workspace of a set of orientations, with rotations of up to 5 degrees about each axis.
struct Question {
    const char* name;
    WorkspaceKind workspace;
    int points_per_angle;
};
constexpr Question questions[] = {{"total", WorkspaceKind::total, 81}, {"inclusive", WorkspaceKind::inclusive, 21}};

ScanPlan plan_of(const Size& size, const Question& question) {
    constexpr double degree = std::numbers::pi / 180;
    Platform platform = built_in_platform();
    ScanRequest& scan = platform.scan;
    scan.x.count = size.columns;
    scan.y.count = size.rows;
    scan.z.count = size.slices;
    const AngleRange range{-5 * degree, 5 * degree, question.points_per_angle};
    scan.orientations.roll = scan.orientations.pitch = scan.orientations.yaw = range;
    scan.workspace = question.workspace;
    return make_scan_plan(platform);
}

/// The slices [first, first + count) of the plan, prepared on the current device.
struct Piece {
    int first, count;
    std::unique_ptr<PreparedScan> scan;
};

/// Every second piece of the plan, on one device.
std::vector<Piece> every_second_piece(const Engine& engine, const ScanPlan& plan, int pieces, int begin, int device) {
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

/// Scans both halves at the same time, each on its own device.
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

/// The number of reachable points. Throws if points were never written, or if the slice in the middle differs from the
/// CPU's.
std::int64_t checked_points(const PreparedScan& scan, const ScanPlan& plan) {
    if (scan.unwritten_points() != 0) throw std::runtime_error("the scan left points unwritten");
    const int middle = plan.slices() / 2;
    const ScanPlan slab = plan.slab(middle, 1);
    const std::unique_ptr<PreparedScan> referee = fastest_host_engine(slab).prepare(slab);
    referee->scan();
    if (referee->slice(0) != scan.slice(middle)) throw std::runtime_error("the slice in the middle is not the CPU's");
    std::int64_t points = 0;
    for (int i = 0; i < plan.slices(); ++i) points += scan.slice(i).reachable_points();
    return points;
}

void print_row(const std::string& name, const Spread& times, double alone_ms) {
    std::printf("%-36s%12.3f%12.3f%12.3f%12.2f\n", name.c_str(), times.median, times.min, times.max,
                alone_ms / times.median);
}

/// Returns the number of slices that differ.
int measure(const Size& size, const Question& question, const std::array<int, 2>& devices, int repeats) {
    use_device(0);
    const ScanPlan plan = plan_of(size, question);
    const Engine* const engine = cuda_engine_for(plan);
    if (engine == nullptr) throw std::runtime_error("no engine for this plan");
    const std::unique_ptr<PreparedScan> whole = engine->prepare(plan);
    whole->poison(0x55);
    const Spread alone = times_ms(repeats, [&] { whole->scan(); });
    std::printf("\n%s of %lld orientations: %lld of %lld points are reachable\n", question.name,
                static_cast<long long>(plan.set->count()), static_cast<long long>(checked_points(*whole, plan)),
                static_cast<long long>(plan.points()));
    std::printf("%-36s%12s%12s%12s%12s\n", "", "median ms", "least", "most", "speed-up");
    print_row("one GPU, one scan", alone, alone.median);
    int differing = 0;
    // Slices take different amounts of work, so many pieces divide it more evenly. But each piece has its own start and
    // end, which take time.
    for (const int pieces : {2, 4, 14}) {
        const std::array<std::vector<Piece>, 2> halves{every_second_piece(*engine, plan, pieces, 0, devices[0]),
                                                       every_second_piece(*engine, plan, pieces, 1, devices[1])};
        for (const std::vector<Piece>& half : halves)
            for (const Piece& piece : half) piece.scan->poison(0xAA);
        const Spread together = times_ms(repeats, [&] { scan_together(halves, devices); });
        print_row((devices[1] == 0 ? "one GPU, two threads, " : "two GPUs, ") + std::to_string(pieces) + " pieces",
                  together, alone.median);
        differing += differing_slices(*whole, halves);
    }
    std::printf("slices that differ: %d\n", differing);
    return differing;
}

int measure_all(const Size& size, int repeats) {
    const DeviceList list = list_devices();
    if (list.devices.empty()) throw std::runtime_error(list.problem);
    const std::array<int, 2> devices{0, list.devices.size() > 1 ? 1 : 0};
    std::printf("Two GPUs for a scan of %d x %d x %d points, %s\n", size.columns, size.rows, size.slices,
                list.devices.front().name.c_str());
    int differing = 0;
    for (const Question& question : questions) differing += measure(size, question, devices, repeats);
    if (devices[1] == 0) std::printf("\nThis host has one GPU, so the factor of two GPUs is missing.\n");
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
                        number(argv, argc, 4, usual.slices)};
        return measure_all(size, number(argv, argc, 1, 10)) == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan_two_gpus: %s\n", error.what());
        return 3;
    }
}
