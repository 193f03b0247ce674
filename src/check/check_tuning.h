#pragma once

#include <cstdint>

/// Numbers of proofs that were tuned, and what each trades. The command that measures them: hexscan check on the files
/// of platforms/.
namespace hexscan::tuning {

/// Parts after which a box of the search for the largest one counts as not proved, of legs with rods: time against a
/// larger box.
inline constexpr std::int64_t parts_of_growing_rods = 3000;

/// Parts after which a proof within the search for least sizes is given up: time against smaller strokes and tilts.
inline constexpr std::int64_t parts_of_least_sizes = 2000;

}  // namespace hexscan::tuning
