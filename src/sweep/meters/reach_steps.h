#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/scan/rows/runs.h"

namespace hexscan {

/// How many machines reach each point of a slice, while they are being counted. Kept as steps, a row after the other:
/// how many more reach a point than the one before it, and one step behind the last; modulo 2^32, as unsigned numbers
/// are.
class ReachSteps {
public:
    ReachSteps(int columns, int rows);

    /// One machine more: what it reaches of the slice, and whether it reaches the z axis.
    void add(const WorkspaceSlice& runs, bool axis);
    /// What it reaches of one row. Several threads may add, each to rows of its own.
    void add_row(const WorkspaceSlice& runs, int row);
    /// Whether it reaches the z axis.
    void add_axis(bool axis) { axis_ += axis ? 1 : 0; }
    /// The machines of other steps of the same slice, those of a device: rows of columns + 1.
    void add(std::span<const std::uint32_t> steps);

    std::span<const std::uint32_t> steps() const { return steps_; }

    /// How many machines reach each point, columns fastest, and behind them the z axis.
    std::vector<std::uint32_t> counts() const;

private:
    std::size_t stride_;  ///< steps of a row
    std::vector<std::uint32_t> steps_;
    std::uint32_t axis_ = 0;  ///< machines that reach it
};

}  // namespace hexscan
