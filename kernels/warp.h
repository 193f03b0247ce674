#pragma once

namespace hexscan {

/// Lanes of a warp, of every compute capability so far.
inline constexpr int warp_size = 32;

/// All lanes of a warp, as the mask that the instructions of a whole warp ask for.
inline constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// Blocks along y and z of one grid at most (CUDA programming guide, all compute capabilities).
inline constexpr int max_blocks_yz = 65535;

/// What memory and the bus move at least.
inline constexpr int sector_bytes = 32;

/// Of shared memory, each a word of 4 bytes wide.
inline constexpr int banks = 32;

}  // namespace hexscan
