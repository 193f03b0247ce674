#include "kernels/memory/global_patterns.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lessons "patterns" and "strides".
namespace hexscan::memory {
namespace {

/// One array is far larger than any L2, the other far smaller.
constexpr std::uint32_t memory_words = 1U << 28U;
constexpr std::uint32_t l2_words = 1U << 22U;
constexpr std::uint32_t requests = memory_words / warp_size;

/// The number of neighbouring requests in flight at the same time. If several of them use a word, memory delivers it
/// once.
constexpr int requests_together = 64;

/// If the array is read again, a warp continues this many requests further: a large number that is not a power of two.
constexpr std::uint32_t requests_further = 40'503;

template <Pattern pattern>
GlobalTraffic traffic_of(const PatternAccess<pattern>& access) {
    GlobalTraffic traffic;
    for (std::uint32_t request = 0; request < requests_together; ++request)
        traffic.add(request_of([&](int lane) { return access(request, lane); }));
    return traffic;
}

/// The array in memory (far) and the array in L2 (near). For each it keeps the rate of the lesson's first pattern, read
/// past L1.
struct PatternBench {
    const LessonBench& bench;
    DeviceBuffer<std::uint32_t> far, near, results;
    double first_memory_gb_s = 0, first_l2_gb_s = 0;

    explicit PatternBench(const LessonBench& lesson_bench)
        : bench(lesson_bench),
          far(known_words(lesson_bench, memory_words)),
          near(known_words(lesson_bench, l2_words)),
          results(requests / requests_per_warp) {}
};

/// Times one way to read. The number of requests is the number of lines in the far array. With a stride, it is the
/// number of requests that fit into the array.
template <Path path, Pattern pattern>
double read_gb_s(PatternBench& arrays, const std::string& name, std::uint32_t parameter,
                 const DeviceBuffer<std::uint32_t>& words) {
    const PatternAccess<pattern> access{parameter, static_cast<std::uint32_t>(words.size())};
    const std::uint32_t stride = pattern == Pattern::strided ? parameter : 1;
    const std::uint32_t blocks = requests / stride / requests_per_warp * 32 / block_threads;
    const std::uint32_t warps = blocks * block_threads / warp_size;
    const RequestOrder order{words.size() == memory_words ? warps : warps + requests_further};
    poison(arrays.bench, arrays.results);
    const Spread time = time_ms(arrays.bench, [&] {
        read_pattern<path, pattern><<<blocks, block_threads, 0, arrays.bench.stream.get()>>>(
            words.data(), access, order, arrays.results.data());
        check_launch();
    });
    verify(arrays.bench, name, arrays.results, warps, PatternResult<pattern>{access, order});
    const auto used = static_cast<double>(traffic_of(access).bytes_used()) / requests_together;
    return gb_s(used * warps * requests_per_warp, time.median);
}

template <Pattern pattern>
LessonRow measure(PatternBench& arrays, const std::string& name, std::uint32_t parameter = 0) {
    const double memory_l1 = read_gb_s<Path::through_l1, pattern>(arrays, name, parameter, arrays.far);
    const double memory_past = read_gb_s<Path::past_l1, pattern>(arrays, name, parameter, arrays.far);
    const double l2_l1 = read_gb_s<Path::through_l1, pattern>(arrays, name, parameter, arrays.near);
    const double l2_past = read_gb_s<Path::past_l1, pattern>(arrays, name, parameter, arrays.near);
    if (arrays.first_memory_gb_s == 0) {
        arrays.first_memory_gb_s = memory_past;
        arrays.first_l2_gb_s = l2_past;
    }
    const GlobalTraffic traffic = traffic_of(PatternAccess<pattern>{parameter, memory_words});
    return {name,
            {traffic.sectors_per_request(), traffic.lines_per_request(), 100 * traffic.use(),
             arrays.first_memory_gb_s * traffic.use_once(fetch_bytes), memory_l1, memory_past,
             percent_of_peak(arrays.bench, memory_l1), arrays.first_l2_gb_s * traffic.use(), l2_l1, l2_past}};
}

Lesson pattern_lesson() {
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
    lesson.notes = {
        text_of("The columns of sectors and lines count the 32-byte sectors and 128-byte lines that one request of a "
                "warp touches. Column \"use\" is the requested bytes divided by the bytes of these sectors. A byte "
                "that several lanes request counts once, here and in column \"GB/s\". For the columns of memory, an "
                "array of ",
                memory_words >> 18U, " MB is read once. Their prediction counts the pieces of ", fetch_bytes,
                " bytes that ", requests_together,
                " neighbouring requests touch. A piece that several of them touch counts once. For the columns of L2, ",
                l2_words >> 18U,
                " MB are read repeatedly. Their prediction counts the sectors of each request. Column \"pred. GB/s\" "
                "is the first row's rate past L1, times the share of these pieces or sectors that is requested.")};
    return lesson;
}

}  // namespace

Lesson global_patterns(const LessonBench& bench) {
    PatternBench arrays(bench);
    Lesson lesson = pattern_lesson();
    lesson.rows.push_back(measure<Pattern::aligned>(arrays, "aligned"));
    lesson.rows.push_back(measure<Pattern::permuted>(arrays, "permuted in the warp"));
    for (const std::uint32_t shift : {1U, 2U, 4U, 8U, 16U, 24U, 31U, 32U})
        lesson.rows.push_back(
            measure<Pattern::shifted>(arrays, text_of("shifted by ", shift, shift == 1 ? " word" : " words"), shift));
    lesson.rows.push_back(measure<Pattern::same_word>(arrays, "one word for all"));
    lesson.rows.push_back(measure<Pattern::scattered>(arrays, "scattered"));
    return lesson;
}

Lesson global_strides(const LessonBench& bench) {
    PatternBench arrays(bench);
    Lesson lesson = pattern_lesson();
    for (const std::uint32_t stride : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 12U, 16U, 24U, 32U})
        lesson.rows.push_back(measure<Pattern::strided>(arrays, text_of("stride ", stride), stride));
    return lesson;
}

}  // namespace hexscan::memory
