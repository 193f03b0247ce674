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
#include "src/machine/shared/posed_stiffness.h"
#include "src/machine/shared/singularity.h"
#include "src/machine/travel/travel.h"

namespace hexscan {

/// The report of `hexscan check --at` about one pose: the travel along each axis from that pose. If the pose is
/// unreachable, the report gives the reason instead.
struct PoseReport {
    std::string file;
    Machine machine;
    HomeState state;                            ///< state of the machine; if the pose is reachable, its clearance is a
                                                ///< proved lower bound
    double at_most_m = 0;                       ///< an upper bound on the clearance: a position at this distance
                                                ///< violates a limit
    Conditioning jacobian;                      ///< conditioning at the pose
    std::optional<PoseError> error;             ///< worst pose error for `asked_leg_error_m` in each leg
    std::optional<PosedForces::Forces> forces;  ///< forces under the load, if the legs can hold it
    std::optional<StiffnessAtPose> stiffness;   ///< nullopt if the machine does not give its legs' stiffness
    // The members below are only set if the pose is reachable.
    std::optional<Travel> travel;
    std::optional<WaysToEnds> ways;
    std::optional<OtherAssembly> other_assembly;
    bool is_in_home_mode = false;  ///< true if the pose is in home's assembly mode; false if not, or if home's mode is
                                   ///< unknown (home is absent or singular)
};

/// Sets the clearance of a state to the proved lower bound of the distance to the nearest limit (kept_distance.h), in
/// metres. Returns the upper bound.
double set_distance(const Machine& machine, HomeState& state);
/// Adds the upper bound on the clearance to `what`, as `clearance_at_most_m`, if it differs from the lower bound.
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
/// The travel along every axis as a table, in the machine's units. A row below an axis shows where travel crosses a
/// singularity. Sentences after the table name the axes whose travel crosses none.
std::string travel_text(const TravelFrom& from, const Machine& machine, std::size_t columns);
/// Those ways to ends of travel on which a singularity was found or is not excluded, as JSON. Returns null if `ways` is
/// empty.
nlohmann::json singular_ways_json(const std::optional<WaysToEnds>& ways);
/// A pose in another assembly mode as JSON. Returns null if `other` is empty.
nlohmann::json other_assembly_json(const std::optional<OtherAssembly>& other);
/// The travel as JSON. Each axis has `from`, `to`, and the `limits` of both ends. An end and its limit are null if a
/// full turn meets no limit. `table` must be the machine's.
nlohmann::json travel_json(const Travel& travel, const LimitTable& table);

}  // namespace hexscan
