#pragma once

#include <cstddef>
#include <variant>

#include "kernels/points/standing_leg.h"
#include "src/machine/legs/leg_forms.h"
#include "src/scan/plan.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan {

/// A leg in the form that is tested point by point (kernels/points/standing_leg.h), at the orientation of `posed`.
template <class Whole>
StandingLeg<Whole> standing_leg(const ScanGrid& grid, const PosedLegs& posed, std::size_t leg) {
    const PosedLeg& one = *posed.legs[leg];
    return {std::get<Whole>(one.whole()), posed.offset_m[leg], one.needed_clearance_m(),
            one.doubt_m(longest_vector_m(grid, posed.offset_m[leg]))};
}

/// Calls visit.template operator()<Whole>() for the kind of the plan's legs, which must have rods.
template <class Visit>
auto with_whole_legs(const ScanPlan& plan, Visit visit) {
    return std::visit([&]<class Whole>(const Whole&) { return visit.template operator()<Whole>(); },
                      plan.set->rods_at(0).legs[0]->whole());
}

}  // namespace hexscan
