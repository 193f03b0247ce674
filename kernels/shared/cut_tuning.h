#pragma once

/// Tuned numbers of the kernels that apply limits which legs share, each with its trade-off. Two commands measure them:
/// `hexscan --device cuda --repeat 300` with `--singularity avoid`, and the same with `--diameter 0.04 --gap 0.01
/// --workspace total --orientation=-5:5:21,-5:5:21,-5:5:21`.
namespace hexscan::tuning {

/// Warps of a tile along rows, and as many along slices, for few and for many forms. Trade-off: in small boxes more
/// forms are decided, but each test of a form then covers fewer words.
inline constexpr int tile_warps_of_few_forms = 2, tile_warps_of_many_forms = 4;

/// Rows of a warp's words; the remaining lanes lie along slices. Trade-off: boxes of similar height and depth decide
/// more forms, but rows side by side are contiguous in memory.
inline constexpr int rows_of_warp = 8;

/// Forms that a block stores at a time for its warps. Trade-off: fewer passes over the forms cost more shared memory.
inline constexpr int open_forms_of_block = 1024;

}  // namespace hexscan::tuning
