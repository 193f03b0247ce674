#include "src/slice_sink.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "src/atomic_file.h"
#include "src/radii_csv.h"

namespace hexscan {
namespace {

bool wider(const SliceRadii& slice, const std::optional<SliceRadii>& widest) {
    return slice.circumcircle && (!widest || slice.circumcircle->radius_m > widest->circumcircle->radius_m);
}

}  // namespace

SliceSink::SliceSink(const ScanPlan& plan, const OutputFolder& folder, ImageFormat format,
                     const std::atomic<bool>& interrupted)
    : plan_(plan),
      folder_(folder),
      format_(format),
      interrupted_(interrupted),
      results_(static_cast<std::size_t>(plan.slices())),
      workers_(Worker{ImageWriter(format, plan.columns(), plan.rows())}) {}

void SliceSink::accept(int slice, const WorkspaceSlice& runs, std::span<const RowExtent> extents) {
    if (interrupted_) return;
    std::vector<RowExtent> own_extents;
    if (extents.empty()) extents = own_extents = row_extents(plan_, runs);
    write_image(slice, runs);
    results_[static_cast<std::size_t>(slice)] = {true, slice_radii(plan_, slice, extents),
                                                 border_contact(plan_, slice, extents)};
}

void SliceSink::write_image(int slice, const WorkspaceSlice& runs) {
    if (format_ == ImageFormat::none) return;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    Worker& worker = workers_.local();
    worker.writer.write(folder_.slice_path(slice, plan_.slices(), file_extension(format_)), runs);
    worker.image_seconds += std::chrono::duration<double>(Clock::now() - start).count();
}

std::optional<ScanSummary> SliceSink::finish() {
    if (!std::all_of(results_.begin(), results_.end(), [](const SliceResult& r) { return r.accepted; }))
        return std::nullopt;
    ScanSummary summary;
    std::vector<SliceRadii> radii;
    radii.reserve(results_.size());
    for (const SliceResult& result : results_) {
        radii.push_back(result.radii);
        summary.reachable_points += result.radii.reachable_points;
        summary.border |= result.border;
        if (wider(result.radii, summary.widest_slice)) summary.widest_slice = result.radii;
    }
    for (const Worker& worker : workers_) summary.image_seconds += worker.image_seconds;
    const ScanGeometry<double>& grid = plan_.geometry;
    summary.volume_m3 =
        static_cast<double>(summary.reachable_points) * grid.x.step_m * grid.y.step_m * grid.z.step_m;
    write_whole_file(folder_.radii_path(), radii_csv(radii));
    return summary;
}

}  // namespace hexscan
