#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "src/border_contact.h"
#include "src/image_writer.h"
#include "src/output_folder.h"
#include "src/row_extent.h"
#include "src/scan_plan.h"
#include "src/slice_radii.h"
#include "src/workspace.h"

namespace hexscan {

/// What the slices of a whole scan add up to.
struct ScanSummary {
    std::int64_t reachable_points = 0;
    double volume_m3 = 0;  ///< points x dx x dy x dz; 0 where an axis has a single point, which spans nothing
    std::optional<SliceRadii> widest_slice;  ///< with the largest circumcircle; nothing in an empty workspace
    BorderContact border;
    double image_seconds = 0;  ///< spent writing images, summed over workers
};

/// What a scan pours its slices into: images, radii and the summary.
class SliceSink {
public:
    /// `plan` is the whole scan. Once `interrupted` is true, no slice is taken any more.
    /// Throws OutputError if images of that size cannot be written.
    SliceSink(const ScanPlan& plan, const OutputFolder& folder, ImageFormat format,
              const std::atomic<bool>& interrupted);

    /// Takes slice `slice` of the whole scan and writes its image in the calling thread. May be called from
    /// several threads at once and in any order, once per slice. `extents` are those of the slice's rows
    /// where the device has found them, or empty. Throws OutputError.
    void accept(int slice, const WorkspaceSlice& runs, std::span<const RowExtent> extents);

    /// Writes radii.csv and sums up. Nothing, and no file, if slices are missing because of an interruption.
    /// Throws OutputError.
    std::optional<ScanSummary> finish();

private:
    struct Worker {
        ImageWriter writer;
        double image_seconds = 0;
    };
    /// Each slice has a place of its own, so that threads need no lock.
    struct SliceResult {
        bool accepted = false;
        SliceRadii radii;
        BorderContact border;
    };

    void write_image(int slice, const WorkspaceSlice& runs);

    ScanPlan plan_;
    const OutputFolder& folder_;
    ImageFormat format_;
    const std::atomic<bool>& interrupted_;
    std::vector<SliceResult> results_;
    tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace hexscan
