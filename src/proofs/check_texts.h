#pragma once

#include <cstddef>
#include <string>

#include "src/proofs/check_report.h"

/// The parts that check_text() puts together, each in a file of its own. Lines have at most `columns` characters.
namespace hexscan {

/// Of each requirement its outcome and, limit by limit, what the machine has and what the requirement needs.
std::string verdict_text(const CheckReport& report, std::size_t columns);

/// How far each axis goes from home, and the largest box about home that is proved.
std::string data_sheet_text(const CheckReport& report, std::size_t columns);
/// What home asks of each leg, and what can be said of the machine there.
std::string home_text(const CheckReport& report, std::size_t columns);
/// The positions reachable at the scan's orientation.
std::string workspace_text(const CheckReport& report, std::size_t columns);

/// Where each requirement is tightest, what its legs carry, and tables of what it needs.
std::string requirement_details(const CheckReport& report, std::size_t columns);

/// The value of a limit and the allowed one: "107.2 N, 100 N allowed".
std::string state_text(const LimitState& state, const LimitKind& kind, const Units& units);

/// The pose where a requirement is tightest and, on a path, which one it is.
std::string tightest_place_text(const CheckedRequirement& checked, const Units& units);

/// A coordinate or an angle, in the file's units.
std::string coordinate_text(double value);
/// So many significant digits, or as many as the number has before its point: it is written without an exponent.
int digits_of(double value, int usual);
/// The number, or 0 if it is only the rounding error of a 0.
double cleaned(double value, double scale);

}  // namespace hexscan
