#include "kernels/memory/matrix_product.cuh"

#include "src/study/memory/cublas.h"
#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "product".
namespace hexscan::memory {
namespace {

constexpr unsigned matrix_size = 2048;
constexpr std::size_t matrix_elements = std::size_t{matrix_size} * matrix_size;
constexpr double multiply_adds = static_cast<double>(matrix_elements) * matrix_size;

/// Costs of one multiply-add of a warp (one per lane): sectors from L2 if L1 kept nothing, and passes of L1 or shared
/// memory.
struct ProductCount {
    double sectors, passes;
};

ProductCount count_naive() {
    GlobalTraffic a, b;
    a.add(request_of([](int) { return 0; }));
    b.add(request_of([](int lane) { return lane; }));
    return {a.sectors_per_request() + b.sectors_per_request(), 2};
}

ProductCount count_tiled() {
    GlobalTraffic row;
    row.add(request_of([](int lane) { return lane; }));
    const double fetched = 2 * row.sectors_per_request() / product_tile;
    // All lanes read the same four words of A's tile at once, because the compiler combines these reads. Each lane
    // reads one word of B's tile.
    const int passes_of_a = shared_passes(request_of([](int) { return 0; }, 16));
    const int passes_of_b = shared_passes(request_of([](int lane) { return lane; }));
    return {fetched, passes_of_a / 4.0 + passes_of_b};
}

/// Compares a few whole rows with products of whole numbers that the host computes.
void verify_rows(const LessonBench& bench, const DeviceBuffer<float>& c) {
    constexpr unsigned checked_rows[] = {0, 1, matrix_size / 2 + 3, matrix_size - 1};
    std::vector<float> row(matrix_size);
    for (const unsigned r : checked_rows) {
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(row.data(), c.data() + std::size_t{r} * matrix_size,
                                           matrix_size * sizeof(float), cudaMemcpyDeviceToHost, bench.stream.get()));
        bench.stream.synchronize();
        for (unsigned column = 0; column < matrix_size; ++column) {
            double sum = 0;
            for (unsigned k = 0; k < matrix_size; ++k)
                sum += static_cast<double>(factor_value(r * matrix_size + k)) *
                       static_cast<double>(factor_value(k * matrix_size + column));
            if (!(static_cast<double>(row[column]) == sum))
                throw VerificationError(text_of("hexscan memory: product: element ", r, ", ", column, " is wrong"));
        }
    }
}

/// Expects the elements of another result, which was verified.
struct SameAs {
    const float* expected;
    HEXSCAN_HD_INLINE float operator()(std::uint32_t i) const { return expected[i]; }
};

}  // namespace

Lesson matrix_product(const LessonBench& bench) {
    const cudaStream_t stream = bench.stream.get();
    DeviceBuffer<float> a(matrix_elements), b(matrix_elements), c(matrix_elements), first(matrix_elements);
    for (DeviceBuffer<float>* factor : {&a, &b}) {
        fill_factors<<<looping_blocks, block_threads, 0, stream>>>(factor->data(),
                                                                   static_cast<std::uint32_t>(matrix_elements));
        check_launch();
    }
    const dim3 blocks(matrix_size / product_tile, matrix_size / product_tile), threads(product_tile, product_tile);
    Lesson lesson;
    lesson.columns = {{"predicted_sectors_per_multiply_add", "pred. sectors\nwithout L1"},
                      {"predicted_passes_per_multiply_add", "pred.\npasses"},
                      {"predicted_ms_by_passes", "pred. ms\nby passes"},
                      {"ms", "\nms"},
                      {"tflop_s", "\nTFLOP/s"},
                      {"times_naive", "x\nnaive"}};
    double naive_ms = 0;
    const auto add = [&](const char* name, std::optional<ProductCount> counted, auto multiply) {
        poison(bench, c);
        const double spent_ms = time_ms(bench, multiply).median;
        if (naive_ms == 0) {
            verify_rows(bench, c);
            naive_ms = spent_ms;
            std::swap(c, first);
        } else {
            verify(bench, name, c, matrix_elements, SameAs{first.data()});
        }
        std::optional<double> sectors, passes, passes_ms;
        if (counted) {
            const double passes_per_ms = bench.device.multiprocessors * bench.clock_mhz * 1e3;
            sectors = counted->sectors;
            passes = counted->passes;
            passes_ms = multiply_adds / warp_size * counted->passes / passes_per_ms;
        }
        lesson.rows.push_back(
            {name, {sectors, passes, passes_ms, spent_ms, 2 * multiply_adds / spent_ms * 1e-9, naive_ms / spent_ms}});
    };
    add("naive", count_naive(), [&] {
        multiply_naive<<<blocks, threads, 0, stream>>>(a.data(), b.data(), c.data(), matrix_size);
        check_launch();
    });
    add("tiled", count_tiled(), [&] {
        multiply_tiled<<<blocks, threads, 0, stream>>>(a.data(), b.data(), c.data(), matrix_size);
        check_launch();
    });
    lesson.notes = {text_of("The lesson multiplies square matrices of ", matrix_size, " x ", matrix_size,
                            " floats. Sectors and passes are per multiply-add of a warp. Sectors are those that its "
                            "loads from global memory request from L2, and passes are those of L1 or shared memory. "
                            "Column \"pred. ms\" assumes one pass per clock on every multiprocessor (",
                            std::lround(bench.clock_mhz),
                            " MHz). A row's kernel cannot be faster than its own passes. cuBLAS keeps factors in "
                            "registers and uses each several times.")};
    if (auto library = Cublas::open())
        add("cuBLAS", std::nullopt,
            [&] { library->multiply(stream, a.data(), b.data(), c.data(), static_cast<int>(matrix_size)); });
    else
        lesson.notes.push_back("cuBLAS was not found on this computer, so its row is missing.");
    return lesson;
}

}  // namespace hexscan::memory
