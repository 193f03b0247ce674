#pragma once

/// Numbers of the search for the largest ball that were tuned, and what each trades. The command that measures them:
/// hexscan_bench --benchmark_filter=find_largest_ball
namespace hexscan::tuning {

/// How far the proved bound may lie above the ball, as a part of the longest leg: fewer boxes against a tighter bound.
inline constexpr double ball_tolerance = 1e-6;

/// Boxes that are halved at most: time against a tight bound for machines whose limits touch along surfaces.
inline constexpr int ball_boxes = 2000;

/// Exchanges of weight in a box, and the difference of what two limits keep, as a part of the box's size, that is not
/// worth another: time in a box against the number of boxes.
inline constexpr int ball_exchanges = 60;
inline constexpr double ball_difference = 1e-3;

/// How far a way may lead where slopes cancel, as a part of the box's size: more finds a box's corner in fewer
/// exchanges, and the middle of a ridge in more.
inline constexpr double ball_trust = 4;

/// Steps from the best centre on, after the search.
inline constexpr int ball_steps = 60;

}  // namespace hexscan::tuning
