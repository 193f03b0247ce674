#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/leg_line.h"
#include "kernels/shared/move_within.h"

namespace hexscan {

/// The legs of a machine at one orientation, and their rows of the inverse Jacobian (src/machine/shared/singularity.h).
struct JacobianLegs {
    JacobianRows rows;
    double home_sign;  ///< sign of the determinant at home
    double stretch;    ///< stretch_of_arms() of src/machine/shared/singularity_limit.h

    /// A distance by which the platform may move while the determinant keeps its sign. It changes only if the smallest
    /// singular value reaches 0.
    HEXSCAN_HD_INLINE_ON_DEVICE double move_of_sign_m(const Vec3<double>& p, double smallest,
                                                      const MoveDoubt& doubt = {}) const {
        return move_m(
            p, smallest, smallest, [](const InverseChange& change) { return change.added; }, doubt);
    }
    /// A distance by which the platform may move while the difference between the smallest singular value and `least`
    /// times the largest keeps its sign.
    HEXSCAN_HD_INLINE_ON_DEVICE double move_of_ratio_m(const Vec3<double>& p, double smallest, double largest,
                                                       double least, const MoveDoubt& doubt = {}) const {
        const double slack = std::fabs(smallest - least * largest);
        return move_m(
            p, slack, slack / (1 + least),
            [&](const InverseChange& change) { return change_of_ratio(change, smallest, largest, least); }, doubt);
    }

private:
    HEXSCAN_HD_INLINE InverseChange change_of_rods(const LegLine (&lines)[leg_count], const Vec3<double>& p,
                                                   double moved_m) const {
        double squares = 0, scale = 1;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const InverseChange of_row = rows.change_of_inverse(i, lines[i], p, {moved_m, 0});
            squares += of_row.added * of_row.added;
            scale = std::fmax(scale, of_row.scale);
        }
        return {std::sqrt(squares), scale};
    }

    /// A distance by which the platform may move while change(how the rods' rows change) is at most `most`, and the
    /// rows of telescopic legs change by at most `added`. Their norm is chosen so that no singular value changes by
    /// more. A telescopic leg's direction u changes by at most t / (L - t / 2). The matrix changes by at most the
    /// largest of these times the square root of `stretch`.
    template <class Change>
    HEXSCAN_HD_INLINE double move_m(const Vec3<double>& p, double most, double added, Change change,
                                    const MoveDoubt& doubt) const {
        LegLine lines[leg_count];
        double shortest_m = INFINITY;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            lines[i] = rows.line(i, p);
            if (!lines[i].closes || !lines[i].has_direction()) return 0;
            shortest_m = lines[i].length_m < shortest_m ? lines[i].length_m : shortest_m;
        }
        if (rows.have_rods())
            return move_within_m(
                most, added * shortest_m, [&](double moved_m) { return change(change_of_rods(lines, p, moved_m)); },
                doubt);
        const double turned = added / std::sqrt(stretch);
        return turned * shortest_m / (1 + turned / 2);
    }
};

}  // namespace hexscan
