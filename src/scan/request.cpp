#include "src/scan/request.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

namespace hexscan {

std::string scan_range_problem(const ScanRange& range, const Units& units) {
    if (range.count < 1 || range.count > max_axis_points)
        return fmt::format("has {} points; 1 to {} are allowed", range.count, max_axis_points);
    if (range.open) return "";
    const std::string from = units.length_text(range.from_m, 12), to = units.length_text(range.to_m, 12);
    for (const double end_m : {range.from_m, range.to_m})
        if (!(std::abs(end_m) <= max_extent_m))
            return fmt::format("reaches to {0}; from and to must lie within -{1} and {1}", units.length_text(end_m, 12),
                               units.length_text(max_extent_m, 12));
    if (range.from_m > range.to_m)
        return fmt::format("runs from {} to {}; from must be below to, or equal to it for a single point", from, to);
    if (range.count == 1 && range.from_m == range.to_m) return "";
    if (range.count == 1)
        return fmt::format(
            "has one point on the range {} to {}; both ends are grid points, so a single point needs from "
            "equal to to",
            from, to);
    const double step_m = (range.to_m - range.from_m) / (range.count - 1);
    if (range.from_m + step_m == range.from_m || range.to_m - step_m == range.to_m)
        return fmt::format(
            "has {} points on the range {} to {}; several points need a range long enough to tell them "
            "apart",
            range.count, from, to);
    return "";
}

std::string scan_size_problem(const ScanRequest& request) {
    const std::int64_t points_per_slice = std::int64_t{request.x.count} * request.y.count;
    constexpr std::int64_t most_points = std::numeric_limits<std::int64_t>::max();
    if (points_per_slice <= most_points / request.z.count) return "";
    return fmt::format("has {} x {} x {} points; at most {} in all can be indexed", request.x.count, request.y.count,
                       request.z.count, most_points);
}

}  // namespace hexscan
