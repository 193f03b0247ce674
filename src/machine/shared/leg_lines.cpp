#include "src/machine/shared/leg_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "src/machine/machine.h"

namespace hexscan {
namespace {

double length_of(const Vector& v) { return std::sqrt(dot(v, v)); }

LegLine line_along(const Vector& rod) {
    const double length_m = length_of(rod);
    const Vector direction = scaled(rod, 1 / length_m);
    return {direction, length_m, {0, 0, 0}, direction};
}

}  // namespace

LegLines::LegLines(const Machine& machine, const Rotation& turned) : legs_(posed_rods(machine, turned)) {
    const auto* const rotary = std::get_if<RotaryLegs>(&machine.legs);
    for (std::size_t i = 0; i < leg_count; ++i)
        crank_m_[i] = rotary ? rotary->arm[i] : std::numeric_limits<double>::infinity();
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

double LegLines::doubt_m(double longest_m) const {
    double doubt_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double leg_m = longest_m + length_of(legs_.offset_m[i]);
        doubt_m = std::max(doubt_m, 0x1p-24 * leg_m + (have_rods() ? legs_.legs[i]->doubt_m(leg_m) : 0));
    }
    return doubt_m;
}

}  // namespace hexscan
