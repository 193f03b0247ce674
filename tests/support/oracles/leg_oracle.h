#pragma once

#include <array>
#include <limits>
#include <optional>

/// The second opinion of the tests on slider and rotary legs, and on the joints of all legs. It shares no code and no
/// formula with hexscan. A joint value is where the distance from the leg's tip to its platform joint equals the rod's
/// length. It is found by scanning and bisecting that distance in long double. Rotations are products of elementary
/// matrices. Lengths are in any one unit, angles in radians.
///
/// The *tip* is the rod's base end: a slider's carriage, or the end of a rotary leg's arm. On the branch *behind*, the
/// tip comes nearer to the platform joint as the joint value increases. On the branch *ahead* it moves away.
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

/// The limits of one end of the rod. The angle between rod (from base to platform) and axis is at most `max_tilt`. The
/// angle between rod and the plane perpendicular to the axis is at most `max_misalignment`. Half a turn and a quarter
/// turn limit nothing.
struct RodEnd {
    Point axis{0, 0,
               1};  ///< Any length. An arm's axis is given at angle 0 in the base frame, a platform's in its frame.
    double max_tilt = no_limit;
    double max_misalignment = no_limit;

    /// A universal joint. Its fork turns about the fixed axis, which may have any length, and carries the other axis,
    /// about which the leg turns. Both angles are 0 if the leg points along `axis`, projected perpendicular to the
    /// fixed axis.
    struct Universal {
        Point fixed_axis;
        double fixed_from, fixed_to, carried_from, carried_to;
    };
    std::optional<Universal> universal{};
};

struct Leg {
    Kind kind = Kind::slider;
    Point base{};      ///< Place of a slider's travel 0, or of a rotary leg's motor.
    Point platform{};  ///< In the platform frame, relative to the point that positions refer to.
    double rod = 0;    ///< For a telescopic leg its greatest length.
    Branch branch = Branch::behind;
    Point rail{0, 0, 1};  ///< For sliders: direction of increasing travel, of any length.
    double arm = 0;       ///< For rotary legs.
    Point u{1, 0, 0};     ///< For rotary legs: unit vector along the arm at angle 0.
    Point w{0, 0, 1};     ///< For rotary legs: unit vector along the arm at a quarter turn, perpendicular to u.
    /// Range of travel (may be infinite), length or angle. Angles run from `from` upwards to `to` on the circle,
    /// whatever full turns the ends contain.
    double from = -no_limit;
    double to = no_limit;
    RodEnd base_end;
    RodEnd platform_end;
};

/// Slacks are signed, negative beyond the limit, infinite without a limit. Length slacks are relative to the rod's
/// length, angles in radians.
struct LegState {
    bool exists;   ///< True if some joint value makes the distance of tip and platform joint equal the rod.
    double value;  ///< Joint value on the leg's branch, an angle in (-pi, pi]. NaN if there is none.
    Point tip;     ///< Place at that value. NaN if there is none.
    /// Smaller of two slacks: how much nearer the tip could come than the rod's length, and for arms how much farther
    /// it could go.
    double gap_slack;
    double range_slack;     ///< NaN without a joint value, like the next two slacks.
    double base_slack;      ///< Slack of tilt or misalignment at the tip.
    double platform_slack;  ///< The same at the platform joint.
    double margin;          ///< The smallest slack; `gap_slack` without a joint value.

    bool reachable() const { return margin >= 0; }
};

struct Machine {
    std::array<Leg, 6> legs;
    Order order = Order::zyx;
};

struct MachineState {
    bool reachable;
    double margin;  ///< The smallest margin of all legs. If it is tiny, rounding may decide.
    int leg;        ///< The leg with that margin.
};

/// The state of a leg with its platform joint at a point of the base frame and the platform end's axis in the base
/// frame.
LegState leg_state(const Leg& leg, const Point& platform_joint, const Point& platform_axis = {0, 0, 1});

/// The state of one leg of a machine at a pose.
LegState leg_state(const Machine& machine, int leg, const Pose& pose);

MachineState machine_state(const Machine& machine, const Pose& pose);

/// The verdict of machine_state, but faster: stops at the first leg that fails.
bool reachable(const Machine& machine, const Pose& pose);

/// R v, and the inverse.
Point rotated(const Point& v, const Pose& pose, Order order = Order::zyx);
Point rotated_back(const Point& v, const Pose& pose, Order order = Order::zyx);

/// A direction that a rotary leg's arm carries, at this angle. A slider's direction does not change.
Point carried(const Leg& leg, const Point& at_angle_0, double value);

/// Distance of two angles on the circle, in [0, pi].
double angle_apart(double a, double b);

}  // namespace leg_oracle
