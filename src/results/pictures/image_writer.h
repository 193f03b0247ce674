#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "src/results/pictures/pixel_density.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

enum class ImageFormat { bmp, png, none };

/// "bmp" or "png"; "" for ImageFormat::none.
std::string_view file_extension(ImageFormat format);

/// The number of shades in a slice's image.
enum class ImageShades {
    two,   ///< reachable or not
    three  ///< proved for all orientations, possible (reachable at the samples, but not proved between them) or neither
};

/// The reason why the format cannot hold slices of this size, with a cure, or "". Sizes are in pixels.
std::string image_size_problem(ImageFormat format, int columns, int rows, ImageShades shades = ImageShades::two);

/// Bytes of one BMP. The result is 0 for other formats, because their size is unknown before the image is drawn.
std::int64_t image_bytes(ImageFormat format, int columns, int rows, ImageShades shades = ImageShades::two);

/// Writes slices as images. Reachable points are white, others black. x points to the right, y up.
///
/// With two shades a point takes one bit, and no buffer grows with the image. libpng writes a PNG row by row. A BMP is
/// written in bands of rows, in which the bits of the runs are set. With three shades the whole image is in memory, one
/// byte per point. stb_image_write writes it as a BMP.
class ImageWriter {
public:
    /// Throws OutputError if images of that size cannot be written in that format.
    ImageWriter(ImageFormat format, int columns, int rows, ImageShades shades = ImageShades::two,
                PixelDensity density = {});

    /// Writes one slice, whole or not at all. Writes nothing with ImageFormat::none. Throws OutputError.
    void write(const std::filesystem::path& path, const WorkspaceSlice& slice) const;

    /// Like write(), in three shades: proved points are white, points that are only possible grey, others black.
    void write_shaded(const std::filesystem::path& path, const WorkspaceSlice& possible,
                      const WorkspaceSlice& proved) const;

private:
    void write_bmp(const std::filesystem::path& path, const WorkspaceSlice& slice) const;
    void write_png(const std::filesystem::path& path, const WorkspaceSlice& slice) const;

    ImageFormat format_;
    int columns_, rows_;
    PixelDensity density_;
};

}  // namespace hexscan
