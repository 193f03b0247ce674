#include "src/machine/shared/leg_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/machine/legs/leg_forms.h"
#include "src/machine/machine.h"

namespace hexscan {

LegLines::LegLines(const Machine& machine, const Rotation& turned) : legs_(posed_rods(machine, turned)) {
    for (std::size_t i = 0; i < leg_count; ++i)
        crank_m_[i] = arm_m(machine.legs, i).value_or(std::numeric_limits<double>::infinity());
}

LegLine LegLines::at(std::size_t leg, const Vector& position_m) const {
    const Vector l = position_m + legs_.offset_m[leg];
    return have_rods() ? line_of_rod(l, legs_.legs[leg]->shape(l)) : line_along(l);
}

LineChange LegLines::change(std::size_t leg, const LegLine& line) const {
    return have_rods() ? change_of_rod(line, crank_m_[leg]) : change_of_leg(line.length_m);
}

std::optional<LegWithRod> LegLines::rod(std::size_t leg) const {
    if (!have_rods()) return std::nullopt;
    return leg_with_rod_of(*legs_.legs[leg]);
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
