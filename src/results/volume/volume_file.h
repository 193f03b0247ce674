#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "src/results/output.h"
#include "src/results/volume/field_chunk.h"
#include "src/results/volume/tile_stream.h"
#include "src/results/volume/vtk_hdf_image.h"
#include "src/scan/grid.h"

namespace hexscan {

/// Writes workspace.vtkhdf, the whole scan for ParaView, Python and MATLAB. It has the array `reachable` and one array
/// for each field of the slices. The thread that delivers a slice compresses it. Compressed slices are written in
/// order, so that the same scan gives the same bytes.
class VolumeFile final : public Output {
public:
    /// Throws UsageError if an axis has a single point: if a file has a single slice or row, VTK's reader (9.1) writes
    /// outside its buffers.
    VolumeFile(std::string_view platform_name, const ScanGrid& grid, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    void write(const FinishedRun& run) override;
    /// Completes the file and stores the record in it. Call it once, after all slices are taken. The record should
    /// contain no times, because the same scan must give the same bytes.
    void write(const std::string& record_text);

private:
    /// An array of the file, and the shape of its tiles.
    struct StoredArray {
        std::string name;
        VtkHdfImage::Value value = VtkHdfImage::Value::uint8;
        int number = 0;
        SliceTile shape;
    };
    struct StoredChunk {
        int array = 0;
        SliceTile tile;
        std::vector<std::uint8_t> bytes;
    };
    using StoredSlice = std::vector<StoredChunk>;
    /// The compressors of one thread.
    struct Compressor {
        TileStream runs;
        FieldChunk field;
    };

    void open(const Slice& first);
    StoredArray add_array(const std::string& name, const std::string& unit, VtkHdfImage::Value value);
    template <class Compress>
    void add_tiles(const StoredArray& array, Compress compress, StoredSlice& stored) const;
    void add_field(const StoredArray& array, const Slice& slice, const SliceField& field, StoredSlice& stored);
    void write_in_turn(int slice, StoredSlice stored);

    std::string platform_name_;
    ScanGrid grid_;
    std::filesystem::path path_;
    std::unique_ptr<VtkHdfImage> file_;
    StoredArray reachable_;
    std::vector<StoredArray> fields_;
    tbb::enumerable_thread_specific<Compressor> compressors_;
    std::mutex writing_;
    bool is_open_ = false;
    std::map<int, StoredSlice> waiting_;  ///< compressed slices that wait for an earlier one, by index
    int next_slice_ = 0;                  ///< the next slice to write
};

}  // namespace hexscan
