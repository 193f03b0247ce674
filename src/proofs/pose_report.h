#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "src/machine/home_state.h"
#include "src/machine/travel/travel.h"

namespace hexscan {

/// The report of `hexscan check --at` on one pose: the travel of each axis from there or, for an unreachable pose, the
/// reason.
struct PoseReport {
    std::string file;
    Machine machine;
    HomeState state;
    std::optional<Travel> travel;  ///< Only for a reachable pose.
};

/// Examines a pose of a machine. `file` is the machine's file.
PoseReport report_pose(Machine machine, std::string file, const Pose& pose);

/// The report for people in the file's units, in lines of at most `columns` characters. The report for programs is in
/// SI (schema in docs/check.md).
std::string pose_report_text(const PoseReport& report, std::size_t columns = 80);
nlohmann::json pose_report_json(const PoseReport& report);

/// The subjects that end travel, such as "strokes and joint tilts".
std::string travel_subjects(const Machine& machine);
/// The travel of every axis as a table, in the machine's units.
std::string travel_text(const Travel& travel, const Machine& machine, std::size_t columns);
/// For each axis: `from`, `to`, and the `limits` of both ends. Null if nothing ends an angle's travel. `table` is the
/// machine's.
nlohmann::json travel_json(const Travel& travel, const LimitTable& table);

}  // namespace hexscan
