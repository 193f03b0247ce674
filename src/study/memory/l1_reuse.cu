#include "kernels/memory/l1_reuse.cuh"

#include <algorithm>

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "l1".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t words_in_l2 = 1U << 22U;  ///< 16 MB, which fit into L2
constexpr std::uint32_t passes = 16;
constexpr std::uint32_t blocks = 1U << 11U;

/// The cost of one warp, including the store of the warp's result.
struct NeighbourCost {
    double sectors_past_l1;     ///< that L2 delivers if L1 keeps nothing
    double sectors_through_l1;  ///< that L2 delivers if L1 keeps what the requests of a block share
    double lines;               ///< that L1 looks up, both hits and misses

    /// L2 delivers a sector per clock to each multiprocessor, and L1 looks up a line per clock.
    double clocks_through_l1() const { return std::max(sectors_through_l1, lines); }
};

NeighbourCost count(int width) {
    GlobalTraffic loads;
    constexpr int warps = block_threads / warp_size;
    for (int warp = 0; warp < warps; ++warp)
        for (int k = 0; k < width; ++k) loads.add(request_of([=](int lane) { return warp * warp_size + lane + k; }));
    GlobalTraffic store;
    store.add(request_of([](int lane) { return lane; }));
    const auto stored = static_cast<double>(store.sectors());
    return {static_cast<double>(loads.sectors()) / warps + stored,
            static_cast<double>(loads.distinct()) / warps + stored,
            static_cast<double>(loads.lines()) / warps + static_cast<double>(store.lines())};
}

template <Path path, int width>
double time_reads_ms(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& array) {
    DeviceBuffer<std::uint32_t> results(words_in_l2);
    poison(bench, results);
    const Spread time = time_ms(bench, [&] {
        read_neighbours<path, width>
            <<<blocks, block_threads, 0, bench.stream.get()>>>(array.data(), words_in_l2, passes, results.data());
        check_launch();
    });
    verify(bench, text_of(width, " neighbours"), results, words_in_l2, NeighbourResult<width>{words_in_l2});
    return time.median;
}

template <int width>
LessonRow measure(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& array) {
    const NeighbourCost cost = count(width);
    const auto clocks = [&](double time_ms) {
        constexpr double warps = words_in_l2 / double{warp_size} * passes;
        return time_ms * bench.clock_mhz * 1e3 * bench.device.multiprocessors / warps;
    };
    const double past_ms = time_reads_ms<Path::past_l1, width>(bench, array);
    const double through_ms = time_reads_ms<Path::through_l1, width>(bench, array);
    return {width == 1 ? "each thread its word" : text_of("each thread ", width, " neighbours"),
            {cost.sectors_past_l1, cost.sectors_through_l1, cost.lines, clocks(past_ms), cost.clocks_through_l1(),
             clocks(through_ms), cost.sectors_past_l1 / cost.clocks_through_l1(), past_ms / through_ms}};
}

}  // namespace

Lesson l1_reuse(const LessonBench& bench) {
    const auto array = known_words(bench, words_in_l2);
    Lesson lesson;
    lesson.columns = {{"predicted_sectors_past_l1", "past L1\npred. sectors"},
                      {"predicted_sectors_through_l1", "through L1\npred. sectors"},
                      {"predicted_lines", "pred.\nlines"},
                      {"past_l1_clocks", "past L1\nclocks"},
                      {"predicted_through_l1_clocks", "through L1\npred. clocks"},
                      {"through_l1_clocks", "\nclocks"},
                      {"predicted_ratio", "pred.\nratio"},
                      {"ratio", "\nratio"}};
    lesson.rows = {measure<1>(bench, array), measure<3>(bench, array), measure<9>(bench, array)};
    lesson.notes = {text_of(
        "Counts are per warp and include the store of its result. Past L1, every request fetches its own sectors. "
        "Through L1, sectors that requests of a block share are fetched once. Column \"lines\" counts the lines that "
        "L1 looks up. Clocks are those of a multiprocessor. The prediction assumes one sector of L2 and one line of L1 "
        "per clock: past L1 the number of sectors, through L1 the larger of both numbers. The array of ",
        words_in_l2 >> 18U,
        " MB fits into L2. Column \"ratio\" has the clocks of loads that bypass L1, divided by those of loads that use "
        "L1.")};
    return lesson;
}

}  // namespace hexscan::memory
