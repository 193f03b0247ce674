#pragma once

#include <cstdint>

/// Tuned numbers of proofs, each with its trade-off. Measure them with hexscan check on the files of platforms/.
namespace hexscan::tuning {

/// Number of parts after which a box counts as not proved in the search for the largest box, for legs with rods and for
/// shared limits. Trade-off: time against a larger box.
inline constexpr std::int64_t parts_of_growing_rods = 3000;

/// Parts after which a box counts as not proved to be in one assembly mode, in the search for the largest one: time
/// against a larger box.
inline constexpr std::int64_t parts_of_growing_assembly = 1500;

/// Parts after which a clearance that is tried counts as not proved, of the search for the least of legs with rods:
/// time against a figure that is nearer to what is met.
inline constexpr std::int64_t parts_of_clearance_trial = 20'000;

/// Tests of parts of a box and its moves within the clearance, after which the sign of a rod's number counts as
/// undecided. Trade-off: time against tighter least sizes. The second number is how many such tests count as a part of
/// the requirement, according to their time.
inline constexpr int looks_within_clearance = 5000, looks_of_part = 5;

/// Additional evaluations of the determinant along each segment of a path. Trade-off: time against other assemblies
/// that stay unseen.
inline constexpr int looks_along_segment = 16;

/// Rounds through the coordinates in the search for the pose of a box with the least clearance. Trade-off: time against
/// better poses. Measure with hexscan_check_margins.
inline constexpr int rounds_of_lowest_pose = 8;

/// Number of parts after which the proof gives up that all poses are in one assembly mode. Trade-off: time against
/// requirements that end sampled.
inline constexpr std::int64_t parts_of_assembly = 40'000;

/// The part of a box's rest that remains if slopes of rods are taken on ways (held_box.h), at best. Trade-off: boxes
/// that are proved without halves against slopes that are taken in vain.
inline constexpr double rest_of_ways = 0.6;

/// Number of parts after which the proof of a shared limit gives up, for each limit by itself. Trade-off: time against
/// proofs of boxes that come close to it.
inline constexpr std::int64_t parts_of_shared_limits = 20'000;

/// Parts after which the proof gives up that a way from home to an end of travel has no singularity. Then looks for one
/// beyond the proved part. They trade time against ends that stay open. Measured by hexscan check.
inline constexpr std::int64_t parts_of_ways = 4000;
inline constexpr int looks_at_ways = 200;

/// The largest relative difference between a mass that is proved to be carried and one that is not. Then the parts
/// after which the search for them gives up. They trade digits of the mass against time.
inline constexpr double mass_width = 1e-3;
inline constexpr int parts_of_mass = 50'000;

/// Number of parts after which two searches give up: for a requirement's largest force or torque, and for the pose that
/// violates a shared limit most. Trade-off: time against a tighter figure.
inline constexpr int parts_of_loads = 50'000;

/// Number of parts after which the search for the least gap or conditioning of a box gives up. Trade-off: time against
/// a tighter figure.
inline constexpr int parts_of_least_of_legs = 4000;

/// If a box is not proved to have enough conditioning, the first smaller value is less by the first number. Each
/// further step is larger by the factor of the second. Trade-off: searches of the lowest part against trials. Measure
/// with hexscan_bench --benchmark_filter=sweep_least_figures.
inline constexpr double conditioning_step = 2e-3, next_conditioning_step = 1.5;

/// Largest excess of the reported reachable box, as a part of the searched box, and the steps after which the search
/// for each side gives up. Trade-off: time against findings about grids that leave out little.
inline constexpr double reachable_box_part = 1.0 / 200;
inline constexpr int reachable_box_steps = 20'000;

/// The number of steps if the search has met no reachable position. Trade-off: time against a narrower box of a
/// workspace that is probably empty. Measure with hexscan check of arms with small torques.
inline constexpr int unmet_box_steps = 1000;

/// Number of steps after which check gives up the searches for any reachable position and for the limits that exclude
/// all. They share these steps. Trade-off: time against limits that stay unnamed.
inline constexpr int steps_of_looks = 50'000;

/// Number of steps of the search for a reachable position at the start of a scan. It finds most empty workspaces;
/// others show as a scan without a reachable point. Trade-off: these against the time of every scan. Measure with
/// whole_run_s of hexscan --device cpu.
inline constexpr int steps_of_first_look = 300;

/// Points along each axis of the grid on which the conditioning of a workspace is evaluated, and the halvings of the
/// steps of the descent. Trade-off: time against a tighter least conditioning.
inline constexpr int hold_points = 31, halvings_of_hold = 12;

/// Number of parts after which a proof gives up in the search for least strokes and tilts of telescopic legs.
/// Trade-off: time against smaller ones.
inline constexpr std::int64_t parts_of_least_sizes = 2000;

/// Number of parts, in addition to those of the widest limit, after which a proof gives up in the search for least
/// sizes of other limits. Trade-off: time against smaller sizes, and against machines without a result.
inline constexpr std::int64_t parts_of_limit_sizes = 20'000;

/// Resolution of the search for those sizes, as a part of the longest reach and as an angle. Trade-off: digits against
/// time.
inline constexpr double least_length_part = 1e-4, least_angle_step_rad = 3.5e-4;

/// If a size exceeds the need of some pose by more than this many such steps, both are reported. Trade-off: digits
/// against words.
inline constexpr double steps_told_apart = 5;

/// Growth of the excess over the known need from one trial to the next, if the last trial did not suffice. Trade-off:
/// trials that are too large against trials that are too small.
inline constexpr double next_stride = 4;

/// Number of steps from a pose towards the largest need of a limit within the clearance. Trade-off: time of searches
/// against time of proofs.
inline constexpr int looks_uphill = 5;

/// Distance beyond the file's own end at which the search for an end of an arm's range begins. Trade-off: machines that
/// need more against ranges of more than a turn, in which an angle occurs twice.
inline constexpr double room_beyond_arms_end_rad = 0.5;

/// If the determinant at a corner is a smaller part of home's than the first number, a descent searches for another
/// assembly. Its steps end at the second number, as a part of the box. Trade-off: evaluations against assemblies that
/// are not found. Measure with hexscan check.
inline constexpr double suspicious_sense = 0.5, smallest_descent = 1e-4;

/// Where the search for the distance to a violated limit ends, as a part of the distance, and the parts after which it
/// is given up: digits against time.
inline constexpr double kept_distance_tolerance = 5e-3;
inline constexpr std::int64_t parts_of_kept_distance = 20'000;

/// By what part a violated position must come nearer for a step to count, and the smallest step, as an angle: searches
/// that end sooner against time on steps.
inline constexpr double gain_of_walk = 1e-3, smallest_step_of_walk = 1e-2;

/// Parts, and boxes of centres, after which the search for the largest ball gives up. Then how far the bound may lie
/// above the ball, as a part of the longest leg. They trade a narrower answer against time.
inline constexpr std::int64_t parts_of_kept_ball = 100'000, boxes_of_kept_ball = 20'000;
inline constexpr double kept_ball_tolerance = 1e-3;

/// Parts after which a proof of telescopic legs is given up: time against a verdict of boxes that all but violate a
/// limit.
inline constexpr std::int64_t parts_of_proof = 1'000'000;

}  // namespace hexscan::tuning
