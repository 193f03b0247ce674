#pragma once

#include "src/scan/platform.h"
#include "src/scan/searches/reach.h"

namespace hexscan {

/// A test for boxes of positions in which rods certainly break a joint's limits, at the scan's orientation or, of a
/// total workspace, at the first one. Empty for telescopic legs, and for an inclusive workspace of several
/// orientations.
///
/// The distance of a rod from its joints' limits is always small. So it excludes only small boxes, and this test
/// excludes large ones.
IsUnreachable test_of_joints(const Platform& platform);
/// The same for a machine at one orientation.
IsUnreachable test_of_joints(const Machine& machine, const Orientation& orientation);

}  // namespace hexscan
