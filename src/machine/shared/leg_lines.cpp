#include "src/machine/shared/leg_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/machine/machine.h"

namespace hexscan {
namespace {

LegLine line_along(const Vector& rod) {
    const double length_m = length_of(rod);
    const Vector direction = scaled(rod, 1 / length_m);
    return {direction, length_m, {0, 0, 0}, direction};
}

}  // namespace

LegLines::LegLines(const Machine& machine, const Rotation& turned) : legs_(posed_rods(machine, turned)) {
    for (std::size_t i = 0; i < leg_count; ++i)
        crank_m_[i] = arm_m(machine.legs, i).value_or(std::numeric_limits<double>::infinity());
}

LegLine LegLines::at(std::size_t leg, const Vector& position_m) const {
    const Vector l = position_m + legs_.offset_m[leg];
    if (!have_rods()) return line_along(l);
    const LegShape shape = legs_.legs[leg]->shape(l);
    LegLine line = line_along(l - shape.foot_m);
    line.foot_m = shape.foot_m;
    line.motion = shape.motion;
    line.along_motion = dot(line.direction, shape.motion);
    line.closes = shape.closes;
    return line;
}

/// The foot of a telescopic leg stays in place, and h is u. For a rod, let v = |u . h| and r be the arm's length,
/// infinite for a rail. Then t may be up to v^2 / (6 / L + 4 / r). From u . (d - f) = |d - f|^2 / (2 L), the foot's
/// motion f is at most 2 t / v long. So v stays above half its value and the rod still reaches. The motion f differs
/// from h (u . d) / (u . h) by at most (4.5 / L + 4 / r) t^2 / v^3.
LineChange LegLines::change(std::size_t leg, const LegLine& line) const {
    const double length_m = line.length_m;
    if (!have_rods()) return {8.0 / (7 * length_m), 1.03 / (length_m * length_m), length_m / 4};
    if (!line.closes) return {0, 0, 0};
    const double v = std::abs(line.along_motion), crank_m = crank_m_[leg];
    return {3 / (v * length_m), (4.5 / length_m + 4 / crank_m) / (v * v * v * length_m),
            v * v / (6 / length_m + 4 / crank_m)};
}

double LegLines::change_along_motion(std::size_t leg, const LegLine& line) const {
    return change(leg, line).turned + 2 / (std::abs(line.along_motion) * crank_m_[leg]);
}

double LegLines::doubt_m(double longest_m) const {
    double doubt_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double leg_m = longest_m + length_of(legs_.offset_m[i]);
        doubt_m = std::max(doubt_m, 0x1p-24 * leg_m + (have_rods() ? legs_.legs[i]->doubt_m(leg_m) : 0));
    }
    return doubt_m;
}

}  // namespace hexscan
