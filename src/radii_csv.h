#pragma once

#include <span>
#include <string>

#include "src/slice_radii.h"

namespace hexscan {

/// The text of radii.csv: a heading and one line per slice. Numbers are written with as many digits as it
/// takes to read the same double back; fields that a slice does not have are empty.
std::string radii_csv(std::span<const SliceRadii> slices);

}  // namespace hexscan
