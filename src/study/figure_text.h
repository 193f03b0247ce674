#pragma once

#include <optional>
#include <string>

#include "stages/stage.h"

/// Text formats of the study's figures, so that all tables use the same.
namespace hexscan {

/// "16x16", "63x63x50": a last extent of 1 is left out.
std::string extent_text(const Extent3& extent);

/// "41.7 (83.3)": a percentage, and in brackets the percentage times points per thread if a thread has more than one
/// point.
std::string occupancy_text(double percent, double points_in_flight_percent);

/// A time with three digits; "-" if the time is unknown.
std::string time_text(double time_ms);

/// "41.7", or "-".
std::string percent_text(const std::optional<double>& percent);

/// Three digits, or "-".
std::string figure_text(const std::optional<double>& value);

}  // namespace hexscan
