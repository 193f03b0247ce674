#include "kernels/memory/l1_reuse.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Lesson "l1".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t words = 1U << 22U;  ///< 16 MB, in L2
constexpr std::uint32_t passes = 16;
constexpr std::uint32_t blocks = 1U << 11U;

/// Sectors between L2 and a warp, its store included: past L1, and where L1 keeps what a block's warps share.
struct NeighbourSectors {
    double past_l1, through_l1;
};

NeighbourSectors count(int width) {
    GlobalTraffic loads;
    constexpr int warps = block_threads / 32;
    for (int warp = 0; warp < warps; ++warp)
        for (int k = 0; k < width; ++k) loads.add(request_of([=](int lane) { return warp * 32 + lane + k; }));
    constexpr double stored = 4;
    return {static_cast<double>(loads.sectors()) / warps + stored,
            static_cast<double>(loads.distinct()) / warps + stored};
}

template <Path path, int width>
double time_reads_ms(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& array) {
    DeviceBuffer<std::uint32_t> results(words);
    poison(bench, results);
    const Spread time = time_ms(bench, [&] {
        read_neighbours<path, width>
            <<<blocks, block_threads, 0, bench.stream.get()>>>(array.data(), words, passes, results.data());
        check_launch();
    });
    verify(bench, text_of(width, " neighbours"), results, words, NeighbourResult<width>{words});
    return time.median;
}

template <int width>
LessonRow measure(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& array) {
    const NeighbourSectors sectors = count(width);
    const double through_ms = time_reads_ms<Path::through_l1, width>(bench, array);
    const double past_ms = time_reads_ms<Path::past_l1, width>(bench, array);
    return {width == 1 ? "each thread its word" : text_of("each thread ", width, " neighbours"),
            {sectors.past_l1, sectors.through_l1, sectors.past_l1 / sectors.through_l1, past_ms, through_ms,
             past_ms / through_ms}};
}

}  // namespace

Lesson l1_reuse(const LessonBench& bench) {
    const auto array = known_words(bench, words);
    Lesson lesson;
    lesson.columns = {{"predicted_sectors_past_l1", "pred. sectors\npast L1"},
                      {"predicted_sectors_through_l1", "pred. sectors\nthrough L1"},
                      {"predicted_ratio", "pred.\nratio"},
                      {"past_l1_ms", "past L1\nms"},
                      {"through_l1_ms", "through L1\nms"},
                      {"ratio", "\nratio"}};
    lesson.rows = {measure<1>(bench, array), measure<3>(bench, array), measure<9>(bench, array)};
    lesson.notes = {
        text_of("sectors between L2 and one warp, the store of its result included: past L1 every request pays; "
                "through L1 what a block's requests share is fetched once. The array of ",
                words / 250'000, " MB lies in L2. ratio: past over through.")};
    return lesson;
}

}  // namespace hexscan::memory
