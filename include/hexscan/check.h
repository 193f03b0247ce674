#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hexscan/machine.h"
#include "hexscan/observer.h"

/// Whether a machine is right, and does what it must: proved or refuted in interval arithmetic, rounding included.
namespace hexscan {

/// What a proof comes to.
enum class Verdict {
    proved,          ///< the clearance asked for is kept at every pose, of all limits of the legs, and so is all else
    violated,        ///< it is not at the pose named
    other_assembly,  ///< the machine cannot get to the pose named from home
    undecided        ///< what was met and what is asked for are too close to tell
};

/// What came of one requirement. A limit that the machine itself does not have has no number, but a name.
struct Proven {
    std::string name;                      ///< of the requirement, as its file has it
    Verdict verdict = Verdict::undecided;  ///< whether it is met
    PoseRoom least;                        ///< the least clearance that was met ...
    PlatformPose least_at;                 ///< ... and where
};

/// What a machine must keep a clearance in: all poses from `low` to `high`, coordinate by coordinate.
struct PoseRange {
    PlatformPose low;   ///< the lowest coordinates
    PlatformPose high;  ///< the highest
};

/// What is asked of legs beside a clearance, as requirements of a platform file ask it (docs/check.md); what is empty
/// is not. The machine's own limits are kept anyway: the stricter of the two is what is proved.
struct AskedOfLegs {
    /// The least gap between surfaces of two legs, and of a leg and what stands in its way. The machine must have
    /// `legs.diameter`; 0 for legs that are lines.
    std::optional<double> apart_m{};
    /// The least conditioning, above 0 and below 1.
    std::optional<double> conditioning{};
    /// The most that a leg's value changes by, in m/s or of arms rad/s, while the tool moves by 1 m/s in any direction.
    std::optional<double> rate{};
    /// The largest force in each leg or rod. The machine must have a `load`.
    std::optional<std::array<double, 6>> max_force_n{};
    /// The largest torque of each arm's motor. The machine must have a `load`.
    std::optional<std::array<double, 6>> max_torque_nm{};
};

/// Everything about a machine and its file.
struct Check {
    std::vector<std::string> faults;   ///< what makes the machine unfit, causes first
    std::vector<std::string> notes;    ///< what else should be known
    std::vector<Proven> requirements;  ///< those of the machine's file
    std::string text;                  ///< the whole report, in the units of the file
    std::string json;                  ///< the same for programs, in metres and radians (docs/check.md)

    /// No fault was found, and every requirement is proved.
    bool all_hold() const;
};

/// Throws InputError where the file's requirements cannot be read.
Check check(const Hexapod& machine, Observer& observer = nobody());

/// Whether a clearance is kept at every pose of a range, and what is asked of legs. Throws UsageError where the range's
/// ends are in the wrong order, and where what is asked cannot be, or needs what the machine has not.
Proven prove(const Hexapod& machine, const PoseRange& range, double clearance_m = 0, const AskedOfLegs& of_legs = {});

}  // namespace hexscan
