#include "src/results/pictures/image_writer.h"

#include <algorithm>
#include <climits>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

// This is hexscan's only copy of stb_image_write. It is private to this file and opens no files itself.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "hexscan/errors.h"
#include "src/results/pictures/png_file.h"
#include "src/results/results_tuning.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

/// Bytes of the file header, the image header and a palette of two colours.
constexpr std::size_t bmp_start_bytes = 14 + 40 + 2 * 4;

constexpr std::uint8_t black = 0x00, white = 0xFF;

/// Shade of points that are reachable at the samples but not proved between them.
constexpr std::uint8_t possible_shade = 0x80;

/// Many readers of BMP files, such as stb, count the bytes in an int.
constexpr std::int64_t largest_bmp_bytes = INT_MAX;

/// Rows of a BMP are padded to four bytes.
std::int64_t bmp_row_bytes(int columns, int bits_per_pixel) {
    return (std::int64_t{columns} * bits_per_pixel + 31) / 32 * 4;
}

std::int64_t bmp_file_bytes(int columns, int rows, ImageShades shades) {
    const int bits_per_pixel = shades == ImageShades::two ? 1 : 24;
    return static_cast<std::int64_t>(bmp_start_bytes) + bmp_row_bytes(columns, bits_per_pixel) * rows;
}

void append_little_endian(std::vector<std::uint8_t>& bytes, std::int64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i) & 0xFF));
}

/// Offset in a BMP of the numbers of pixels per metre along x and y.
constexpr std::size_t bmp_density_at = 38;

/// The bytes before the rows of a BMP with one bit per pixel, in which 0 is black and 1 is white.
std::vector<std::uint8_t> bmp_start(int columns, int rows, PixelDensity density) {
    std::vector<std::uint8_t> start{'B', 'M'};
    append_little_endian(start, bmp_file_bytes(columns, rows, ImageShades::two), 4);
    append_little_endian(start, 0, 4);  // reserved
    append_little_endian(start, bmp_start_bytes, 4);
    append_little_endian(start, 40, 4);  // bytes of the image header, which begins with this number
    append_little_endian(start, columns, 4);
    append_little_endian(start, rows, 4);
    append_little_endian(start, 1, 2);  // planes
    append_little_endian(start, 1, 2);  // bits per pixel
    append_little_endian(start, 0, 4);  // not compressed
    append_little_endian(start, 0, 4);  // bytes of the rows; 0 lets the reader compute them
    append_little_endian(start, density.x, 4);
    append_little_endian(start, density.y, 4);
    append_little_endian(start, 2, 4);  // colours of the palette
    append_little_endian(start, 0, 4);  // important colours; 0 means all
    append_little_endian(start, 0x000000, 4);
    append_little_endian(start, 0xFFFFFF, 4);
    return start;
}

void append_bytes(void* context, void* data, int size) {
    const std::span bytes(static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size));
    auto& file = *static_cast<std::vector<std::uint8_t>*>(context);
    file.insert(file.end(), bytes.begin(), bytes.end());
}

/// Sets the bits of columns first ... last. A byte's first column is its highest bit.
void set_bits(const Run& run, std::span<std::uint8_t> bits) {
    const auto first_byte = static_cast<std::size_t>(run.first / 8), last_byte = static_cast<std::size_t>(run.last / 8);
    const unsigned first_mask = 0xFFU >> (run.first % 8), last_mask = 0xFFU << (7 - run.last % 8);
    if (first_byte == last_byte) {
        bits[first_byte] = static_cast<std::uint8_t>(bits[first_byte] | (first_mask & last_mask));
        return;
    }
    bits[first_byte] = static_cast<std::uint8_t>(bits[first_byte] | first_mask);
    std::ranges::fill(bits.subspan(first_byte + 1, last_byte - first_byte - 1), std::uint8_t{0xFF});
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

std::string image_size_problem(ImageFormat format, int columns, int rows, ImageShades shades) {
    if (format != ImageFormat::bmp || bmp_file_bytes(columns, rows, shades) <= largest_bmp_bytes) return {};
    return fmt::format(
        "an image of {} x {} points is larger than a BMP can be (2 GiB); choose image png or none, or a smaller grid",
        columns, rows);
}

std::int64_t image_bytes(ImageFormat format, int columns, int rows, ImageShades shades) {
    return format == ImageFormat::bmp ? bmp_file_bytes(columns, rows, shades) : 0;
}

ImageWriter::ImageWriter(ImageFormat format, int columns, int rows, ImageShades shades, PixelDensity density)
    : format_(format), columns_(columns), rows_(rows), density_(density) {
    if (const std::string problem = image_size_problem(format, columns, rows, shades); !problem.empty())
        throw OutputError(problem);
}

void ImageWriter::write(const std::filesystem::path& path, const WorkspaceSlice& slice) const {
    if (format_ == ImageFormat::bmp) write_bmp(path, slice);
    if (format_ == ImageFormat::png) write_png(path, slice);
}

/// A BMP stores the bottom row first, which is the grid's first row. So the bands of rows are written in the grid's
/// order.
void ImageWriter::write_bmp(const std::filesystem::path& path, const WorkspaceSlice& slice) const {
    const auto row_bytes = static_cast<std::size_t>(bmp_row_bytes(columns_, 1));
    AtomicFile file(path);
    std::vector<std::uint8_t> band = bmp_start(columns_, rows_, density_);
    band.reserve(std::min(tuning::image_band_bytes + row_bytes,
                          static_cast<std::size_t>(bmp_file_bytes(columns_, rows_, ImageShades::two))));
    for (int row = 0; row < rows_; ++row) {
        band.resize(band.size() + row_bytes);
        for (const Run& run : slice.row(row)) set_bits(run, std::span(band).last(row_bytes));
        if (band.size() < tuning::image_band_bytes && row + 1 < rows_) continue;
        file.write(std::as_bytes(std::span(band)));
        band.clear();
    }
    file.commit();
}

/// A PNG stores the top row first, which is the grid's last row.
void ImageWriter::write_png(const std::filesystem::path& path, const WorkspaceSlice& slice) const {
    PngFile png(path, columns_, rows_, PngPixels::one_bit, density_);
    std::vector<std::uint8_t> bits((static_cast<std::size_t>(columns_) + 7) / 8);
    for (int row = rows_ - 1; row >= 0; --row) {
        std::fill(bits.begin(), bits.end(), std::uint8_t{0});
        for (const Run& run : slice.row(row)) set_bits(run, bits);
        png.write_row(bits);
    }
    png.commit();
}

void ImageWriter::write_shaded(const std::filesystem::path& path, const WorkspaceSlice& possible,
                               const WorkspaceSlice& proved) const {
    const auto columns = static_cast<std::size_t>(columns_);
    std::vector<std::uint8_t> shades(columns * static_cast<std::size_t>(rows_), black);
    // `shades` begins with the top row.
    for (int row = 0; row < rows_; ++row) {
        const auto line = std::span(shades).subspan(static_cast<std::size_t>(rows_ - 1 - row) * columns, columns);
        for (const auto& [slice, shade] : {std::pair(&possible, possible_shade), std::pair(&proved, white)})
            for (const Run& run : slice->row(row))
                std::fill(line.begin() + run.first, line.begin() + run.last + 1, shade);
    }
    if (format_ == ImageFormat::png) {
        PngFile png(path, columns_, rows_, PngPixels::grey, density_);
        for (std::size_t row = 0; row < static_cast<std::size_t>(rows_); ++row)
            png.write_row(std::span(shades).subspan(row * columns, columns));
        png.commit();
    } else if (format_ == ImageFormat::bmp) {
        std::vector<std::uint8_t> bmp, density;
        stbi_write_bmp_to_func(append_bytes, &bmp, columns_, rows_, 1, shades.data());
        append_little_endian(density, density_.x, 4);
        append_little_endian(density, density_.y, 4);
        std::ranges::copy(density, bmp.begin() + bmp_density_at);
        AtomicFile file(path);
        file.write(std::as_bytes(std::span(bmp)));
        file.commit();
    }
}

}  // namespace hexscan
