#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {

/// The reported quantiles, as fractions of 1.
inline constexpr std::array<double, 7> quantile_parts{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
using Quantiles = std::array<double, quantile_parts.size()>;

/// The distribution of a measure over those machines of one design that can be built.
struct Distribution {
    std::int64_t machines = 0;  ///< number of machines with a figure
    std::int64_t gave_up = 0;   ///< number of machines whose search ended early; their figures may be too small
    double mean = 0, least = 0, largest = 0;
    /// One quantile for each fraction: the smallest measured figure such that at least this fraction of all figures is
    /// not larger. Quantiles are not interpolated.
    Quantiles quantiles{};
    std::vector<std::int64_t> histogram;  ///< counts in equally wide classes from least to largest
};

/// The distribution of the sweep's measure number `measure` over a design. Nothing if no machine of the design can be
/// built.
std::optional<Distribution> distribution_of(const MeasuredMachines& machines, std::int64_t design, std::size_t measure);

/// A function that passes every figure to its argument. It can be called several times.
using ForEachFigure = std::function<void(const std::function<void(double)>&)>;

/// Quantiles of `count` > 0 finite figures. Up to `sorted_at_most` figures are sorted in memory. If there are more,
/// each pass over the figures determines sixteen more bits of the results, so that memory does not grow with the number
/// of figures.
Quantiles quantiles_of(std::int64_t count, const ForEachFigure& for_each,
                       std::int64_t sorted_at_most = tuning::most_kept_figures);

}  // namespace hexscan
