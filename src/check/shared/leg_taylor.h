#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "src/check/pose_box.h"
#include "src/check/shared/surroundings.h"
#include "src/machine/machine.h"

/// Telescopic legs over a box of poses to second order: by its coordinates from the middle over their half widths, and
/// without those in which it has none.
namespace hexscan {

using Vector3 = Eigen::Vector3d;

inline Vector3 eigen(const Vector& v) { return {v.x, v.y, v.z}; }

/// What turns with the platform, or is moved by it, as its Taylor polynomial: where it is in the middle, by each
/// coordinate, and by each and one that is not behind it.
template <class Value>
struct Taylor {
    Value middle;
    std::array<Value, PoseBox::dimensions> first;
    std::array<std::array<Value, PoseBox::dimensions>, PoseBox::dimensions> second;
};

/// Looks at what the polynomial without its squares is at the corners of a box that has so many coordinates, each next
/// to the one before (Gray 1953), until `look(value, sides)` is false: of coordinate k the upper side where bit k is
/// set.
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

/// How fast turns are at most along a straight way from a box's middle to one of its poses, which takes a time of 1: by
/// the order of the derivative. Of the three axes one stands, the second turns with the first, and the third with both.
struct TurnSpeeds {
    double first, second, third;
    TurnSpeeds(const Surroundings& around, OrientationOrder order);
};

class TaylorBox {
public:
    TaylorBox(const PoseBox& box, OrientationOrder order);

    const Surroundings& around() const { return around_; }
    const TurnSpeeds& speeds() const { return speeds_; }
    /// In how many coordinates the box has a width, and which of the six they are.
    std::size_t count() const { return count_; }
    std::size_t axis(std::size_t k) const { return axes_[k]; }
    /// A corner by all six (corner_of()) of one by those.
    unsigned corner(unsigned sides) const {
        unsigned corner = 0;
        for (std::size_t k = 0; k < count_; ++k) corner |= (sides >> k & 1U) << axes_[k];
        return corner;
    }

    /// Of R b, and of p + R b.
    Taylor<Vector3> turned(const Vector& b) const;
    Taylor<Vector3> moved(const Vector& b_m) const;

private:
    using Matrix3 = Eigen::Matrix3d;

    Surroundings around_;
    TurnSpeeds speeds_;
    std::size_t count_ = 0;
    std::array<std::size_t, PoseBox::dimensions> axes_{};
    Taylor<Matrix3> rotation_;
};

/// A leg l = p + R b - a, its direction u = l / |l|, and what along any straight way of the box u's derivatives are at
/// most: those of u along l, of unit speed and length, are at most 1, 2 / sqrt(3) and 3.
struct TaylorLeg {
    double shortest_m;  ///< in the box; not above 0: nothing is known of u
    double middle_m;    ///< length
    Taylor<Vector3> direction;
    std::array<double, 3> most;  ///< by order

    TaylorLeg(const TaylorBox& box, const Taylor<Vector3>& joint_m, double arm_m, const Vector& base_m);
};

}  // namespace hexscan
