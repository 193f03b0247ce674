#include "src/results/volume/volume_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/results/output_kinds.h"
#include "src/results/results_tuning.h"
#include "src/results/run_record.h"

namespace hexscan {
namespace {

constexpr const char* volume_file_name = "workspace.vtkhdf";

VtkHdfImage::Value value_of(const SliceField& field) {
    return std::holds_alternative<std::vector<float>>(field.values) ? VtkHdfImage::Value::float32
                                                                    : VtkHdfImage::Value::uint8;
}

std::unique_ptr<Output> make_volume(const OutputOrder& order) {
    if (!order.requested.want("volume")) return nullptr;
    return std::make_unique<VolumeFile>(order.platform.machine.name, order.plan, order.folder);
}

}  // namespace

OutputKind volume_output() {
    return {.option = "volume",
            .standard = no_output,
            .meaning = "also write workspace.vtkhdf, the whole scan for ParaView, Python and MATLAB",
            .make = make_volume};
}

VolumeFile::VolumeFile(std::string_view platform_name, const ScanGrid& grid, const std::filesystem::path& folder)
    : platform_name_(escaped(platform_name)), grid_(grid), path_(folder / volume_file_name) {
    if (std::min({grid_.columns(), grid_.rows(), grid_.slices()}) < 2)
        throw UsageError(
            "volume: needs several points on every axis, because readers reject flat volumes; two slices or rows close "
            "together are enough");
    VtkHdfImage::start_library();
}

std::vector<AnnouncedFiles> VolumeFile::files() const { return {{.name = volume_file_name}}; }

VolumeFile::StoredArray VolumeFile::add_array(const std::string& name, const std::string& unit,
                                              VtkHdfImage::Value value) {
    const SliceTile shape =
        chunk_shape(grid_.rows(), grid_.columns(), value == VtkHdfImage::Value::float32 ? sizeof(float) : 1);
    return {name, value, file_->add_array(name, unit, value, shape, tuning::field_level), shape};
}

/// Opens the file when the first slice arrives. Only a slice shows which fields there are, and the folder is not ready
/// before. If opening fails, the next slice tries again. std::call_once is not used, because on some platforms it hangs
/// after an exception (GCC bug 66146).
void VolumeFile::open(const Slice& first) {
    const std::lock_guard lock(writing_);
    if (is_open_) return;
    file_ = std::make_unique<VtkHdfImage>(path_, grid_);
    reachable_ = add_array("reachable", "", VtkHdfImage::Value::uint8);
    fields_.clear();
    for (const SliceField& field : first.fields) fields_.push_back(add_array(field.name, field.unit, value_of(field)));
    is_open_ = true;
}

/// Appends the compressed tiles of a slice to `stored`. compress(tile) must return the bytes of a chunk, or no bytes if
/// all points of the tile are 0. Such a tile is left out, because it reads as 0.
template <class Compress>
void VolumeFile::add_tiles(const StoredArray& array, Compress compress, StoredSlice& stored) const {
    SliceTile tile = array.shape;
    for (tile.row = 0; tile.row < grid_.rows(); tile.row += tile.rows)
        for (tile.column = 0; tile.column < grid_.columns(); tile.column += tile.columns)
            if (const auto& bytes = compress(tile); !bytes.empty())
                stored.push_back({array.number, tile, {bytes.begin(), bytes.end()}});
}

void VolumeFile::add_field(const StoredArray& array, const Slice& slice, const SliceField& field, StoredSlice& stored) {
    FieldChunk& chunk = compressors_.local().field;
    std::visit(
        [&](const auto& values) {
            if (field.name != array.name || value_of(field) != array.value ||
                values.size() != static_cast<std::size_t>(grid_.points_per_slice()))
                throw InternalError(
                    fmt::format("slice {}: field {} is not the one of the first slice", slice.index, field.name));
            const auto compress = [&](const SliceTile& tile) {
                return chunk.compress(std::span(std::as_const(values)), grid_.columns(), tile);
            };
            add_tiles(array, compress, stored);
        },
        field.values);
}

void VolumeFile::take(const Slice& slice) {
    open(slice);
    if (slice.fields.size() != fields_.size())
        throw InternalError(
            fmt::format("slice {} has {} fields instead of {}", slice.index, slice.fields.size(), fields_.size()));
    StoredSlice stored;
    TileStream& runs = compressors_.local().runs;
    add_tiles(
        reachable_, [&](const SliceTile& tile) -> const auto& { return runs.compress(slice.runs, tile); }, stored);
    for (std::size_t i = 0; i < fields_.size(); ++i) add_field(fields_[i], slice, slice.fields[i], stored);
    write_in_turn(slice.index, std::move(stored));
}

/// Writes the slices in order, because the position of a chunk in the file depends on the chunks before it.
void VolumeFile::write_in_turn(int slice, StoredSlice stored) {
    const std::lock_guard lock(writing_);
    waiting_.emplace(slice, std::move(stored));
    for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_slice_; ++next_slice_) {
        for (const StoredChunk& chunk : next->second)
            file_->write_chunk(chunk.array, next_slice_, chunk.tile, chunk.bytes);
        next = waiting_.erase(next);
    }
}

void VolumeFile::write(const FinishedRun& run) { write(untimed_record_text(run)); }

void VolumeFile::write(const std::string& record_text) {
    file_->add_text("written_by", fmt::format("hexscan {}", version));
    file_->add_text("platform", platform_name_);
    file_->add_text("length_unit", "m");
    file_->add_text("run_record", record_text);
    file_->commit();
}

}  // namespace hexscan
