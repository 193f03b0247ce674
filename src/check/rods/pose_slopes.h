#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "src/check/pose_box.h"
#include "src/machine/interval_vector.h"

/// Numbers over boxes of poses and how they change with each coordinate: automatic differentiation, forwards (Griewank
/// and Walther, Evaluating Derivatives, 2nd ed., 2008, ch. 3), in intervals.
namespace hexscan {

/// A number in the box's middle, and all that it and its partial derivatives are over the box.
struct PoseSlopes {
    Interval middle, value;
    std::array<Interval, PoseBox::dimensions> by{};
    bool sloped = true;  ///< or of the number only its values are known

    PoseSlopes() = default;
    PoseSlopes(Interval in_middle, Interval in_box) : middle(in_middle), value(in_box) {}
    /// The same at all poses.
    PoseSlopes(Interval constant) : PoseSlopes(constant, constant) {}
};

inline PoseSlopes operator+(const PoseSlopes& a, const PoseSlopes& b) {
    PoseSlopes sum(a.middle + b.middle, a.value + b.value);
    for (std::size_t k = 0; k < sum.by.size(); ++k) sum.by[k] = a.by[k] + b.by[k];
    sum.sloped = a.sloped && b.sloped;
    return sum;
}
inline PoseSlopes operator-(const PoseSlopes& a) {
    PoseSlopes minus(-a.middle, -a.value);
    for (std::size_t k = 0; k < minus.by.size(); ++k) minus.by[k] = -a.by[k];
    minus.sloped = a.sloped;
    return minus;
}
inline PoseSlopes operator-(const PoseSlopes& a, const PoseSlopes& b) { return a + -b; }
inline PoseSlopes operator*(const PoseSlopes& a, Interval b) {
    PoseSlopes product(a.middle * b, a.value * b);
    for (std::size_t k = 0; k < product.by.size(); ++k) product.by[k] = a.by[k] * b;
    product.sloped = a.sloped;
    return product;
}
inline PoseSlopes operator*(const PoseSlopes& a, const PoseSlopes& b) {
    PoseSlopes product(a.middle * b.middle, a.value * b.value);
    for (std::size_t k = 0; k < product.by.size(); ++k) product.by[k] = a.by[k] * b.value + a.value * b.by[k];
    product.sloped = a.sloped && b.sloped;
    return product;
}
/// Whether it is so far above 0 in the box that its root has slopes, and what it divides.
inline bool is_positive(const PoseSlopes& a) { return std::min(a.middle.lo, a.value.lo) > 0x1p-200; }
/// `b` must be positive.
inline PoseSlopes operator/(const PoseSlopes& a, const PoseSlopes& b) {
    PoseSlopes quotient(a.middle / b.middle, a.value / b.value);
    for (std::size_t k = 0; k < quotient.by.size(); ++k)
        quotient.by[k] = (a.by[k] - quotient.value * b.by[k]) / b.value;
    quotient.sloped = a.sloped && b.sloped;
    return quotient;
}
inline PoseSlopes square(const PoseSlopes& a) {
    PoseSlopes squared(square(a.middle), square(a.value));
    for (std::size_t k = 0; k < squared.by.size(); ++k) squared.by[k] = a.by[k] * a.value * Interval(2);
    squared.sloped = a.sloped;
    return squared;
}
/// Of what is not negative; where that may be 0 the root has no slopes.
inline PoseSlopes square_root(const PoseSlopes& a) {
    PoseSlopes root(square_root(a.middle), square_root(a.value));
    root.sloped = a.sloped && is_positive(a);
    if (!root.sloped) return root;
    for (std::size_t k = 0; k < root.by.size(); ++k) root.by[k] = a.by[k] / (root.value * Interval(2));
    return root;
}

using SlopesVector = Vec3<PoseSlopes>;

inline SlopesVector constant(const IntervalVector& v) { return {v.x, v.y, v.z}; }
inline PoseSlopes along(const IntervalVector& axis, const SlopesVector& v) {
    return v.x * axis.x + v.y * axis.y + v.z * axis.z;
}

/// Poses of a box, each position moved: by what of a box of moves is no longer than `by_m`.
struct MovedPoses {
    static constexpr std::size_t moves = PoseBox::angles_begin, dimensions = PoseBox::dimensions + moves;

    PoseBox box;
    double by_m = 0;
    std::array<double, moves> low_m{}, high_m{};
};

/// By all that is no longer than that.
MovedPoses moved(const PoseBox& box, double by_m);
/// By one move.
MovedPoses moved(const Pose& pose, const Vector& move_m);
/// Halved across a coordinate of the box or, counted on, of the moves.
std::array<MovedPoses, 2> halves_of(const MovedPoses& poses, std::size_t dimension);
/// Whether there are such moves at all.
bool is_there(const MovedPoses& poses);

/// Poses, and numbers over them.
class PosesNear {
public:
    PosesNear(const MovedPoses& poses, OrientationOrder order);

    SlopesVector position_m;

    /// R v, and R' v.
    SlopesVector turned(const SlopesVector& v) const;
    SlopesVector turned_back(const SlopesVector& v) const;

    /// The same number, over the box no more than its slopes allow: mean value theorem.
    PoseSlopes within_slopes(PoseSlopes number) const;
    /// It is nowhere less.
    double least(const PoseSlopes& number) const;
    /// Each coordinate in which the number rises or falls throughout goes to the end where it is least (monotonicity
    /// test: Moore, Kearfott, Cloud, Introduction to Interval Analysis, 2009, ch. 8); nothing where there is none.
    std::optional<PoseBox> least_end(const PoseSlopes& number) const;
    /// The move by which the number falls most, as its slopes are in the middle.
    Vector lowest_move(const PoseSlopes& number) const;
    /// As least(), where in the box's middle, moved so, the number is this.
    double least_from(const PoseSlopes& number, Interval there, const Vector& move_m) const;
    /// Halved across what makes the bound of a number too low, that last where it is about less.
    std::array<MovedPoses, 2> halves(const PoseSlopes& number) const;

private:
    using Move = std::array<double, MovedPoses::moves>;
    /// What other moves than this one change the number by at least.
    double least_change(const PoseSlopes& number, const Move& from) const;

    MovedPoses poses_;
    std::array<double, PoseBox::dimensions> half_{};
    Move move_{}, half_move_{};
    std::array<PoseSlopes, 3> sines_, cosines_;
    OrientationOrder order_;
};

}  // namespace hexscan
