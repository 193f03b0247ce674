#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kernels/scan_geometry.h"

namespace hexscan {

using Vector = Vec3<double>;

/// The units a platform file is written in. Inside hexscan everything is SI;
/// these convert what the user types on the command line, which is in the file's units too.
struct Units {
    std::string length = "m";  ///< m, cm, mm or in
    std::string angle = "rad"; ///< deg or rad

    double metres(double value) const;   ///< exact quotient for cm and mm
    double radians(double value) const;
    double from_metres(double metres) const;
    double from_radians(double radians) const;
};

/// Position in metres and roll, pitch, yaw in radians; R = Rz(yaw) Ry(pitch) Rx(roll).
struct Pose {
    Vector position_m{0, 0, 0};
    double roll_rad = 0, pitch_rad = 0, yaw_rad = 0;
};

/// Six joints of one side: where they are and how far the leg may tilt from each joint's axis.
struct JointSet {
    std::array<Vector, leg_count> points_m{};
    std::array<Vector, leg_count> axes{};             ///< unit vectors in the side's own frame
    std::array<double, leg_count> max_tilt_rad{};     ///< infinity where there is no limit
};

/// One axis of the scan: `count` grid points from `from_m` to `to_m`, both ends included.
struct ScanRange {
    double from_m = 0, to_m = 0;
    int count = 1;
};

struct ScanSettings {
    double roll_rad = 0, pitch_rad = 0, yaw_rad = 0;
    ScanRange x, y, z;
};

/// A validated hexapod (6-UPS) with the scan its file asks for. SI throughout.
struct Platform {
    std::string name;
    Units units;
    JointSet base;      ///< base frame
    JointSet platform;  ///< platform frame
    std::array<double, leg_count> min_length_m{}, max_length_m{};
    std::optional<Pose> home;
    ScanSettings scan;
};

/// What is wrong with a platform file, as `file:line: key: what is wrong and what is allowed`.
class PlatformError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Parses and validates a platform description (YAML; JSON is a subset).
/// `source_name` is what errors call the file. Throws PlatformError.
Platform parse_platform(std::string_view text, const std::string& source_name);

/// Reads `file` and parses it. Throws PlatformError, also when the file cannot be read.
Platform load_platform(const std::filesystem::path& file);

/// The built-in platform: the text of platforms/case-study.yaml, compiled in.
Platform built_in_platform();

/// Checks one scan axis (finite, from <= to, at least one point, several points only on a
/// range that has length, a count the machine can index). Returns what is wrong and what is
/// allowed, or an empty string. Shared by the parser and the command line.
std::string scan_range_problem(const ScanRange& range);

/// Checks that all points of a scan whose axes are right can be indexed. Returns what is wrong and what
/// is allowed, or an empty string.
std::string scan_size_problem(const ScanSettings& scan);

/// Largest coordinate or length, in metres, whose squares and products stay finite in float.
inline constexpr double max_extent_m = 1e6;
/// Points on one axis at most.
inline constexpr int max_axis_points = 1 << 24;

/// sin and cos with the values 0, +-1/2 and +-1 met exactly at multiples of 30 and 60 degrees, so that
/// points meant to lie on a limit do. Angle in radians.
double exact_sin(double angle_rad);
double exact_cos(double angle_rad);

/// Row-major rotation matrix Rz(yaw) Ry(pitch) Rx(roll), applied to v.
Vector rotate(const Vector& v, double roll_rad, double pitch_rad, double yaw_rad);
/// The inverse rotation applied to v.
Vector rotate_back(const Vector& v, double roll_rad, double pitch_rad, double yaw_rad);

}  // namespace hexscan
