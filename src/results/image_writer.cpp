#include "src/results/image_writer.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

// The only copy of stb_image_write in hexscan: private to this file, without its own file handling.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "src/base/atomic_file.h"
#include "src/base/errors.h"
#include "src/results/png_file.h"

namespace hexscan {
namespace {

constexpr std::size_t bmp_header_bytes = 54;
constexpr std::size_t bytes_per_pixel = 3;
constexpr std::uint8_t black = 0x00, white = 0xFF;

/// Of what is reachable at the samples but not proved between them.
constexpr std::uint8_t possible_shade = 0x80;

/// Fits the second-level cache of current processors, so that painting and writing a band meet there.
constexpr std::size_t band_bytes = 512 * 1024;

/// stb counts the bytes of a BMP in int.
constexpr std::int64_t largest_bmp_bytes = INT_MAX;

std::int64_t bmp_row_bytes(int columns) { return (std::int64_t{columns} * 3 + 3) / 4 * 4; }

std::int64_t bmp_file_bytes(int columns, int rows) {
    return static_cast<std::int64_t>(bmp_header_bytes) + bmp_row_bytes(columns) * rows;
}

/// Keeps the first bytes of what stb produces, up to the size reserved.
void keep_start(void* context, void* data, int size) {
    auto& start = *static_cast<std::vector<std::uint8_t>*>(context);
    const auto* const bytes = static_cast<const std::uint8_t*>(data);
    const std::size_t room = std::min(start.capacity() - start.size(), static_cast<std::size_t>(size));
    start.insert(start.end(), bytes, bytes + room);
}

void append_to_file(void* context, void* data, int size) {
    static_cast<AtomicFile*>(context)->write(
        std::span(static_cast<const std::byte*>(data), static_cast<std::size_t>(size)));
}

/// The first `size` bytes of a black BMP: its header and some of its rows.
std::vector<std::uint8_t> black_bmp_start(int columns, int rows, std::size_t size) {
    const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), black);
    std::vector<std::uint8_t> start;
    start.reserve(size);
    stbi_write_bmp_to_func(keep_start, &start, columns, rows, 1, pixels.data());
    return start;
}

/// Turns a line showing `old_runs` into one showing `new_runs` by painting where they differ. Every end of a
/// run starts or ends a difference; the ends of both lists are taken in order.
void repaint_line(std::uint8_t* line, std::span<const Run> old_runs, std::span<const Run> new_runs) {
    const auto next_end = [](std::span<const Run> runs, std::size_t passed) {
        if (passed >= 2 * runs.size()) return INT_MAX;
        const Run& run = runs[passed / 2];
        return passed % 2 == 0 ? run.first : run.last + 1;
    };
    std::size_t old_passed = 0, new_passed = 0;
    for (int from = 0;;) {
        const int old_end = next_end(old_runs, old_passed), new_end = next_end(new_runs, new_passed);
        const int to = std::min(old_end, new_end);
        if (to == INT_MAX) return;
        const bool was_white = old_passed % 2 == 1, is_white = new_passed % 2 == 1;
        if (was_white != is_white)
            std::memset(line + bytes_per_pixel * static_cast<std::size_t>(from), is_white ? white : black,
                        bytes_per_pixel * static_cast<std::size_t>(to - from));
        old_passed += old_end == to;
        new_passed += new_end == to;
        from = to;
    }
}

/// The rows of a slice shown in black BMP lines, a band at a time; the lines are black again at the end.
/// Going from a band to the next paints only where their rows differ.
class RowsShown {
public:
    RowsShown(std::uint8_t* lines, std::size_t line_bytes, const WorkspaceSlice& slice)
        : lines_(lines), line_bytes_(line_bytes), slice_(slice) {}
    ~RowsShown() {
        for (std::size_t line = 0; line < rows_.size(); ++line)
            repaint_line(lines_ + line * line_bytes_, slice_.row(rows_[line]), {});
    }
    RowsShown(const RowsShown&) = delete;
    RowsShown& operator=(const RowsShown&) = delete;

    void show(int first_row, int end_row) {
        for (int row = first_row; row < end_row; ++row) {
            const auto line = static_cast<std::size_t>(row - first_row);
            const bool first_time = line == rows_.size();
            if (first_time) rows_.push_back(row);
            const std::span<const Run> before = first_time ? std::span<const Run>{} : slice_.row(rows_[line]);
            repaint_line(lines_ + line * line_bytes_, before, slice_.row(row));
            rows_[line] = row;
        }
    }

private:
    std::uint8_t* lines_;
    std::size_t line_bytes_;
    const WorkspaceSlice& slice_;
    std::vector<int> rows_;  ///< the row that each line shows
};

/// Sets the bits of columns first .. last, the first column of a byte in its highest bit.
void set_bits(const Run& run, std::vector<std::uint8_t>& bits) {
    const auto first_byte = static_cast<std::size_t>(run.first / 8), last_byte = static_cast<std::size_t>(run.last / 8);
    const unsigned first_mask = 0xFFU >> (run.first % 8), last_mask = 0xFFU << (7 - run.last % 8);
    if (first_byte == last_byte) {
        bits[first_byte] = static_cast<std::uint8_t>(bits[first_byte] | (first_mask & last_mask));
        return;
    }
    bits[first_byte] = static_cast<std::uint8_t>(bits[first_byte] | first_mask);
    std::fill(bits.begin() + static_cast<std::ptrdiff_t>(first_byte) + 1,
              bits.begin() + static_cast<std::ptrdiff_t>(last_byte), std::uint8_t{0xFF});
    bits[last_byte] = static_cast<std::uint8_t>(bits[last_byte] | last_mask);
}

}  // namespace

std::string_view file_extension(ImageFormat format) {
    switch (format) {
        case ImageFormat::bmp: return "bmp";
        case ImageFormat::png: return "png";
        case ImageFormat::none: break;
    }
    return "";
}

std::string image_size_problem(ImageFormat format, int columns, int rows) {
    if (format != ImageFormat::bmp || bmp_file_bytes(columns, rows) <= largest_bmp_bytes) return {};
    return fmt::format(
        "an image of {} x {} points is larger than a BMP can be (2 GiB); use --image png, --image none or a "
        "smaller --grid",
        columns, rows);
}

std::int64_t image_bytes(ImageFormat format, int columns, int rows) {
    return format == ImageFormat::bmp ? bmp_file_bytes(columns, rows) : 0;
}

ImageWriter::ImageWriter(ImageFormat format, int columns, int rows) : format_(format), columns_(columns), rows_(rows) {
    if (const std::string problem = image_size_problem(format, columns, rows); !problem.empty())
        throw OutputError(problem);
    if (format != ImageFormat::bmp) return;
    row_bytes_ = static_cast<std::size_t>(bmp_row_bytes(columns));
    rows_per_band_ =
        static_cast<int>(std::clamp<std::size_t>(band_bytes / row_bytes_, 1, static_cast<std::size_t>(rows)));
    bmp_start_ =
        black_bmp_start(columns, rows, bmp_header_bytes + row_bytes_ * static_cast<std::size_t>(rows_per_band_));
}

void ImageWriter::write(const std::filesystem::path& path, const WorkspaceSlice& slice) {
    if (format_ == ImageFormat::bmp) write_bmp(path, slice);
    if (format_ == ImageFormat::png) write_png(path, slice);
}

/// A BMP stores the bottom row first, which is the grid's first: bands follow the grid's rows.
void ImageWriter::write_bmp(const std::filesystem::path& path, const WorkspaceSlice& slice) {
    AtomicFile file(path);
    RowsShown lines(bmp_start_.data() + bmp_header_bytes, row_bytes_, slice);
    for (int first = 0; first < rows_; first += rows_per_band_) {
        const int end = std::min(first + rows_per_band_, rows_);
        lines.show(first, end);
        const std::size_t begin = first == 0 ? 0 : bmp_header_bytes;
        const std::size_t size = bmp_header_bytes + row_bytes_ * static_cast<std::size_t>(end - first) - begin;
        file.write(std::as_bytes(std::span(bmp_start_).subspan(begin, size)));
    }
    file.commit();
}

/// A PNG stores the top row first, which is the grid's last.
void ImageWriter::write_png(const std::filesystem::path& path, const WorkspaceSlice& slice) const {
    PngFile png(path, columns_, rows_, PngPixels::one_bit);
    std::vector<std::uint8_t> bits((static_cast<std::size_t>(columns_) + 7) / 8);
    for (int row = rows_ - 1; row >= 0; --row) {
        std::fill(bits.begin(), bits.end(), std::uint8_t{0});
        for (const Run& run : slice.row(row)) set_bits(run, bits);
        png.write_row(bits);
    }
    png.commit();
}

void ImageWriter::write_shaded(const std::filesystem::path& path, const WorkspaceSlice& possible,
                               const WorkspaceSlice& proved) {
    const auto columns = static_cast<std::size_t>(columns_);
    std::vector<std::uint8_t> shades(columns * static_cast<std::size_t>(rows_), black);
    // The top row first.
    for (int row = 0; row < rows_; ++row) {
        const auto line = std::span(shades).subspan(static_cast<std::size_t>(rows_ - 1 - row) * columns, columns);
        for (const auto& [slice, shade] : {std::pair(&possible, possible_shade), std::pair(&proved, white)})
            for (const Run& run : slice->row(row))
                std::fill(line.begin() + run.first, line.begin() + run.last + 1, shade);
    }
    if (format_ == ImageFormat::png) {
        PngFile png(path, columns_, rows_, PngPixels::grey);
        for (std::size_t row = 0; row < static_cast<std::size_t>(rows_); ++row)
            png.write_row(std::span(shades).subspan(row * columns, columns));
        png.commit();
    } else if (format_ == ImageFormat::bmp) {
        AtomicFile file(path);
        stbi_write_bmp_to_func(append_to_file, &file, columns_, rows_, 1, shades.data());
        file.commit();
    }
}

}  // namespace hexscan
