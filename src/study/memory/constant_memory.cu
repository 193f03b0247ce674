#include "kernels/memory/constant_memory.cuh"

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "constant".
namespace hexscan::memory {
namespace {

struct Clocks {
    double constant, global;
};

template <class From>
double clocks_per_request(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& table, int distinct, int apart) {
    DeviceBuffer<std::uint32_t> results(constant_threads);
    DeviceBuffer<long long> clocks(1);
    poison(bench, results);
    const Spread spent = clocks_of(bench, clocks, [&] {
        read_table<From><<<1, constant_threads, 0, bench.stream.get()>>>(table.data(), distinct, apart, results.data(),
                                                                         clocks.data());
    });
    verify(bench, "constant", results, constant_threads, ConstantResult{distinct, apart});
    constexpr double requests = constant_threads / double{warp_size} * constant_loads;
    return spent.median / requests;
}

}  // namespace

Lesson constant_memory(const LessonBench& bench) {
    const auto table = known_words(bench, constant_words);
    HEXSCAN_CUDA_CHECK(cudaMemcpyToSymbolAsync(constant_table, table.data(), table.bytes(), 0, cudaMemcpyDeviceToDevice,
                                               bench.stream.get()));
    Lesson lesson;
    lesson.columns = {{"distinct_words", "different\nwords"},
                      {"predicted_passes", "pred.\npasses"},
                      {"predicted_clocks", "pred.\nclocks"},
                      {"clocks_per_request", "clocks\nper request"},
                      {"predicted_global_sectors", "global\npred. sectors"},
                      {"global_clocks_per_request", "global clocks\nper request"}};
    std::optional<Clocks> uniform;
    const auto add = [&](const std::string& name, int distinct, int apart) {
        const Clocks clocks{clocks_per_request<FromConstant>(bench, table, distinct, apart),
                            clocks_per_request<FromGlobal>(bench, table, distinct, apart)};
        if (!uniform) uniform = clocks;
        const WarpRequest request = request_of([=](int lane) { return lane % distinct * apart; });
        const int passes = constant_passes(request);
        GlobalTraffic traffic;
        traffic.add(request);
        lesson.rows.push_back({name,
                               {distinct, passes, uniform->constant * passes, clocks.constant,
                                traffic.sectors_per_request(), clocks.global}});
    };
    add("one word for all", 1, 1);
    for (const int distinct : {2, 4, 8, 16, 32}) add(text_of(distinct, " neighbouring words"), distinct, 1);
    add("32 words, 16 apart", 32, 16);
    lesson.notes = {
        "Clocks per request are the clocks in which 32 warps of one multiprocessor make all their requests, divided by "
        "the number of requests. Column \"pred. clocks\" is the measured clocks of row \"one word for all\", times the "
        "passes. For the columns \"global\", the warps read the same words from global memory through L1."};
    return lesson;
}

}  // namespace hexscan::memory
