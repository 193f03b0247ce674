#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "src/scan/runs.h"

namespace hexscan {

enum class ImageFormat { bmp, png, none };

/// "bmp" or "png"; empty for none.
std::string_view file_extension(ImageFormat format);

/// What keeps slices of this size from being written in that format and what helps; empty if nothing does.
std::string image_size_problem(ImageFormat format, int columns, int rows);

/// Bytes of one image where they can be told before it is drawn (BMP); 0 where they cannot.
std::int64_t image_bytes(ImageFormat format, int columns, int rows);

/// Writes slices as images: white reachable, black not, x to the right, y up.
///
/// A PNG goes through libpng row by row, one bit a point, so that no buffer grows with the image.
///
/// stb_image_write makes a BMP's header and black rows once. A slice is then its runs' spans painted into a
/// band of these rows, band after band, each written as it is: no work per pixel and no copy. The band stays
/// in the processor's cache and its size does not grow with the image. A writer is for one thread; copies are
/// cheap and do not ask stb again.
class ImageWriter {
public:
    /// Throws OutputError if images of that size cannot be written in that format.
    ImageWriter(ImageFormat format, int columns, int rows);

    /// Writes one slice, whole or not at all; with ImageFormat::none nothing. Throws OutputError.
    void write(const std::filesystem::path& path, const WorkspaceSlice& slice);

    /// The same in three shades: white what is proved, grey what is only possible, black the rest.
    void write_shaded(const std::filesystem::path& path, const WorkspaceSlice& possible, const WorkspaceSlice& proved);

private:
    void write_bmp(const std::filesystem::path& path, const WorkspaceSlice& slice);
    void write_png(const std::filesystem::path& path, const WorkspaceSlice& slice) const;

    ImageFormat format_;
    int columns_, rows_;
    int rows_per_band_ = 0;
    std::size_t row_bytes_ = 0;            ///< of a BMP row, padding included
    std::vector<std::uint8_t> bmp_start_;  ///< BMP header and a band of rows, black between calls
};

}  // namespace hexscan
