#pragma once

#include "kernels/maps/leg_inverse.h"
#include "kernels/maps/leg_rows.h"
#include "kernels/maps/row_cubics.h"

/// The map of the tool's error when each telescopic leg's length has an error of the same size and either sign
/// (src/machine/shared/leg_motion.h). The tool moves by the columns of the inverse. Each column consists of three
/// cubics of the position, divided by the determinant and multiplied by the leg's length.
namespace hexscan {

/// The square of the length of the longest sum of all six vectors, each of which is added or subtracted.
HEXSCAN_HD_INLINE double longest_corner_square(const Vec3<double> (&moves)[leg_count]) {
    constexpr int turned = leg_count - 1;  // the last sign stays: if all signs change, the length is the same
    Vec3<double> sum = moves[turned];
    HEXSCAN_UNROLL
    for (int i = 0; i < turned; ++i) sum = sum + moves[i];
    double most = dot(sum, sum);
    // Changes one sign at a time, in the order of the Gray code.
    HEXSCAN_UNROLL
    for (int k = 1; k < 1 << turned; ++k) {
        int leg = 0;
        HEXSCAN_UNROLL
        for (int bit = turned - 1; bit >= 0; --bit)
            if ((k >> bit & 1) != 0) leg = bit;
        const bool was_plus = (((k - 1) ^ ((k - 1) >> 1)) >> leg & 1) == 0;
        sum = sum + scaled(moves[leg], was_plus ? -2.0 : 2.0);
        const double square = dot(sum, sum);
        most = square > most ? square : most;
    }
    return most;
}

struct ErrorFigure {
    static constexpr int cubics = 1 + 3 * leg_count;  ///< the determinant, then for each leg three cubics: the
                                                      ///< determinants with x, y and z in the leg's row

    LegRows rows;  ///< the lever arms start at the tool
    GridCubics<cubics> position;

    using Row = RowCubics<cubics>;
    HEXSCAN_HD_INLINE void prepare(double y_m, double z_m, int lane, Row& row) const {
        position.prepare(y_m, z_m, lane, row);
    }

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row& row) const {
        const double x_m = p.x - position.middle_m[0], determinant = fabs(row.at(0, x_m));
        Vec3<double> moves[leg_count];
        double noise = 0;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            const double length_m = length_of_leg(rows, i, p);
            const Vec3<double> cubic{row.at(1 + 3 * i, x_m), row.at(2 + 3 * i, x_m), row.at(3 + 3 * i, x_m)};
            moves[i] = scaled(cubic, length_m);
            noise += 2 * length_m * position.noise[1 + 3 * i];
        }
        const double most = quick_root(longest_corner_square(moves));
        if (!(noise < most_figure_noise * most && position.noise[0] < most_figure_noise * determinant)) return not_sure;
        return most * quick_reciprocal(determinant);
    }

    HEXSCAN_HD_INLINE double again(Vec3<double> p) const {
        const LegInverse inverse = inverse_of_legs(rows, p);
        if (!inverse.exists) return not_sure;
        Vec3<double> moves[leg_count];
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) moves[i] = {inverse.of[0][i], inverse.of[1][i], inverse.of[2][i]};
        const double most = std::sqrt(longest_corner_square(moves));
        return inverse.noise() * inverse.inverse_norm < most_figure_noise * most ? most : not_sure;
    }
};

}  // namespace hexscan
