#pragma once

#include <cstdint>

/// Tuned parameters of proofs, each with its trade-off. Measure them with hexscan check on the files of platforms/.
namespace hexscan::tuning {

/// Number of parts after which a box counts as not proved in the search for the largest box, for legs with rods and for
/// shared limits. Trade-off: time against a larger box.
inline constexpr std::int64_t parts_of_growing_rods = 3000;

/// Number of parts after which a box counts as not proved to be in one assembly mode, in the search for the largest
/// such box. Trade-off: time against a larger box.
inline constexpr std::int64_t parts_of_growing_assembly = 1500;

/// Number of parts after which a tried clearance counts as not proved, in the search for the least clearance of legs
/// with rods. Trade-off: time against a bound closer to the smallest clearance found.
inline constexpr std::int64_t parts_of_clearance_trial = 20'000;

/// Number of tests after which RodLeg::never_negative() counts the sign of a number as undecided. A test covers a part
/// of the box, with positions moved by at most the clearance. Trade-off: time against tighter least sizes. The second
/// number is how many such tests take about as long as one part of a proof.
inline constexpr int looks_within_clearance = 5000, looks_of_part = 5;

/// Number of equal pieces into which a segment of a path is divided to look for other assembly modes. The determinant's
/// sign is evaluated at the poses between the pieces. Trade-off: time against other assembly modes that are missed.
inline constexpr int looks_along_segment = 16;

/// How often the search for the pose with the least clearance in a box goes through all coordinates. Trade-off: time
/// against better poses. Measure with hexscan_check_margins.
inline constexpr int rounds_of_lowest_pose = 8;

/// Number of parts after which the proof that all poses are in one assembly mode gives up. Trade-off: time against
/// requirements whose mode is only sampled.
inline constexpr std::int64_t parts_of_assembly = 40'000;

/// Number of parts after which the proof of a shared limit gives up, for each limit by itself. Trade-off: time against
/// proofs of boxes that come close to the limit.
inline constexpr std::int64_t parts_of_shared_limits = 20'000;

/// Number of parts after which a proof gives up that no singularity lies between home and an end of travel, and the
/// number of poses beyond the proved part that are then tested. Trade-off: time against ends that stay undecided.
/// Measured by hexscan check.
inline constexpr std::int64_t parts_of_ways = 4000;
inline constexpr int looks_at_ways = 200;

/// The search for the largest mass compares the largest mass that is proved to be held with the smallest one that is
/// proved to be too much. It ends when they differ by at most this fraction, or after this number of parts. Trade-off:
/// digits of the mass against time.
inline constexpr double mass_width = 1e-3;
inline constexpr int parts_of_mass = 50'000;

/// Number of parts after which two searches give up: the one for a requirement's largest force or torque, and the one
/// for the pose that violates a shared limit most. Trade-off: time against a tighter figure.
inline constexpr int parts_of_loads = 50'000;

/// The same for the pose that violates a required stiffness most, because a bound on the stiffness takes longer.
/// Measure with hexscan check of arms with a stiffness.
inline constexpr int parts_of_worst_stiffness = 500;

/// Number of parts after which the search for the least gap or conditioning of a box gives up. Trade-off: time against
/// a tighter figure.
inline constexpr int parts_of_least_of_legs = 4000;
/// The same for the least stiffness. Measure with hexscan check of arms with a stiffness.
inline constexpr int parts_of_least_stiffness = 1000;

/// Steps of the search for the largest conditioning that a box is proved to have everywhere. If a tried value fails,
/// the next one is smaller by the first number. After that, each step is larger than the one before by the factor of
/// the second number. Trade-off: bounds that are too low, so that more boxes are halved, against trials. Measure with
/// hexscan_bench --benchmark_filter=sweep_least_figures.
inline constexpr double conditioning_step = 2e-3, next_conditioning_step = 1.5;

/// Steps of the search for the largest stiffness that a box is proved to have everywhere, as shares of the smallest one
/// found. If a tried value fails, the next one is smaller by the first number. After that, each step is larger than the
/// one before by the factor of the second number. Trade-off: bounds that are too low, so that more boxes are halved,
/// against trials. Measure with hexscan check of a requirement with a stiffness.
inline constexpr double stiffness_step = 2e-3, next_stiffness_step = 1.6;

/// Largest excess of the reported box of reachable positions, as a share of the searched box, and the number of steps
/// after which the search for each side gives up. Trade-off: time against findings about grids that miss only a little
/// of the workspace.
inline constexpr double reachable_box_part = 1.0 / 200;
inline constexpr int reachable_box_steps = 20'000;

/// Number of steps after which the search for the box of reachable positions gives up if it has found no reachable
/// position. Trade-off: time against a narrower box of a workspace that is probably empty. Measure with hexscan check
/// of arms with small torques.
inline constexpr int unmet_box_steps = 1000;

/// Number of steps that two searches of a check share before they give up: the search for any reachable position, and
/// the search for the limits that exclude all positions. Trade-off: time against excluding limits that the report
/// cannot name.
inline constexpr int steps_of_looks = 50'000;

/// Number of steps of the search for a reachable position at the start of a scan. The search detects most empty
/// workspaces. The scan itself detects the remaining ones. Trade-off: detection before the scan against the time of
/// every scan. Measure with whole_run_s of hexscan --device cpu.
inline constexpr int steps_of_first_look = 300;

/// Number of grid points along each axis at which the conditioning of a workspace is evaluated, and the number of
/// halvings of the descent's step. Trade-off: time against a tighter least conditioning.
inline constexpr int hold_points = 31, halvings_of_hold = 12;

/// Number of parts after which a proof in the search for the least strokes and tilts of telescopic legs gives up.
/// Trade-off: time against smaller strokes and tilts.
inline constexpr std::int64_t parts_of_least_sizes = 2000;

/// Number of parts after which a proof in the search for the least sizes of other limits gives up. These parts are
/// counted beyond those that the widest limit takes. Trade-off: time against smaller sizes, and against machines
/// without a result.
inline constexpr std::int64_t parts_of_limit_sizes = 20'000;

/// Resolution of the search for least sizes, as a share of the longest reach and as an angle. Trade-off: digits against
/// time.
inline constexpr double least_length_part = 1e-4, least_angle_step_rad = 3.5e-4;

/// The report shows both a found size and the value that some pose needs if the two differ by at least this number of
/// resolution steps. Trade-off: digits against words.
inline constexpr double steps_told_apart = 5;

/// Factor by which the excess over the known need grows from one trial to the next after a failed trial. Trade-off:
/// trials that are too large against trials that are too small.
inline constexpr double next_stride = 4;

/// Number of steps within the clearance that lead from a pose to a nearby position at which a limit is needed most.
/// Trade-off: time of these steps against time of proofs.
inline constexpr int looks_uphill = 5;

/// The search for an end of an arm's range begins at this distance beyond the end in the file. Trade-off: some machines
/// need more, but a range of more than a turn contains an angle twice.
inline constexpr double room_beyond_arms_end_rad = 0.5;

/// If the determinant at a corner is less than the first number times home's determinant, a descent searches for a pose
/// in another assembly mode. The descent ends when its steps, as a share of the box, reach the second number.
/// Trade-off: evaluations against assembly modes that are missed. Measure with hexscan check.
inline constexpr double suspicious_sense = 0.5, smallest_descent = 1e-4;

/// Relative width at which the search for the distance to a violated limit ends, and the number of parts after which it
/// gives up. Trade-off: digits against time.
inline constexpr double kept_distance_tolerance = 5e-3;
inline constexpr std::int64_t parts_of_kept_distance = 20'000;

/// Smallest relative gain in distance that justifies another step towards a nearer violated position, and the smallest
/// such step in radians. Trade-off: a quicker end of the search against a nearer position.
inline constexpr double gain_of_walk = 1e-3, smallest_step_of_walk = 1e-2;

/// Number of parts, and of boxes of centres, after which the search for the largest ball gives up. The third number is
/// the largest allowed excess of its upper bound, as a share of the longest leg. Trade-off: time against a narrower
/// result.
inline constexpr std::int64_t parts_of_kept_ball = 100'000, boxes_of_kept_ball = 20'000;
inline constexpr double kept_ball_tolerance = 1e-3;

/// Number of parts after which a proof about telescopic legs gives up. Trade-off: time against a verdict on boxes that
/// almost violate a limit.
inline constexpr std::int64_t parts_of_proof = 1'000'000;

}  // namespace hexscan::tuning
