#pragma once

#include <string>

namespace hexscan {

/// Largest coordinate or length, in metres, whose squares and products stay finite in float.
inline constexpr double max_extent_m = 1e6;
/// What a leg is long at least; below it there is no direction to speak of.
inline constexpr double shortest_leg_m = 1e-9;

/// What a number is in, whatever the unit; a number alone has none, forces and torques are in N and N m everywhere.
enum class Dimension { length, angle, number, force, torque };

/// The units a platform file is written in. Inside hexscan everything is SI;
/// these convert what the user types on the command line, which is in the file's units too.
struct Units {
    std::string length = "m";   ///< m, cm, mm or in
    std::string angle = "rad";  ///< deg or rad

    double metres(double value) const;  ///< exact quotient for cm and mm
    double radians(double value) const;
    double from_metres(double metres) const;
    double from_radians(double radians) const;

    /// 180 degrees in the angle unit: exact where that is degrees.
    double half_turn() const;

    /// What is wrong with a coordinate, a length or an angle given in these units, and what is allowed; empty if
    /// nothing is. Files and command line are held to the same.
    std::string coordinate_problem(double value) const;
    std::string length_problem(double value) const;
    std::string angle_problem(double value) const;  ///< at most one turn either way

    /// A length or an angle for people, with its unit: at most `digits` significant digits.
    std::string length_text(double metres, int digits = 6) const;
    std::string angle_text(double radians, int digits = 6) const;

    /// The same of either: its unit, the number in it, and both as text.
    std::string name_of(Dimension dimension) const;
    double to_si(double value, Dimension dimension) const;
    double from_si(double si, Dimension dimension) const;
    std::string text(double si, Dimension dimension, int digits = 6) const;
};

}  // namespace hexscan
