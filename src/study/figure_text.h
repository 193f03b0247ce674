#pragma once

#include <optional>
#include <string>

#include "stages/stage.h"

/// Formats of the study's figures, the same in every table.
namespace hexscan {

/// "16x16", "63x63x50": a last extent of 1 is omitted.
std::string extent_text(const Extent3& extent);

/// "41.7 (83.3)": percent, and in brackets percent x points per thread if that is more than one point.
std::string occupancy_text(double percent, double points_in_flight_percent);

/// Three digits, or "-" for an unknown time.
std::string time_text(double time_ms);

/// "41.7", or "-".
std::string percent_text(const std::optional<double>& percent);

/// Three digits, or "-".
std::string figure_text(const std::optional<double>& value);

}  // namespace hexscan
