#pragma once

#include <cstddef>
#include <cstdint>

/// Constants that trade work for work in searches for poses. They change no answer of a search that ends. Measured by
/// bench/pose_figures.cpp.
namespace hexscan::tuning {

/// Random starts of a search for all poses, and further ones for each pose that they find. More starts find more poses
/// before the search of all rotations, which is slower at finding.
inline constexpr int first_starts = 300, starts_per_pose = 60;
/// Parts of the space of poses that one search looks at before it gives up.
inline constexpr std::int64_t parts_of_all_poses = 300'000;
/// Cells of wider rotations are halved without a look, because no bound excludes them.
inline constexpr double widest_rotations_rad = 1.0;
/// Positions are narrowed again if they became smaller by this factor.
inline constexpr double worthwhile_narrowing = 0.7;
/// Positions are halved, not rotations, if they are this much wider than what rotations move.
inline constexpr double positions_per_turn = 6.0;
/// Parts smaller than this share of the machine are left undecided. A double root is in them.
inline constexpr double least_part = 1e-7;

/// Random starts of a search for a curve of poses, if the search for all poses stayed incomplete.
inline constexpr int starts_on_curves = 40;
/// The length of a step along a curve of poses, as a share of the platform's size. A multiple root is no curve, but the
/// rods nearly close after a step that is too short.
inline constexpr double step_on_curve = 0.03;
/// Undecided parts that are this many times their size apart belong to different regions. A search gives up after so
/// many regions.
inline constexpr double regions_apart = 1e4;
inline constexpr std::size_t most_regions = 20;

/// Parts of the straight path from home to a pose before the search for a proof gives up.
inline constexpr std::int64_t parts_of_path_from_home = 2'000;
/// Proved steps between two rows of joint values before the pose counts as lost.
inline constexpr std::int64_t steps_between_rows = 10'000;

}  // namespace hexscan::tuning
