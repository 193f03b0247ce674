#pragma once

#include <optional>

#include "kernels/shared/stiffness_form.h"
#include "src/machine/shared/leg_lines.h"

namespace hexscan {

struct Machine;

/// The stiffness of a machine's platform at one orientation, for any position (kernels/shared/stiffness_form.h). The
/// springs are the legs, the rods or the motors. The load does not change their directions: the model is linear, and
/// neglects the stiffness that a load itself adds.
class PosedStiffness {
public:
    /// The machine must give the stiffness of its legs.
    PosedStiffness(const Machine& machine, const Rotation& turned);

    /// The least stiffness of the tool against a force in any direction, in N/m, while the platform may rotate. It is 0
    /// if a leg does not reach, or if the legs are singular to rounding.
    double least_n_per_m(const Vector& position_m) const { return compliance(position_m).stiffness_n_per_m(); }
    /// The displacement of the tool under the machine's load. It is infinite where the stiffness is 0, and 0 without a
    /// load.
    double displacement_m(const Vector& position_m) const { return compliance(position_m).displacement_m(wrench_); }

    /// A signed distance by which the platform may move while the stiffness stays on the same side of `least_n_per_m`:
    /// positive if it is at least that. The result is 0 where the stiffness is 0.
    double clearance_m(const Vector& position_m, double least_n_per_m) const;
    /// Upper bound on the rounding error of a clearance, for positions at most `longest_m` from the origin. A clearance
    /// of larger magnitude has the correct sign.
    double doubt_m(double longest_m) const { return lines_.doubt_m(longest_m); }

    /// The numbers for kernels.
    const StiffLegs& legs() const { return legs_; }
    const double (&wrench() const)[leg_count] { return wrench_; }

private:
    Compliance compliance(const Vector& position_m) const { return compliance_of(legs_, position_m); }

    LegLines lines_;
    StiffLegs legs_{};
    double wrench_[leg_count]{};  ///< the load's force, and its torque about the tool over the characteristic length
};

/// The stiffness of the platform at a pose.
struct StiffnessAtPose {
    double least_n_per_m = 0;
    std::optional<double> displacement_m;  ///< under the machine's load; nullopt without a load or without stiffness
};
/// Returns nullopt if the machine does not give the stiffness of its legs.
std::optional<StiffnessAtPose> stiffness_at(const Machine& machine, const Pose& pose);

}  // namespace hexscan
