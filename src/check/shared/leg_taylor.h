#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "src/check/pose_box.h"
#include "src/check/shared/surroundings.h"
#include "src/machine/machine.h"

/// Telescopic legs over a box of poses, to second order. The variables are the coordinates relative to the middle,
/// divided by half their width. Coordinates of width 0 are omitted.
namespace hexscan {

using Vector3 = Eigen::Vector3d;

inline Vector3 eigen(const Vector& v) { return {v.x, v.y, v.z}; }

/// The second-order Taylor polynomial of a quantity that rotates or moves with the platform: the value at the middle,
/// the first derivatives, and the second derivatives second[k][j] with j <= k.
template <class Value>
struct Taylor {
    Value middle;
    std::array<Value, PoseBox::dimensions> first;
    std::array<std::array<Value, PoseBox::dimensions>, PoseBox::dimensions> second;
};

/// Evaluates the polynomial without its squares at all corners of a box with `count` coordinates. Consecutive corners
/// differ in one coordinate (Gray 1953). Calls look(value, sides) for each corner. Stops and returns false as soon as
/// `look` returns false. Bit k of `sides` is set if coordinate k is at its upper end.
template <class Value, class Look>
bool at_all_corners(const Taylor<Value>& taylor, std::size_t count, Look look) {
    Value at = taylor.middle;
    for (std::size_t k = 0; k < count; ++k) {
        at -= taylor.first[k];
        for (std::size_t j = 0; j < k; ++j) at += taylor.second[k][j];
    }
    unsigned sides = 0;
    for (unsigned step = 1;; ++step) {
        if (!look(at, sides)) return false;
        if (step >> count != 0) return true;
        std::size_t k = 0;
        while ((step >> k & 1U) == 0) ++k;
        sides ^= 1U << k;
        Value slope = taylor.first[k];
        for (std::size_t j = 0; j < count; ++j)
            if (j != k) slope += (sides >> j & 1U ? 1.0 : -1.0) * taylor.second[std::max(k, j)][std::min(k, j)];
        at += (sides >> k & 1U ? 2.0 : -2.0) * slope;
    }
}

/// Upper bounds on the derivatives of the rotation, by order, while a pose moves in unit time along a straight way from
/// the box's middle to any pose of the box. One of the three axes is fixed, the second turns with the first, and the
/// third turns with both.
struct TurnSpeeds {
    double first, second, third;
    TurnSpeeds(const Surroundings& around, OrientationOrder order);
};

/// A box of poses, with the Taylor polynomial of its rotation.
class TaylorBox {
public:
    TaylorBox(const PoseBox& box, OrientationOrder order);

    const PoseBox& box() const { return whole_; }
    const Surroundings& around() const { return around_; }
    const TurnSpeeds& speeds() const { return speeds_; }
    /// The number of coordinates in which the box has a width, and their indices among the six.
    std::size_t count() const { return count_; }
    std::size_t axis(std::size_t k) const { return axes_[k]; }
    /// The number of a corner as corner_of() counts corners. `sides` are its sides in the coordinates with a width.
    unsigned corner(unsigned sides) const {
        unsigned corner = 0;
        for (std::size_t k = 0; k < count_; ++k) corner |= (sides >> k & 1U) << axes_[k];
        return corner;
    }

    /// The polynomials of R b and of p + R b.
    Taylor<Vector3> turned(const Vector& b) const;
    Taylor<Vector3> moved(const Vector& b_m) const;

private:
    using Matrix3 = Eigen::Matrix3d;

    PoseBox whole_;
    Surroundings around_;
    TurnSpeeds speeds_;
    std::size_t count_ = 0;
    std::array<std::size_t, PoseBox::dimensions> axes_{};
    Taylor<Matrix3> rotation_;
};

/// A vector over a box, to second order: the polynomial, an upper bound on its remainder, and upper bounds on its first
/// two derivatives along a straight way from the middle, covered in unit time.
struct TaylorDirection {
    Taylor<Vector3> direction;
    double first = infinity, second = infinity, rest = infinity;
};

/// A leg l = p + R b - a, its direction u = l / |l|, and upper bounds on the derivatives of u along any straight way in
/// the box. For an l of unit length and unit speed, the first three derivatives of u are at most 1, 2 / sqrt(3) and 3.
struct TaylorLeg {
    double shortest_m;  ///< shortest length in the box; if it is not positive, nothing is known about u
    double middle_m;    ///< length at the middle
    Taylor<Vector3> direction;
    std::array<double, 3> most;  ///< the bounds, by order of the derivative

    TaylorLeg(const TaylorBox& box, const Taylor<Vector3>& joint_m, double arm_m, const Vector& base_m);
};

/// The direction of a telescopic leg.
TaylorDirection leg_taylor(const TaylorBox& box, const Vector& joint, const Vector& base_m);

}  // namespace hexscan
