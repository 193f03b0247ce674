#include "src/scan/searches/region_points.h"

#include <cmath>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/scan/plan.h"

namespace hexscan {
namespace {

double border_rounding_m(const PositionBox& bounds) {
    double extent_m = 1e-3;
    for (const auto& ends_m : {bounds.low_m, bounds.high_m})
        for (const double end_m : ends_m) extent_m = std::max(extent_m, std::abs(end_m));
    return 1e-12 * extent_m;
}

std::string grid_text(const ScanRequest& request, const Units& units) {
    std::string text;
    for (const auto& [name, range] : {std::pair("x", &request.x), {"y", &request.y}, {"z", &request.z}})
        text +=
            fmt::format("{}{} {} to {} ({} points)", text.empty() ? "" : ", ", name,
                        significant(units.from_metres(range->from_m), 6), units.length_text(range->to_m), range->count);
    return text;
}

/// The first index of an axis whose coordinate satisfies `is_beyond`, or the number of points if there is none.
/// Coordinates must ascend.
template <class IsBeyond>
int first_beyond(const GridAxis<double>& axis, IsBeyond is_beyond) {
    int low = 0, high = axis.count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (is_beyond(grid_coordinate(axis, middle)))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

}  // namespace

RegionPoints::RegionPoints(const Region& region, const std::array<GridAxis<double>, 3>& axes)
    : region_(region),
      bounds_(bounds_of(region)),
      axes_(axes),
      rounding_m_(border_rounding_m(bounds_)),
      spans_{span_of(0), span_of(1), span_of(2)} {}

RegionPoints::RegionPoints(const Region& region, const ScanRequest& request)
    : RegionPoints(region, {grid_axis(request.x), grid_axis(request.y), grid_axis(request.z)}) {}

RegionPoints::Span RegionPoints::span_of(std::size_t axis) const {
    const double low_m = bounds_.low_m[axis] - rounding_m_, high_m = bounds_.high_m[axis] + rounding_m_;
    return {first_beyond(axes_[axis], [&](double m) { return m >= low_m; }),
            first_beyond(axes_[axis], [&](double m) { return m > high_m; }) - 1};
}

bool RegionPoints::holds(const std::array<int, 3>& index) const {
    const auto* const ball = std::get_if<PositionBall>(&region_);
    if (ball == nullptr) return true;
    double squares_m2 = 0;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const double off_m = grid_coordinate(axes_[axis], index[axis]) - ball->centre_m[axis];
        squares_m2 += off_m * off_m;
    }
    const double reach_m = ball->radius_m + rounding_m_;
    return squares_m2 <= reach_m * reach_m;
}

bool RegionPoints::empty() const {
    std::array<int, 3> nearest{};
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const auto [first, last] = spans_[axis];
        if (last < first) return true;
        const double middle_m = (bounds_.low_m[axis] + bounds_.high_m[axis]) / 2;
        const auto distance_m = [&](int i) { return std::abs(grid_coordinate(axes_[axis], i) - middle_m); };
        nearest[axis] = first;
        for (int i = first + 1; i <= last; ++i)
            if (distance_m(i) < distance_m(nearest[axis])) nearest[axis] = i;
    }
    return !holds(nearest);
}

std::optional<std::pair<double, double>> RegionPoints::slices_around_m() const {
    const auto [above, below] = spans_[2];
    if (above <= below || below < 0 || above >= axes_[2].count) return std::nullopt;
    return std::pair(grid_coordinate(axes_[2], below), grid_coordinate(axes_[2], above));
}

bool RegionPoints::goes_beyond_grid() const {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        if (bounds_.low_m[axis] < axes_[axis].from_m - rounding_m_ ||
            bounds_.high_m[axis] > axes_[axis].to_m + rounding_m_)
            return true;
    return false;
}

std::string empty_region_problem(const ScanRequest& request, const Units& units) {
    if (!request.questions.tilt_inside) return "";
    const RegionPoints points(*request.questions.tilt_inside, request);
    if (!points.empty()) return "";
    if (const auto around_m = points.slices_around_m()) {
        const PositionBox bounds = bounds_of(*request.questions.tilt_inside);
        return fmt::format("{} lies between the slices at z {} and {}; z {} scans a slice through it",
                           describe(*request.questions.tilt_inside, units),
                           significant(units.from_metres(around_m->first), 6), units.length_text(around_m->second),
                           significant(units.from_metres((bounds.low_m[2] + bounds.high_m[2]) / 2), 6));
    }
    return fmt::format("{} holds no grid point of {}; make it larger, move it, or take a denser grid",
                       describe(*request.questions.tilt_inside, units), grid_text(request, units));
}

std::string cut_off_region_warning(const ScanRequest& request, const Units& units) {
    if (!request.questions.tilt_inside || !RegionPoints(*request.questions.tilt_inside, request).goes_beyond_grid())
        return "";
    return fmt::format("{} continues beyond the grid ({}); the reported tilt applies only to the part in the grid",
                       describe(*request.questions.tilt_inside, units), grid_text(request, units));
}

}  // namespace hexscan
