#include "src/machine/shared/leg_lines.h"

#include <algorithm>
#include <cmath>

#include "src/machine/legs/leg_forms.h"
#include "src/machine/machine.h"

namespace hexscan {

LegLines::LegLines(const Machine& machine, const Rotation& turned, const Vector& arms_from_m)
    : legs_(posed_rods(machine, turned)) {
    const double size_m = characteristic_length_m(machine);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& joint_m = machine.platform.points_m[i];
        TurnedLeg& leg = rows_.legs[i];
        leg = {{}, legs_.legs[i] != nullptr, legs_.offset_m[i], length_of(joint_m)};
        if (leg.has_rod) leg.rod = leg_with_rod_of(*legs_.legs[i]);
        rows_.arm[i] = scaled(turned(joint_m - arms_from_m), 1 / size_m);
        rows_.row_norm[i] = std::sqrt(1 + dot(rows_.arm[i], rows_.arm[i]));
    }
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
