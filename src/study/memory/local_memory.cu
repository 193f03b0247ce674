#include "kernels/memory/local_memory.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "local".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t threads = 1U << 20U;

template <class... Arguments>
LessonRow measure(const LessonBench& bench, const char* name, double fastest_ms, void (*kernel)(Arguments...),
                  auto launch) {
    DeviceBuffer<std::uint32_t> results(threads);
    poison(bench, results);
    cudaFuncAttributes attributes{};
    int blocks = 0;
    HEXSCAN_CUDA_CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
    HEXSCAN_CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(kernel), local_block, 0));
    const Spread time = time_ms(bench, [&] {
        launch(results.data());
        check_launch();
    });
    verify(bench, name, results, threads, LocalResult{});
    // In local memory, a word of one lane lies next to the same word of the neighbouring lanes.
    GlobalTraffic word_of_a_warp;
    word_of_a_warp.add(request_of([](int lane) { return lane; }));
    const auto local_bytes = static_cast<double>(attributes.localSizeBytes);
    const auto resident_bytes = local_bytes * blocks * local_block;
    return {name,
            {attributes.numRegs, local_bytes,
             local_bytes > 0 ? std::optional(word_of_a_warp.sectors_per_request()) : std::nullopt,
             resident_bytes / 1024, blocks * local_block / double{warp_size}, time.median,
             time.median / (fastest_ms > 0 ? fastest_ms : time.median)}};
}

}  // namespace

Lesson local_memory(const LessonBench& bench) {
    constexpr std::uint32_t blocks = threads / local_block;
    const cudaStream_t stream = bench.stream.get();
    Lesson lesson;
    lesson.columns = {{"registers", "\nregisters"},
                      {"local_bytes", "local B\nper thread"},
                      {"predicted_sectors_per_request", "pred.\nsectors"},
                      {"predicted_resident_kb", "pred. KB\nper SM"},
                      {"resident_warps", "warps\nper SM"},
                      {"ms", "\nms"},
                      {"times_kept", "x\nregisters"}};
    lesson.rows.push_back(measure(bench, "in registers", 0, mix_kept, [&](std::uint32_t* results) {
        mix_kept<<<blocks, local_block, 0, stream>>>(results);
    }));
    const double kept_ms = lesson.rows.front().figures[5].value();
    lesson.rows.push_back(measure(bench, "spilled", kept_ms, mix_spilled, [&](std::uint32_t* results) {
        mix_spilled<<<blocks, local_block, 0, stream>>>(results);
    }));
    lesson.rows.push_back(measure(bench, "indexed at run time", kept_ms, mix_indexed, [&](std::uint32_t* results) {
        mix_indexed<<<blocks, local_block, 0, stream>>>(results, 1);
    }));
    lesson.notes = {
        text_of("Each thread mixes ", kept_words, " words ", local_rounds,
                " times. In row \"spilled\", the compiler may use only 32 registers, which makes room for twice the "
                "warps. In row \"indexed\", the array's index is known only at run time, so the array needs addresses. "
                "Column \"sectors\" counts those of one request for one word of every lane. Column \"KB per SM\" is "
                "the local memory of all resident threads of a multiprocessor. Its L1 has at most 256 KB.")};
    return lesson;
}

}  // namespace hexscan::memory
