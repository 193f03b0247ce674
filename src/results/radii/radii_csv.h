#pragma once

#include <span>
#include <string>

#include "src/results/radii/slice_radii.h"

namespace hexscan {

/// The text of radii.csv: a heading and one line per slice. Numbers have twelve significant digits at most;
/// fields that a slice does not have are empty.
std::string radii_csv(std::span<const SliceRadii> slices);

}  // namespace hexscan
