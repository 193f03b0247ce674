#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hexscan/observer.h"
#include "src/check/carried_mass.h"
#include "src/check/data_sheet.h"
#include "src/check/figures/needs_of_legs.h"
#include "src/check/limit_sizing.h"
#include "src/check/requirement_check.h"
#include "src/check/sizing.h"
#include "src/check/workspace_findings.h"
#include "src/check/workspace_hold.h"
#include "src/files/json_fields.h"
#include "src/machine/home_state.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {

class PlatformDocument;

/// A requirement and its result.
struct CheckedRequirement {
    Requirement requirement;
    RequirementResult result;
    double seconds = 0;
};

/// Checks all requirements.
std::vector<CheckedRequirement> check_requirements(const Machine& machine, std::vector<Requirement> requirements,
                                                   Asked asked, Observer& observer, Effort effort = {});

/// Text such as "1 of 2 requirements proved (strokes and joint tilts), 1 violated". The subjects are those of all
/// requirements.
std::string requirements_text(std::span<const CheckedRequirement> checked);

/// The error in every leg for which the pose error at home is reported.
inline constexpr double asked_leg_error_m = 10e-6;

/// The forces of a machine's load at a pose. Nullopt without a load, or if the legs do not reach or hold it there.
std::optional<PosedForces::Forces> forces_at(const Machine& machine, const Pose& pose);

/// All results of `hexscan check` for a machine file.
struct CheckReport {
    std::string file;
    Platform platform;
    std::optional<HomeState> home;                      ///< the clearance of a reachable home is proved from below
    double at_home_at_most_m = 0;                       ///< a position this far from home violates a limit
    std::optional<Conditioning> at_home;                ///< how well the legs hold the platform there
    std::optional<PoseError> error_at_home;             ///< per `asked_leg_error_m` in each leg, at worst
    std::optional<NearestLegs> nearest_at_home;         ///< the room that there is for the legs' bodies
    std::optional<PosedForces::Forces> forces_at_home;  ///< of a load, where legs hold it
    std::optional<DataSheet> sheet;                     ///< of a home pose that is reachable
    std::vector<Finding> findings;                      ///< causes first
    std::optional<ReachableBox> reachable;              ///< at the first of the scan's orientations
    std::optional<WorkspaceHold> hold;                  ///< of the same orientation
    std::vector<CheckedRequirement> requirements;
    /// Least sizes for each requirement, for telescopic legs with joints that tilt from an axis.
    std::vector<LeastSizes> least_sizes;
    std::vector<std::vector<LimitSize>> limit_sizes;  ///< Least sizes for each requirement, for other legs.
    std::vector<std::optional<CarriedMass>> masses;   ///< The mass that legs carry in each requirement's box.
    std::vector<NeedsOfLegs> needs_of_legs;           ///< The shared limits that each requirement needs.
    Effort effort{};                                  ///< Effort of all searches.
    double seconds = 0;

    /// True if no fault was found and every requirement is proved.
    bool all_hold() const;
};

/// Changes a machine after its file was read. The requirements are those of the file. May throw to refuse.
using MachineChange = std::function<void(Machine&, const std::vector<Requirement>&)>;
inline void as_in_its_file(Machine&, const std::vector<Requirement>&) {}

/// Reads, diagnoses and proves. `proportions` are those of the data sheet's box. Throws InputError, and the exceptions
/// of `change`.
CheckReport check_platform(const PlatformDocument& document, const std::optional<HalfWidths>& proportions = {},
                           Observer& observer = silent_observer(), const MachineChange& change = as_in_its_file,
                           Effort effort = {});

/// Names in words the results that are missing or less exact because a search gave up. Empty if none gave up.
std::vector<std::string> given_up(const CheckReport& report);

/// The extent and the width of the printed report.
struct CheckForm {
    std::size_t columns = 80;
    bool details = false;  ///< Also prints home by leg, the workspace, and tables of the requirements' needs.
};

/// The report for people, in the file's units; for programs, in SI (docs/reference/check.md has the schema).
std::string check_text(const CheckReport& report, const CheckForm& form = {});
nlohmann::json check_json(const CheckReport& report);

/// A requirement and its outcome, which are the same in every run.
nlohmann::json outcome_json(const CheckedRequirement& checked);
/// The requirements of a machine from a list that outcome_json() wrote. Files of poses are not read yet. Throws
/// InputError.
std::vector<Requirement> requirements_from_json(const JsonField& list, const Machine& machine);

/// The outcome's name: "proved: strokes and joint tilts", with further subjects if the machine limits them, "violated",
/// "other assembly" or "grazes".
std::string outcome_name(const RequirementResult& result);
/// Text such as "strokes, joint tilts and gaps".
std::string subjects_text(std::span<const std::string_view> subjects);

/// Explains in words why the machine cannot get to a requirement from home.
std::string text_of(const OtherAssembly& other, const Machine& machine);

/// Forces and pose errors, as every JSON document has them. A machine without arms has null torques.
nlohmann::json forces_json(const PosedForces::Forces& forces, const Machine& machine);
nlohmann::json pose_error_json(const std::optional<PoseError>& error);

/// A pose, as every JSON document has it. clearance_json() does the same for a clearance with its limit.
nlohmann::json pose_json(const Pose& pose);
/// `table` is the machine's.
nlohmann::json clearance_json(const PoseClearance& clearance, const LimitTable& table);

/// Text such as "x 0, y 0, z 1.4 m; roll 0, pitch 0, yaw 0 deg".
std::string pose_text(const Pose& pose, const Units& units);

}  // namespace hexscan
