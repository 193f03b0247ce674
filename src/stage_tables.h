#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/stage_record.h"
#include "src/text_table.h"

namespace hexscan {

/// What the terminal and the Markdown report of a case study have in common.

/// Device and date first, then what was scanned, how often, and the floor: one fact group per line.
std::vector<std::string> study_header(const CaseStudy& study);

/// The tables of the record itself: changes, launch and occupancy, time, bandwidth with truth and memory.
std::vector<TextTable> measured_tables(const CaseStudy& study);

/// The published figures beside those of the record: launches, then occupancy and time.
std::vector<TextTable> published_tables(const CaseStudy& study);

/// What stands out in the run, by stage: failed verification, then the record's own remarks.
std::vector<std::string> study_remarks(const CaseStudy& study);

/// How to read the measured and the published tables.
std::vector<std::string> study_notes(const CaseStudy& study);
std::vector<std::string> published_notes(const CaseStudy& study);

namespace detail {

/// "16x16", "63x63x50": a last extent of 1 is left out.
std::string extent_text(int x, int y, int z);

/// "41.7 (83.3)": percent, and in brackets percent x points per thread where that is more than one point.
std::string occupancy_text(double percent, double points_in_flight_percent);

/// Three digits, or "-" for a time that is not known.
std::string time_text(double time_ms);

/// Three digits, or "-".
std::string figure_text(const std::optional<double>& value);

}  // namespace detail
}  // namespace hexscan
