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

/// Legs at a fixed orientation: an exact test and a clearance of a position. Scans, proofs and pages need to know no
/// more of a kind (src/engines/lipschitz_rows.h).
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
    bool closes = true;  ///< True if the rod reaches. Else this is the shape in which the leg comes nearest.
};

/// The numbers of a leg with a rod at one orientation, for closed forms of rows (leg_forms.h).
using RodForm = std::variant<SliderLeg, RotaryLeg>;
/// The numbers of a leg of any kind at one orientation, including all joint limits. They suffice to test a position on
/// any processor (leg_forms.h).
using WholeLeg = std::variant<WholeTelescope, WholeSlider, WholeArm>;

/// One leg at one orientation of the platform. Its functions take the leg vector l = p + R b - a, in metres.
class PosedLeg {
public:
    virtual ~PosedLeg() = default;

    /// THE reference test of the leg, in double. It gives the same bits wherever it is computed with IEEE arithmetic.
    virtual bool keeps(const Vector& l) const = 0;
    /// Nullopt for legs without closed forms: telescopic ones, and those with universal joints.
    virtual std::optional<RodForm> form() const;
    virtual WholeLeg whole() const = 0;
    /// The smallest clearance that the leg needs. It is positive for tightened legs, for which keeping the limits is
    /// not enough.
    virtual double needed_clearance_m() const { return 0; }
    /// A clearance for each limit, in the order of the kind's table; positive if the limit is kept. No leg vector
    /// nearer than the magnitude of the smallest one has the other verdict. The others do not promise this.
    virtual void clearances_m(const Vector& l, std::span<double> clearances_m) const = 0;
    /// The smallest clearance, or a quick lower bound of it if clearances require a search. No leg vector nearer than
    /// its magnitude has the other verdict. Clearances of at least `enough_m` need not be exact. `room` is a buffer for
    /// all clearances.
    virtual double rough_clearance_m(const Vector& l, std::span<double> room, double) const {
        clearances_m(l, room);
        return *std::min_element(room.begin(), room.end());
    }
    /// Bound on rounding errors of the smallest clearance, for leg vectors of at most this length. Larger clearances
    /// are certain.
    virtual double doubt_m(double longest_m) const = 0;
    /// The state of each limit at that leg vector.
    virtual std::vector<LimitState> states(const Vector& l) const = 0;
    virtual LegShape shape(const Vector& l) const = 0;
    /// Upper bound on the motion of the rod's foot while the leg vector's end moves by at most `moved_m`.
    virtual double foot_shift_m(const Vector& l, double moved_m) const = 0;
    /// The clearances for a caller that already knows a limit as near as the second argument. A clearance that is not
    /// less than that, or than another one of the leg, may be reported as any value that is not less either. This
    /// shortens the search of legs that need one.
    virtual void near_clearances_m(const Vector& l, double, std::span<double> clearances_m) const {
        this->clearances_m(l, clearances_m);
    }
};

/// The six legs of a machine at one orientation.
struct PosedLegs {
    std::array<Vector, leg_count> offset_m{};                     ///< R b - a
    std::array<std::shared_ptr<const PosedLeg>, leg_count> legs;  ///< null for a machine that has kernels
    std::size_t limits = 0;                                       ///< number of limits of each leg

    bool keeps(const Vector& position_m) const;
};

/// One leg of any machine.
std::shared_ptr<const PosedLeg> posed_leg(const Machine& machine, std::size_t leg, const Rotation& turned);

PosedLegs posed_legs(const Machine& machine, const Rotation& turned);
/// For all machines, including those with kernels.
PosedLegs any_posed_legs(const Machine& machine, const Rotation& turned);
/// For legs whose feet move. Null for all telescopic legs, whatever their joints.
PosedLegs posed_rods(const Machine& machine, const Rotation& turned);

/// Each leg's shape at a pose, for every kind. A telescopic leg's foot is its base joint, and its motion is along the
/// leg.
std::array<LegShape, leg_count> leg_shapes(const Machine& machine, const Pose& pose);

}  // namespace hexscan
