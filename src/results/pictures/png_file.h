#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "src/results/pictures/pixel_density.h"

namespace hexscan {

/// How the points of a PNG are encoded.
enum class PngPixels {
    one_bit,  ///< black and white, eight points per byte, the first in the highest bit
    grey,     ///< one byte per point
    palette   ///< one byte per point, an index in a palette of colours
};

/// A colour in sRGB.
struct Colour {
    std::uint8_t red, green, blue;
};

/// A PNG that libpng writes row by row into an AtomicFile, so that no buffer grows with the image.
class PngFile {
public:
    /// `palette` has up to 256 colours. It is used for PngPixels::palette only. Throws OutputError.
    PngFile(const std::filesystem::path& path, int columns, int rows, PngPixels pixels, PixelDensity density,
            std::span<const Colour> palette = {});
    ~PngFile();
    PngFile(const PngFile&) = delete;
    PngFile& operator=(const PngFile&) = delete;

    /// Writes the next row from the top. Throws OutputError.
    void write_row(std::span<const std::uint8_t> row);

    /// Completes the file and gives it its final name. Throws OutputError.
    void commit();

private:
    struct Writer;
    std::unique_ptr<Writer> writer_;
};

}  // namespace hexscan
