#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "kernels/quick_verdict.h"
#include "src/machine/machine.h"
#include "src/scan/plan.h"

/// Verdicts of many poses, each with its own orientation.
namespace hexscan {

/// The legs at an orientation, bitwise equal to those of a scan there.
std::array<Leg<double>, leg_count> exact_legs_at(const FreeLegs& legs, const Orientation& orientation,
                                                 OrientationOrder order);

/// Computes the verdicts of the double-precision reference for poses, several per vector instruction.
///
/// Polynomials compute the sines and cosines of many angles at once. Single precision decides all poses except those so
/// close to a limit that rounding could matter. Double precision decides nearly all of these, and the reference decides
/// the rest.
class PoseVerdicts {
public:
    /// Supports any kind of leg. Machines with rods or with limits that legs share are tested pose by pose.
    explicit PoseVerdicts(const Machine& machine);

    /// A pose is six numbers: x, y, z, roll, pitch, yaw in metres and radians. Sets reachable[i] to 1 or 0. A pose that
    /// contains NaN or infinity is not reachable. Returns true if all numbers are finite.
    bool ask(std::span<const double> poses, std::span<std::uint8_t> reachable) const;

    /// The machine in the form that vectorized code uses, in single and in double precision.
    const quick::BareMachine<float>& single() const { return single_; }
    const quick::BareMachine<double>& full() const { return full_; }

    /// The reference's verdict of one pose, whose numbers must be finite.
    bool exact(const Pose& pose) const;

private:
    friend class PosesInTurn;
    /// Sets `reachable` to the reference's verdict of one pose. Returns true if its numbers are finite.
    bool settle(const double* pose, std::uint8_t& reachable) const;

    /// The machine, if it is not telescopic or its legs share limits; otherwise null.
    std::shared_ptr<const Machine> pose_by_pose_;
    bool has_rods_;
    FreeLegs legs_;
    OrientationOrder order_;
    quick::BareMachine<float> single_;
    quick::BareMachine<double> full_;
};

/// Computes the reference's verdicts of one pose after another. Consecutive poses with the same orientation use the
/// same legs.
class PosesInTurn {
public:
    explicit PosesInTurn(const PoseVerdicts& verdicts) : verdicts_(verdicts) {}

    bool operator()(const Pose& pose);

private:
    bool legs_keep(const Pose& pose);

    const PoseVerdicts& verdicts_;
    std::optional<Orientation> orientation_;
    std::array<Leg<double>, leg_count> legs_{};
};

}  // namespace hexscan
