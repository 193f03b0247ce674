#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/scan/rows/runs.h"

namespace hexscan {

/// Counts the machines that reach each point of a slice. For each row it stores steps: the change of the count from one
/// point to the next, and one more step after the last point. Steps are computed modulo 2^32, as is usual for unsigned
/// numbers.
class ReachSteps {
public:
    ReachSteps(int columns, int rows);

    /// Adds one machine: its runs in the slice, and whether it reaches the slice's point on the z axis.
    void add(const WorkspaceSlice& runs, bool axis);
    /// Adds one machine's runs in one row. Several threads may add to different rows.
    void add_row(const WorkspaceSlice& runs, int row);
    /// Adds one machine's verdict on the z axis.
    void add_axis(bool axis) { axis_ += axis ? 1 : 0; }
    /// Adds steps for the same slice, such as those that a device counted. Each row has columns + 1 steps.
    void add(std::span<const std::uint32_t> steps);

    std::span<const std::uint32_t> steps() const { return steps_; }

    /// The number of machines that reach each point, columns fastest. The count for the z axis follows at the end.
    std::vector<std::uint32_t> counts() const;

private:
    std::size_t stride_;  ///< number of steps of a row
    std::vector<std::uint32_t> steps_;
    std::uint32_t axis_ = 0;  ///< number of machines that reach the z axis
};

}  // namespace hexscan
