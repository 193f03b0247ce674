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

/// Legs at a fixed orientation: an exact test and a clearance of a position, which is all that scans, proofs and pages
/// need to know of a kind (src/engines/lipschitz_rows.h).
namespace hexscan {

struct Machine;
struct RotaryLeg;
struct SliderLeg;
struct WholeArm;
struct WholeSlider;
struct WholeTelescope;

/// How a leg stands.
struct LegShape {
    Vector foot_m;       ///< where its rod begins, as seen from the base joint: the carriage, the arm's tip
    Vector motion;       ///< unit vector along which the foot moves as the joint's value rises
    double value = 0;    ///< the joint's, metres or radians
    bool closes = true;  ///< the rod reaches; else this is how the leg comes nearest
};

/// The numbers of a leg with a rod at one orientation, which closed forms of rows are made from (leg_forms.h).
using RodForm = std::variant<SliderLeg, RotaryLeg>;
/// The numbers of a leg of any kind at one orientation with all that its joints limit: a position is asked on any
/// processor (leg_forms.h).
using WholeLeg = std::variant<WholeTelescope, WholeSlider, WholeArm>;

/// One leg at one orientation of the platform. It is asked by its leg vector l = p + R b - a, in metres.
class PosedLeg {
public:
    virtual ~PosedLeg() = default;

    /// THE reference test of the leg, in double: it is the same bits wherever it is computed with IEEE arithmetic.
    virtual bool keeps(const Vector& l) const = 0;
    /// Nothing of legs that closed forms do not know: telescopic ones, and those with universal joints.
    virtual std::optional<RodForm> form() const;
    virtual WholeLeg whole() const = 0;
    /// The least clearance that the leg asks for: above 0 of tightened legs, which its limits alone do not satisfy.
    virtual double needed_clearance_m() const { return 0; }
    /// Of each limit, in the order of the kind's table, a clearance: positive where it is kept. The least of all, and
    /// no other, says that no leg vector nearer than its magnitude has the other verdict.
    virtual void clearances_m(const Vector& l, std::span<double> clearances_m) const = 0;
    /// The least of them or, of legs for which that is a search, one several times smaller: no leg vector nearer than
    /// its magnitude has the other verdict. What is as far as `enough_m` may be told as any that is not nearer. `room`
    /// is for all of them.
    virtual double rough_clearance_m(const Vector& l, std::span<double> room, double) const {
        clearances_m(l, room);
        return *std::min_element(room.begin(), room.end());
    }
    /// Where the least clearance is above, roundings are less than it, for leg vectors of this length at most.
    virtual double doubt_m(double longest_m) const = 0;
    /// What each limit asks of the leg there.
    virtual std::vector<LimitState> states(const Vector& l) const = 0;
    virtual LegShape shape(const Vector& l) const = 0;
    /// While the leg vector's end moves by `moved_m` at most, the rod's foot moves by no more than this.
    virtual double foot_shift_m(const Vector& l, double moved_m) const = 0;
    /// The clearances for who looks for the nearest limit and knows of one that near: one that is no less than that, or
    /// than another one of the leg, may be told by any number that is not less either. Of legs for which clearances are
    /// a search it is a shorter one.
    virtual void near_clearances_m(const Vector& l, double, std::span<double> clearances_m) const {
        this->clearances_m(l, clearances_m);
    }
};

/// The six legs of a machine at one orientation.
struct PosedLegs {
    std::array<Vector, leg_count> offset_m{};                     ///< R b - a
    std::array<std::shared_ptr<const PosedLeg>, leg_count> legs;  ///< null of a machine that has kernels
    std::size_t limits = 0;                                       ///< of each leg

    bool keeps(const Vector& position_m) const;
};

/// One leg of any machine.
std::shared_ptr<const PosedLeg> posed_leg(const Machine& machine, std::size_t leg, const Rotation& turned);

PosedLegs posed_legs(const Machine& machine, const Rotation& turned);
/// Of all machines, those that have kernels, too.
PosedLegs any_posed_legs(const Machine& machine, const Rotation& turned);
/// Of legs whose feet move: null of all telescopic legs, whatever their joints.
PosedLegs posed_rods(const Machine& machine, const Rotation& turned);

/// Each leg's shape at a pose, of every kind. A telescopic leg's foot is its base joint, and its motion is along it.
std::array<LegShape, leg_count> leg_shapes(const Machine& machine, const Pose& pose);

}  // namespace hexscan
