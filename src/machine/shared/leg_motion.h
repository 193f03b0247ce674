#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/machine/shared/leg_lines.h"

/// How what legs do and what the platform does follow from each other, to first order.
namespace hexscan {

/// Figures of a machine at one orientation, position by position. A leg's value, its length, travel or angle, changes
/// by u . (v + w x R b) / (u . h) while the platform moves with v and turns with w, u being its line and h what its
/// foot moves by as the value rises (Merlet, Parallel Robots, 2nd ed., ch. 5). All are infinite where a leg does not
/// reach or a rod is square to its foot's motion, and errors where the legs are singular to rounding.
class PosedMotion {
public:
    PosedMotion(const Machine& machine, const Rotation& turned);

    /// How far the tool is off at most where each leg's value is off by 1 either way, in metres per metre or radian.
    double error(const Vector& position_m) const;
    /// How fast a leg's value changes at most while the tool moves by 1 m/s in any direction, in m/s or rad/s.
    double rate(const Vector& position_m) const;
    /// The same while the platform turns by 1 rad/s about any axis through the tool.
    double turn_rate(const Vector& position_m) const;

private:
    /// What a leg's value changes by with the tool's motion and with the platform's turning; nothing where it has none.
    struct Row {
        Vector moved, turned;
    };
    std::optional<Row> row(std::size_t leg, const Vector& position_m) const;
    template <class Figure>
    double largest(const Vector& position_m, Figure figure) const;

    LegLines lines_;
    bool telescopic_;
    std::array<Vector, leg_count> joints_m_{};  ///< R b
    double size_m_;                             ///< that turning is over while it is solved for
};

}  // namespace hexscan
