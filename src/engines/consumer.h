#pragma once

#include <optional>
#include <vector>

#include "src/engines/verification.h"
#include "src/scan/field.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// How a plan was brought to its consumers.
struct Delivery {
    int slab_slices = 0;  ///< scanned at a time
    double scan_seconds = 0;
    Verification verification;
};

/// One slice of the plan that is delivered. `index` counts in the whole plan.
struct Slice {
    int index = 0;
    WorkspaceSlice runs;
    std::vector<SliceField> fields{};  ///< the maps asked for, the same ones in every slice; none in a plain scan
    /// Of a certified scan: what is reachable at every orientation of the continuum, a part of `runs`.
    std::optional<WorkspaceSlice> proved{};
    /// Whether the slice's point on the z axis, which need not be a grid point, is in `runs` and in `proved`.
    bool axis_reachable = false, axis_proved = false;
};

/// What slices are made for: images, radii, a record. A new output is a new consumer.
class Consumer {
public:
    virtual ~Consumer() = default;

    /// Takes one slice. Called once per slice, from several threads at once and in any order. Throws OutputError.
    virtual void take(const Slice& slice) = 0;

    /// Takes one that nobody else needs any more, likewise.
    virtual void take_over(Slice&& slice) { take(slice); }
};

}  // namespace hexscan
