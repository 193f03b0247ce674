#pragma once

#include <optional>
#include <vector>

#include "src/engines/verification.h"
#include "src/scan/field.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Describes how a plan was delivered to its consumers.
struct Delivery {
    int slab_slices = 0;  ///< number of slices scanned at a time
    double scan_seconds = 0;
    Verification verification;
};

/// A delivered slice. `index` is its number in the whole plan.
struct Slice {
    int index = 0;
    WorkspaceSlice runs;
    std::vector<SliceField> fields{};  ///< the requested maps, in the same order in every slice; empty if there are
                                       ///< none
    /// For a certified scan: the part of `runs` that is reachable at every orientation of the continuous set.
    std::optional<WorkspaceSlice> proved{};
    /// True if the slice's point on the z axis is in `runs`, or in `proved`. This point need not be a grid point.
    bool axis_reachable = false, axis_proved = false;
};

/// A receiver of slices, such as images, radii or a record. To add an output, derive from this class.
class Consumer {
public:
    virtual ~Consumer() = default;

    /// Receives one slice. Called once per slice, from several threads at once and in any order. Throws OutputError.
    virtual void take(const Slice& slice) = 0;

    /// Like take(), but may move data out of the slice, because no other consumer needs it.
    virtual void take_over(Slice&& slice) { take(slice); }
};

}  // namespace hexscan
