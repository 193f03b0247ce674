#include "src/results/radii/tilt_inside.h"

#include <numbers>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"

namespace hexscan {

TiltInside::TiltInside(const ScanRequest& request, const ScanPlan& plan)
    : region_(*request.questions.tilt_inside),
      axes_{plan.x, plan.y, plan.z},
      largest_ring_deg_(plan.set->ring_tilt_deg().back()),
      points_(region_, axes_),
      slices_(static_cast<std::size_t>(plan.slices())) {}

void TiltInside::take(int slice, std::span<const float> tilts_deg) {
    SliceLeast& least = slices_[static_cast<std::size_t>(slice)];
    const auto columns = static_cast<std::size_t>(axes_[0].count);
    points_.for_each_in_slice(slice, [&](int column, int row) {
        const float tilt_deg = tilts_deg[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)];
        if (least.points++ == 0 || tilt_deg < least.tilt_deg) {
            least.tilt_deg = tilt_deg;
            least.column = column;
            least.row = row;
        }
    });
}

TiltInside::Answer TiltInside::answer() const {
    Answer answer;
    for (std::size_t slice = 0; slice < slices_.size(); ++slice) {
        const SliceLeast& least = slices_[slice];
        if (least.points > 0 && (answer.points == 0 || least.tilt_deg < answer.tilt_deg)) {
            answer.tilt_deg = least.tilt_deg;
            answer.at_m = {grid_coordinate(axes_[0], least.column), grid_coordinate(axes_[1], least.row),
                           grid_coordinate(axes_[2], static_cast<int>(slice))};
        }
        answer.points += least.points;
    }
    answer.goes_beyond_grid = points_.goes_beyond_grid();
    answer.is_largest_ring = answer.points > 0 && answer.tilt_deg == largest_ring_deg_;
    return answer;
}

nlohmann::json TiltInside::json() const {
    const Answer found = answer();
    // The record gets the shortest decimal text of the float. As a double, the number would have many more digits.
    return {{"tilt_deg", parse_number<double>(fmt::format("{}", found.tilt_deg)).value()},
            {"is_largest_ring", found.is_largest_ring},
            {"x_m", found.at_m[0]},
            {"y_m", found.at_m[1]},
            {"z_m", found.at_m[2]},
            {"points", found.points},
            {"goes_beyond_grid", found.goes_beyond_grid}};
}

std::string TiltInside::text(const Units& units) const {
    const Answer found = answer();
    const auto coordinate = [&](std::size_t axis) { return significant(units.from_metres(found.at_m[axis]), 5); };
    const std::string where = describe(region_, units),
                      at = fmt::format("({}, {}, {})", coordinate(0), coordinate(1), coordinate(2)),
                      asked = fmt::format("{} grid points{}", found.points,
                                          found.goes_beyond_grid ? "; the region continues beyond the grid" : "");
    if (found.tilt_deg < 0)
        return fmt::format("none, because {} is unreachable even without tilt, in {} ({})", at, where, asked);
    const std::string tilt = units.angle_text(static_cast<double>(found.tilt_deg) * std::numbers::pi / 180, 5);
    if (found.is_largest_ring)
        return fmt::format("{} in every direction, the whole cone, everywhere in {} ({})", tilt, where, asked);
    return fmt::format("{} in every direction everywhere in {} ({}); no larger tilt at {}", tilt, where, asked, at);
}

}  // namespace hexscan
