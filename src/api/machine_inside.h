#pragma once

#include "hexscan/machine.h"
#include "src/files/platform_document.h"
#include "src/machine/pose_clearance.h"
#include "src/scan/platform.h"
#include "src/scan/pose_verdicts.h"

namespace hexscan {

struct Hexapod::Inside {
    explicit Inside(PlatformDocument opened);

    PlatformDocument document;
    Platform platform;
    PoseVerdicts verdicts;
};

Pose inner_pose(const PlatformPose& pose);
PlatformPose outer_pose(const Pose& pose);
NearestLimit nearest_limit_of(const PoseClearance& clearance, const Machine& machine);

}  // namespace hexscan
