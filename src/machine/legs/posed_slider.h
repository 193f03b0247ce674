#pragma once

#include <cstddef>
#include <memory>

#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/posed_leg.h"

/// A slider leg (src/machine/legs/slider_legs.h) at a fixed orientation of the platform.
namespace hexscan {

/// The numbers of the leg.
struct SliderAtPose {
    Vector rail;  ///< unit vector
    double rod_m;
    double from_m, to_m;
    bool ahead;
    LegJoint at_carriage;
    LegJoint at_platform;  ///< joint at the platform; its axis is that at this orientation
};

std::shared_ptr<const PosedLeg> posed_slider(const SliderAtPose& leg);

}  // namespace hexscan
