#pragma once

#include <cstddef>
#include <memory>

#include "src/machine/posed_leg.h"
#include "src/machine/rod_joint.h"

/// A slider leg (src/machine/slider_legs.h) at a fixed orientation of the platform.
namespace hexscan {

/// In the order of the kind's table.
enum class SliderLimit : std::size_t { reach, travel_from, travel_to, carriage_joint, platform_joint, count };

/// What a file says of the leg.
struct SliderAtPose {
    Vector rail;  ///< unit vector
    double rod_m;
    double from_m, to_m;
    bool ahead;
    RodJoint at_carriage;
    RodJoint at_platform;  ///< its axis as it is at the orientation
};

std::shared_ptr<const PosedLeg> posed_slider(const SliderAtPose& leg);

}  // namespace hexscan
