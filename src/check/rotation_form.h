#pragma once

#include <array>
#include <cstddef>

#include "src/machine/interval_vector.h"
#include "src/machine/orientation_cell.h"

/// Lower bounds on x . R y over a box of orientations R = Rz(yaw) Ry(pitch) Rx(roll), including rounding. The
/// components of leg vectors have this form.
///
/// Method: Taylor's theorem at the box's centre. All partial derivatives of x . R y in the three angles have the same
/// form, with a rotation replaced by its derivative, whose norm is at most 1. So every third derivative is at most |x|
/// |y|. If it involves yaw, it is at most |x across z| |y|; if it involves roll, at most |x| |y across x|. The
/// second-order polynomial is minimised over the box, and the bound of the third order is subtracted.
///
/// If a derivative has the same sign everywhere, the minimum is on a face of the box. That angle is then fixed, and the
/// expansion is repeated with one angle fewer (monotonicity test: Moore, Kearfott, Cloud, Introduction to Interval
/// Analysis, 2009, ch. 8; Neumaier 1990, ch. 5).
///
/// In the other order, R = Rx(roll) Ry(pitch) Rz(yaw) is the inverse of Rz(-yaw) Ry(-pitch) Rx(-roll). The form is then
/// y . R x of the first order with all angles negated.
namespace hexscan {

/// A box of orientations, given by the ends of roll, pitch and yaw.
struct AngleBox {
    static constexpr std::size_t angles = 3;
    std::array<double, angles> low_rad{}, high_rad{};
};

/// Sine and cosine of an angle about which a box is expanded.
struct Turn {
    Interval sine, cosine;
};

/// A box of orientations with sine and cosine at both ends and in the middle of every angle.
struct PreparedAngles {
    enum Place : std::size_t { low, middle, high };

    PreparedAngles(const AngleBox& box, OrientationOrder order);

    AngleBox box;
    OrientationOrder order;
    std::array<std::array<Turn, 3>, AngleBox::angles>
        turn{};  ///< by angle, then place; in the order xyz for the negated angles
    std::array<double, AngleBox::angles> half_width_rad{};  ///< largest difference from the middle
    double largest_turn_rad = 0;  ///< largest angle of a rotation from the middle's orientation to any in the box
};

/// A lower bound of x . R y for all R in the box.
double least_form(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& angles);

/// An interval that contains x . R y for all R in the box.
Interval form_between(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& angles);

/// R y at exactly this orientation.
IntervalVector turned(const IntervalVector& y, const Orientation& orientation, OrientationOrder order);

}  // namespace hexscan
