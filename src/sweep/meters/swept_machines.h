#pragma once

#include <cstddef>
#include <optional>
#include <variant>

#include "kernels/swept_machine.h"
#include "src/scan/plan.h"
#include "src/scan/rows/standing_legs.h"

/// Prepares machines of a sweep for a device.
namespace hexscan {

/// Prepares a machine for a device, and marks it as solvable if the device can solve it. The plan must have one
/// orientation, legs of this kind, and no limits that legs share.
void prepare(const ScanPlan& plan, SweptTelescopes& machine);
void prepare(const ScanPlan& plan, SweptSliders& machine);
void prepare(const ScanPlan& plan, SweptArms& machine);
template <class Whole>
void prepare(const ScanPlan& plan, SweptPoints<Whole>& machine) {
    machine.x = plan.x;
    machine.y = plan.y;
    machine.z = plan.z;
    const PosedLegs posed = plan.set->rods_at(0);
    for (std::size_t i = 0; i < leg_count; ++i) machine.legs[i] = standing_leg<Whole>(plan, posed, i);
    machine.solvable = true;
}

/// Calls visit.template operator()<Swept>() with the type for the plan's kind of machine.
template <class Visit>
auto with_swept(const ScanPlan& plan, Visit visit) {
    if (!plan.has_rods()) return visit.template operator()<SweptTelescopes>();
    const std::optional<RodForm> form = plan.set->rods_at(0).legs[0]->form();
    if (!form)
        return with_whole_legs(plan, [&]<class Whole>() { return visit.template operator()<SweptPoints<Whole>>(); });
    if (std::holds_alternative<SliderLeg>(*form)) return visit.template operator()<SweptSliders>();
    return visit.template operator()<SweptArms>();
}

}  // namespace hexscan
