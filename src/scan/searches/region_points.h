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

/// The grid points that lie in a region. What misses its border by a trillionth of the distance from the origin counts
/// as on it: units and grids are divided, which rounds.
class RegionPoints {
public:
    RegionPoints(const Region& region, const std::array<GridAxis<double>, 3>& axes);
    /// On the grid that a request's ranges make; they must have ends.
    RegionPoints(const Region& region, const ScanRequest& request);

    /// Whether the region holds no grid point.
    bool empty() const;

    /// The heights of the two neighbouring slices that the region lies between; nothing where a slice goes through it
    /// or it lies beyond them all.
    std::optional<std::pair<double, double>> slices_around_m() const;

    /// Whether a part of the region lies outside the grid, where nothing is asked.
    bool goes_beyond_grid() const;

    /// Calls visit(column, row) for every point in a slice, rows in order of y and each in order of x.
    template <class Visit>
    void for_each_in_slice(int slice, Visit visit) const {
        if (slice < spans_[2].first || slice > spans_[2].last) return;
        for (int row = spans_[1].first; row <= spans_[1].last; ++row)
            for (int column = spans_[0].first; column <= spans_[0].last; ++column)
                if (holds({column, row, slice})) visit(column, row);
    }

private:
    /// Grid points of one axis; none where `last` is below `first`.
    struct Span {
        int first, last;
    };

    Span span_of(std::size_t axis) const;
    /// Of a point within the spans.
    bool holds(const std::array<int, 3>& index) const;

    Region region_;
    PositionBox bounds_;
    std::array<GridAxis<double>, 3> axes_;
    double rounding_m_;
    std::array<Span, 3> spans_;
};

/// What is wrong where the region of a request holds no grid point, and what helps; empty otherwise. The ranges must
/// have ends.
std::string empty_region_problem(const ScanRequest& request, const Units& units);

/// What a user is to know where the region of a request goes on beyond the grid; empty otherwise. The ranges must have
/// ends.
std::string cut_off_region_warning(const ScanRequest& request, const Units& units);

}  // namespace hexscan
