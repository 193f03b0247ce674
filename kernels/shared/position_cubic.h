#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/polynomial.h"
#include "kernels/shared/known.h"
#include "kernels/vec3.h"

/// Polynomials of degree 3 in the platform's position at one orientation, and the limits that they define.
namespace hexscan {

/// The range of a polynomial's values in a box of positions: every value differs from `middle` by at most `spread`.
struct ValuesInBox {
    double middle, spread;

    /// The common sign of all values, 1 or -1, if it is certain despite the noise; otherwise 0.
    HEXSCAN_HD_INLINE int sign(double noise) const {
        return middle > spread + noise ? 1 : middle < -(spread + noise) ? -1 : 0;
    }
};

/// Coefficients of x^i y^j z^k, by degree: first that of 1, then those of x, y, z, then those of degree 2, then those
/// of degree 3.
struct PositionCubic {
    static constexpr int degree = 3, count = 20;
    double c[count];

    /// The index of the coefficient of x^i y^j z^k.
    HEXSCAN_HD_INLINE static constexpr int number(int i, int j, int k) {
        const int total = i + j + k, without_x = j + k;
        return total * (total + 1) * (total + 2) / 6 + without_x * (without_x + 1) / 2 + k;
    }

    HEXSCAN_HD_INLINE PositionCubic combined(double own, double factor, const PositionCubic& other) const {
        PositionCubic sum;
        HEXSCAN_UNROLL
        for (int n = 0; n < count; ++n) sum.c[n] = own * c[n] + factor * other.c[n];
        return sum;
    }

    /// The polynomial along a row, as a function of x.
    HEXSCAN_HD_INLINE Polynomial<4> along_row(double y, double z) const {
        Polynomial<4> row{};
        HEXSCAN_UNROLL
        for (int i = 0; i <= degree; ++i) row.c[i] = along_plane(i, y, z);
        return row;
    }

    /// The range of values in a box, by Taylor's formula about its middle, power by power.
    HEXSCAN_HD_INLINE ValuesInBox in_box(const Vec3<double>& middle, const Vec3<double>& half) const {
        using std::fabs;
        const PositionCubic about = about_place(middle);
        double spread = 0, x = 1;
        HEXSCAN_UNROLL
        for (int i = 0; i <= degree; ++i, x *= half.x) {
            double y = 1;
            HEXSCAN_UNROLL
            for (int j = 0; i + j <= degree; ++j, y *= half.y) {
                double z = 1;
                HEXSCAN_UNROLL
                for (int k = 0; i + j + k <= degree; ++k, z *= half.z)
                    if (i + j + k > 0) spread += fabs(about.c[number(i, j, k)]) * (x * y * z);
            }
        }
        return {about.c[0], spread};
    }

private:
    /// The coefficient of x^i.
    HEXSCAN_HD_INLINE double along_plane(int i, double y, double z) const {
        double sum = 0;
        HEXSCAN_UNROLL
        for (int j = degree; j >= 0; --j) {
            if (i + j > degree) continue;
            double of_y = 0;
            HEXSCAN_UNROLL
            for (int k = degree; k >= 0; --k)
                if (i + j + k <= degree) of_y = of_y * z + c[number(i, j, k)];
            sum = sum * y + of_y;
        }
        return sum;
    }

    /// The same polynomial relative to another origin. It is shifted along one axis after the other (Horner's scheme).
    HEXSCAN_HD_INLINE PositionCubic about_place(const Vec3<double>& place) const {
        PositionCubic moved = *this;
        moved.move_origin(place.x, [](int n, int a, int b) { return number(n, a, b); });
        moved.move_origin(place.y, [](int n, int a, int b) { return number(a, n, b); });
        moved.move_origin(place.z, [](int n, int a, int b) { return number(a, b, n); });
        return moved;
    }

    /// number_at(n, a, b) is the index of the coefficient of the n-th power of this axis and the powers a and b of the
    /// other two.
    template <class NumberAt>
    HEXSCAN_HD_INLINE void move_origin(double by, NumberAt number_at) {
        HEXSCAN_UNROLL
        for (int a = 0; a < degree; ++a) HEXSCAN_UNROLL
        for (int b = 0; a + b < degree; ++b) HEXSCAN_UNROLL
        for (int first = 0; first < degree - a - b; ++first) HEXSCAN_UNROLL
        for (int n = degree - a - b - 1; n >= first; --n) c[number_at(n, a, b)] += by * c[number_at(n + 1, a, b)];
    }
};

/// The range of a cubic's values in a part of a row about `middle`, by Taylor's formula.
HEXSCAN_HD_INLINE ValuesInBox values_in_part(const Polynomial<4>& cubic, double middle, double half) {
    using std::fabs;
    // Horner's scheme, applied three times.
    const double third = cubic.c[3], a2 = cubic.c[2] + third * middle, a1 = cubic.c[1] + a2 * middle;
    const double value = cubic.c[0] + a1 * middle, b2 = a2 + third * middle;
    const double slope = a1 + b2 * middle, bend = b2 + third * middle;
    return {value, (fabs(slope) + (fabs(bend) + fabs(third) * half) * half) * half};
}

/// A SignForm on a row.
struct SignOnRow {
    Polynomial<4> cubic;
    double from_m, noise;

    HEXSCAN_HD_INLINE Known in_part(double middle_m, double half_m) const {
        const int sign = values_in_part(cubic, middle_m - from_m, half_m).sign(noise);
        return sign == 0 ? Known::nothing : sign > 0 ? Known::kept : Known::lost;
    }
};

/// The limit that a cubic must be above 0, in the form that kernels test.
struct SignForm {
    PositionCubic cubic;
    Vec3<double> from_m;  ///< origin of its positions
    double noise;         ///< error bound of the cubic's values

    HEXSCAN_HD_INLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        const int sign = cubic.in_box(middle_m - from_m, half_m).sign(noise);
        return sign == 0 ? Known::nothing : sign > 0 ? Known::kept : Known::lost;
    }
    HEXSCAN_HD_INLINE SignOnRow on_row(double y_m, double z_m) const {
        return {cubic.along_row(y_m - from_m.y, z_m - from_m.z), from_m.x, noise};
    }
};

/// A ForceForm on a row.
struct ForceOnRow {
    Polynomial<4> determinant, numerator;
    double from_m;
    Vec3<double> offset_m;  ///< the leg's vector at x = from_m
    double most, noise;

    HEXSCAN_HD_INLINE Known in_part(double middle_m, double half_m) const {
        using std::fabs;
        using std::sqrt;
        const double x = middle_m - from_m;
        const Vec3<double> leg_m{x + offset_m.x, offset_m.y, offset_m.z};
        const double length_m = sqrt(dot(leg_m, leg_m));
        const ValuesInBox n = values_in_part(numerator, x, half_m);
        const double off = noise + half_m * (fabs(n.middle) + n.spread);
        const auto sign = [&](double factor) {
            return values_in_part(sum_of(scaled(determinant, most), factor, numerator), x, half_m).sign(off);
        };
        const int plus = sign(length_m);
        if (plus == 0) return Known::nothing;
        const int minus = sign(-length_m);
        return minus == 0 ? Known::nothing : plus == minus ? Known::kept : Known::lost;
    }
};

/// The limit that a leg's force must be at most `most`, in the form that kernels test. The force is the leg's length L
/// times a numerator N over a determinant D.
struct ForceForm {
    PositionCubic determinant, numerator;
    Vec3<double> from_m;    ///< origin of the cubics' positions
    Vec3<double> offset_m;  ///< the leg's vector minus such a position
    double most, noise;     ///< noise: error bound of most D + L N and of most D - L N

    /// If most D + L N and most D - L N have the same sign, the force is at most `most`; if the signs differ, it
    /// exceeds `most`. L is computed at the box's middle. Elsewhere in the box it differs by at most the distance from
    /// the middle.
    HEXSCAN_HD_INLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        using std::fabs;
        using std::sqrt;
        const Vec3<double> position_m = middle_m - from_m, leg_m = position_m + offset_m;
        const double length_m = sqrt(dot(leg_m, leg_m)), radius_m = sqrt(dot(half_m, half_m));
        const ValuesInBox n = numerator.in_box(position_m, half_m);
        const double off = noise + radius_m * (fabs(n.middle) + n.spread);
        const int plus = determinant.combined(most, length_m, numerator).in_box(position_m, half_m).sign(off);
        if (plus == 0) return Known::nothing;
        const int minus = determinant.combined(most, -length_m, numerator).in_box(position_m, half_m).sign(off);
        return minus == 0 ? Known::nothing : plus == minus ? Known::kept : Known::lost;
    }
    HEXSCAN_HD_INLINE ForceOnRow on_row(double y_m, double z_m) const {
        const double y = y_m - from_m.y, z = z_m - from_m.z;
        return {determinant.along_row(y, z),
                numerator.along_row(y, z),
                from_m.x,
                Vec3<double>{0, y, z} + offset_m,
                most,
                noise};
    }
};

}  // namespace hexscan
