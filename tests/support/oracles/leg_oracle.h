#pragma once

#include <array>
#include <limits>
#include <optional>

/// The second opinion of the tests on slider and rotary legs, and on the joints of all. It shares no code and no
/// formula with hexscan: a joint value is where the distance from the leg's tip to its platform joint is the rod's
/// length, found by scanning and bisecting that distance in long double; rotations are products of elementary matrices.
/// Lengths are in any one unit, angles in radians.
///
/// The *tip* is the rod's base end: a slider's carriage, the end of a rotary leg's arm. On the branch *behind* the tip
/// comes nearer to the platform joint as the joint value grows (it has its nearest point still before it), on *ahead*
/// it goes away.
namespace leg_oracle {

struct Point {
    double x, y, z;
};

struct Pose {
    double x, y, z, roll, pitch, yaw;
};

enum class Kind { slider, rotary, telescopic };
enum class Branch { behind, ahead };
/// R = Rz(yaw) Ry(pitch) Rx(roll), or R = Rx(roll) Ry(pitch) Rz(yaw).
enum class Order { zyx, xyz };

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// What holds one end of the rod: no more than `max_tilt` between rod (from base to platform) and axis, and no more
/// than `max_misalignment` between rod and the plane square to the axis. Half a turn and a quarter turn are no limits.
struct RodEnd {
    Point axis{0, 0,
               1};  ///< of any length; on an arm as it is at angle 0, in the base frame; on the platform in its frame
    double max_tilt = no_limit;
    double max_misalignment = no_limit;

    /// A universal joint: its fork turns about the fixed axis, of any length, and carries the other axis, about which
    /// the leg turns; both angles are 0 where the leg is along what of `axis` is square to the fixed one.
    struct Universal {
        Point fixed_axis;
        double fixed_from, fixed_to, carried_from, carried_to;
    };
    std::optional<Universal> universal{};
};

struct Leg {
    Kind kind = Kind::slider;
    Point base{};      ///< where a slider's travel is 0; the motor of a rotary leg
    Point platform{};  ///< in the platform frame, from the point that positions speak of
    double rod = 0;    ///< of a telescopic leg its greatest length
    Branch branch = Branch::behind;
    Point rail{0, 0, 1};  ///< slider: direction of growing travel, of any length
    double arm = 0;       ///< rotary
    Point u{1, 0, 0};     ///< rotary: where the arm points at angle 0, of length 1
    Point w{0, 0, 1};     ///< rotary: where it points at a quarter turn, of length 1 and square to u
    /// Travel, may be infinite; or length; or angle: from `from` upwards to `to`, on the circle, in whichever turn the
    /// ends are given.
    double from = -no_limit;
    double to = no_limit;
    RodEnd base_end;
    RodEnd platform_end;
};

/// Slacks are signed, below 0 beyond the limit; lengths as parts of the rod's length, angles in radians; infinite
/// without a limit.
struct LegState {
    bool exists;   ///< some joint value brings tip and platform joint a rod apart
    double value;  ///< the joint value on the leg's branch, an angle in (-pi, pi]; NaN if there is none
    Point tip;     ///< at that value; NaN if there is none
    /// How much nearer the tip could come than the rod is long, or for arms go farther away: the lesser.
    double gap_slack;
    double range_slack;     ///< this slack and the next two are NaN if there is no joint value
    double base_slack;      ///< tilt or misalignment at the tip
    double platform_slack;  ///< at the platform joint
    double margin;          ///< the least slack; `gap_slack` if there is no joint value

    bool reachable() const { return margin >= 0; }
};

struct Machine {
    std::array<Leg, 6> legs;
    Order order = Order::zyx;
};

struct MachineState {
    bool reachable;
    double margin;  ///< of the leg with the least; where it is tiny, rounding may decide
    int leg;        ///< which that is
};

/// The leg with its platform joint at a point of the base frame, and the platform end's axis in the base frame.
LegState leg_state(const Leg& leg, const Point& platform_joint, const Point& platform_axis = {0, 0, 1});

/// One leg of a machine at a pose.
LegState leg_state(const Machine& machine, int leg, const Pose& pose);

MachineState machine_state(const Machine& machine, const Pose& pose);

/// As machine_state says, sooner: no leg is asked after one that fails.
bool reachable(const Machine& machine, const Pose& pose);

/// R v, and the inverse.
Point rotated(const Point& v, const Pose& pose, Order order = Order::zyx);
Point rotated_back(const Point& v, const Pose& pose, Order order = Order::zyx);

/// A direction that a rotary leg's arm carries, at this angle; a slider's keeps.
Point carried(const Leg& leg, const Point& at_angle_0, double value);

/// How far two angles are apart on the circle, in [0, pi].
double angle_apart(double a, double b);

}  // namespace leg_oracle
