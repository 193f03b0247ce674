#pragma once

#include <span>
#include <string>

#include "src/results/radii/slice_radii.h"

namespace hexscan {

/// The text of radii.csv: a heading and one line per slice. Numbers have at most twelve significant digits. A field
/// without a value is empty.
std::string radii_csv(std::span<const SliceRadii> slices);

}  // namespace hexscan
