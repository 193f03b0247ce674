#pragma once

/// Numbers of the kernels that cut limits which legs share, tuned, and what each trades. The command that measures
/// them: hexscan --device cuda --repeat 300 with --singularity avoid, and with --diameter 0.04 --gap 0.01 --workspace
/// total --orientation=-5:5:21,-5:5:21,-5:5:21.
namespace hexscan::tuning {

/// Warps of a tile along rows and as many along slices, where forms are few and where they are many: boxes in which
/// more is known against forms that are asked for fewer words.
inline constexpr int tile_warps_of_few_forms = 2, tile_warps_of_many_forms = 4;

/// Rows of a warp's words, which has as many lanes along slices as are left: boxes that are about as high as deep, in
/// which more is known, against rows that lie side by side in memory.
inline constexpr int rows_of_warp = 8;

/// Forms that a block keeps at a time for its warps: goes through the forms against shared memory.
inline constexpr int open_forms_of_block = 1024;

}  // namespace hexscan::tuning
