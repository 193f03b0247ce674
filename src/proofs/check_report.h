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

/// A requirement and what came of it.
struct CheckedRequirement {
    Requirement requirement;
    RequirementResult result;
    double seconds = 0;
};

/// Checks every requirement.
std::vector<CheckedRequirement> check_requirements(const Machine& machine, std::vector<Requirement> requirements,
                                                   Asked asked, Observer& observer, Effort effort = {});

/// "1 of 2 requirements proved (strokes and joint tilts), 1 violated": what all of them are proved of.
std::string requirements_text(std::span<const CheckedRequirement> checked);

/// The error in every leg that the pose error at home is told for.
inline constexpr double asked_leg_error_m = 10e-6;

/// Everything `hexscan check` finds out about a platform file.
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
    std::vector<LeastSizes> least_sizes;  ///< that each requirement would need; of machines that have kernels
    std::vector<std::vector<LimitSize>> limit_sizes;  ///< the same of the others
    std::vector<std::optional<CarriedMass>> masses;   ///< that each requirement's box lets legs carry
    std::vector<NeedsOfLegs> needs_of_legs;           ///< what each requirement asks of what legs share
    Effort effort{};                                  ///< of all searches
    double seconds = 0;

    /// No fault was found, and every requirement is proved.
    bool all_hold() const;
};

/// What is asked of a machine that its file does not say; the requirements are those of the file, and it may refuse.
using MachineChange = std::function<void(Machine&, const std::vector<Requirement>&)>;
inline void as_in_its_file(Machine&, const std::vector<Requirement>&) {}

/// Reads, diagnoses and proves. `proportions` are the data sheet's.
/// Throws InputError, and what `change` throws.
CheckReport check_platform(const PlatformDocument& document, const std::optional<HalfWidths>& proportions = {},
                           Observer& observer = nobody(), const MachineChange& change = as_in_its_file,
                           Effort effort = {});

/// What is not known, or not as well as it could be, because a search gave up: in words. Empty: none did.
std::vector<std::string> given_up(const CheckReport& report);

/// How much of the report is printed, and how wide.
struct CheckForm {
    std::size_t columns = 80;
    bool details = false;  ///< also home leg by leg, the workspace and tables of what requirements need
};

/// The report for people, in the file's units; for programs, in SI (docs/reference/check.md has the schema).
std::string check_text(const CheckReport& report, const CheckForm& form = {});
nlohmann::json check_json(const CheckReport& report);

/// What a requirement asks, and its outcome: what is the same whenever it is checked.
nlohmann::json outcome_json(const CheckedRequirement& checked);
/// The requirements of a machine from a list of what outcome_json wrote; files of poses are not read yet. Throws
/// InputError.
std::vector<Requirement> requirements_from_json(const JsonField& list, const Machine& machine);

/// "proved: strokes and joint tilts", of a machine that asks for them "proved: strokes, joint tilts, gaps and
/// singularities", "violated", "other assembly" or "grazes".
std::string outcome_name(const RequirementResult& result);
/// "strokes, joint tilts and gaps".
std::string subjects_text(std::span<const std::string_view> subjects);

/// Why the machine does not get to a requirement, in words.
std::string text_of(const OtherAssembly& other, const Machine& machine);

/// A pose, and a clearance with its limit, as every JSON document has them.
nlohmann::json pose_json(const Pose& pose);
/// `table` is that of the machine.
nlohmann::json clearance_json(const PoseClearance& clearance, const LimitTable& table);

/// "x 0, y 0, z 1.4 m; roll 0, pitch 0, yaw 0 deg".
std::string pose_text(const Pose& pose, const Units& units);

}  // namespace hexscan
