#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "src/machine/machine.h"
#include "src/scan/plan.h"

/// Whether poses are reachable: many of them, each with an orientation of its own.
namespace hexscan {

/// The legs at an orientation, to the bit those of a scan there.
std::array<Leg<double>, leg_count> exact_legs_at(const FreeLegs& legs, const Orientation& orientation,
                                                 OrientationOrder order);

/// The verdicts of the double-precision reference on poses, several of them per vector instruction.
///
/// The sines and cosines of many angles at once come from polynomials, and so differ from the library's in the last
/// digits. They decide every pose but those so close to a limit that the difference might matter, which the reference
/// is asked about: about one in a billion.
class PoseVerdicts {
public:
    /// Of a machine of any kind of legs; those with rods are asked pose by pose.
    explicit PoseVerdicts(const Machine& machine);

    /// Poses are six numbers each, x, y, z, roll, pitch, yaw in metres and radians; reachable[i] becomes 1 or 0. A
    /// pose with a number that is not finite is not reachable; whether there is none.
    bool ask(std::span<const double> poses, std::span<std::uint8_t> reachable) const;

    /// The reference's verdict on one pose of six numbers, all finite.
    bool exact(const double* pose) const;

    /// What of a leg its limits need, in a frame in which R = Rz Ry Rx.
    struct BareLeg {
        Vec3<double> base_point_m, platform_point_m, base_axis, platform_axis;
        double min_length_sq_m2, max_length_sq_m2;
        double base_signed_cos_sq, platform_signed_cos_sq;
    };

private:
    std::shared_ptr<const Machine> rods_;  ///< the machine, where its legs are not telescopic
    FreeLegs legs_;
    OrientationOrder order_;
    std::array<BareLeg, leg_count> bare_;
    double extent_m_;  ///< no component of a leg is longer than this and the sum of its position's
};

}  // namespace hexscan
