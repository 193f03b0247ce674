#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"
#include "src/machine/shared/determinant_cubic.h"

/// What a load at rest asks of six legs, without friction and without weight of their own.
namespace hexscan {

struct Load;
struct Machine;

/// The forces with which the legs of a machine hold its load at one orientation, position by position. Along the unit
/// vectors u from feet to platform joints they are in equilibrium with force and torque: sum of f u = - F and sum of
/// f (R b) x u = - M, both about one point (Merlet, Parallel Robots, 2nd ed., ch. 9).
class PosedForces {
public:
    /// The machine must have a load.
    PosedForces(const Machine& machine, const Rotation& turned);
    ~PosedForces();
    PosedForces(PosedForces&&) noexcept;

    struct Forces {
        PerLeg rod_n{};     ///< in the leg, or in its rod: above 0 where it pushes the platform
        PerLeg servo_nm{};  ///< that an arm's motor holds, above 0 towards larger angles; 0 of legs without arms
        bool hold = false;  ///< else there are none: a leg has no direction, or the legs are singular to rounding. Of
                            ///< rods that do not reach they are as the legs come nearest
    };
    Forces at(const Vector& position_m) const;

    enum class Quantity { rod_force, servo_torque };
    /// How far the platform may move so that the magnitude of a leg's force or torque stays on the same side of `most`,
    /// positive where it is below; a lower bound, and 0 where rounding might have made the side.
    double clearance_m(const Vector& position_m, std::size_t leg, Quantity quantity, double most) const;
    /// Of telescopic legs: the force of a leg is its length times `numerator` over `determinant`, whose rows have leg
    /// vectors in place of unit vectors.
    struct Cubics {
        DeterminantCubic determinant, numerator;
        Vector offset_m;  ///< of the leg: its vector less what positions count
    };
    /// Of positions less `about_m`. Nothing of legs with rods.
    std::optional<Cubics> cubics(std::size_t leg, const Vector& about_m = {0, 0, 0}) const;

    /// What the equilibrium of telescopic legs is made from: row i is (u, e x u), with u the direction of p + o. The
    /// load is about the platform joints' middle.
    struct TelescopicLoad {
        std::array<Vector, leg_count> offsets_m;  ///< o
        std::array<Vector, leg_count> arms;       ///< e: the joints from their middle, over the characteristic length
        Vector force_n, torque_n;                 ///< the latter over that length
    };
    /// Nothing of legs with rods.
    std::optional<TelescopicLoad> telescopic_load() const;

    /// Where a clearance is above, roundings are less than it, for positions so far from the origin at most.
    double doubt_m(double longest_m) const;

private:
    struct Inside;
    std::unique_ptr<const Inside> inside_;
};

/// The largest share of what the load's limits allow a leg, 1 where it carries all of it; infinite where there are no
/// forces. The load must have a limit.
double effort_of(const PosedForces::Forces& forces, const Load& load);

}  // namespace hexscan
