// Measures the cost of writing images, compared with writing the same bytes with plain open, write and close on as many
// threads. Also measures the cost of the enclosing circle. Files go to the system's temporary folder (TMPDIR).
//
// Every iteration writes one file that does not exist yet, as a scan does. Removing it is not part of the time. File
// names repeat after a while, so that the disk is not measured.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "src/results/pictures/image_writer.h"
#include "src/results/radii/enclosing_circle.h"
#include "src/results/radii/slice_radii.h"

namespace {

using namespace hexscan;

constexpr int points = 1000;
constexpr int names = 16;

/// A disc that covers 90 % of the width, like the largest slices of the case study.
WorkspaceSlice disc() {
    WorkspaceSlice slice;
    const double centre = (points - 1) / 2.0, radius = 0.45 * points;
    for (int row = 0; row < points; ++row) {
        const double half_sq = radius * radius - (row - centre) * (row - centre);
        if (half_sq >= 0) {
            const double half = std::sqrt(half_sq);
            slice.runs.push_back({static_cast<std::int32_t>(std::ceil(centre - half)),
                                  static_cast<std::int32_t>(std::floor(centre + half))});
        }
        slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
    }
    return slice;
}

/// A folder that exists during one thread's benchmark.
class BenchFolder {
public:
    explicit BenchFolder(int thread)
        : path_(std::filesystem::temp_directory_path() /
                ("hexscan_bench_" + std::to_string(getpid()) + "_" + std::to_string(thread))) {
        std::filesystem::create_directories(path_);
    }
    ~BenchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;

    std::filesystem::path next_name() { return path_ / ("slice_" + std::to_string(next_++ % names) + ".bmp"); }

private:
    std::filesystem::path path_;
    int next_ = 0;
};

template <class WriteFile>
void write_files(benchmark::State& state, WriteFile write_file) {
    BenchFolder folder(state.thread_index());
    std::int64_t bytes = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const std::filesystem::path path = folder.next_name();
        std::filesystem::remove(path);
        state.ResumeTiming();
        write_file(path);
        state.PauseTiming();
        bytes += static_cast<std::int64_t>(std::filesystem::file_size(path));
        state.ResumeTiming();
    }
    state.SetBytesProcessed(bytes);
}

void write_plainly(const std::filesystem::path& path, const std::vector<char>& bytes) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t written = write(file, bytes.data() + done, bytes.size() - done);
        if (written < 0) throw std::runtime_error("cannot write " + path.string());
        done += static_cast<std::size_t>(written);
    }
    close(file);
}

void plain_write(benchmark::State& state) {
    const std::vector<char> bytes(static_cast<std::size_t>(image_bytes(ImageFormat::bmp, points, points)), '\xFF');
    write_files(state, [&](const std::filesystem::path& path) { write_plainly(path, bytes); });
}

void image_write(benchmark::State& state) {
    const WorkspaceSlice slice = disc();
    const ImageWriter writer(state.range(0) == 0 ? ImageFormat::bmp : ImageFormat::png, points, points);
    write_files(state, [&](const std::filesystem::path& path) { writer.write(path, slice); });
}

void on_one_two_and_all_threads(benchmark::internal::Benchmark* bench) {
    const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    bench->Threads(1)->Threads(2)->UseRealTime();
    if (all > 2) bench->Threads(all);
}

/// Computes the convex hull and the enclosing circle of a slice's row ends.
void circle_of_disc(benchmark::State& state) {
    const WorkspaceSlice slice = disc();
    for (auto _ : state) {
        std::vector<SlicePoint> ends;
        for (int row = 0; row < slice.rows(); ++row)
            for (const Run& run : slice.row(row)) {
                ends.push_back({run.first, row});
                ends.push_back({run.last, row});
            }
        std::vector<PlanePoint> corners;
        for (const SlicePoint& corner : convex_hull(std::move(ends)))
            corners.push_back({0.0018 * corner.column, 0.0018 * corner.row});
        benchmark::DoNotOptimize(enclosing_circle(corners));
    }
}

BENCHMARK(plain_write)->Apply(on_one_two_and_all_threads);
BENCHMARK(image_write)->ArgName("png")->Arg(0)->Apply(on_one_two_and_all_threads);
BENCHMARK(image_write)->ArgName("png")->Arg(1)->Apply(on_one_two_and_all_threads);
BENCHMARK(circle_of_disc)->Unit(benchmark::kMicrosecond);

}  // namespace
