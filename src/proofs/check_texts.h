#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/proofs/check_report.h"

/// The parts of check_text(), each in its own file. Lines have at most `columns` characters.
namespace hexscan {

/// For each requirement: its outcome and, for each limit, the value that the machine has and the value that the
/// requirement needs.
std::string verdict_text(const CheckReport& report, std::size_t columns);

/// The travel of each axis from home, and the largest proved box about home.
std::string data_sheet_text(const CheckReport& report, std::size_t columns);
/// The values of each leg at home, and figures of the machine there.
std::string home_text(const CheckReport& report, std::size_t columns);
/// The positions reachable at the scan's orientation.
std::string workspace_text(const CheckReport& report, std::size_t columns);

/// The tightest pose and the loads of each requirement, and tables of its needs.
std::string requirement_details(const CheckReport& report, std::size_t columns);

/// The meaning of words in the report: clearance, the signs of forces, the order of turns and the numbers of legs.
std::string legend_text(const CheckReport& report, std::size_t columns);

/// The pose error at a place such as "home", and the forces of a load there. No lines without forces.
std::string pose_error_line(const PoseError& error, std::string_view where, const Units& units);
std::vector<std::string> force_lines(const std::optional<PosedForces::Forces>& forces, std::string_view where,
                                     const Machine& machine);

/// The value of a limit and the allowed one: "107.2 N, 100 N allowed".
std::string state_text(const LimitState& state, const LimitKind& kind, const Units& units);

/// The pose where a requirement is tightest and, on a path, its number.
std::string tightest_place_text(const CheckedRequirement& checked, const Units& units);

/// A coordinate or an angle, in the file's units.
std::string coordinate_text(double value);
/// Returns `usual` significant digits, or as many as the number has before its point. So it is written without an
/// exponent.
int digits_of(double value, int usual);
/// The number, or 0 if it is only the rounding error of a 0.
double cleaned(double value, double scale);

}  // namespace hexscan
