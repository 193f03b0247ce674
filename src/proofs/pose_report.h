#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "src/check/assembly.h"
#include "src/check/data_sheet.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/singularity.h"
#include "src/machine/travel/travel.h"

namespace hexscan {

/// The report of `hexscan check --at` about one pose: the travel of each axis from there. For an unreachable pose, the
/// reason instead.
struct PoseReport {
    std::string file;
    Machine machine;
    HomeState state;                            ///< for a reachable pose, the clearance is a proved lower bound
    double at_most_m = 0;                       ///< distance from the pose of a position that violates a limit
    Conditioning jacobian;                      ///< conditioning at the pose
    std::optional<PoseError> error;             ///< worst pose error for `asked_leg_error_m` in each leg
    std::optional<PosedForces::Forces> forces;  ///< forces under the load, if the legs can hold it
    // The members below describe a reachable pose.
    std::optional<Travel> travel;
    std::optional<WaysToEnds> ways;
    std::optional<OtherAssembly> other_assembly;
    bool is_in_home_mode = false;  ///< also false if home has no known mode, because it is absent or singular
};

/// Sets the clearance of a state to the lower end of the distance (kept_distance.h), in metres. Returns the upper end.
double set_distance(const Machine& machine, HomeState& state);
/// Adds the upper end as `clearance_at_most_m` if the two ends differ.
void add_at_most(const PoseClearance& clearance, double at_most_m, nlohmann::json& what);

/// Reports on a pose of a machine that was read from a file.
PoseReport report_pose(Machine machine, std::string file, const Pose& pose);

/// The report as text in the file's units, with lines of at most `columns` characters, and as JSON in SI. The schema is
/// in docs/reference/check.md.
std::string pose_report_text(const PoseReport& report, std::size_t columns = 80);
nlohmann::json pose_report_json(const PoseReport& report);

/// The travel from a pose.
struct TravelFrom {
    Pose pose;
    std::string_view name;  ///< name of the pose, such as "home"
    const Travel& travel;
    const std::optional<WaysToEnds>& ways;
};
/// The travel of every axis as a table, in the machine's units. A row below an axis shows where travel crosses a
/// singularity. Sentences name the axes along which no singularity lies.
std::string travel_text(const TravelFrom& from, const Machine& machine, std::size_t columns);
/// The ways to ends of travel on which a singularity was found or is not excluded.
nlohmann::json singular_ways_json(const std::optional<WaysToEnds>& ways);
/// A pose in another assembly mode as JSON. Returns null if `other` is empty.
nlohmann::json other_assembly_json(const std::optional<OtherAssembly>& other);
/// For each axis: `from`, `to`, and the `limits` of both ends. Returns null for an angle whose travel has no end.
/// `table` must be the machine's.
nlohmann::json travel_json(const Travel& travel, const LimitTable& table);

}  // namespace hexscan
