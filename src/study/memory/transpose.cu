#include "kernels/memory/transpose.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "transpose".
namespace hexscan::memory {
namespace {

constexpr unsigned matrix_side = 8192;
constexpr std::size_t matrix_words = std::size_t{matrix_side} * matrix_side;

using Kernel = void (*)(const std::uint32_t*, std::uint32_t*, unsigned);

struct TransposeCase {
    const char* name;
    Kernel kernel;  ///< null: the runtime's own copy
    bool turns;
    int store_stride;               ///< words between lanes of a store
    std::optional<int> tile_width;  ///< of the shared tile, whose columns are read
};

double time_case_ms(const LessonBench& bench, const TransposeCase& which, const DeviceBuffer<std::uint32_t>& in,
                    DeviceBuffer<std::uint32_t>& out) {
    poison(bench, out);
    const Spread time = time_ms(bench, [&] {
        const cudaStream_t stream = bench.stream.get();
        if (which.kernel) {
            which.kernel<<<dim3(matrix_side / tile, matrix_side / tile), dim3(tile, tile_rows), 0, stream>>>(
                in.data(), out.data(), matrix_side);
            check_launch();
        } else {
            HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), in.bytes(), cudaMemcpyDeviceToDevice, stream));
        }
    });
    if (which.turns)
        verify(bench, which.name, out, matrix_words, TransposeResult{matrix_side});
    else
        verify(bench, which.name, out, matrix_words, KnownWord{});
    return time.median;
}

}  // namespace

Lesson transpose(const LessonBench& bench) {
    const auto in = known_words(bench, matrix_words);
    DeviceBuffer<std::uint32_t> out(matrix_words);
    const TransposeCase cases[] = {{"copy by the runtime", nullptr, false, 1, {}},
                                   {"copy by a kernel", copy_matrix, false, 1, {}},
                                   {"transposed, naive", transpose_naive, true, matrix_side, {}},
                                   {"transposed, tiled", transpose_tiled<0>, true, 1, tile},
                                   {"transposed, tiled, padded", transpose_tiled<1>, true, 1, tile + 1}};
    Lesson lesson;
    lesson.columns = {{"predicted_load_sectors", "pred. sectors\nper load"},
                      {"predicted_store_sectors", "pred. sectors\nper store"},
                      {"predicted_shared_passes", "pred. shared\npasses"},
                      {"ms", "\nms"},
                      {"gb_s", "\nGB/s"},
                      {"share_of_copy_percent", "of copy\n%"},
                      {"share_of_peak_percent", "of peak\n%"}};
    double copy_ms = 0;
    for (const TransposeCase& which : cases) {
        const double spent_ms = time_case_ms(bench, which, in, out);
        if (copy_ms == 0) copy_ms = spent_ms;
        GlobalTraffic load, store;
        load.add(request_of([](int lane) { return lane; }));
        store.add(request_of([&](int lane) { return lane * which.store_stride; }));
        std::optional<double> passes;
        if (which.tile_width) passes = shared_passes(request_of([&](int lane) { return lane * *which.tile_width; }));
        const double rate = gb_s(8.0 * static_cast<double>(matrix_words), spent_ms);
        const bool ours = which.kernel != nullptr;
        lesson.rows.push_back({which.name,
                               {ours ? std::optional(load.sectors_per_request()) : std::nullopt,
                                ours ? std::optional(store.sectors_per_request()) : std::nullopt, passes, spent_ms,
                                rate, 100 * copy_ms / spent_ms, percent_of_peak(bench, rate)}});
    }
    lesson.notes = {
        text_of("The matrix has ", matrix_side, " x ", matrix_side,
                " words. Column \"sectors\" counts those of one request to global memory. Column \"shared passes\" "
                "counts those of one read of a column of the tile. Column \"GB/s\" counts bytes read and written. "
                "Column \"of copy\" is relative to the runtime's copy from device to device.")};
    return lesson;
}

}  // namespace hexscan::memory
