#include "kernels/memory/bytes_in_flight.cuh"

#include <algorithm>
#include <array>

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "in-flight".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t many_values = 1U << 26U, few_values = 10U << 20U;
constexpr std::uint32_t chain_words = 1U << 26U;
constexpr int chain_steps = 4096;

/// Memory latency: the time from a request until its word arrives, in microseconds.
double latency_us(const LessonBench& bench) {
    DeviceBuffer<std::uint32_t> chain(chain_words), end(1);
    DeviceBuffer<long long> clocks(1);
    fill_chain<<<looping_blocks, block_threads, 0, bench.stream.get()>>>(chain.data(), chain_words);
    check_launch();
    // Each run continues where the previous one ended. If a run were repeated, L2 would hold its words.
    std::uint32_t place = 0;
    const Spread counted = clocks_of(bench, clocks, [&] {
        follow_chain<<<1, 1, 0, bench.stream.get()>>>(chain.data(), place, chain_steps, end.data(), clocks.data());
        for (int step = 0; step < chain_steps; ++step) place = next_in_chain(place, chain_words);
    });
    if (fetch(bench, end) != place)
        throw VerificationError(
            "hexscan memory: in-flight: the GPU ended at another word than the CPU, so its time is not valid");
    return counted.median / chain_steps / bench.clock_mhz;
}

/// Arrays of equal content, and the array for their sum.
struct Arrays {
    DeviceBuffer<float> from[2], sum;

    explicit Arrays(const LessonBench& bench)
        : from{known_floats(bench, many_values), known_floats(bench, many_values)}, sum(many_values) {}
};

template <int bytes, int arrays, int packets>
double time_sum_ms(const LessonBench& bench, Arrays& all, std::uint32_t values) {
    SummedArrays<bytes, arrays> read{};
    for (int a = 0; a < arrays; ++a) read.from[a] = reinterpret_cast<const Packet<bytes>*>(all.from[a].data());
    auto* const sum = reinterpret_cast<Packet<bytes>*>(all.sum.data());
    const std::uint32_t blocks = values / (Packet<bytes>::floats * packets * block_threads);
    poison(bench, all.sum);
    const Spread time = time_ms(bench, [&] {
        sum_arrays<bytes, arrays, packets><<<blocks, block_threads, 0, bench.stream.get()>>>(read, sum);
        check_launch();
    });
    verify(bench, "in-flight", all.sum, values, ArraySum{arrays});
    return time.median;
}

template <int bytes, int arrays, int packets>
LessonRow measure(const LessonBench& bench, Arrays& all, double latency_us) {
    int blocks = 0;
    HEXSCAN_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, reinterpret_cast<const void*>(sum_arrays<bytes, arrays, packets>), block_threads, 0));
    constexpr int bytes_per_thread = bytes * arrays * packets;
    const double in_flight = double{bytes_per_thread} * blocks * block_threads;
    // Little's law applies to the bytes that are read. In the same time, memory also stores the array that is written.
    constexpr double moved_per_read = (arrays + 1.0) / arrays;
    const double by_latency_gb_s = in_flight * bench.device.multiprocessors / latency_us * 1e-3 * moved_per_read;
    const double peak_gb_s = bench.device.memory_bandwidth_gb_s;
    const double many_ms = time_sum_ms<bytes, arrays, packets>(bench, all, many_values);
    const double few_ms = time_sum_ms<bytes, arrays, packets>(bench, all, few_values);
    const auto rate_gb_s = [](std::uint32_t values, double time_ms) {
        return gb_s(double{sizeof(float)} * (arrays + 1) * values, time_ms);
    };
    return {text_of(arrays, arrays == 1 ? " array, " : " arrays, ", bytes, " bytes x ", packets),
            {double{bytes_per_thread}, in_flight / 1024,
             peak_gb_s > 0 ? std::min(peak_gb_s, by_latency_gb_s) : by_latency_gb_s, rate_gb_s(many_values, many_ms),
             percent_of_peak(bench, rate_gb_s(many_values, many_ms)), 1000 * few_ms, rate_gb_s(few_values, few_ms)}};
}

template <int arrays>
void append_rows(const LessonBench& bench, Arrays& all, double latency_us, std::vector<LessonRow>& rows) {
    rows.push_back(measure<4, arrays, 1>(bench, all, latency_us));
    rows.push_back(measure<4, arrays, 2>(bench, all, latency_us));
    rows.push_back(measure<4, arrays, 4>(bench, all, latency_us));
    rows.push_back(measure<8, arrays, 1>(bench, all, latency_us));
    rows.push_back(measure<8, arrays, 2>(bench, all, latency_us));
    rows.push_back(measure<8, arrays, 4>(bench, all, latency_us));
    rows.push_back(measure<16, arrays, 1>(bench, all, latency_us));
    rows.push_back(measure<16, arrays, 2>(bench, all, latency_us));
    rows.push_back(measure<16, arrays, 4>(bench, all, latency_us));
}

}  // namespace

Lesson bytes_in_flight(const LessonBench& bench) {
    const double measured_latency_us = latency_us(bench);
    Arrays all(bench);
    Lesson lesson;
    lesson.columns = {{"bytes_per_thread", "bytes\nper thread"},
                      {"in_flight_kb", "in flight\nKB per SM"},
                      {"predicted_gb_s", "pred.\nGB/s"},
                      {"gb_s", "64 M values\nGB/s"},
                      {"share_of_peak_percent", "of peak\n%"},
                      {"few_us", "10 M values\nus"},
                      {"few_gb_s", "\nGB/s"}};
    append_rows<1>(bench, all, measured_latency_us, lesson.rows);
    append_rows<2>(bench, all, measured_latency_us, lesson.rows);
    lesson.notes = {
        text_of("The kernel copies one array, or writes the sum of two, to another array. Arrays have 64 M values or "
                "10 M values. L2 keeps a part of the smaller ones between repeats. In \"bytes x N\", the first number "
                "is the bytes of a load. N is the number of loads per array that a thread requests before it uses the "
                "first. Column \"in flight\" has the bytes requested by all resident threads of a multiprocessor. "
                "Column \"pred. GB/s\" follows from Little's law: the bytes in flight on all multiprocessors, divided "
                "by the latency of ",
                static_cast<int>(1000 * measured_latency_us + 0.5),
                " ns. It adds the rate of the bytes written meanwhile, and is at most the peak. A chain of reads "
                "through 256 MB measured the latency. Column \"GB/s\" counts bytes read and written.")};
    return lesson;
}

}  // namespace hexscan::memory
