#include "src/image_writer.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <span>

#include <fmt/format.h>

// The only copy of stb_image_write in hexscan: private to this file, without its own file handling.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "src/atomic_file.h"
#include "src/output_error.h"

namespace hexscan {
namespace {

constexpr std::size_t bmp_header_bytes = 54;
constexpr std::size_t bytes_per_pixel = 3;
constexpr std::uint8_t black = 0x00, white = 0xFF;

/// Fits the second-level cache of current processors, so that painting and writing a band meet there.
constexpr std::size_t band_bytes = 512 * 1024;

/// Both formats count in int inside stb, whose PNG compressor doubles a buffer of up to 9/8 of the pixels.
constexpr std::int64_t largest_bmp_bytes = INT_MAX;
constexpr std::int64_t largest_png_pixels = (std::int64_t{1} << 29) / 9 * 8;

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

/// The first `size` bytes of a black BMP: its header and some of its rows.
std::vector<std::uint8_t> black_bmp_start(int columns, int rows, std::size_t size) {
    const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows),
                                           black);
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

/// Two grey levels gain nothing from stb's search for the best filter of every row: without it and with its
/// quickest search for repetitions a slice takes half the time and no more bytes. stb keeps its settings in
/// variables that all threads read, so they are set before any thread runs.
[[maybe_unused]] const bool png_settings_made = [] {
    stbi_write_force_png_filter = 0;
    stbi_write_png_compression_level = 5;
    return true;
}();

/// Keeps the PNG that stb hands over in one piece. Writing it from here could throw past stb, which would
/// then not free its buffer.
void keep_all(void* context, void* data, int size) {
    const auto* const bytes = static_cast<const std::uint8_t*>(data);
    static_cast<std::vector<std::uint8_t>*>(context)->assign(bytes, bytes + size);
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
    const bool too_big =
        (format == ImageFormat::bmp && bmp_file_bytes(columns, rows) > largest_bmp_bytes) ||
        (format == ImageFormat::png && (std::int64_t{columns} + 1) * rows > largest_png_pixels);
    if (!too_big) return {};
    return fmt::format(
        "an image of {} x {} points is larger than hexscan can write as {}; use --image none or a smaller "
        "--grid",
        columns, rows, format == ImageFormat::bmp ? "BMP (2 GiB)" : "PNG (477 million points)");
}

ImageWriter::ImageWriter(ImageFormat format, int columns, int rows)
    : format_(format), columns_(columns), rows_(rows) {
    if (const std::string problem = image_size_problem(format, columns, rows); !problem.empty())
        throw OutputError(problem);
    if (format != ImageFormat::bmp) return;
    row_bytes_ = static_cast<std::size_t>(bmp_row_bytes(columns));
    rows_per_band_ =
        static_cast<int>(std::clamp<std::size_t>(band_bytes / row_bytes_, 1, static_cast<std::size_t>(rows)));
    bmp_start_ = black_bmp_start(columns, rows,
                                 bmp_header_bytes + row_bytes_ * static_cast<std::size_t>(rows_per_band_));
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
        const std::size_t size =
            bmp_header_bytes + row_bytes_ * static_cast<std::size_t>(end - first) - begin;
        file.write(std::as_bytes(std::span(bmp_start_).subspan(begin, size)));
    }
    file.commit();
}

/// A PNG stores the top row first, which is the grid's last.
void ImageWriter::write_png(const std::filesystem::path& path, const WorkspaceSlice& slice) {
    const auto columns = static_cast<std::size_t>(columns_), rows = static_cast<std::size_t>(rows_);
    std::vector<std::uint8_t> pixels(columns * rows, black);
    for (int row = 0; row < rows_; ++row) {
        const std::size_t line = columns * static_cast<std::size_t>(rows_ - 1 - row);
        fill_bytes(slice.row(row), std::span(pixels).subspan(line, columns), white);
    }
    std::vector<std::uint8_t> png;
    if (stbi_write_png_to_func(keep_all, &png, columns_, rows_, 1, pixels.data(), columns_) == 0)
        throw OutputError(
            fmt::format("cannot write {}: not enough memory to compress it; use --image bmp", path.string()));
    AtomicFile file(path);
    file.write(std::as_bytes(std::span(png)));
    file.commit();
}

}  // namespace hexscan
