#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/machine_description.h"

/// The numbers of a machine's description, addressed by their keys in a machine file. Sweeps vary these numbers.
namespace hexscan {

/// Place of a number in a description.
struct NumberPlace {
    enum class Of {
        radius,
        spread,
        azimuth,
        height,
        joints,
        max_tilt,          ///< One number for each joint of a side.
        max_misalignment,  ///< One number for each joint of a side.
        universal,         ///< A number in a side's table UniversalJoints::numbers().
        legs,              ///< A number in the table of the legs' kind.
        home,              ///< The parts x, y, z, roll, pitch, yaw.
        tool,              ///< The parts x, y, z.
        // The numbers of limits that legs share begin here.
        legs_apart,  ///< The parts diameter, gap, free ends.
        plate,       ///< The parts radius, z.
        keep_out,    ///< Seven for each obstacle: radius, one end, the other end.
        min_conditioning,
        load,        ///< The parts force, torque, point of application.
        max_force,   ///< One number for each leg.
        max_torque,  ///< One number for each leg.
        stiffness,   ///< One number for each leg.
        min_stiffness
    } of = Of::radius;
    bool of_base = false;
    std::size_t index = 0;  ///< Index in a list: 3 * joint + component for joints, 6 * row + leg for tables.
    bool operator==(const NumberPlace&) const = default;

    /// True if the number bounds only a joint and affects nothing else.
    bool bounds_joint() const { return of == Of::max_tilt || of == Of::max_misalignment || of == Of::universal; }
    /// True if the number belongs to a limit that legs share. No joint and no leg depends on it.
    bool is_of_shared_limit() const { return of >= Of::legs_apart; }
};

/// The number at that place. The description must have it.
double& number_at(MachineDescription& description, const NumberPlace& place);

/// The leg whose joint value the number bounds. A tolerance of this number counts as an error of that joint value.
/// Returns nullopt for other numbers.
std::optional<std::size_t> leg_of_joint_value(const MachineDescription& description, const NumberPlace& place);

/// A number and its full key: "base.radius", "legs.max[3]", "platform.joints[0][2]".
struct DescriptionNumber {
    std::string key;
    Dimension dimension = Dimension::length;
    NumberPlace place;
    /// The key that addresses this number for all legs at once, such as "legs.max", "legs.travel.to",
    /// "base.universal.ranges.fixed.from" or "legs.rail.x". It is empty if not every leg has such a number.
    std::string of_every_leg{};
};

/// The numbers that a key addresses. A key can address one number or all numbers of a list: "legs.max" (6),
/// "base.joints" (18), "base.joints[2]" (3). It can also address one number of every leg: "legs.travel.to" (6). The
/// result is empty if the description has no such number, for example the radius of a side whose joints are listed.
std::vector<DescriptionNumber> numbers_of(const MachineDescription& description, std::string_view key);

/// All keys that address numbers of this description, including keys of lists and keys of one number of every leg.
/// Error messages list them as allowed.
std::vector<std::string> number_keys(const MachineDescription& description);
/// The `of_every_leg` keys of these numbers, without duplicates. The result is empty if one of the numbers has no such
/// key.
std::vector<std::string> keys_of_every_leg(const std::vector<DescriptionNumber>& numbers);
/// True if one value can sensibly be set for all of these numbers. This holds for a single number, and for the same
/// number of several legs. It does not hold for the two ends of a pair or for coordinates.
bool may_be_the_same(const std::vector<DescriptionNumber>& numbers);

}  // namespace hexscan
