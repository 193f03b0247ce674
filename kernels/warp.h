#pragma once

namespace hexscan {

/// The number of lanes of a warp, for every compute capability so far.
inline constexpr int warp_size = 32;

/// The mask of all lanes, for instructions of a whole warp.
inline constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// The largest number of blocks along y and along z of one grid (CUDA programming guide, all compute capabilities).
inline constexpr int max_blocks_yz = 65535;

/// The smallest number of bytes that memory and the bus transfer at once.
inline constexpr int sector_bytes = 32;

/// The number of banks of shared memory. Each bank is 4 bytes wide.
inline constexpr int banks = 32;

}  // namespace hexscan
