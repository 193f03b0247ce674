#include "kernels/memory/global_patterns.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Lessons "patterns" and "strides".
namespace hexscan::memory {
namespace {

/// Far more than any L2 holds, and far less.
constexpr std::uint32_t memory_words = 1U << 28U;
constexpr std::uint32_t l2_words = 1U << 22U;
constexpr std::uint32_t requests = memory_words / 32;

/// Neighbouring requests that are under way together: what they share, memory delivers once.
constexpr int requests_together = 64;

struct PatternCase {
    std::string name;
    Pattern pattern;
    std::uint32_t parameter;
};

GlobalTraffic traffic_of(const PatternAccess& access) {
    GlobalTraffic traffic;
    for (std::uint32_t request = 0; request < requests_together; ++request)
        traffic.add(request_of([&](int lane) { return access(request, lane); }));
    return traffic;
}

/// Times one way to read; the requests are as many as the array has lines, or with a stride as many as fit it.
template <Path path>
double read_gb_s(const LessonBench& bench, const PatternCase& which, const DeviceBuffer<std::uint32_t>& words,
                 DeviceBuffer<std::uint32_t>& results) {
    const PatternAccess access{which.pattern, which.parameter, static_cast<std::uint32_t>(words.size())};
    const std::uint32_t stride = which.pattern == Pattern::strided ? which.parameter : 1;
    const std::uint32_t blocks = requests / stride / requests_per_warp * 32 / block_threads;
    const std::uint32_t warps = blocks * block_threads / 32;
    poison(bench, results);
    const Spread time = time_ms(bench, [&] {
        read_pattern<path><<<blocks, block_threads, 0, bench.stream.get()>>>(words.data(), access, results.data());
        check_launch();
    });
    verify(bench, which.name, results, warps, PatternResult{access, warps});
    const auto used = static_cast<double>(traffic_of(access).bytes_used()) / requests_together;
    return gb_s(used * warps * requests_per_warp, time.median);
}

/// How fast each way to read delivers used bytes.
struct Rates {
    double memory_l1, memory_past, l2_l1, l2_past;
};

Lesson read_patterns(const LessonBench& bench, const std::vector<PatternCase>& cases) {
    const auto far = known_words(bench, memory_words);
    const auto near = known_words(bench, l2_words);
    DeviceBuffer<std::uint32_t> results(requests / requests_per_warp);
    Lesson lesson;
    lesson.columns = {{"predicted_sectors_per_request", "pred.\nsectors"},
                      {"predicted_lines_per_request", "pred.\nlines"},
                      {"predicted_use_percent", "pred.\nuse %"},
                      {"predicted_memory_gb_s", "memory\npred. GB/s"},
                      {"memory_l1_gb_s", "through L1\nGB/s"},
                      {"memory_past_l1_gb_s", "past L1\nGB/s"},
                      {"memory_share_of_peak_percent", "of peak\n%"},
                      {"predicted_l2_gb_s", "L2\npred. GB/s"},
                      {"l2_l1_gb_s", "through L1\nGB/s"},
                      {"l2_past_l1_gb_s", "past L1\nGB/s"}};
    std::optional<Rates> first;
    for (const PatternCase& which : cases) {
        const GlobalTraffic traffic = traffic_of({which.pattern, which.parameter, memory_words});
        const Rates rates{read_gb_s<Path::through_l1>(bench, which, far, results),
                          read_gb_s<Path::past_l1>(bench, which, far, results),
                          read_gb_s<Path::through_l1>(bench, which, near, results),
                          read_gb_s<Path::past_l1>(bench, which, near, results)};
        if (!first) first = rates;
        lesson.rows.push_back({which.name,
                               {traffic.sectors_per_request(), traffic.lines_per_request(), 100 * traffic.use(),
                                first->memory_past * traffic.use_once(), rates.memory_l1, rates.memory_past,
                                percent_of_peak(bench, rates.memory_l1), first->l2_past * traffic.use(), rates.l2_l1,
                                rates.l2_past}});
    }
    lesson.notes = {
        text_of("sectors, lines: 32-byte sectors and 128-byte lines that one request of a warp touches, counted; use: different bytes asked for over bytes of these sectors. GB/s: bytes used per second. memory: an array of ", memory_words / 250'000, " MB read once, so that what neighbouring requests share is fetched once; L2: ", l2_words / 250'000, " MB read again and again, where past L1 every request pays for its own sectors. pred. GB/s: the first row's past L1, times use (memory: sectors of ", requests_together, " neighbouring requests counted once).")};
    return lesson;
}

}  // namespace

Lesson global_patterns(const LessonBench& bench) {
    std::vector<PatternCase> cases{{"aligned", Pattern::aligned, 0}, {"permuted in the warp", Pattern::permuted, 0}};
    for (const std::uint32_t shift : {1U, 2U, 4U, 8U, 16U, 24U, 31U, 32U})
        cases.push_back({text_of("shifted by ", shift, " word", shift == 1 ? "" : "s"), Pattern::shifted, shift});
    cases.push_back({"one word for all", Pattern::same_word, 0});
    cases.push_back({"scattered", Pattern::scattered, 0});
    return read_patterns(bench, cases);
}

Lesson global_strides(const LessonBench& bench) {
    std::vector<PatternCase> cases;
    for (const std::uint32_t stride : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 12U, 16U, 24U, 32U})
        cases.push_back({text_of("stride ", stride), Pattern::strided, stride});
    return read_patterns(bench, cases);
}

}  // namespace hexscan::memory
