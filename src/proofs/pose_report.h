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

/// The report of `hexscan check --at` on one pose: the travel of each axis from there or, for an unreachable pose, the
/// reason.
struct PoseReport {
    std::string file;
    Machine machine;
    HomeState state;                            ///< the clearance of a reachable pose is proved from below
    double at_most_m = 0;                       ///< a position this far from the pose violates a limit
    Conditioning jacobian;                      ///< of the pose
    std::optional<PoseError> error;             ///< per `asked_leg_error_m` in each leg, at worst
    std::optional<PosedForces::Forces> forces;  ///< of a load, where legs hold it
    // The members below describe a reachable pose.
    std::optional<Travel> travel;
    std::optional<WaysToEnds> ways;
    std::optional<OtherAssembly> other_assembly;
    bool is_in_home_mode = false;  ///< False also if the mode of home is unknown, since home is absent or singular.
};

/// Sets the clearance of a state to the lower end of the distance (kept_distance.h), in metres, and returns the upper
/// end.
double set_distance(const Machine& machine, HomeState& state);
/// Adds the upper end as `clearance_at_most_m` where the two ends differ.
void add_at_most(const PoseClearance& clearance, double at_most_m, nlohmann::json& what);

/// The report about a pose of a machine that comes from a file.
PoseReport report_pose(Machine machine, std::string file, const Pose& pose);

/// For people, in the file's units, in lines of at most `columns` characters; for programs, in SI. The schema is
/// in docs/reference/check.md.
std::string pose_report_text(const PoseReport& report, std::size_t columns = 80);
nlohmann::json pose_report_json(const PoseReport& report);

/// The travel from a pose.
struct TravelFrom {
    Pose pose;
    std::string_view name;  ///< A name of the pose, such as "home".
    const Travel& travel;
    const std::optional<WaysToEnds>& ways;
};
/// The travel of every axis as a table, in the machine's units. A row below an axis says where its ways cross a
/// singularity. Sentences say on which ways no singularity lies.
std::string travel_text(const TravelFrom& from, const Machine& machine, std::size_t columns);
/// The ways on which a singularity is met or not disproved.
nlohmann::json singular_ways_json(const std::optional<WaysToEnds>& ways);
/// The pose in another assembly mode, or null.
nlohmann::json other_assembly_json(const std::optional<OtherAssembly>& other);
/// For each axis: `from`, `to`, and the `limits` of both ends. Null if nothing ends an angle's travel. `table` is the
/// machine's.
nlohmann::json travel_json(const Travel& travel, const LimitTable& table);

}  // namespace hexscan
