#include "src/sweep/meters/reach_steps.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

#include "hexscan/errors.h"

namespace hexscan {

ReachSteps::ReachSteps(int columns, int rows)
    : stride_(static_cast<std::size_t>(columns) + 1), steps_(stride_ * static_cast<std::size_t>(rows)) {}

void ReachSteps::add(const WorkspaceSlice& runs, bool axis) {
    add_axis(axis);
    for (int row = 0; row < runs.rows(); ++row) add_row(runs, row);
}

void ReachSteps::add_row(const WorkspaceSlice& runs, int row) {
    std::uint32_t* const of_row = steps_.data() + static_cast<std::size_t>(row) * stride_;
    for (const Run& run : runs.row(row)) {
        ++of_row[run.first];
        --of_row[run.last + 1];
    }
}

void ReachSteps::add(std::span<const std::uint32_t> steps) {
    if (steps.size() != steps_.size()) throw InternalError("steps of another slice");
    std::transform(steps.begin(), steps.end(), steps_.begin(), steps_.begin(), std::plus<std::uint32_t>());
}

std::vector<std::uint32_t> ReachSteps::counts() const {
    std::vector<std::uint32_t> counts;
    counts.reserve(steps_.size() + 1);
    for (auto row = steps_.begin(); row != steps_.end(); row += static_cast<std::ptrdiff_t>(stride_))
        // The step after the last point of a row only returns the count to 0.
        std::partial_sum(row, row + static_cast<std::ptrdiff_t>(stride_) - 1, std::back_inserter(counts));
    counts.push_back(axis_);
    return counts;
}

}  // namespace hexscan
