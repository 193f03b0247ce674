#pragma once

#include <cstdint>

/// Numbers of proofs that were tuned, and what each trades. The command that measures them: hexscan check on the files
/// of platforms/.
namespace hexscan::tuning {

/// Parts after which a box of the search for the largest one counts as not proved, of legs with rods or of what legs
/// share: time against a larger box.
inline constexpr std::int64_t parts_of_growing_rods = 3000;

/// Parts after which a box counts as not proved to be in one assembly mode, in the search for the largest one: time
/// against a larger box.
inline constexpr std::int64_t parts_of_growing_assembly = 3000;

/// Parts after which a clearance that is tried counts as not proved, of the search for the least of legs with rods:
/// time against a figure that is nearer to what is met.
inline constexpr std::int64_t parts_of_clearance_trial = 20'000;

/// Looks at parts of a box, and of what a clearance moves its poses by, after which it is open whether a number of a
/// rod is nowhere negative there: time against least sizes that are nearer to what is needed; and how many such looks
/// count as a part of the requirement, as their time does.
inline constexpr int looks_within_clearance = 5000, looks_of_part = 5;

/// Looks at the determinant along each segment of a path, besides those of the proof: time against other assemblies
/// that stay unseen.
inline constexpr int looks_along_segment = 16;

/// Rounds at most towards the pair of a box of positions and a cone that are nearest to each other: time against a
/// bound that is the best of its kind.
inline constexpr int rounds_of_nearest_pair = 60;

/// Parts after which a proof of a limit that legs share is given up, each limit by itself: time against proofs of boxes
/// that leave little of it.
inline constexpr std::int64_t parts_of_shared_limits = 20'000;

/// Parts after which the proof that a way from home to an end of travel has no singularity is given up, and looks for
/// one beyond the part that is proved: time against ends of which it is open. Measured by hexscan check.
inline constexpr std::int64_t parts_of_ways = 4000;
inline constexpr int looks_at_ways = 200;

/// How far apart the mass that is proved to be carried and the one that is not may be, as a part, and the parts after
/// which the search for them is given up: digits of the mass against time.
inline constexpr double mass_width = 1e-3;
inline constexpr int parts_of_mass = 50'000;

/// Parts after which the search for the largest force or torque of a requirement, or for the pose that is farthest
/// beyond a limit that legs share, is given up: time against a figure that is nearer to what is met.
inline constexpr int parts_of_loads = 50'000;

/// Parts after which the search for the least gap or conditioning of a box is given up: time against a figure that is
/// nearer to what is met.
inline constexpr int parts_of_least_of_legs = 4000;

/// By how much less a conditioning is tried for a box that is not proved to have enough of it, at first, and how many
/// times as much less it is then: searches that look at the lowest part against tries. The command: hexscan_bench
/// --benchmark_filter=sweep_least_figures.
inline constexpr double conditioning_step = 2e-3, next_conditioning_step = 1.5;

/// How much wider the box of what is reachable may be told, as a part of the box that is searched, and the steps after
/// which each of its sides is given up: time against findings of grids that leave out little.
inline constexpr double reachable_box_part = 1.0 / 200;
inline constexpr int reachable_box_steps = 20'000;

/// The same where the looks for anything reachable met nothing: time against a narrower box of a workspace that is
/// probably empty. Measured by hexscan check of arms with small torques.
inline constexpr int unmet_box_steps = 1000;

/// Steps after which check gives up to look whether anything is reachable, and which limits empty a workspace, all
/// looks together: time against limits that stay unnamed.
inline constexpr int steps_of_looks = 50'000;

/// Steps of the look at the beginning of a scan whether anything is reachable: most empty workspaces, and the others
/// show as a scan without a reachable point, against time of every scan. Measured by whole_run_s of hexscan --device
/// cpu.
inline constexpr int steps_of_first_look = 300;

/// Points along each axis of the grid that conditionings of a workspace are asked on, and how often steps from the
/// least of them are halved: time against a least that is nearer to the true one.
inline constexpr int hold_points = 31, halvings_of_hold = 12;

/// Parts after which a proof within the search for least strokes and tilts of telescopic legs is given up: time against
/// smaller ones.
inline constexpr std::int64_t parts_of_least_sizes = 2000;

/// Parts after which a proof within the search for least sizes of other limits is given up, besides those that the
/// widest limit takes: time against smaller sizes, and against machines of which there is none to tell.
inline constexpr std::int64_t parts_of_limit_sizes = 20'000;

/// Where the search for those sizes ends, as a part of the longest reach and as an angle: digits against time.
inline constexpr double least_length_part = 1e-4, least_angle_step_rad = 3.5e-4;

/// Such steps by which a size must be more than what is needed at some pose for both to be told: digits against words.
inline constexpr double steps_told_apart = 5;

/// How many times as much more than what is needed at a pose is tried where the last was not enough: tries that are too
/// much against tries that are too little.
inline constexpr double next_stride = 4;

/// Steps from a pose to where, within the clearance, a limit is asked for the most: searches against proofs.
inline constexpr int looks_uphill = 5;

/// How far beyond the file's own end the search for an end of an arm's range begins: machines that need more against
/// ranges of more than a turn, in which an angle stands twice.
inline constexpr double room_beyond_arms_end_rad = 0.5;

/// Where the determinant at a box's corners is a smaller part of home's than this, another assembly is looked for
/// downhill, by steps down to so small a part of the box: looks against assemblies that are not met. Measured by
/// hexscan check.
inline constexpr double suspicious_sense = 0.5, smallest_descent = 1e-4;

/// Where the search for the distance to a violated limit ends, as a part of the distance, and the parts after which it
/// is given up: digits against time.
inline constexpr double kept_distance_tolerance = 5e-3;
inline constexpr std::int64_t parts_of_kept_distance = 20'000;

/// By what part a violated position must come nearer for a step to count, and the smallest step, as an angle: searches
/// that end sooner against time on steps.
inline constexpr double gain_of_walk = 1e-3, smallest_step_of_walk = 1e-2;

/// Parts, and boxes of centres, after which the search for the largest ball is given up, and how far the bound may lie
/// above the ball, as a part of the longest leg: a narrower answer against time.
inline constexpr std::int64_t parts_of_kept_ball = 100'000, boxes_of_kept_ball = 20'000;
inline constexpr double kept_ball_tolerance = 1e-3;

/// Parts after which a proof of telescopic legs is given up: time against a verdict of boxes that all but violate a
/// limit.
inline constexpr std::int64_t parts_of_proof = 1'000'000;

}  // namespace hexscan::tuning
