#include "src/results/pictures/png_file.h"

#include <new>
#include <vector>

#include <fmt/format.h>
#include <png.h>

#include "hexscan/errors.h"
#include "src/system/atomic_file.h"

namespace hexscan {

/// Owns libpng's objects. libpng reports errors by exceptions that pass through its own frames. No memory leaks,
/// because the destructor frees everything that libpng holds.
struct PngFile::Writer {
    Writer(const std::filesystem::path& path)
        : file(path), png(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore)) {
        if (png) info = png_create_info_struct(png);
        if (info) return;
        png_destroy_write_struct(&png, &info);
        throw std::bad_alloc();
    }
    ~Writer() { png_destroy_write_struct(&png, &info); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    [[noreturn]] static void fail(png_structp png, png_const_charp message) {
        throw OutputError(fmt::format("cannot compress a PNG: {}", png ? message : "not enough memory"));
    }
    static void ignore(png_structp, png_const_charp) {}
    static void write(png_structp png, png_bytep bytes, std::size_t size) {
        static_cast<AtomicFile*>(png_get_io_ptr(png))->write(std::as_bytes(std::span(bytes, size)));
    }
    static void flush(png_structp) {}

    AtomicFile file;
    png_structp png;
    png_infop info = nullptr;
};

PngFile::PngFile(const std::filesystem::path& path, int columns, int rows, PngPixels pixels, PixelDensity density,
                 std::span<const Colour> palette)
    : writer_(std::make_unique<Writer>(path)) {
    const png_structp png = writer_->png;
    const png_infop info = writer_->info;
    png_set_write_fn(png, &writer_->file, Writer::write, Writer::flush);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png, info, static_cast<png_uint_32>(columns), static_cast<png_uint_32>(rows),
                 pixels == PngPixels::one_bit ? 1 : 8,
                 pixels == PngPixels::palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    std::vector<png_color> colours;
    for (const Colour& colour : palette) colours.push_back({colour.red, colour.green, colour.blue});
    if (pixels == PngPixels::palette) png_set_PLTE(png, info, colours.data(), static_cast<int>(colours.size()));
    if (density.x != 0) png_set_pHYs(png, info, density.x, density.y, PNG_RESOLUTION_METER);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
}

PngFile::~PngFile() = default;

void PngFile::write_row(std::span<const std::uint8_t> row) { png_write_row(writer_->png, row.data()); }

void PngFile::commit() {
    png_write_end(writer_->png, writer_->info);
    writer_->file.commit();
}

}  // namespace hexscan
