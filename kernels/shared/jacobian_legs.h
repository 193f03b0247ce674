#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/shared/leg_line.h"
#include "kernels/shared/move_within.h"
#include "kernels/shared/rod_matrix.h"

namespace hexscan {

/// The legs of a machine at one orientation, and their rows of the inverse Jacobian (src/machine/shared/singularity.h).
/// Telescopic legs leave `rows.rods.legs` unused.
struct JacobianLegs {
    RodRows rows;
    bool have_rods;
    double home_sign;  ///< sign of the determinant at home
    double stretch;    ///< stretch_of_arms() of src/machine/shared/singularity_limit.h

    HEXSCAN_HD_INLINE LegLine line(int leg, const Vec3<double>& p) const {
        return have_rods ? rows.rods.line(leg, p) : line_along(p + rows.rods.offset_m[leg]);
    }

    /// Upper bound on the norm of the matrix's change while the platform moves by at most `moved_m`. For rods only.
    HEXSCAN_HD_INLINE double change_of_rods(const LegLine (&lines)[leg_count], const Vec3<double>& p,
                                            double moved_m) const {
        double squares = 0;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const LegWithRod& rod = rows.rods.legs[i];
            const double of_row = change_of_row(lines[i], rows.row_norm[i], rod.rod_m, rod.arm_m, moved_m,
                                                rows.rods.foot_shift_m(i, p, moved_m));
            squares += of_row * of_row;
        }
        return std::sqrt(squares);
    }

    /// A distance by which the platform may move while the matrix changes by at most `change`. The norm is chosen so
    /// that no singular value changes by more. A telescopic leg's direction u changes by at most t / (L - t / 2). The
    /// matrix changes by at most the largest of these times the square root of `stretch`. A rod's row also changes with
    /// the motion of its foot.
    HEXSCAN_HD_INLINE_ON_DEVICE double move_m(const Vec3<double>& p, double change, const MoveDoubt& doubt = {}) const {
        LegLine lines[leg_count];
        double shortest_m = INFINITY;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            lines[i] = line(i, p);
            if (!lines[i].closes || !lines[i].has_direction()) return 0;
            shortest_m = lines[i].length_m < shortest_m ? lines[i].length_m : shortest_m;
        }
        if (have_rods)
            return move_within_m(
                change, change * shortest_m, [&](double moved_m) { return change_of_rods(lines, p, moved_m); }, doubt);
        const double turned = change / std::sqrt(stretch);
        return turned * shortest_m / (1 + turned / 2);
    }
};

}  // namespace hexscan
