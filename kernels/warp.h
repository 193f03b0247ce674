#pragma once

namespace hexscan {

/// Lanes of a warp, of every compute capability so far.
inline constexpr int warp_size = 32;

/// The mask of all lanes, for instructions of a whole warp.
inline constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// Most blocks along y and along z of one grid (CUDA programming guide, all compute capabilities).
inline constexpr int max_blocks_yz = 65535;

/// The smallest amount that memory and the bus transfer.
inline constexpr int sector_bytes = 32;

/// The banks of shared memory; each is a word of 4 bytes wide.
inline constexpr int banks = 32;

}  // namespace hexscan
