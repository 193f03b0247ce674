#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "src/machine/limit_table.h"
#include "src/machine/rotation.h"

/// Legs at a fixed orientation. Each has an exact test and a clearance for any position. This interface suffices to
/// scan a kind of legs (src/engines/lipschitz_rows.h).
namespace hexscan {

struct Machine;
struct RotaryLeg;
struct SliderLeg;
struct WholeArm;
struct WholeSlider;
struct WholeTelescope;

/// The shape of a leg at a pose.
struct LegShape {
    Vector foot_m;       ///< The rod's lower end relative to the base joint: the carriage or the arm's tip.
    Vector motion;       ///< Unit vector of the foot's motion as the joint value increases.
    double value = 0;    ///< The joint value, metres or radians.
    bool closes = true;  ///< True if the rod reaches. Otherwise the shape is the one in which the leg comes nearest.
};

/// The numbers of a leg with a rod at one orientation, for the closed forms of rows (leg_forms.h).
using RodForm = std::variant<SliderLeg, RotaryLeg>;
/// The numbers of a leg of any kind at one orientation, including all joint limits. They suffice to test a position on
/// any processor (leg_forms.h).
using WholeLeg = std::variant<WholeTelescope, WholeSlider, WholeArm>;

/// One leg at one orientation of the platform. Its functions take the leg vector l = p + R b - a, in metres.
class PosedLeg {
public:
    virtual ~PosedLeg() = default;

    /// The reference test of the leg, in double. It gives the same verdict on every processor with IEEE arithmetic.
    virtual bool keeps(const Vector& l) const = 0;
    /// The leg's numbers for closed forms of rows. Returns nullopt for legs without closed forms: telescopic legs, and
    /// legs with universal joints.
    virtual std::optional<RodForm> form() const;
    virtual WholeLeg whole() const = 0;
    /// The clearance that keeps() requires, in metres. It is positive only for legs with tightened limits
    /// (src/scan/rows/tightened_rods.h).
    virtual double needed_clearance_m() const { return 0; }
    /// Computes a signed clearance for each of the leg's rows in limits_of(), in their order. It is positive if the
    /// limit is satisfied. The smallest one guarantees this: all leg vectors closer than its magnitude have the same
    /// verdict. The other clearances guarantee nothing.
    virtual void clearances_m(const Vector& l, std::span<double> clearances_m) const = 0;
    /// The smallest clearance, or a cheap lower bound on it if exact clearances require a search. All leg vectors
    /// closer than its magnitude have the same verdict. `room` is a buffer for all clearances. A result that is at
    /// least the third argument need not be exact.
    virtual double rough_clearance_m(const Vector& l, std::span<double> room, double) const {
        clearances_m(l, room);
        return *std::min_element(room.begin(), room.end());
    }
    /// Upper bound on the rounding error of the smallest clearance, for leg vectors no longer than `longest_m`. A
    /// clearance of larger magnitude has the correct sign.
    virtual double doubt_m(double longest_m) const = 0;
    /// The state of each limit for the leg vector `l`.
    virtual std::vector<LimitState> states(const Vector& l) const = 0;
    virtual LegShape shape(const Vector& l) const = 0;
    /// Computes the clearances if only those below the second argument matter. A clearance may be reported as any value
    /// of at least `min(second argument, smallest other clearance of the leg)` if it is not smaller than that. This
    /// shortens the searches of some kinds of legs.
    virtual void near_clearances_m(const Vector& l, double, std::span<double> clearances_m) const {
        this->clearances_m(l, clearances_m);
    }
};

/// The six legs of a machine at one orientation.
struct PosedLegs {
    std::array<Vector, leg_count> offset_m{};                     ///< R b - a
    std::array<std::shared_ptr<const PosedLeg>, leg_count> legs;  ///< null in some cases; see the functions below
    std::size_t limits = 0;  ///< number of limits of each leg; 0 if the legs are null

    /// True if all legs pass their reference tests. The legs must not be null.
    bool keeps(const Vector& position_m) const;
};

std::shared_ptr<const PosedLeg> posed_leg(const Machine& machine, std::size_t leg, const Rotation& turned);

/// The legs of a machine. They are null if Machine::has_kernels().
PosedLegs posed_legs(const Machine& machine, const Rotation& turned);
/// The legs of any machine. They are never null.
PosedLegs any_posed_legs(const Machine& machine, const Rotation& turned);
/// The legs of a machine. They are null if they are telescopic, whatever their joints.
PosedLegs posed_rods(const Machine& machine, const Rotation& turned);

/// Each leg's shape at a pose, for every kind. A telescopic leg's foot is its base joint, and its motion is along the
/// leg.
std::array<LegShape, leg_count> leg_shapes(const Machine& machine, const Pose& pose);

}  // namespace hexscan
