// Measures the cost of the volume, compared with plain HDF5 calls on as many threads. These calls write chunks that are
// already compressed (ready_chunks), or compress the bytes with zlib first (zlib_chunks), or leave compression to HDF5,
// which handles one chunk at a time (hdf5_filters). Argument: threads. Files go to the system's temporary folder
// (TMPDIR). Each file is created and removed again; the time excludes the removal.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <hdf5.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <unistd.h>
#include <zlib.h>

#include "kernels/kinematics.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/results/results_tuning.h"
#include "src/results/volume/field_chunk.h"
#include "src/results/volume/tile_stream.h"
#include "src/results/volume/volume_file.h"

namespace {

using namespace hexscan;
namespace fs = std::filesystem;

/// Scans use all slices of the default scan. Maps use only some of them, because a map takes 4 million bytes per slice.
constexpr int map_slices = 32, first_map_slice = 150;

Platform scanned_platform(bool with_map) {
    Platform platform = built_in_platform();
    if (!with_map) return platform;
    ScanRange& z = platform.scan.z;
    const double step_m = (z.to_m - z.from_m) / (z.count - 1);
    z = {z.from_m + first_map_slice * step_m, z.from_m + (first_map_slice + map_slices - 1) * step_m, map_slices};
    return platform;
}

/// A map similar to the clearance map: smooth, with creases.
SliceField length_map(const ScanPlan& plan, int slice) {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(plan.points_per_slice()));
    const ScanGeometry<double> grid = plan.oriented().geometry;
    for (int row = 0; row < plan.rows(); ++row)
        for (int column = 0; column < plan.columns(); ++column) {
            const Vector p{grid_coordinate(grid.x, column), grid_coordinate(grid.y, row),
                           grid_coordinate(grid.z, slice)};
            double least = 1e9;
            for (const Leg<double>& leg : grid.legs) {
                const Vector l = p + leg.offset_m;
                const double length_m = std::sqrt(dot(l, l));
                least = std::min({least, length_m - leg.min_length_m, leg.max_length_m - length_m});
            }
            values.push_back(static_cast<float>(least));
        }
    return {"clearance", "m", std::move(values)};
}

std::vector<Slice> slices_of(const ScanPlan& plan, bool with_map) {
    Workspace workspace = scan_on_cpu(plan.oriented());
    std::vector<Slice> slices(workspace.size());
    tbb::parallel_for(0, plan.slices(), [&](int i) {
        const auto index = static_cast<std::size_t>(i);
        slices[index] = {i, std::move(workspace[index]), {}};
        if (with_map) slices[index].fields.push_back(length_map(plan, i));
    });
    return slices;
}

/// A scan that is ready to be written to a file.
struct Scan {
    explicit Scan(bool with_map)
        : platform(scanned_platform(with_map)), plan(make_scan_plan(platform)), slices(slices_of(plan, with_map)) {}

    Platform platform;
    ScanPlan plan;
    std::vector<Slice> slices;
};

const Scan& scan(bool with_map) {
    static const Scan plain(false), mapped(true);
    return with_map ? mapped : plain;
}

/// A folder that exists during a benchmark.
class BenchFolder {
public:
    BenchFolder() : path_(fs::temp_directory_path() / ("hexscan_volume_bench_" + std::to_string(getpid()))) {
        fs::create_directories(path_);
    }
    ~BenchFolder() { fs::remove_all(path_); }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// Times write(folder), which writes one file named workspace.vtkhdf.
template <class Write>
void write_volumes(benchmark::State& state, Write write) {
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(state.range(0)));
    const BenchFolder folder;
    const fs::path file = folder.path() / "workspace.vtkhdf";
    for (auto _ : state) {
        write(folder.path());
        state.PauseTiming();
        state.counters["MB"] = static_cast<double>(fs::file_size(file)) * 1e-6;
        fs::remove(file);
        state.ResumeTiming();
    }
}

void volume_file(benchmark::State& state, bool with_map) {
    const Scan& given = scan(with_map);
    write_volumes(state, [&](const fs::path& folder) {
        VolumeFile volume(given.platform.machine.name, scan_grid(given.platform.scan), folder);
        tbb::parallel_for(std::size_t{0}, given.slices.size(), [&](std::size_t i) { volume.take(given.slices[i]); });
        volume.write("{}");
    });
}

SliceTile shape_of(const ScanPlan& plan, bool map) {
    return chunk_shape(plan.rows(), plan.columns(), map ? sizeof(float) : 1);
}

/// Writes a file with plain HDF5 calls, as HDF5's manual shows, without hexscan's classes.
class PlainFile {
public:
    PlainFile(const fs::path& folder, const Scan& scan, bool with_map)
        : file_(checked(H5Fcreate((folder / "workspace.vtkhdf").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT))),
          extent_{static_cast<hsize_t>(scan.plan.slices()), static_cast<hsize_t>(scan.plan.rows()),
                  static_cast<hsize_t>(scan.plan.columns())} {
        add_array("reachable", H5T_STD_U8LE, shape_of(scan.plan, false), false);
        if (with_map) add_array("clearance", H5T_IEEE_F32LE, shape_of(scan.plan, true), true);
    }
    ~PlainFile() {
        for (const hid_t array : arrays_) H5Dclose(array);
        H5Fclose(file_);
    }
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;

    void write_chunk(std::size_t array, const std::array<hsize_t, 3>& at, std::span<const std::uint8_t> bytes) {
        const std::lock_guard lock(mutex_);
        checked(H5Dwrite_chunk(arrays_[array], H5P_DEFAULT, 0, at.data(), bytes.size(), bytes.data()));
    }
    void write_slice(std::size_t array, hsize_t slice, hid_t type, const void* values) {
        const std::lock_guard lock(mutex_);
        const std::array<hsize_t, 3> at{slice, 0, 0}, count{1, extent_[1], extent_[2]};
        const hid_t space = checked(H5Dget_space(arrays_[array]));
        const hid_t memory = checked(H5Screate_simple(3, count.data(), nullptr));
        H5Sselect_hyperslab(space, H5S_SELECT_SET, at.data(), nullptr, count.data(), nullptr);
        checked(H5Dwrite(arrays_[array], type, memory, space, H5P_DEFAULT, values));
        H5Sclose(memory);
        H5Sclose(space);
    }

private:
    void add_array(const char* name, hid_t type, const SliceTile& shape, bool shuffle) {
        const std::array<hsize_t, 3> chunk{1, static_cast<hsize_t>(shape.rows), static_cast<hsize_t>(shape.columns)};
        const hid_t storage = checked(H5Pcreate(H5P_DATASET_CREATE));
        H5Pset_chunk(storage, 3, chunk.data());
        if (shuffle) H5Pset_shuffle(storage);
        H5Pset_deflate(storage, tuning::field_level);
        const hid_t space = checked(H5Screate_simple(3, extent_.data(), nullptr));
        arrays_.push_back(checked(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, storage, H5P_DEFAULT)));
        H5Sclose(space);
        H5Pclose(storage);
    }
    template <class Answer>
    static Answer checked(Answer answer) {
        if (answer < 0) throw std::runtime_error("HDF5 failed");
        return answer;
    }

    hid_t file_;
    std::array<hsize_t, 3> extent_;
    std::vector<hid_t> arrays_;
    std::mutex mutex_;
};

struct ReadyChunk {
    std::size_t array;
    std::array<hsize_t, 3> at;
    std::vector<std::uint8_t> bytes;
};

/// Returns the chunks of one slice as VolumeFile writes them.
std::vector<ReadyChunk> chunks_of(const ScanPlan& plan, const Slice& slice) {
    std::vector<ReadyChunk> chunks;
    TileStream runs;
    FieldChunk field;
    for (std::size_t array = 0; array <= slice.fields.size(); ++array) {
        SliceTile tile = shape_of(plan, array > 0);
        for (; tile.row < plan.rows(); tile.row += tile.rows) {
            std::vector<std::uint8_t> bytes;
            if (array == 0) {
                bytes = runs.compress(slice.runs, tile);
            } else {
                const auto packed =
                    field.compress(std::get<std::vector<float>>(slice.fields[array - 1].values), plan.columns(), tile);
                bytes.assign(packed.begin(), packed.end());
            }
            if (bytes.empty()) continue;
            chunks.push_back({array, {static_cast<hsize_t>(slice.index), static_cast<hsize_t>(tile.row), 0}, bytes});
        }
    }
    return chunks;
}

std::vector<std::vector<ReadyChunk>> all_chunks(const Scan& scan) {
    std::vector<std::vector<ReadyChunk>> chunks(scan.slices.size());
    tbb::parallel_for(std::size_t{0}, chunks.size(),
                      [&](std::size_t i) { chunks[i] = chunks_of(scan.plan, scan.slices[i]); });
    return chunks;
}

void ready_chunks(benchmark::State& state, bool with_map) {
    const Scan& given = scan(with_map);
    const std::vector<std::vector<ReadyChunk>> chunks = all_chunks(given);
    write_volumes(state, [&](const fs::path& folder) {
        PlainFile file(folder, given, with_map);
        tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
            for (const ReadyChunk& chunk : chunks[i]) file.write_chunk(chunk.array, chunk.at, chunk.bytes);
        });
    });
}

/// Returns the decompressed bytes of a chunk, as a reader would get them.
std::vector<std::uint8_t> unpacked(const ReadyChunk& chunk, const ScanPlan& plan) {
    const std::size_t bytes_per_point = chunk.array == 0 ? 1 : sizeof(float);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(shape_of(plan, chunk.array > 0).points()) *
                                    bytes_per_point);
    uLongf size = bytes.size();
    if (uncompress(bytes.data(), &size, chunk.bytes.data(), chunk.bytes.size()) != Z_OK || size != bytes.size())
        throw std::runtime_error("a chunk cannot be unpacked");
    return bytes;
}

void zlib_chunks(benchmark::State& state, bool with_map) {
    const Scan& given = scan(with_map);
    std::vector<std::vector<ReadyChunk>> chunks = all_chunks(given);
    tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
        for (ReadyChunk& chunk : chunks[i]) chunk.bytes = unpacked(chunk, given.plan);
    });
    write_volumes(state, [&](const fs::path& folder) {
        PlainFile file(folder, given, with_map);
        tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
            for (const ReadyChunk& chunk : chunks[i]) {
                std::vector<std::uint8_t> packed(compressBound(chunk.bytes.size()));
                uLongf size = packed.size();
                compress2(packed.data(), &size, chunk.bytes.data(), chunk.bytes.size(), tuning::field_level);
                file.write_chunk(chunk.array, chunk.at, std::span(packed).first(size));
            }
        });
    });
}

std::vector<std::uint8_t> bytes_of(const ScanPlan& plan, const WorkspaceSlice& slice) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(plan.points_per_slice()));
    const auto columns = static_cast<std::size_t>(plan.columns());
    for (int row = 0; row < plan.rows(); ++row)
        fill_bytes(slice.row(row), std::span(bytes).subspan(static_cast<std::size_t>(row) * columns, columns));
    return bytes;
}

void hdf5_filters(benchmark::State& state, bool with_map) {
    const Scan& given = scan(with_map);
    write_volumes(state, [&](const fs::path& folder) {
        PlainFile file(folder, given, with_map);
        tbb::parallel_for(std::size_t{0}, given.slices.size(), [&](std::size_t i) {
            const Slice& slice = given.slices[i];
            file.write_slice(0, i, H5T_NATIVE_UINT8, bytes_of(given.plan, slice.runs).data());
            if (with_map)
                file.write_slice(1, i, H5T_NATIVE_FLOAT, std::get<std::vector<float>>(slice.fields[0].values).data());
        });
    });
}

void on_one_two_and_all_threads(benchmark::internal::Benchmark* bench) {
    const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    bench->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
    if (all > 2) bench->Arg(all);
}

BENCHMARK_CAPTURE(ready_chunks, reachable, false)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(volume_file, reachable, false)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(zlib_chunks, reachable, false)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(hdf5_filters, reachable, false)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(ready_chunks, with_map, true)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(volume_file, with_map, true)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(zlib_chunks, with_map, true)->Apply(on_one_two_and_all_threads);
BENCHMARK_CAPTURE(hdf5_filters, with_map, true)->Apply(on_one_two_and_all_threads);

}  // namespace
