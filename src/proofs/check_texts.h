#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/proofs/check_report.h"

/// The parts of check_text(). Each part has its own source file. Lines have at most `columns` characters.
namespace hexscan {

/// For each requirement: its outcome, then a line for each limit with the machine's value and the value that the
/// requirement needs.
std::string verdict_text(const CheckReport& report, std::size_t columns);

/// The travel of each axis from home, and the largest proved box about home.
std::string data_sheet_text(const CheckReport& report, std::size_t columns);
/// The values of each leg at home, and figures of the machine at home.
std::string home_text(const CheckReport& report, std::size_t columns);
/// The reachable positions at the scan's orientation.
std::string workspace_text(const CheckReport& report, std::size_t columns);

/// The tightest pose and the loads of each requirement, and tables of the requirements' needs.
std::string requirement_details(const CheckReport& report, std::size_t columns);

/// Explains terms of the report: clearance, the signs of forces, the order of rotations and the numbers of legs.
/// Only terms that `text`, the report so far, uses.
std::string legend_text(const CheckReport& report, std::string_view text, std::size_t columns);

/// Lines about the pose error, the forces of a load and the stiffness at a place such as "home". If there are no forces
/// or there is no stiffness, there is no line about them.
std::string pose_error_line(const PoseError& error, std::string_view where, const Units& units);
std::vector<std::string> force_lines(const std::optional<PosedForces::Forces>& forces, std::string_view where,
                                     const Machine& machine);
std::vector<std::string> stiffness_lines(const std::optional<StiffnessAtPose>& stiffness, std::string_view where,
                                         const Units& units);

/// Text that names the direction in which a load's mass pulls, between commas. Empty if it pulls down. The machine must
/// have a load.
std::string pull_text(const Machine& machine);

/// A value and its allowed value, such as "107.2 N, 100 N allowed".
std::string state_text(const LimitState& state, const LimitKind& kind, const Units& units);

/// The pose at which a requirement has the least clearance or violates a limit. On a path, also the pose's number.
std::string tightest_place_text(const CheckedRequirement& checked, const Units& units);

/// A coordinate or an angle as text, in the file's units.
std::string coordinate_text(double value);
/// The number of significant digits to print: `usual`, but at least as many as the number has before its decimal point.
/// So no number is printed with an exponent.
int digits_of(double value, int usual);
/// The number, or 0 if it differs from 0 only by rounding.
double cleaned(double value, double scale);

}  // namespace hexscan
