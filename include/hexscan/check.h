#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hexscan/machine.h"
#include "hexscan/observer.h"

/// Finds faults of a machine, and proves or refutes its requirements. Interval arithmetic keeps the proofs valid in
/// spite of rounding.
namespace hexscan {

/// The result of a proof.
enum class Verdict {
    proved,          ///< Every pose of the requirement keeps the required clearance and all other required limits.
    violated,        ///< The pose ProofResult::least_at does not keep them.
    other_assembly,  ///< The machine cannot move from home to the pose ProofResult::least_at, because a singularity or
                     ///< the base lies between.
    undecided        ///< The search neither proved nor refuted the requirement.
};

/// The result of one requirement. If only the requirement and not the machine has the limit in `least`, that limit has
/// a name, but its number is 0.
struct ProofResult {
    std::string name;                      ///< the requirement's name in the machine's file; empty from prove()
    Verdict verdict = Verdict::undecided;  ///< whether the requirement is met
    NearestLimit least;     ///< the least clearance that the proof met; for other_assembly the clearance at `least_at`
    PlatformPose least_at;  ///< the pose with the clearance `least`
};

/// The poses of a requirement: every pose whose coordinates lie between those of `low` and `high`.
struct PoseRange {
    PlatformPose low;   ///< the lowest coordinates
    PlatformPose high;  ///< the highest
};

/// Required limits of the legs, in addition to a clearance, as a machine file gives them (docs/reference/keys.md). An
/// empty member requires nothing. The machine's own limits always apply, too: the stricter limit is proved.
struct LegRequirements {
    /// The least gap between the surfaces of two legs, and of a leg and an obstacle. The machine must have
    /// `legs.diameter`, which is 0 for legs without thickness.
    std::optional<double> apart_m{};
    /// The least conditioning, above 0 and below 1 (`singularity.min_conditioning` in docs/reference/keys.md).
    std::optional<double> conditioning{};
    /// The largest rate of a joint value while the tool moves at 1 m/s in any direction: m/s, or rad/s for arms.
    std::optional<double> rate{};
    /// The largest force in each leg or rod. The machine must have a `load`.
    std::optional<std::array<double, 6>> max_force_n{};
    /// The largest torque of each arm's motor. The machine must have a `load`.
    std::optional<std::array<double, 6>> max_torque_nm{};
    /// The least stiffness of the tool, in its softest direction and with rotation free. The machine must give the
    /// stiffness of its legs (`legs.stiffness`).
    std::optional<double> stiffness_n_per_m{};
};

/// The options of a check or a proof.
struct CheckOptions {
    int effort = 1;  ///< From 1 to 1000: searches split this many times as many parts before they give up.
};

/// The result of checking a machine and its file.
struct Check {
    std::vector<std::string> faults;        ///< Why the machine is unfit, causes first.
    std::vector<std::string> notes;         ///< Other findings for the user.
    std::vector<ProofResult> requirements;  ///< The requirements of the machine's file.
    std::string text;                       ///< The whole report, in the units of the file.
    std::string json;  ///< The report for programs, in metres and radians (docs/reference/check.md).

    /// True if no fault was found and every requirement is proved.
    bool all_hold() const;
};

/// Throws InputError if the file's requirements cannot be read, UsageError if an option is impossible.
Check check(const Hexapod& machine, Observer& observer = silent_observer(), const CheckOptions& options = {});

/// Proves or refutes that every pose of a range keeps a clearance and the limits `of_legs`. Throws UsageError if the
/// range's ends are in the wrong order, if a required limit or an option is impossible, or if a limit needs a key that
/// the machine lacks.
ProofResult prove(const Hexapod& machine, const PoseRange& range, double clearance_m = 0,
                  const LegRequirements& of_legs = {}, const CheckOptions& options = {});

}  // namespace hexscan
