#include "src/study/stage_figures.h"

#include <cmath>
#include <cstdint>

namespace hexscan {
namespace {

/// A thread with more points than this owns a row, and its points are not in flight at the same time.
constexpr int most_points_in_flight = 16;
constexpr double bytes_per_ms_in_gb_s = 1e-6;

std::optional<double> scaled(std::optional<double> value, double factor) {
    if (!value) return std::nullopt;
    return *value * factor;
}

std::optional<double> gb_s(std::int64_t bytes, double time_ms) {
    return scaled(positive_ratio(static_cast<double>(bytes), time_ms), bytes_per_ms_in_gb_s);
}

/// An occupancy of 0 is a valid result, unlike a ratio of times.
std::optional<double> occupancy_percent(const StageRecord& stage) {
    if (stage.max_warps <= 0) return std::nullopt;
    return 100.0 * stage.active_warps / stage.max_warps;
}

}  // namespace

std::optional<double> points_in_flight_percent(double occupancy_percent, int points_per_thread) {
    if (points_per_thread > most_points_in_flight) return std::nullopt;
    return occupancy_percent * points_per_thread;
}

bool positive(double value) { return std::isfinite(value) && value > 0; }

std::optional<double> positive_ratio(double a, double b) {
    if (!positive(a) || !positive(b) || !std::isfinite(a / b)) return std::nullopt;
    return a / b;
}

StageFigures stage_figures(const CaseStudy& study, const StageRecord& stage) {
    StageFigures figures;
    figures.occupancy_percent = occupancy_percent(stage);
    if (figures.occupancy_percent)
        figures.points_in_flight_percent =
            points_in_flight_percent(*figures.occupancy_percent, stage.launch.points_per_thread);
    const StageRecord& first = study.stages.empty() ? stage : study.stages.front();
    figures.kernel_speed_up = positive_ratio(first.kernel_alone_ms.median, stage.kernel_alone_ms.median);
    figures.total_speed_up = positive_ratio(first.total_ms.median, stage.total_ms.median);
    figures.kernel_gb_s = gb_s(stage.output_bytes, stage.kernel_ms.median);
    if (stage.memory.device_bytes > 0)
        figures.memory_bandwidth_percent =
            scaled(positive_ratio(figures.kernel_gb_s.value_or(0), study.memory_bandwidth_gb_s), 100);
    figures.total_gb_s = gb_s(stage.output_bytes, stage.total_ms.median);
    figures.total_to_floor = positive_ratio(stage.total_ms.median, study.pinned_copy_ms.median);
    return figures;
}

}  // namespace hexscan
