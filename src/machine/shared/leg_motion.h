#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/machine/shared/leg_lines.h"

/// First-order relations between the motion of the legs and the motion of the platform.
namespace hexscan {

/// First-order figures of a machine at one orientation, for any position. A leg's value is its length, travel or angle.
/// While the platform moves with velocity v and turns with w, the value changes at the rate u . (v + w x R b) / (u .
/// h). Here u is the direction of the leg or its rod, and h the motion of its foot per unit of the value (Merlet,
/// Parallel Robots, 2nd ed., ch. 5).
///
/// All figures are infinite if a leg does not reach or a rod is perpendicular to its foot's motion. The error is also
/// infinite if the legs are singular within rounding.
class PosedMotion {
public:
    PosedMotion(const Machine& machine, const Rotation& turned);

    /// Largest error of the tool's position if each leg's value has an error of at most 1. The unit is metres per metre
    /// or radian.
    double error(const Vector& position_m) const;
    /// Fastest change of any leg's value while the tool moves at 1 m/s in any direction. The unit is m/s or rad/s.
    double rate(const Vector& position_m) const;
    /// Fastest change of any leg's value while the platform turns at 1 rad/s about any axis through the tool.
    double turn_rate(const Vector& position_m) const;

    /// A row of the inverse Jacobian: the change of a leg's value per motion of the tool and per rotation of the
    /// platform.
    struct Row {
        Vector moved, turned;
    };
    /// Returns nullopt if this leg does not reach, or if its rod is perpendicular to its foot's motion.
    std::optional<Row> row(std::size_t leg, const Vector& position_m) const;

private:
    template <class Figure>
    double largest(const Vector& position_m, Figure figure) const;

    LegLines lines_;
    bool telescopic_;
    std::array<Vector, leg_count> joints_m_{};  ///< R b
    double size_m_;                             ///< scales rotations while the equations are solved
};

}  // namespace hexscan
