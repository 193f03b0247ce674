#include "src/machine/shared/conditioning_row.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/machine/machine_tuning.h"
#include "src/machine/shared/matrix6.h"

namespace hexscan {
namespace {

/// Divides one row into pieces with known verdicts.
class ConditioningRow {
public:
    ConditioningRow(const TelescopicRows& rows, double least, const PositionRow& row, std::vector<KnownPiece>& pieces)
        : rows_(rows), row_(row), pieces_(pieces), least_sq_(least * least), stretch_(stretch_of_arms(rows.arms)) {}

    void append() {
        if (!(row_.to_m - row_.from_m > tuning::fewest_steps_of_conditioning * row_.step_m))
            return append(row_.to_m, Known::nothing);
        append_between(place_at(row_.from_m), place_at(row_.to_m), true);
    }

private:
    struct Place {
        double x_m, slack;
    };

    void append(double to_m, Known known) { pieces_.push_back({to_m, known}); }

    Matrix6 jacobian_at(double x_m) const {
        Matrix6 jacobian;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector l = row_.at(x_m) + rows_.offsets_m[i];
            const Vector u = scaled(l, 1 / std::sqrt(dot(l, l))), turn = cross(rows_.arms[i], u);
            set_row(jacobian, i, u, turn);
        }
        return jacobian;
    }

    Place place_at(double x_m) const {
        const auto [smallest, largest] = extreme_eigenvalues_of_square(jacobian_at(x_m));
        return {x_m, smallest - least_sq_ * largest};
    }

    void append_between(const Place& from, const Place& to, bool by_secant) {
        const double length_m = to.x_m - from.x_m;
        if (!(length_m > row_.step_m * (1 + 0x1p-10)) || !std::isfinite(from.slack + to.slack))
            return append(to.x_m, Known::nothing);
        if (from.slack > 0 && to.slack > 0) {
            if (stays_above_0(from, to, from.slack, to.slack)) return append(to.x_m, Known::kept);
        } else if (from.slack < 0 && to.slack < 0) {
            if (is_lost(from, to)) return append(to.x_m, Known::lost);
        } else if (by_secant) {
            return append_around(from, to, from.x_m + length_m * (from.slack / (from.slack - to.slack)));
        }
        const Place middle = place_at(from.x_m + length_m / 2);
        append_between(from, middle, true);
        append_between(middle, to, true);
    }

    /// Appends the pieces on both sides of a sign change of the slack, which is near `near_m`.
    void append_around(const Place& from, const Place& to, double near_m) {
        Place before = from, after = to;
        if (near_m - row_.step_m / 2 > from.x_m) before = place_at(near_m - row_.step_m / 2);
        if (near_m + row_.step_m / 2 < to.x_m) after = place_at(near_m + row_.step_m / 2);
        if (before.x_m > from.x_m) append_between(from, before, false);
        append_between(before, after, false);
        if (after.x_m < to.x_m) append_between(after, to, false);
    }

    bool is_lost(const Place& from, const Place& to) const {
        const auto vectors = extreme_eigenvectors_of_square(jacobian_at(from.x_m + (to.x_m - from.x_m) / 2));
        const Vector6 &v = vectors.first, &w = vectors.second;
        const auto most_at = [&](double x_m) {
            const Matrix6 jacobian = jacobian_at(x_m);
            return (jacobian * v).squaredNorm() - least_sq_ * (jacobian * w).squaredNorm();
        };
        return stays_above_0(from, to, -most_at(from.x_m), -most_at(to.x_m));
    }

    /// True if a function with at least the values `a` and `b` at two places is positive between them. The test allows
    /// for the function's curvature, and for rounding errors of this function and of the reference.
    bool stays_above_0(const Place& from, const Place& to, double a, double b) const {
        double shortest_m = std::numeric_limits<double>::infinity(), farthest_m = 0;
        for (const Vector& offset_m : rows_.offsets_m) {
            const Vector first = row_.at(from.x_m) + offset_m, last = row_.at(to.x_m) + offset_m;
            const double along_m = first.x * last.x <= 0 ? 0 : std::min(std::abs(first.x), std::abs(last.x));
            shortest_m = std::min(shortest_m, std::hypot(along_m, first.y, first.z));
            farthest_m = std::max({farthest_m, std::abs(offset_m.x), std::abs(offset_m.y), std::abs(offset_m.z)});
        }
        farthest_m =
            std::max({farthest_m, std::abs(row_.from_m), std::abs(row_.to_m), std::abs(row_.y_m), std::abs(row_.z_m)});
        const double length_m = to.x_m - from.x_m;
        const double bend = (1 + least_sq_) * stretch_ * length_m * length_m / (shortest_m * shortest_m);
        const double noise = stretch_ * (0x1p-30 + 0x1p-44 * farthest_m / shortest_m);
        const double least =
            std::abs(b - a) < bend ? (a + b) / 2 - bend / 4 - (b - a) * (b - a) / (4 * bend) : std::min(a, b);
        return least > noise;
    }

    const TelescopicRows& rows_;
    const PositionRow& row_;
    std::vector<KnownPiece>& pieces_;
    double least_sq_, stretch_;
};

}  // namespace

void append_conditioning_pieces(const TelescopicRows& rows, double least, const PositionRow& row,
                                std::vector<KnownPiece>& pieces) {
    ConditioningRow(rows, least, row, pieces).append();
}

}  // namespace hexscan
