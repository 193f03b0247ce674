#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "src/results/volume/chunk_shape.h"
#include "src/scan/grid.h"

namespace hexscan {

/// A file of VTK's HDF5 image data (VTKHDF 1.0): one array of numbers per question over a grid, stored as
/// compressed chunks, in the order z, y, x. Coordinates are metres. The grid has several points on every axis.
///
/// All functions may be called from several threads: HDF5 is used by one at a time. All throw OutputError where HDF5
/// fails, with the system's reason if there is one.
class VtkHdfImage {
public:
    enum class Value { uint8, float32 };

    /// Starts HDF5, which does not survive a lack of memory in doing so: to be called while one thread runs and little
    /// is allocated. Throws std::bad_alloc.
    static void start_library();

    /// Creates the file under a temporary name; it is removed unless commit() is reached.
    VtkHdfImage(const std::filesystem::path& file, const ScanGrid& grid);
    ~VtkHdfImage();
    VtkHdfImage(const VtkHdfImage&) = delete;
    VtkHdfImage& operator=(const VtkHdfImage&) = delete;

    /// Adds an array whose chunks are `shape` on one slice; returns its number. Chunks are deflated; those of float32
    /// are shuffled before. A chunk that is never written reads as 0.
    int add_array(const std::string& name, const std::string& unit, Value value, const SliceTile& shape, int level);

    /// Writes one chunk that is compressed already.
    void write_chunk(int array, int slice, const SliceTile& tile, std::span<const std::uint8_t> compressed);

    /// Adds a text attribute to the file's root.
    void add_text(const std::string& name, const std::string& text);

    /// Closes the file and gives it its name.
    void commit();

private:
    struct Objects;
    std::unique_ptr<Objects> objects_;
};

}  // namespace hexscan
