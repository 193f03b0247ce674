#pragma once

/// Tuned parameters of the kernels that apply limits that legs share, each with its trade-off. Two commands measure
/// them: `hexscan --device cuda --repeat 300` with `--singularity avoid`, and the same with `--diameter 0.04 --gap 0.01
/// --workspace total --orientation=-5:5:21,-5:5:21,-5:5:21`.
namespace hexscan::tuning {

/// Warps of a tile along rows, and the same number along slices, for few and for many forms. Trade-off: in small boxes
/// more forms are decided, but each test of a form then covers fewer words.
inline constexpr int tile_warps_of_few_forms = 2, tile_warps_of_many_forms = 4;

/// Number of rows in which a warp has words. It has them in as many slices as give each lane one word. Trade-off: boxes
/// of similar height and depth decide more forms, but neighbouring rows are contiguous in memory.
inline constexpr int rows_of_warp = 8;

/// Number of undecided forms that a block stores for its warps in one pass. Trade-off: fewer passes over the forms take
/// more shared memory.
inline constexpr int open_forms_of_block = 1024;

}  // namespace hexscan::tuning
