#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "src/results/output.h"
#include "src/results/volume/field_chunk.h"
#include "src/results/volume/tile_stream.h"
#include "src/results/volume/vtk_hdf_image.h"
#include "src/scan/grid.h"

namespace hexscan {

/// workspace.vtkhdf: the whole scan for ParaView, Python and MATLAB. One array per question: `reachable` and every
/// field of the slices. Each slice is compressed in the thread that brings it, and waits, compressed, for those before
/// it: the same scan is the same file, byte for byte.
class VolumeFile final : public Output {
public:
    /// Throws UsageError on a grid that is flat: VTK's reader (9.1) writes beyond its memory where a file holds a
    /// single slice or row.
    VolumeFile(std::string platform_name, const ScanGrid& grid, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    void write(const FinishedRun& run) override;
    /// Once it has all slices: writes the file. The record goes into it, without what no two runs have in common.
    void write(const std::string& record_text);

private:
    /// An array of the file and the tiles it is stored in.
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
    /// What a thread needs for compressing.
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
    std::map<int, StoredSlice> waiting_;  ///< by slice
    int next_slice_ = 0;                  ///< to be written
};

}  // namespace hexscan
