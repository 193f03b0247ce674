#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"
#include "src/machine/shared/determinant_cubic.h"

/// The forces in six legs under a load at rest. The model neglects friction and the legs' own weight.
namespace hexscan {

struct Load;
struct Machine;
struct RodForceForm;
struct ForceLimits;
struct ForceRows;

/// The forces with which a machine's legs hold its load at one orientation, for any position. The forces f act along
/// the unit vectors u from feet to platform joints. They are in equilibrium with the load's force F and torque M: sum
/// of f u = -F and sum of f (R b) x u = -M. Both torques are about the same point. (Merlet, Parallel Robots, 2nd ed.,
/// ch. 9.)
class PosedForces {
public:
    /// The machine must have a load.
    PosedForces(const Machine& machine, const Rotation& turned);
    ~PosedForces();
    PosedForces(PosedForces&&) noexcept;

    struct Forces {
        PerLeg rod_n{};     ///< Force in the leg or its rod. Positive: the leg pushes the platform.
        PerLeg servo_nm{};  ///< Torque of an arm's motor. Positive: towards larger angles. 0 for legs without arms.
        bool hold = false;  ///< False if there are no forces: a leg has no direction, or the legs are singular to
                            ///< rounding. If rods do not reach, the forces are those of the shape in which the legs
                            ///< come nearest.
    };
    Forces at(const Vector& position_m) const;

    enum class Quantity { rod_force, servo_torque };
    /// Lower bound on the distance that the platform may move while the magnitude of a leg's force or torque stays on
    /// the same side of `most`. Positive if the magnitude is below `most`. The result is 0 if rounding hides which side
    /// it is on.
    double clearance_m(const Vector& position_m, std::size_t leg, Quantity quantity, double most) const;
    /// The force of a telescopic leg is its length times `numerator` over `determinant`. The rows of both determinants
    /// contain leg vectors instead of unit vectors.
    struct Cubics {
        DeterminantCubic determinant, numerator;
        Vector offset_m;  ///< the leg's vector minus the position; positions are relative to `about_m`
    };
    /// The cubics as functions of the position relative to `about_m`. Returns nullopt for legs with rods.
    std::optional<Cubics> cubics(std::size_t leg, const Vector& about_m = {0, 0, 0}) const;

    /// The numbers of the equilibrium of telescopic legs. Row i is (u, e x u), with u the direction of p + o. The
    /// load's torque is about the centroid of the platform joints.
    struct TelescopicLoad {
        std::array<Vector, leg_count> offsets_m;  ///< o
        std::array<Vector, leg_count> arms;       ///< e: the joints relative to their centroid, over the characteristic
                                                  ///< length
        Vector force_n, torque_n;                 ///< the torque is divided by that length
    };
    /// The equilibrium's numbers. Returns nullopt for legs with rods.
    std::optional<TelescopicLoad> telescopic_load() const;

    /// The limit `most` on a leg's force or torque in the form that kernels test. It is valid for positions at most
    /// `longest_m` from the origin. Returns nullopt for telescopic legs.
    std::optional<RodForceForm> rod_form(std::size_t leg, Quantity quantity, double most, double longest_m) const;

    /// The same limit in the form from which kernels compute clearances.
    ForceLimits clearance_form(std::size_t leg, Quantity quantity, double most) const;

    /// The numbers for kernels.
    const ForceRows& rows() const;

    /// Upper bound on the rounding error of a clearance, for positions at most `longest_m` from the origin. A clearance
    /// of larger magnitude has the correct sign.
    double doubt_m(double longest_m) const;

private:
    struct Inside;
    std::unique_ptr<const Inside> inside_;
};

/// The largest load of a leg as a fraction of its limit: 1 at the limit. The result is infinite if the legs cannot hold
/// the load. The load must have a limit.
double effort_of(const PosedForces::Forces& forces, const Load& load);

}  // namespace hexscan
