#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {

/// The parts of all machines that quantiles are told for.
inline constexpr std::array<double, 7> quantile_parts{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
using Quantiles = std::array<double, quantile_parts.size()>;

/// How a measure is spread over the machines of one design that are machines.
struct Distribution {
    std::int64_t machines = 0;  ///< of which there are figures
    std::int64_t gave_up = 0;   ///< of those whose search gave up: they may be larger
    double mean = 0, least = 0, largest = 0;
    /// The smallest figure that at least that part of all figures do not exceed: figures that were measured, none in
    /// between.
    Quantiles quantiles{};
    std::vector<std::int64_t> histogram;  ///< equally wide classes from least to largest
};

/// The figures of a measure over a design; nothing where no machine of it is one.
std::optional<Distribution> distribution_of(const MeasuredMachines& machines, std::int64_t design,
                                            const Measure& measure);

/// Calls its argument for every figure, as often as it is asked.
using ForEachFigure = std::function<void(const std::function<void(double)>&)>;

/// Quantiles of `count` finite figures, which is above 0. Memory does not grow with their number: more than
/// `sorted_at_most` are not kept but narrowed down, sixteen bits of the answer in a pass over them.
Quantiles quantiles_of(std::int64_t count, const ForEachFigure& for_each,
                       std::int64_t sorted_at_most = tuning::most_kept_figures);

}  // namespace hexscan
