#pragma once

#include <array>
#include <string>
#include <vector>

#include "hexscan/machine.h"
#include "hexscan/observer.h"

/// Whether a machine is right, and does what it must: proved or refuted in interval arithmetic, rounding included.
namespace hexscan {

/// What a proof comes to.
enum class Verdict {
    proved,          ///< the clearance asked for is kept at every pose, of all limits of the legs
    violated,        ///< it is not at the pose named
    other_assembly,  ///< the machine cannot get to the pose named from home
    undecided        ///< the least clearance and the one asked for are too close to tell
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

/// Whether a clearance is kept at every pose of a range. Throws UsageError where its ends are in the wrong order.
Proven prove(const Hexapod& machine, const PoseRange& range, double clearance_m = 0);

}  // namespace hexscan
