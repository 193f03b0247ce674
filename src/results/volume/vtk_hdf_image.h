#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "src/results/volume/chunk_shape.h"
#include "src/scan/grid.h"

namespace hexscan {

/// A file of VTK's HDF5 image data (VTKHDF 1.0). It holds arrays of numbers over a grid, stored as compressed chunks,
/// in the order z, y, x. Coordinates are in metres. The grid has several points on every axis.
///
/// All functions may be called from several threads; a mutex lets one at a time use HDF5. All throw OutputError if HDF5
/// fails, with the system's reason if there is one, and std::bad_alloc.
class VtkHdfImage {
public:
    enum class Value { uint8, float32 };

    /// Starts HDF5. HDF5 crashes if memory runs out during its start. So call this function while only one thread runs
    /// and little memory is allocated. Throws std::bad_alloc.
    static void start_library();

    /// Creates the file under a temporary name. The destructor removes it unless commit() succeeded.
    VtkHdfImage(const std::filesystem::path& file, const ScanGrid& grid);
    ~VtkHdfImage();
    VtkHdfImage(const VtkHdfImage&) = delete;
    VtkHdfImage& operator=(const VtkHdfImage&) = delete;

    /// Adds an array and returns its number. Each chunk has the given shape and lies in one slice. Chunks are deflated
    /// at zlib's `level`; float32 values are shuffled first. A chunk that is never written reads as 0.
    int add_array(const std::string& name, const std::string& unit, Value value, const SliceTile& shape, int level);

    /// Writes one chunk, which is already compressed as add_array() describes.
    void write_chunk(int array, int slice, const SliceTile& tile, std::span<const std::uint8_t> compressed);

    /// Adds a text attribute to the file's root.
    void add_text(const std::string& name, const std::string& text);

    /// Closes the file and gives it its final name.
    void commit();

private:
    struct Objects;
    std::unique_ptr<Objects> objects_;
};

}  // namespace hexscan
