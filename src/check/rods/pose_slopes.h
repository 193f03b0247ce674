#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "src/check/pose_box.h"
#include "src/machine/interval_vector.h"

/// Numbers as functions over boxes of poses, with their derivatives with respect to each coordinate. The method is
/// forward automatic differentiation in intervals (Griewank and Walther, Evaluating Derivatives, 2nd ed., 2008, ch. 3).
namespace hexscan {

/// A number at the box's middle, and intervals that contain the number and its partial derivatives over the box.
struct PoseSlopes {
    Interval middle, value;
    std::array<Interval, PoseBox::dimensions> by{};
    bool sloped = true;  ///< false: only values are known, no derivatives

    PoseSlopes() = default;
    PoseSlopes(Interval in_middle, Interval in_box) : middle(in_middle), value(in_box) {}
    /// A constant number.
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
/// True if the number is far enough above 0 over the whole box to be a divisor, or to have a square root with slopes.
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
/// The square root of a nonnegative number. It has no slopes if the number may be 0.
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

/// The poses of a box, each displaced by a move. A move is any vector in the box from `low_m` to `high_m` with a length
/// of at most `by_m`.
struct MovedPoses {
    static constexpr std::size_t moves = PoseBox::angles_begin, dimensions = PoseBox::dimensions + moves;

    PoseBox box;
    double by_m = 0;
    std::array<double, moves> low_m{}, high_m{};
};

/// The poses of a box, displaced by every move of at most this length.
MovedPoses moved(const PoseBox& box, double by_m);
/// One pose, displaced by one move.
MovedPoses moved(const Pose& pose, const Vector& move_m);
/// Halves the box across a coordinate. The coordinates of moves have indices after those of poses.
std::array<MovedPoses, 2> halves_of(const MovedPoses& poses, std::size_t dimension);
/// True if there are any moves.
bool is_there(const MovedPoses& poses);

/// Displaced poses, and functions that bound numbers over them.
class PosesNear {
public:
    PosesNear(const MovedPoses& poses, OrientationOrder order);

    SlopesVector position_m;

    /// The products R v and R^T v, with their slopes.
    SlopesVector turned(const SlopesVector& v) const;
    SlopesVector turned_back(const SlopesVector& v) const;

    /// The second derivative of `v` with respect to two coordinates. `v` is p + R b plus a constant or, if
    /// `turned_back`, R^T (p - a) plus a constant.
    IntervalVector bend(const SlopesVector& v, std::size_t first, std::size_t second, bool turned_back) const;

    /// The same number, but its interval over the box is narrowed by its slopes (mean value theorem).
    PoseSlopes within_slopes(PoseSlopes number) const;
    /// A lower bound of the number.
    double least(const PoseSlopes& number) const;
    /// Moves each coordinate in which the number is monotone to the end where it is smallest (monotonicity test: Moore,
    /// Kearfott, Cloud, Introduction to Interval Analysis, 2009, ch. 8). Returns nullopt if there is no such
    /// coordinate.
    std::optional<PoseBox> least_end(const PoseSlopes& number) const;
    /// The move that lowers the number most, according to its slopes at the middle.
    Vector lowest_move(const PoseSlopes& number) const;
    /// A lower bound like least(). It is computed from `there`, the number at the box's middle after the move `move_m`.
    double least_from(const PoseSlopes& number, Interval there, const Vector& move_m) const;
    /// Halves the poses across the coordinate that contributes most to the looseness of the number's bound. The half in
    /// which the number is probably smaller comes last.
    std::array<MovedPoses, 2> halves(const PoseSlopes& number) const;

private:
    using Move = std::array<double, MovedPoses::moves>;
    /// Lower bound on how much the number changes between the move `from` and any other move.
    double least_change(const PoseSlopes& number, const Move& from) const;

    /// Rotates a vector by one of the angles. `first` and `second` are its components along the other two axes, in the
    /// order in which the rotation leads from one to the other.
    void turn(PoseSlopes& first, PoseSlopes& second, std::size_t angle) const;
    /// The axis about which a vector turns when one angle changes. For R^T, the axes are those of the other order of
    /// rotations with negated angles.
    IntervalVector turning_axis(std::size_t angle, bool turned_back) const;

    MovedPoses poses_;
    std::array<double, PoseBox::dimensions> half_{};
    Move move_{}, half_move_{};
    std::array<PoseSlopes, 3> sines_, cosines_;
    OrientationOrder order_;
};

}  // namespace hexscan
