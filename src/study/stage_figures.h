#pragma once

#include <optional>

#include "src/study/case_study.h"

namespace hexscan {

/// Derived figures of a stage's record. A figure is absent if a time or a size is unknown, so that no division by zero
/// reaches a table.
struct StageFigures {
    std::optional<double> occupancy_percent;
    std::optional<double> points_in_flight_percent;  ///< See points_in_flight_percent() below.
    std::optional<double> kernel_speed_up,
        total_speed_up;  ///< Relative to the first stage of the record; kernel_speed_up is of the kernels alone.
    std::optional<double> kernel_gb_s;               ///< Output bytes over kernel time.
    std::optional<double> memory_bandwidth_percent;  ///< kernel_gb_s as a share of the device's memory bandwidth;
                                                     ///< absent if the kernel does not write to device memory.
    std::optional<double> total_gb_s;                ///< Output bytes over total time.
    std::optional<double> total_to_floor;            ///< Total time over that of a pinned copy of the volume.
};

/// Computes the figures of one stage of the study.
StageFigures stage_figures(const CaseStudy& study, const StageRecord& stage);

/// Occupancy x points per thread, which measures the independent work in flight. Nothing if a thread owns a whole row.
std::optional<double> points_in_flight_percent(double occupancy_percent, int points_per_thread);

/// True if a time or another quantity is known, that is a finite number above 0.
bool positive(double value);

/// a / b, or nothing unless both are positive and finite.
std::optional<double> positive_ratio(double a, double b);

}  // namespace hexscan
