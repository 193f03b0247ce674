#pragma once

#include <string>

namespace hexscan {

/// Largest coordinate or length, in metres, whose squares and products stay finite in float.
inline constexpr double max_extent_m = 1e6;
/// Smallest length of a leg. A shorter leg has no meaningful direction.
inline constexpr double shortest_leg_m = 1e-9;

/// Dimension of a number. A plain number has no unit. Forces, torques and stiffnesses are always in N, N m, N/m and
/// N m/rad.
enum class Dimension { length, angle, number, force, torque, stiffness, turning_stiffness };

/// The units of a machine file. hexscan computes in SI. Options on the command line use the file's units too.
struct Units {
    std::string length = "m";   ///< m, cm, mm or in
    std::string angle = "rad";  ///< deg or rad

    double metres(double value) const;  ///< divides for cm and mm, which rounds only once
    double radians(double value) const;
    double from_metres(double metres) const;
    double from_radians(double radians) const;

    /// 180 degrees in the angle unit; exact for degrees.
    double half_turn() const;

    /// Explains why a coordinate, a length or an angle in these units is not allowed, and names the allowed range. The
    /// result is empty if the value is allowed. Used for files and for the command line.
    std::string coordinate_problem(double value) const;
    std::string length_problem(double value) const;
    std::string angle_problem(double value) const;  ///< at most one turn in either direction

    /// Text for a length or an angle with its unit. At most `digits` significant digits.
    std::string length_text(double metres, int digits = 6) const;
    std::string angle_text(double radians, int digits = 6) const;

    /// For a number of any dimension: the name of its unit, its value in SI or in that unit, and its text.
    std::string name_of(Dimension dimension) const;
    double to_si(double value, Dimension dimension) const;
    double from_si(double si, Dimension dimension) const;
    std::string text(double si, Dimension dimension, int digits = 6) const;
};

}  // namespace hexscan
