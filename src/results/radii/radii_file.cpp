#include "src/results/radii/radii_file.h"

#include <cstddef>
#include <utility>

#include "kernels/sets/grid_cells.h"
#include "src/results/radii/radii_csv.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

bool wider(const SliceRadii& slice, const std::optional<SliceRadii>& widest) {
    return slice.circumcircle && (!widest || slice.circumcircle->radius_m > widest->circumcircle->radius_m);
}

bool rounder(const SliceRadii& slice, const std::optional<SliceRadii>& roundest) {
    return slice.inscribed_radius_m && (!roundest || *slice.inscribed_radius_m > *roundest->inscribed_radius_m);
}

}  // namespace

RadiiFile::RadiiFile(const ScanGrid& grid, const std::filesystem::path& folder, std::string name)
    : grid_(grid), name_(std::move(name)), file_(folder / name_), results_(static_cast<std::size_t>(grid.slices())) {}

std::vector<AnnouncedFiles> RadiiFile::files() const { return {{.name = name_}}; }

void RadiiFile::take(const Slice& slice) {
    results_[static_cast<std::size_t>(slice.index)] = {
        slice_radii(grid_, slice.index, row_extents(grid_, slice.runs), slice.axis_reachable),
        border_contact(grid_, slice.index, slice.runs)};
}

OutputReport RadiiFile::finish() {
    std::vector<SliceRadii> radii;
    radii.reserve(results_.size());
    std::int64_t eighth_cells = 0;
    for (const SliceResult& result : results_) {
        radii.push_back(result.radii);
        summary_.reachable_points += result.radii.reachable_points;
        eighth_cells += result.radii.quarter_cells * half_cells(grid_.z, static_cast<int>(radii.size()) - 1);
        summary_.border += result.border;
        if (wider(result.radii, summary_.widest_slice)) summary_.widest_slice = result.radii;
        if (rounder(result.radii, summary_.roundest_slice)) summary_.roundest_slice = result.radii;
    }
    summary_.volume_m3 = volume_m3(eighth_cells, grid_);
    write_whole_file(file_, radii_csv(radii));
    return {};
}

}  // namespace hexscan
