#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/description/units.h"
#include "src/machine/rotation.h"

/// The orientations of a scan: one, all combinations of three ranges of angles, or a cone of tilts.
namespace hexscan {

/// Largest number of orientations in a set. Larger sets would need too large indices and too much time.
inline constexpr std::int64_t max_orientations = 1 << 20;

/// `count` angles from `from_rad` to `to_rad`, both included.
struct AngleRange {
    double from_rad = 0, to_rad = 0;
    int count = 1;

    /// Angle `index`. The last one is bitwise equal to `to_rad`.
    double angle_rad(int index) const {
        return index == count - 1 ? to_rad : from_rad + index * ((to_rad - from_rad) / (count - 1));
    }
    bool operator==(const AngleRange&) const = default;
};

/// Largest number of rings in a cone. The ring that a position reaches is stored in a byte.
inline constexpr int max_rings = 250;

/// Tilts of up to `to_rad` in every direction: no tilt, and `rings` rings of `directions` directions each.
struct TiltCone {
    double to_rad = 0;
    int rings = 1, directions = 1;
    bool operator==(const TiltCone&) const = default;
};

/// A set of orientations. With a cone, roll and pitch are unused and stay 0.
struct OrientationSet {
    AngleRange roll, pitch, yaw;
    std::optional<TiltCone> tilt;

    OrientationSet() = default;
    /// A set with one orientation.
    OrientationSet(const Orientation& orientation)
        : roll{orientation.roll_rad, orientation.roll_rad, 1},
          pitch{orientation.pitch_rad, orientation.pitch_rad, 1},
          yaw{orientation.yaw_rad, orientation.yaw_rad, 1} {}

    std::int64_t count() const;
    bool is_single() const { return count() == 1; }
    /// The first orientation of the set. A single set has no other.
    Orientation first() const { return {roll.from_rad, pitch.from_rad, yaw.from_rad}; }
    bool operator==(const OrientationSet&) const = default;
};

/// Explains what is wrong with a range of angles or a cone (its ends or counts) and what is allowed, in the given
/// units. Returns an empty text if nothing is wrong. Files and the command line use these functions.
std::string angle_range_problem(const AngleRange& range, const Units& units);
std::string tilt_cone_problem(const TiltCone& cone, const Units& units);
/// Explains that the set has too many orientations and how many are allowed. Returns an empty text if the number is
/// allowed.
std::string orientation_count_problem(const OrientationSet& set);

/// The set as text, in the given units: "9261 orientations: roll -5 to 5 deg (21), pitch ..., yaw ...".
std::string describe(const OrientationSet& set, const Units& units);

}  // namespace hexscan
