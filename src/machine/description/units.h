#pragma once

#include <string>

namespace hexscan {

/// Largest coordinate or length, in metres, whose squares and products stay finite in float.
inline constexpr double max_extent_m = 1e6;
/// Smallest length of a leg. A shorter leg has no meaningful direction.
inline constexpr double shortest_leg_m = 1e-9;

/// Dimension of a number. A plain number has no unit. Forces and torques are always in N and N m.
enum class Dimension { length, angle, number, force, torque };

/// The units of a platform file. hexscan computes in SI. The command line uses the file's units too.
struct Units {
    std::string length = "m";   ///< m, cm, mm or in
    std::string angle = "rad";  ///< deg or rad

    double metres(double value) const;  ///< exact division for cm and mm
    double radians(double value) const;
    double from_metres(double metres) const;
    double from_radians(double radians) const;

    /// 180 degrees in the angle unit; exact if that is degrees.
    double half_turn() const;

    /// The problem with a coordinate, a length or an angle in these units, with what is allowed. Empty if there is
    /// none. Used for files and for the command line.
    std::string coordinate_problem(double value) const;
    std::string length_problem(double value) const;
    std::string angle_problem(double value) const;  ///< at most one turn in either direction

    /// A length or an angle with its unit, for people. At most `digits` significant digits.
    std::string length_text(double metres, int digits = 6) const;
    std::string angle_text(double radians, int digits = 6) const;

    /// For a number of any dimension: its unit, its value in that unit or in SI, and its text.
    std::string name_of(Dimension dimension) const;
    double to_si(double value, Dimension dimension) const;
    double from_si(double si, Dimension dimension) const;
    std::string text(double si, Dimension dimension, int digits = 6) const;
};

}  // namespace hexscan
