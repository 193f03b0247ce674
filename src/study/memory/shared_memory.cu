#include "kernels/memory/shared_banks.cuh"
#include "kernels/memory/tree_reduction.cuh"
#include "src/study/memory/lesson_bench.cuh"

/// Measures the lessons "banks" and "reduction".
namespace hexscan::memory {
namespace {

struct BankCase {
    std::string name;
    BankAccess access;
};

LessonRow measure(const LessonBench& bench, const BankCase& which) {
    const BankAccess& access = which.access;
    DeviceBuffer<std::uint32_t> results(bank_threads);
    DeviceBuffer<long long> clocks(1);
    poison(bench, results);
    const Spread spent = clocks_of(bench, clocks, [&] {
        const cudaStream_t stream = bench.stream.get();
        if (access.bytes == 8)
            read_banks<std::uint64_t><<<1, bank_threads, 0, stream>>>(access, results.data(), clocks.data());
        else
            read_banks<std::uint32_t><<<1, bank_threads, 0, stream>>>(access, results.data(), clocks.data());
    });
    verify(bench, which.name, results, bank_threads, BankResult{access});
    constexpr double requests = bank_threads / double{warp_size} * bank_rounds * bank_loads;
    const int passes = shared_passes(request_of([&](int lane) { return access.word(lane); }, access.bytes));
    return {which.name, {passes, spent.median / requests, spent.min / requests, spent.max / requests}};
}

template <Tree tree>
LessonRow measure(const LessonBench& bench, const char* name) {
    int passes = 0, requests = 0;
    for (int active = tree_threads, apart = 1; active > 0; active /= 2, apart *= 2)
        for (int warp = 0; warp < tree_threads / warp_size; ++warp) {
            const auto add = [&](int TreePair::*word) {
                const int cost = shared_passes(request_of(
                    [&](int lane) { return tree_pair(tree, warp * warp_size + lane, active, apart).*word; }));
                passes += cost;
                requests += cost > 0;
            };
            for (const auto word : {&TreePair::into, &TreePair::from, &TreePair::into}) add(word);
        }
    DeviceBuffer<std::uint32_t> results(tree_threads);
    DeviceBuffer<long long> clocks(1);
    poison(bench, results);
    const Spread spent = clocks_of(bench, clocks, [&] {
        sum_tree<tree><<<1, tree_threads, 0, bench.stream.get()>>>(results.data(), clocks.data());
    });
    std::uint32_t sum = 0;
    for (std::uint32_t word = 0; word < tree_words; ++word) sum += word_value(word);
    verify(bench, name, results, tree_threads, TreeResult{sum});
    return {name,
            {requests, passes, static_cast<double>(passes) / requests, spent.median / tree_rounds,
             spent.min / tree_rounds, spent.max / tree_rounds}};
}

}  // namespace

Lesson shared_banks(const LessonBench& bench) {
    std::vector<BankCase> cases;
    for (const int stride : {1, 2, 3, 4, 8, 16, 32, 33})
        cases.push_back({text_of("32-bit words, stride ", stride), {stride, 4, 1}});
    cases.push_back({"32-bit words, one for all", {0, 4, 1}});
    cases.push_back({"32-bit words, one for two", {1, 4, 2}});
    for (const int stride : {1, 2, 3, 16}) cases.push_back({text_of("64-bit words, stride ", stride), {stride, 8, 1}});
    cases.push_back({"64-bit words, evens then odds", {0, 8, 1, true}});
    cases.push_back({"64-bit words, one for all", {0, 8, 1}});
    Lesson lesson;
    lesson.columns = {{"predicted_passes", "pred.\npasses"},
                      {"clocks_per_request", "clocks\nper request"},
                      {"clocks_min", "\nmin"},
                      {"clocks_max", "\nmax"}};
    for (const BankCase& which : cases) lesson.rows.push_back(measure(bench, which));
    lesson.notes = {
        text_of("Column \"passes\" counts how often shared memory is accessed to serve one request of a warp. At one "
                "pass per clock it is also the prediction for the clocks. The lesson was measured with ",
                bank_threads / warp_size, " warps of one block and ", bank_rounds * bank_loads, " loads per warp.")};
    return lesson;
}

Lesson tree_reduction(const LessonBench& bench) {
    Lesson lesson;
    lesson.columns = {{"predicted_requests", "pred.\nrequests"},
                      {"predicted_passes", "pred.\npasses"},
                      {"predicted_passes_per_request", "passes\n/request"},
                      {"clocks_per_tree", "clocks\nper tree"},
                      {"clocks_min", "\nmin"},
                      {"clocks_max", "\nmax"}};
    lesson.rows = {measure<Tree::neighbours>(bench, "neighbours first"),
                   measure<Tree::neighbours_padded>(bench, "neighbours first, padded"),
                   measure<Tree::halves>(bench, "halves first")};
    lesson.notes = {
        text_of("One block of ", tree_threads, " threads sums ", tree_words,
                " words. Row \"neighbours first\" adds words that are 1, 2, 4 ... apart. The words of active threads "
                "move apart and share ever fewer banks. Row \"neighbours first, padded\" puts an unused word after "
                "every 32 words. Row \"halves first\" keeps the words of active threads side by side. A pass is a "
                "clock of shared memory. Clocks beyond the passes are barriers and latency, which are the same for all "
                "three.")};
    return lesson;
}

}  // namespace hexscan::memory
