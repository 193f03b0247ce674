#pragma once

#include <array>
#include <cstddef>

#include "src/machine/interval_vector.h"
#include "src/machine/orientation_cell.h"

/// The smallest value of x . R y over a box of orientations R = Rz(yaw) Ry(pitch) Rx(roll), bounded from below with
/// everything included that rounding can do. Every limit of a hexapod has a lower bound of this form (limit_bounds.h).
///
/// Taylor's theorem at the box's centre. All partial derivatives of x . R y in the three angles are of the same form
/// with a rotation replaced by its derivative, whose norm is at most 1; so every third derivative is at most |x| |y|,
/// where yaw takes part |x across z| |y|, where roll does |x| |y across x|. The second-order polynomial is minimised
/// over the box, the third order is taken off; where a derivative keeps one sign
/// throughout, the minimum lies on that face, the angle is fixed and the expansion starts anew with one angle fewer
/// (monotonicity test: Moore, Kearfott, Cloud, Introduction to Interval Analysis, 2009, ch. 8; Neumaier 1990, ch. 5).
///
/// In the other order R = Rx(roll) Ry(pitch) Rz(yaw) is the inverse of Rz(-yaw) Ry(-pitch) Rx(-roll): the form is y . R
/// x of the first order with all angles the other way.
namespace hexscan {

/// A box of orientations by the ends of its angles: roll, pitch, yaw.
struct AngleBox {
    static constexpr std::size_t angles = 3;
    std::array<double, angles> low_rad{}, high_rad{};
};

/// sin and cos of the angles a box is expanded at.
struct Turn {
    Interval sine, cosine;
};

/// A box of orientations, prepared: sin and cos at both ends and in the middle of every angle.
struct PreparedAngles {
    enum Place : std::size_t { low, middle, high };

    PreparedAngles(const AngleBox& box, OrientationOrder order);

    AngleBox box;
    OrientationOrder order;
    std::array<std::array<double, 3>, AngleBox::angles> at_rad{};  ///< by angle, then place
    std::array<std::array<Turn, 3>, AngleBox::angles> turn{};      ///< likewise; in the order xyz of minus the angles
    std::array<double, AngleBox::angles> half_width_rad{};         ///< the box lies within these of the middles
    double largest_turn_rad = 0;                                   ///< from the middle's orientation to any of the box
};

/// A lower bound, where about the minimum lies, and how far off it may be.
struct FormMinimum {
    double at_least = 0;
    std::array<double, AngleBox::angles> at_rad{};  ///< an orientation of the box
    std::array<double, AngleBox::angles> loss{};    ///< its share, by width, of what was taken off
};

/// A number that x . R y exceeds or equals for all R of the box.
FormMinimum least_form(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& angles);

/// R y and its inverse, R' x, at exactly this orientation.
IntervalVector turned(const IntervalVector& y, const Orientation& orientation, OrientationOrder order);
IntervalVector turned_back(const IntervalVector& x, const Orientation& orientation, OrientationOrder order);

/// How R y, or R' x, begins to change where roll, pitch and yaw change at these rates.
IntervalVector turning(const IntervalVector& y, const Orientation& at, const Orientation& rate, OrientationOrder order);
IntervalVector turning_back(const IntervalVector& x, const Orientation& at, const Orientation& rate,
                            OrientationOrder order);

}  // namespace hexscan
