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

/// Whether poses are reachable: many of them, each with an orientation of its own.
namespace hexscan {

/// The legs at an orientation, to the bit those of a scan there.
std::array<Leg<double>, leg_count> exact_legs_at(const FreeLegs& legs, const Orientation& orientation,
                                                 OrientationOrder order);

/// The verdicts of the double-precision reference on poses, several of them per vector instruction.
///
/// The sines and cosines of many angles at once come from polynomials, in single precision first. They decide every
/// pose but those so close to a limit that rounding might matter; of these double precision decides nearly
/// all, and the reference the rest.
class PoseVerdicts {
public:
    /// Of a machine of any kind of legs; those with rods, or with limits that legs share, are asked pose by pose.
    explicit PoseVerdicts(const Machine& machine);

    /// Poses are six numbers each, x, y, z, roll, pitch, yaw in metres and radians; reachable[i] becomes 1 or 0. A
    /// pose with a number that is not finite is not reachable; whether there is none.
    bool ask(std::span<const double> poses, std::span<std::uint8_t> reachable) const;

    /// The machine as quick arithmetic knows it.
    const quick::BareMachine<float>& single() const { return single_; }
    const quick::BareMachine<double>& full() const { return full_; }

    /// The reference's verdict on one pose, all of whose numbers are finite.
    bool exact(const Pose& pose) const;

private:
    friend class PosesInTurn;
    /// One pose's verdict by the reference; whether its numbers are finite.
    bool settle(const double* pose, std::uint8_t& reachable) const;

    /// The machine, where its legs are not telescopic or share limits.
    std::shared_ptr<const Machine> pose_by_pose_;
    bool has_rods_;
    FreeLegs legs_;
    OrientationOrder order_;
    quick::BareMachine<float> single_;
    quick::BareMachine<double> full_;
};

/// The reference's verdicts on poses in turn: those that share an orientation share what belongs to it.
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
