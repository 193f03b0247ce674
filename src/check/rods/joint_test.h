#pragma once

#include "src/scan/platform.h"
#include "src/scan/searches/reach.h"

namespace hexscan {

/// A test of boxes of positions. It returns true only if the rods violate a joint's limit at all positions of the box.
/// It applies to the scan's orientation or, for a total workspace, to the first one. The function object is empty for
/// telescopic legs, and for an inclusive workspace of several orientations.
///
/// The distance of a rod from its joints' limits is always small. A test by distance therefore excludes only small
/// boxes, while this test excludes large ones.
IsUnreachable test_of_joints(const Platform& platform);
/// The test for a machine at one orientation.
IsUnreachable test_of_joints(const Machine& machine, const Orientation& orientation);

}  // namespace hexscan
