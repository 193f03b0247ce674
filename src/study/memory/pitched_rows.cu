#include "kernels/memory/pitched_rows.cuh"

#include <cstring>

#include "src/study/memory/lesson_bench.cuh"

/// Measures the lesson "pitch".
namespace hexscan::memory {
namespace {

constexpr std::uint32_t columns = 1001;  ///< In words. Without pitch, few rows start at a sector.
constexpr std::uint32_t pitch = 1024;
constexpr std::uint32_t rows = 1U << 17U;         ///< Read by a kernel in total.
constexpr std::uint32_t memory_rows = 1U << 17U;  ///< Rows of the array, far more than L2 holds.
constexpr std::uint32_t l2_rows = 1U << 12U;
constexpr std::uint32_t copied_rows = 1U << 14U;

GlobalTraffic count(std::uint32_t row_pitch) {
    GlobalTraffic traffic;
    constexpr int counted_rows = 32;
    for (std::uint32_t row = 0; row < counted_rows; ++row)
        for (std::uint32_t first = 0; first < columns; first += 32)
            traffic.add(request_of([=](int lane) {
                const std::uint32_t column = first + static_cast<std::uint32_t>(lane);
                return column < columns ? static_cast<std::int64_t>(row) * row_pitch + column : -1;
            }));
    return traffic;
}

double time_rows_ms(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& words, std::uint32_t row_pitch,
                    std::uint32_t rows_in_array) {
    DeviceBuffer<std::uint32_t> results(rows);
    poison(bench, results);
    const Spread time = time_ms(bench, [&] {
        read_rows<Path::past_l1><<<rows / (row_block / warp_size), row_block, 0, bench.stream.get()>>>(
            words.data(), columns, row_pitch, rows_in_array, results.data());
        check_launch();
    });
    verify(bench, "pitch", results, rows_in_array, RowResult{columns, row_pitch});
    return time.median;
}

/// A copy to pinned host memory. It has `count` rows of `width` bytes, which are `from_pitch` bytes apart in the source
/// and `to_pitch` bytes apart in the destination. `one_piece` ignores the pitches.
struct RectangleCopy {
    std::string name;
    std::size_t from_pitch, width, to_pitch, count;
    bool one_piece;
};

double time_copy_ms(const LessonBench& bench, const RectangleCopy& copy, const DeviceBuffer<std::uint32_t>& words,
                    PinnedBuffer<std::uint8_t>& host) {
    std::memset(host.data(), poison_byte, host.bytes());
    const Spread time = time_ms(bench, [&] {
        const cudaStream_t stream = bench.stream.get();
        if (copy.one_piece)
            HEXSCAN_CUDA_CHECK(
                cudaMemcpyAsync(host.data(), words.data(), copy.width * copy.count, cudaMemcpyDeviceToHost, stream));
        else
            HEXSCAN_CUDA_CHECK(cudaMemcpy2DAsync(host.data(), copy.to_pitch, words.data(), copy.from_pitch, copy.width,
                                                 copy.count, cudaMemcpyDeviceToHost, stream));
    });
    const std::size_t from_pitch = copy.one_piece ? copy.width : copy.from_pitch;
    for (std::size_t row = 0; row < copy.count; ++row)
        for (std::size_t byte = 0; byte < copy.width; byte += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, host.data() + row * copy.to_pitch + byte, sizeof word);
            if (word != word_value(static_cast<std::uint32_t>((row * from_pitch + byte) / 4)))
                throw VerificationError("hexscan memory: pitch: " + copy.name + " is wrong in row " +
                                        std::to_string(row));
        }
    return time.median;
}

void add_copies(const LessonBench& bench, const DeviceBuffer<std::uint32_t>& words, Lesson& lesson) {
    constexpr std::size_t packed = columns * 4, padded = pitch * 4, narrow = 64;
    PinnedBuffer<std::uint8_t> host(padded * copied_rows);
    double rate_bytes_per_ms = 0;
    for (const RectangleCopy& copy :
         {RectangleCopy{"copy: packed rows, one piece", packed, packed, packed, copied_rows, true},
          RectangleCopy{"copy: padded rows with their padding", padded, padded, padded, copied_rows, true},
          RectangleCopy{"copy: padded rows, padding dropped", padded, packed, packed, copied_rows, false},
          RectangleCopy{"copy: 64 bytes of every padded row", padded, narrow, narrow, copied_rows, false}}) {
        const double spent_ms = time_copy_ms(bench, copy, words, host);
        const auto bytes = static_cast<double>(copy.width * copy.count);
        if (rate_bytes_per_ms == 0) rate_bytes_per_ms = bytes / spent_ms;
        lesson.rows.push_back(
            {copy.name,
             {std::nullopt, std::nullopt, bytes / 1e6, bytes / rate_bytes_per_ms, spent_ms, gb_s(bytes, spent_ms)}});
    }
}

}  // namespace

Lesson pitched_rows(const LessonBench& bench) {
    const auto words = known_words(bench, std::size_t{memory_rows} * pitch);
    Lesson lesson;
    lesson.columns = {{"predicted_sectors_per_request", "pred.\nsectors"},
                      {"predicted_use_percent", "pred.\nuse %"},
                      {"megabytes", "\nMB"},
                      {"predicted_ms", "pred.\nms"},
                      {"ms", "\nms"},
                      {"gb_s", "\nGB/s"}};
    constexpr double bytes = 4.0 * columns * rows;
    for (const std::uint32_t rows_in_array : {memory_rows, l2_rows}) {
        const bool in_l2 = rows_in_array == l2_rows;
        const GlobalTraffic without = count(columns), with = count(pitch);
        const double with_ms = time_rows_ms(bench, words, pitch, rows_in_array);
        const double without_ms = time_rows_ms(bench, words, columns, rows_in_array);
        const char* const where = in_l2 ? "L2" : "memory";
        const double ratio = in_l2 ? static_cast<double>(without.sectors()) / static_cast<double>(with.sectors())
                                   : static_cast<double>(without.distinct()) / static_cast<double>(with.distinct());
        lesson.rows.push_back(
            {text_of("rows from ", where, ", with pitch"),
             {with.sectors_per_request(), 100 * with.use(), bytes / 1e6, std::nullopt, with_ms, gb_s(bytes, with_ms)}});
        lesson.rows.push_back({text_of("rows from ", where, ", without"),
                               {without.sectors_per_request(), 100 * without.use(), bytes / 1e6, with_ms * ratio,
                                without_ms, gb_s(bytes, without_ms)}});
    }
    add_copies(bench, words, lesson);
    lesson.notes = {
        text_of("The array has rows of ", columns, " words, which are ", pitch,
                " words apart with pitch. A warp reads a row, past L1. The first \"pred. ms\" is the time with pitch "
                "times the ratio of sectors. From L2 each request counts its sectors. From memory each sector counts "
                "once. The copies of ",
                copied_rows,
                " rows go to pinned host memory. Their \"pred. ms\" is their bytes at the rate of the first copy.")};
    return lesson;
}

}  // namespace hexscan::memory
