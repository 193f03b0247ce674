#include <algorithm>
#include <cstring>
#include <iterator>

#include "kernels/memory/mapped_memory.cuh"
#include "src/study/memory/lesson_bench.cuh"
#include "src/system/stopwatch.h"

/// Measures the lessons "host-copies" and "both-directions".
namespace hexscan::memory {
namespace {

constexpr std::size_t largest_bytes = std::size_t{1} << 30U;

/// Bytes to copy in all repeats together, so larger sizes are repeated less often.
constexpr std::size_t bytes_of_all_repeats = std::size_t{4} << 30U;
constexpr int fewest_repeats = 5;

int repeats_for(const LessonBench& bench, std::size_t bytes) {
    const auto affordable = static_cast<int>(std::min<std::size_t>(bytes_of_all_repeats / bytes, 1'000'000));
    return std::min(bench.repeats, std::max(fewest_repeats, affordable));
}

std::string size_text(std::size_t bytes) {
    if (bytes >= std::size_t{1} << 30U) return text_of(bytes >> 30U, " GB");
    if (bytes >= std::size_t{1} << 20U) return text_of(bytes >> 20U, " MB");
    return text_of(bytes >> 10U, " KB");
}

/// Ordinary memory that the driver locks while this object lives.
class RegisteredMemory {
public:
    explicit RegisteredMemory(std::size_t bytes) : memory_(bytes) {
        HEXSCAN_CUDA_CHECK(cudaHostRegister(memory_.data(), bytes, cudaHostRegisterDefault));
    }
    RegisteredMemory(const RegisteredMemory&) = delete;
    RegisteredMemory& operator=(const RegisteredMemory&) = delete;
    ~RegisteredMemory() { HEXSCAN_CUDA_REPORT(cudaHostUnregister(memory_.data())); }
    std::uint8_t* data() { return memory_.data(); }

private:
    std::vector<std::uint8_t> memory_;
};

/// One kind of host memory, and how its data moves to or from the device.
struct HostKind {
    const char* name;
    std::uint8_t* host;
    bool by_kernel;  ///< mapped memory: a kernel reads or writes it, without a copy
};

enum class CopyDirection { to_host, to_device };

void start_copy(const HostKind& kind, CopyDirection direction, std::uint32_t* device, std::size_t bytes,
                cudaStream_t stream) {
    const bool to_host = direction == CopyDirection::to_host;
    if (kind.by_kernel) {
        const auto count = static_cast<std::uint32_t>(bytes / sizeof(uint4));
        const auto blocks = std::min<std::uint32_t>((count + block_threads - 1) / block_threads, looping_blocks);
        auto* const host = reinterpret_cast<uint4*>(kind.host);
        auto* const there = reinterpret_cast<uint4*>(device);
        copy_words<<<blocks, block_threads, 0, stream>>>(to_host ? there : host, to_host ? host : there, count);
        check_launch();
        return;
    }
    HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(to_host ? static_cast<void*>(kind.host) : device,
                                       to_host ? static_cast<const void*>(device) : kind.host, bytes,
                                       to_host ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice, stream));
}

/// The data that all sizes use: the device's array, and a correct copy of it.
struct CopyBench {
    const LessonBench& bench;
    DeviceBuffer<std::uint32_t> known, scratch;
    std::vector<std::uint32_t> expected;

    explicit CopyBench(const LessonBench& lesson_bench)
        : bench(lesson_bench),
          known(known_words(lesson_bench, largest_bytes / 4)),
          scratch(largest_bytes / 4),
          expected(largest_bytes / 4) {
        for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = word_value(static_cast<std::uint32_t>(i));
    }
};

/// Wall-clock milliseconds from the call to the last byte, after a warm-up. The copied data is then checked.
double copy_ms(CopyBench& copies, const HostKind& kind, CopyDirection direction, std::size_t bytes) {
    const bool to_host = direction == CopyDirection::to_host;
    const Stream& stream = copies.bench.stream;
    if (to_host)
        std::memset(kind.host, poison_byte, bytes);
    else
        poison(copies.bench, copies.scratch);
    stream.synchronize();
    const auto once_ms = [&] {
        const Stopwatch watch;
        start_copy(kind, direction, to_host ? copies.known.data() : copies.scratch.data(), bytes, stream.get());
        stream.synchronize();
        return watch.milliseconds();
    };
    warm_up(once_ms);
    std::vector<double> times_ms;
    for (int repeat = 0; repeat < repeats_for(copies.bench, bytes); ++repeat) times_ms.push_back(once_ms());
    const std::string what =
        text_of(size_text(bytes), " of ", kind.name, " memory copied to the ", to_host ? "host" : "device");
    if (to_host && std::memcmp(kind.host, copies.expected.data(), bytes) != 0)
        throw VerificationError("hexscan memory: host-copies: wrong data in " + what);
    if (!to_host) verify(copies.bench, what, copies.scratch, bytes / 4, KnownWord{});
    return spread_of(std::move(times_ms)).median;
}

/// Fills in column `predicted` for one direction, the prediction for the pinned copies in column `measured`. It is a
/// fixed time per copy plus a rate. Both come from the smallest and the largest copy.
void predict(Lesson& lesson, const std::vector<std::size_t>& sizes, std::size_t measured, std::size_t predicted) {
    const auto time_of = [&](std::size_t row) {
        return static_cast<double>(sizes[row]) / lesson.rows[row].figures[measured].value();
    };
    const std::size_t last = sizes.size() - 1;
    const double per_byte =
        (time_of(last) - time_of(0)) / (static_cast<double>(sizes[last]) - static_cast<double>(sizes[0]));
    const double fixed = time_of(0) - per_byte * static_cast<double>(sizes[0]);
    for (std::size_t row = 0; row < sizes.size(); ++row) {
        const auto bytes = static_cast<double>(sizes[row]);
        lesson.rows[row].figures[predicted] = bytes / (fixed + per_byte * bytes);
    }
}

}  // namespace

Lesson host_copies(const LessonBench& bench) {
    CopyBench copies(bench);
    std::vector<std::uint8_t> pageable(largest_bytes);
    PinnedBuffer<std::uint8_t> pinned(largest_bytes);
    RegisteredMemory registered(largest_bytes);
    MappedBuffer<std::uint8_t> mapped(largest_bytes);
    const HostKind kinds[] = {{"pageable", pageable.data(), false},
                              {"pinned", pinned.data(), false},
                              {"registered", registered.data(), false},
                              {"mapped", mapped.data(), true}};
    std::vector<std::size_t> sizes;
    for (std::size_t bytes = 4096; bytes < largest_bytes; bytes *= 4) sizes.push_back(bytes);
    sizes.push_back(largest_bytes);
    Lesson lesson;
    lesson.columns = {{"predicted_out_pinned_gb_s", "out: pred.\nof pinned"},
                      {"out_pinned_gb_s", "out:\npinned"},
                      {"out_pageable_gb_s", "out:\npageable"},
                      {"out_registered_gb_s", "out:\nregistered"},
                      {"out_mapped_gb_s", "out:\nmapped"},
                      {"predicted_in_pinned_gb_s", "in: pred.\nof pinned"},
                      {"in_pinned_gb_s", "in:\npinned"},
                      {"in_pageable_gb_s", "in:\npageable"},
                      {"in_registered_gb_s", "in:\nregistered"},
                      {"in_mapped_gb_s", "in:\nmapped"}};
    constexpr std::size_t column_of_kind[] = {2, 1, 3, 4};
    constexpr std::size_t columns_of_direction = 5;
    for (const std::size_t bytes : sizes) {
        LessonRow row{size_text(bytes), std::vector<std::optional<double>>(lesson.columns.size())};
        for (std::size_t k = 0; k < std::size(kinds); ++k) {
            const auto rate = [&](CopyDirection direction) {
                return gb_s(static_cast<double>(bytes), copy_ms(copies, kinds[k], direction, bytes));
            };
            // Copies to the host run first: they fill the host memory with the data that copies to the device then use.
            row.figures[column_of_kind[k]] = rate(CopyDirection::to_host);
            row.figures[columns_of_direction + column_of_kind[k]] = rate(CopyDirection::to_device);
        }
        lesson.rows.push_back(std::move(row));
    }
    predict(lesson, sizes, 1, 0);
    predict(lesson, sizes, 6, 5);
    lesson.notes = {
        "Rates are in GB/s, from the call to the last byte, by the wall clock. The direction \"out\" is from device to "
        "host, and \"in\" from host to device. Pinned memory was allocated page-locked by cudaHostAlloc. Registered "
        "memory is ordinary memory that was page-locked afterwards. Mapped memory is page-locked memory that a kernel "
        "reads or writes itself. Its rate includes the kernel's launch. Column \"pred.\" assumes a fixed time per copy "
        "and a rate. The smallest and the largest pinned copy give both."};
    return lesson;
}

Lesson both_directions(const LessonBench& bench) {
    CopyBench copies(bench);
    PinnedBuffer<std::uint8_t> source(largest_bytes), target(largest_bytes);
    std::memcpy(source.data(), copies.expected.data(), largest_bytes);
    const HostKind out{"pinned", target.data(), false}, in{"pinned", source.data(), false};
    const Stream second;
    Lesson lesson;
    lesson.columns = {{"out_ms", "out\nms"},
                      {"in_ms", "in\nms"},
                      {"predicted_both_ms", "both\npred. ms"},
                      {"both_ms", "both\nms"},
                      {"one_after_the_other_ms", "in turn\nms"},
                      {"both_gb_s", "both\nGB/s"}};
    for (const std::size_t bytes :
         {std::size_t{1} << 16U, std::size_t{1} << 20U, std::size_t{1} << 24U, std::size_t{1} << 28U, largest_bytes}) {
        const double out_ms = copy_ms(copies, out, CopyDirection::to_host, bytes);
        const double in_ms = copy_ms(copies, in, CopyDirection::to_device, bytes);
        std::memset(target.data(), poison_byte, bytes);
        poison(bench, copies.scratch);
        bench.stream.synchronize();
        const auto once_ms = [&] {
            const Stopwatch watch;
            start_copy(out, CopyDirection::to_host, copies.known.data(), bytes, bench.stream.get());
            start_copy(in, CopyDirection::to_device, copies.scratch.data(), bytes, second.get());
            bench.stream.synchronize();
            second.synchronize();
            return watch.milliseconds();
        };
        warm_up(once_ms);
        std::vector<double> times_ms;
        for (int repeat = 0; repeat < repeats_for(bench, bytes); ++repeat) times_ms.push_back(once_ms());
        if (std::memcmp(target.data(), copies.expected.data(), bytes) != 0)
            throw VerificationError("hexscan memory: both-directions: wrong data was copied to the host");
        verify(bench, "both-directions, copy to the device", copies.scratch, bytes / 4, KnownWord{});
        const double both_ms = spread_of(std::move(times_ms)).median;
        lesson.rows.push_back({size_text(bytes),
                               {out_ms, in_ms, std::max(out_ms, in_ms), both_ms, out_ms + in_ms,
                                gb_s(2.0 * static_cast<double>(bytes), both_ms)}});
    }
    lesson.notes = {
        "All copies use pinned memory and one stream for each direction. The prediction for both directions together "
        "is the time of the slower one: the bus carries both at once, and each has a copy engine. The "
        "prediction for copies in turn is the sum of both times."};
    return lesson;
}

}  // namespace hexscan::memory
