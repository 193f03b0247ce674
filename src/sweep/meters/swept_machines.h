#pragma once

#include <variant>

#include "kernels/swept_machine.h"
#include "src/machine/machine.h"
#include "src/scan/plan.h"

/// How a machine of a sweep is made ready for a device.
namespace hexscan {

/// Prepares a machine for a device, as solvable where it is. The plan must be of one orientation, of legs of the kind
/// that share no limit.
void prepare(const ScanPlan& plan, SweptTelescopes& machine);
void prepare(const ScanPlan& plan, SweptSliders& machine);
void prepare(const ScanPlan& plan, SweptArms& machine);

/// Calls visit.template operator()<Swept>() of the machine's kind of legs.
template <class Visit>
auto with_swept(const Machine& machine, Visit visit) {
    if (std::holds_alternative<SliderLegs>(machine.legs)) return visit.template operator()<SweptSliders>();
    if (std::holds_alternative<RotaryLegs>(machine.legs)) return visit.template operator()<SweptArms>();
    return visit.template operator()<SweptTelescopes>();
}

}  // namespace hexscan
