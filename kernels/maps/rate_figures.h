#pragma once

#include "kernels/maps/leg_rows.h"

/// The maps of the largest rate of change of a telescopic leg's length (src/machine/shared/leg_motion.h).
namespace hexscan {

/// The type of row data for figures that need none.
struct NoRow {};

/// If a leg's squared length is smaller than this, its direction may be undefined.
inline constexpr double least_square_m2 = 0x1p-900;

/// The rate while the tool moves at 1 m/s. It is 1 wherever all legs have a direction.
struct RateFigure {
    LegRows rows;

    using Row = NoRow;
    HEXSCAN_HD_INLINE void prepare(double, double, int, Row&) const {}
    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        bool sure = true;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) sure = sure && square_of(p + rows.offset_m[i]) > least_square_m2;
        return sure ? 1 : not_sure;
    }
    HEXSCAN_HD_INLINE double again(Vec3<double>) const { return not_sure; }
};

/// The rate while the platform turns at 1 rad/s about any axis through the tool: |b x l| / |l|, where the arm b runs
/// from the tool to the leg's joint.
struct TurnRateFigure {
    LegRows rows;
    double longest_m;  ///< length of the longest lever arm

    using Row = NoRow;
    HEXSCAN_HD_INLINE void prepare(double, double, int, Row&) const {}
    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        // A value below this share is only rounding error: all lever arms b lie along their legs.
        constexpr double least_share = 0x1p-28;
        double most = 0;
        bool sure = true;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            const Vec3<double> l = p + rows.offset_m[i];
            const double length_sq = square_of(l);
            const double square = square_of(cross(rows.arm[i], l)) * quick_reciprocal(length_sq);
            sure = sure && length_sq > least_square_m2;
            most = square > most ? square : most;
        }
        const double value = quick_root(most);
        return sure && value >= least_share * longest_m ? value : not_sure;
    }
    HEXSCAN_HD_INLINE double again(Vec3<double>) const { return not_sure; }
};

}  // namespace hexscan
