#pragma once

#include <bit>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "hexscan/errors.h"
#include "kernels/memory/lesson_values.cuh"
#include "src/base/spread.h"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/engines/warm_up.h"
#include "src/study/memory/access_model.h"
#include "src/study/memory/lesson.h"

/// The parts that the host code of all lessons needs: the device, timing by events, and the check of every result.
namespace hexscan::memory {

inline constexpr double bytes_per_ms_in_gb_s = 1e-6;
inline constexpr int block_threads = 256;
/// The number of blocks for kernels that loop over their work. It is large enough to fill any device.
inline constexpr int looping_blocks = 4096;

/// The device, and the number of timed repeats.
struct LessonBench {
    DeviceInfo device;
    double clock_mhz;  ///< of the multiprocessors
    int repeats;
    Stream stream{};
};

/// Concatenates the parts. It replaces fmt, because nvcc 13 cannot compile fmt's checks of format strings.
template <class... Parts>
std::string text_of(const Parts&... parts) {
    std::ostringstream text;
    (text << ... << parts);
    return text.str();
}

/// Throws DeviceError if the last launch failed.
inline void check_launch() { HEXSCAN_CUDA_CHECK(cudaGetLastError()); }

/// Times `work`, which enqueues work on the bench's stream, in milliseconds: `repeats` times after a warm-up.
template <class Work>
Spread time_ms(const LessonBench& bench, int repeats, Work work) {
    const Event start, stop;
    const auto once_ms = [&] {
        HEXSCAN_CUDA_CHECK(cudaEventRecord(start.get(), bench.stream.get()));
        work();
        HEXSCAN_CUDA_CHECK(cudaEventRecord(stop.get(), bench.stream.get()));
        HEXSCAN_CUDA_CHECK(cudaEventSynchronize(stop.get()));
        return static_cast<double>(elapsed_ms(start, stop));
    };
    warm_up(once_ms);
    std::vector<double> times_ms;
    for (int repeat = 0; repeat < repeats; ++repeat) times_ms.push_back(once_ms());
    return spread_of(std::move(times_ms));
}
template <class Work>
Spread time_ms(const LessonBench& bench, Work work) {
    return time_ms(bench, bench.repeats, work);
}

/// Copies a buffer's first element to the host.
template <class T>
T fetch(const LessonBench& bench, const DeviceBuffer<T>& buffer) {
    T value{};
    HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(&value, buffer.data(), sizeof(T), cudaMemcpyDeviceToHost, bench.stream.get()));
    bench.stream.synchronize();
    return value;
}

/// The clock cycles that a kernel counted in each repeat, after a warm-up.
template <class Launch>
Spread clocks_of(const LessonBench& bench, const DeviceBuffer<long long>& clocks, Launch launch) {
    const auto counted = [&] {
        launch();
        check_launch();
        return static_cast<double>(fetch(bench, clocks));
    };
    warm_up(counted);
    std::vector<double> measured;
    for (int repeat = 0; repeat < bench.repeats; ++repeat) measured.push_back(counted());
    return spread_of(std::move(measured));
}

/// The byte that fills buffers before a lesson runs. It is not a result, so words that no kernel wrote are detected.
inline constexpr int poison_byte = 0xA5;
inline const float poisoned_float = std::bit_cast<float>(0xA5A5A5A5U);
template <class T>
void poison(const LessonBench& bench, DeviceBuffer<T>& buffer) {
    HEXSCAN_CUDA_CHECK(cudaMemsetAsync(buffer.data(), poison_byte, buffer.bytes(), bench.stream.get()));
}

/// Arrays of `count` elements on the device. Element i is word_value(i), or small_value(i) for floats.
inline DeviceBuffer<std::uint32_t> known_words(const LessonBench& bench, std::size_t count) {
    DeviceBuffer<std::uint32_t> words(count);
    fill_words<<<looping_blocks, block_threads, 0, bench.stream.get()>>>(words.data(),
                                                                         static_cast<std::uint32_t>(count));
    check_launch();
    return words;
}
inline DeviceBuffer<float> known_floats(const LessonBench& bench, std::size_t count) {
    DeviceBuffer<float> values(count);
    fill_small<<<looping_blocks, block_threads, 0, bench.stream.get()>>>(values.data(),
                                                                         static_cast<std::uint32_t>(count));
    check_launch();
    return values;
}

/// Throws VerificationError unless the first `count` results are expected(0), expected(1), and so on.
template <class T, class Expected>
void verify(const LessonBench& bench, const std::string& what, const DeviceBuffer<T>& results, std::size_t count,
            Expected expected) {
    DeviceBuffer<unsigned long long> wrong(1);
    HEXSCAN_CUDA_CHECK(cudaMemsetAsync(wrong.data(), 0, wrong.bytes(), bench.stream.get()));
    count_wrong<<<looping_blocks, block_threads, 0, bench.stream.get()>>>(
        results.data(), static_cast<std::uint32_t>(count), expected, wrong.data());
    check_launch();
    if (const auto found = fetch(bench, wrong); found != 0)
        throw VerificationError(text_of("hexscan memory: ", what, ": ", found, " of ", count, " results are wrong"));
}

inline double gb_s(double bytes, double time_ms) { return bytes / time_ms * bytes_per_ms_in_gb_s; }

/// The rate as a percentage of the device's theoretical bandwidth, if that is known.
inline std::optional<double> percent_of_peak(const LessonBench& bench, double rate_gb_s) {
    const double peak = bench.device.memory_bandwidth_gb_s;
    return peak > 0 ? std::optional(100 * rate_gb_s / peak) : std::nullopt;
}

#define HEXSCAN_MEMORY_LESSON(key, measure, what) Lesson measure(const LessonBench& bench);
#include "src/study/memory/lessons.def"
#undef HEXSCAN_MEMORY_LESSON

}  // namespace hexscan::memory
