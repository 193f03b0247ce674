#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "kernels/kinematics.h"
#include "src/scan/request.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// The grid points that lie in a region. A point outside the region still counts if its distance from the border is at
/// most a trillionth of the region's largest coordinate. Conversion of units and division of ranges cause rounding
/// errors of that size.
class RegionPoints {
public:
    RegionPoints(const Region& region, const std::array<GridAxis<double>, 3>& axes);
    /// Uses the grid of the request. The ends of its ranges must be known.
    RegionPoints(const Region& region, const ScanRequest& request);

    /// True if the region contains no grid point.
    bool empty() const;

    /// The heights of the two neighbouring slices between which the region lies. Returns nullopt if a slice intersects
    /// the region, or if the region lies above or below all slices.
    std::optional<std::pair<double, double>> slices_around_m() const;

    /// True if a part of the region lies outside the grid, where nothing is computed.
    bool goes_beyond_grid() const;

    /// Calls visit(column, row) for every point of the region in a slice, row by row.
    template <class Visit>
    void for_each_in_slice(int slice, Visit visit) const {
        if (slice < spans_[2].first || slice > spans_[2].last) return;
        for (int row = spans_[1].first; row <= spans_[1].last; ++row)
            for (int column = spans_[0].first; column <= spans_[0].last; ++column)
                if (holds({column, row, slice})) visit(column, row);
    }

private:
    /// Grid points of one axis; empty if `last` is below `first`.
    struct Span {
        int first, last;
    };

    Span span_of(std::size_t axis) const;
    /// True if the region contains the grid point with these indices, which must lie in the spans.
    bool holds(const std::array<int, 3>& index) const;

    Region region_;
    PositionBox bounds_;
    std::array<GridAxis<double>, 3> axes_;
    double rounding_m_;
    std::array<Span, 3> spans_;
};

/// Explains that the region of a request (`tilt_inside`) contains no grid point, and how to change that. Returns an
/// empty text if it contains one, or if the request has no region. The ends of the ranges must be known.
std::string empty_region_problem(const ScanRequest& request, const Units& units);

/// Warns that the region of a request extends beyond the grid. Returns an empty text if it does not, or if the request
/// has no region. The ends of the ranges must be known.
std::string cut_off_region_warning(const ScanRequest& request, const Units& units);

}  // namespace hexscan
