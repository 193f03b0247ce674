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

/// "bmp" or "png"; empty for none.
std::string_view file_extension(ImageFormat format);

/// How many shades a slice is drawn in.
enum class ImageShades {
    two,   ///< reachable or not
    three  ///< proved, possible or neither
};

/// What keeps slices of this size from being written in that format and what helps; empty if nothing does.
std::string image_size_problem(ImageFormat format, int columns, int rows, ImageShades shades = ImageShades::two);

/// Bytes of one image where they can be told before it is drawn (BMP); 0 where they cannot.
std::int64_t image_bytes(ImageFormat format, int columns, int rows, ImageShades shades = ImageShades::two);

/// Writes slices as images: white reachable, black not, x to the right, y up.
///
/// Both formats take one bit a point, and no buffer grows with the image: a PNG goes through libpng row by row, a BMP
/// is its runs set as bits in a band of rows, band after band. What has more than two shades has a byte a point or
/// more; as a BMP it is stb_image_write's.
class ImageWriter {
public:
    /// Throws OutputError if images of that size cannot be written in that format.
    ImageWriter(ImageFormat format, int columns, int rows, ImageShades shades = ImageShades::two,
                PixelDensity density = {});

    /// Writes one slice, whole or not at all; with ImageFormat::none nothing. Throws OutputError.
    void write(const std::filesystem::path& path, const WorkspaceSlice& slice) const;

    /// The same in three shades: white what is proved, grey what is only possible, black the rest.
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
