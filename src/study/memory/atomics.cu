#include "kernels/memory/counters.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "atomics".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t counted_words = 1U << 24U;

std::uint32_t odd_words() {
    std::uint32_t odd = 0;
    for (std::uint32_t i = 0; i < counted_words; ++i) odd += is_counted(word_value(i));
    return odd;
}

}  // namespace

Lesson atomics(const LessonBench& bench) {
    const auto array = known_words(bench, counted_words);
    DeviceBuffer<unsigned> counter(1);
    const cudaStream_t stream = bench.stream.get();
    const std::uint32_t odd = odd_words();
    constexpr std::uint32_t blocks = counted_words / count_block;
    Lesson lesson;
    lesson.columns = {{"predicted_atomics", "pred. atomics\non the counter"},
                      {"predicted_ms", "pred.\nms"},
                      {"ms", "\nms"},
                      {"words_per_ns", "words\nper ns"},
                      {"ns_per_atomic", "ns per\natomic"}};
    double by_thread_ms = 0;
    const auto add = [&](const char* name, double predicted_atomics, auto count) {
        const Spread time = time_ms(bench, [&] {
            HEXSCAN_CUDA_CHECK(cudaMemsetAsync(counter.data(), 0, counter.bytes(), stream));
            count();
            check_launch();
        });
        if (const unsigned counted = fetch(bench, counter); counted != odd)
            throw VerificationError(
                text_of("hexscan memory: atomics: ", name, ": counted ", counted, " odd words instead of ", odd));
        if (by_thread_ms == 0) by_thread_ms = time.median;
        lesson.rows.push_back({name,
                               {predicted_atomics, by_thread_ms * predicted_atomics / odd, time.median,
                                counted_words / time.median * 1e-6, time.median * 1e6 / predicted_atomics}});
    };
    add("one per thread", odd,
        [&] { count_by_thread<<<blocks, count_block, 0, stream>>>(array.data(), counter.data(), 0U); });
    add("one per thread, as written", counted_words / double{warp_size},
        [&] { count_as_written<<<blocks, count_block, 0, stream>>>(array.data(), counter.data()); });
    add("one per warp", counted_words / double{warp_size},
        [&] { count_by_warp<<<blocks, count_block, 0, stream>>>(array.data(), counter.data()); });
    add("one per block", counted_words / static_cast<double>(count_block),
        [&] { count_by_block<<<blocks, count_block, 0, stream>>>(array.data(), counter.data()); });
    lesson.notes = {text_of(
        "The kernel reads ", counted_words >> 20U,
        " million words, and adds 1 to one counter for half of them. Row \"as written\" calls "
        "atomicAdd(counter, 1). The compiler combines these calls into one per warp. Column \"pred. ms\" is "
        "the time per atomic of row \"one per thread\", times the number of atomics. It does not include reading "
        "the words.")};
    return lesson;
}

}  // namespace hexscan::memory
