#pragma once

#include <cstddef>
#include <cstdint>

/// Tuned parameters of searches for poses. They trade one kind of work for another, and do not change the answer of a
/// search that does not give up. Measured by bench/pose_figures.cpp.
namespace hexscan::tuning {

/// Random starts of a search for all poses, and additional starts for each pose that they find. Trade-off: time of more
/// starts against poses that only the slower search of all rotations finds.
inline constexpr int first_starts = 300, starts_per_pose = 60;
/// Parts of the space of poses that one search tests before it gives up.
inline constexpr std::int64_t parts_of_all_poses = 300'000;
/// Cells with rotations wider than this are halved at once, because no bound excludes them.
inline constexpr double widest_rotations_rad = 1.0;
/// A box of positions is shrunk again if its radius is now less than this share of the radius before.
inline constexpr double worthwhile_narrowing = 0.7;
/// The box of positions is halved instead of the rotations if it is this much wider than the motion that the rotations
/// cause.
inline constexpr double positions_per_turn = 6.0;
/// Parts smaller than this fraction of the platform's size are left undecided. Double roots lie in such parts.
inline constexpr double least_part = 1e-7;

/// Random starts of a search for a curve of poses, which runs if the search for all poses stayed incomplete.
inline constexpr int starts_on_curves = 40;
/// The length of a step along a curve of poses, as a fraction of the platform's size. After too short a step the rods
/// nearly close at a multiple root as well, although that is not a curve.
inline constexpr double step_on_curve = 0.03;
/// Undecided parts belong to different regions if they are more than this many times `least_part` apart. The search
/// gives up if there are more than `most_regions` regions.
inline constexpr double regions_apart = 1e4;
inline constexpr std::size_t most_regions = 20;

/// Number of parts of the straight path from home to a pose after which the search for a proof gives up.
inline constexpr std::int64_t parts_of_path_from_home = 2'000;
/// Number of proved steps between two rows of joint values after which the pose counts as lost.
inline constexpr std::int64_t steps_between_rows = 10'000;

}  // namespace hexscan::tuning
