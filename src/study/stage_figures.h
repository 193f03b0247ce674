#pragma once

#include <optional>

#include "src/study/case_study.h"

namespace hexscan {

/// What follows from a stage's record. Absent where a time or a size is not known, so that no division
/// by zero reaches a table.
struct StageFigures {
    std::optional<double> occupancy_percent;
    std::optional<double> points_in_flight_percent;  ///< see the function of that name
    std::optional<double> kernel_speed_up,
        total_speed_up;                              ///< against the first stage of the record; the kernels alone
    std::optional<double> kernel_gb_s;               ///< output bytes over kernel time
    std::optional<double> memory_bandwidth_percent;  ///< of that, against the device's own memory, where it goes there
    std::optional<double> total_gb_s;                ///< output bytes over total time
    std::optional<double> total_to_floor;            ///< against the pinned copy of the volume
};

/// The figures of one stage of the study.
StageFigures stage_figures(const CaseStudy& study, const StageRecord& stage);

/// Occupancy x points per thread, the independent work in flight. Nothing where a thread owns a whole row.
std::optional<double> points_in_flight_percent(double occupancy_percent, int points_per_thread);

/// Whether a time or another size is known: a finite number above 0.
bool positive(double value);

/// a / b, or nothing unless both are positive and finite.
std::optional<double> positive_ratio(double a, double b);

}  // namespace hexscan
