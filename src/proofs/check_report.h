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
#include "src/check/rods/rod_cure.h"
#include "src/check/sizing.h"
#include "src/check/workspace_findings.h"
#include "src/check/workspace_hold.h"
#include "src/files/json_fields.h"
#include "src/machine/home_state.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {

class PlatformDocument;

/// A requirement and the result of checking it.
struct CheckedRequirement {
    Requirement requirement;
    RequirementResult result;
    double seconds = 0;
};

/// Checks all requirements.
std::vector<CheckedRequirement> check_requirements(const Machine& machine, std::vector<Requirement> requirements,
                                                   Asked asked, Observer& observer, Effort effort = {});

/// Text such as "1 of 2 requirements proved (strokes and joint tilts), 1 violated". The text in parentheses names
/// everything that the proofs of all requirements cover.
std::string requirements_text(std::span<const CheckedRequirement> checked);

/// The assumed length error of every leg, for which reports give the pose error at home or at a given pose.
inline constexpr double asked_leg_error_m = 10e-6;

/// The forces in the legs under the machine's load at a pose. Returns nullopt if the machine has no load, or if the
/// legs do not reach the pose or cannot hold the load there.
std::optional<PosedForces::Forces> forces_at(const Machine& machine, const Pose& pose);

/// All results of `hexscan check` for a machine file.
struct CheckReport {
    std::string file;
    Platform platform;
    bool home_is_mid = false;                    ///< true if home is the pose with every leg at the middle of its range
                                                 ///< (home: mid)
    std::optional<HomeState> home;               ///< state of the machine at home; if home is reachable, its clearance
                                                 ///< is a proved lower bound
    double at_home_at_most_m = 0;                ///< an upper bound on the clearance at home: a position at this
                                                 ///< distance violates a limit
    std::optional<Conditioning> at_home;         ///< conditioning of the legs at home
    std::optional<PoseError> error_at_home;      ///< worst pose error at home for `asked_leg_error_m` in each leg
    std::optional<NearestLegs> nearest_at_home;  ///< the two legs that are nearest to each other
    std::optional<PosedForces::Forces> forces_at_home;  ///< forces under the load, if the legs can hold it
    std::optional<StiffnessAtPose> stiffness_at_home;
    std::optional<DataSheet> sheet;         ///< travel from home and boxes about it; only if home is
                                            ///< reachable
    std::vector<Finding> findings;          ///< faults, warnings and notes; a cause precedes its effects
    std::optional<ReachableBox> reachable;  ///< box of the reachable positions at the first of the scan's
                                            ///< orientations; nullopt: no position is reachable
    std::optional<WorkspaceHold> hold;      ///< conditioning in the workspace at the same orientation
    std::vector<CheckedRequirement> requirements;
    /// The least strokes and joint tilts for each requirement. Only for telescopic legs whose joints limit a tilt.
    std::vector<LeastSizes> least_sizes;
    std::vector<std::vector<LimitSize>> limit_sizes;  ///< least size of each limit for each requirement; for other legs
    /// For each requirement at which a rod does not reach: sizes with which it is proved, if the search found any.
    std::vector<std::optional<RodCure>> rod_cures;
    /// The mass that the legs carry in each requirement's box. Nullopt without a box or a limit on forces or torques.
    std::vector<std::optional<CarriedMass>> masses;
    std::vector<NeedsOfLegs> needs_of_legs;  ///< the values of shared limits that each requirement needs
    Effort effort{};                         ///< effort of all searches
    double seconds = 0;

    /// True if no fault was found and every requirement is proved.
    bool all_hold() const;
};

/// A function that changes a machine after its file was read. It also receives the file's requirements. It may throw an
/// exception to reject the machine.
using MachineChange = std::function<void(Machine&, const std::vector<Requirement>&)>;
inline void as_in_its_file(Machine&, const std::vector<Requirement>&) {}

/// Reads a machine, diagnoses it and proves its requirements. `proportions` are the proportions of the data sheet's
/// box. Throws InputError, and the exceptions of `change`.
CheckReport check_platform(const PlatformDocument& document, const std::optional<HalfWidths>& proportions = {},
                           Observer& observer = silent_observer(), const MachineChange& change = as_in_its_file,
                           Effort effort = {});

/// Describes the results that are missing or less exact because a search gave up. The result is empty if no search did.
std::vector<std::string> given_up(const CheckReport& report);

/// Selects the parts of the printed report and sets its width.
struct CheckForm {
    std::size_t columns = 80;
    bool details = false;  ///< true: also prints home leg by leg, the workspace, and tables of the requirements' needs
};

/// The report as text in the file's units, and as JSON in SI. docs/reference/check.md has the schema.
std::string check_text(const CheckReport& report, const CheckForm& form = {});
nlohmann::json check_json(const CheckReport& report);

/// A requirement and its outcome as JSON. It contains no figures that differ from run to run.
nlohmann::json outcome_json(const CheckedRequirement& checked);
/// Reads the requirements of a machine from a list that outcome_json() wrote. Does not read files of poses. Throws
/// InputError.
std::vector<Requirement> requirements_from_json(const JsonField& list, const Machine& machine);

/// The outcome's name: "proved: strokes and joint tilts" with everything that the proof covers, "violated", "other
/// assembly" or "grazes".
std::string outcome_name(const RequirementResult& result);
/// Text such as "strokes, joint tilts and gaps".
std::string subjects_text(std::span<const std::string_view> subjects);

/// Explains why the machine cannot reach a pose of a requirement from home.
std::string text_of(const OtherAssembly& other, const Machine& machine);

/// Forces, stiffnesses and pose errors in the JSON form that all documents use. Torques are null for a machine without
/// arms.
nlohmann::json forces_json(const PosedForces::Forces& forces, const Machine& machine);
nlohmann::json stiffness_json(const StiffnessAtPose& stiffness);
nlohmann::json pose_error_json(const std::optional<PoseError>& error);

/// A pose in the JSON form that all documents use.
nlohmann::json pose_json(const Pose& pose);
/// A clearance and its limit in the JSON form that all documents use. `table` must be the machine's.
nlohmann::json clearance_json(const PoseClearance& clearance, const LimitTable& table);

/// Text such as "x 0, y 0, z 1.4 m; roll 0, pitch 0, yaw 0 deg".
std::string pose_text(const Pose& pose, const Units& units);

}  // namespace hexscan
