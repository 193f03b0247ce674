#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/proofs/check_report.h"

/// The findings about one requirement, for the report of `hexscan check` and for the records of scans.
namespace hexscan {

/// A line without columns: a label, followed by words.
struct WordsRow {
    std::string label, words;
};

/// The outcome in words, such as "HOLDS, proved" or "FAILS at x 0, ...".
std::string outcome_words(const CheckedRequirement& checked, const Machine& machine);
/// The poses that a requirement covers, its clearance and its own limits, such as "x -60 … 60 mm; clearance 10 mm".
std::string asked_words(const Requirement& requirement, const Units& units);
/// Rows that name the decisive limit. There are none if the requirement is proved.
std::vector<WordsRow> because_rows(const CheckedRequirement& checked, const Machine& machine);

/// The proved clearance, the pose with the smallest clearance or with a violation, and a pose in another assembly, in
/// the JSON form of `hexscan check`.
nlohmann::json figures_json(const CheckedRequirement& checked, const Machine& machine);
/// outcome_json() for the record of a scan. Its key `result` has figures_json() and the words above. They may differ
/// from run to run, because a proof ends at the first violation that one of its threads finds.
nlohmann::json recorded_json(const CheckedRequirement& checked, const Machine& machine);

}  // namespace hexscan
