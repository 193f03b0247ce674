#include "src/study/figure_text.h"

#include <fmt/format.h>

#include "src/base/numbers.h"

namespace hexscan {

std::string extent_text(const Extent3& extent) {
    return extent.z == 1 ? fmt::format("{}x{}", extent.x, extent.y)
                         : fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

std::string occupancy_text(double percent, double points_in_flight_percent) {
    return points_in_flight_percent == percent ? fmt::format("{:.1f}", percent)
                                               : fmt::format("{:.1f} ({:.1f})", percent, points_in_flight_percent);
}

std::string time_text(double time_ms) { return time_ms > 0 ? three_digits(time_ms) : "-"; }

std::string percent_text(const std::optional<double>& percent) {
    return percent ? fmt::format("{:.1f}", *percent) : "-";
}

std::string figure_text(const std::optional<double>& value) { return value ? three_digits(*value) : "-"; }

}  // namespace hexscan
