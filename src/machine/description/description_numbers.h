#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/machine_description.h"

/// The numbers of a machine's description by the keys that they have in a platform file: what a sweep varies.
namespace hexscan {

/// Where a number stands in a description.
struct NumberPlace {
    enum class Of {
        radius,
        spread,
        azimuth,
        height,
        joints,
        max_tilt,          ///< of a side
        max_misalignment,  ///< likewise
        universal,         ///< likewise, of its table
        legs,              ///< of their kind's table
        home,              ///< x, y, z, roll, pitch, yaw
        tool,              ///< x, y, z
        // What limits that legs share ask is from here on.
        legs_apart,  ///< diameter, gap, free ends
        plate,       ///< radius, z
        keep_out,    ///< seven of each: radius, one end, the other end
        min_conditioning,
        load,       ///< force, torque, where it acts
        max_force,  ///< of a leg
        max_torque  ///< likewise
    } of = Of::radius;
    bool of_base = false;
    std::size_t index = 0;  ///< in a list; of joints 3 joint + component, of tables six times the row + leg
    bool operator==(const NumberPlace&) const = default;

    /// Whether it bounds what a joint may do, and nothing else follows it.
    bool bounds_joint() const { return of == Of::max_tilt || of == Of::max_misalignment || of == Of::universal; }
    /// Whether it is what a limit that legs share asks, which no joint and no leg follows.
    bool is_of_shared_limit() const { return of >= Of::legs_apart; }
};

/// The number there; the description must have one there.
double& number_at(MachineDescription& description, const NumberPlace& place);

/// The leg whose joint value that number bounds: by what it is off the leg is off. Nothing of other numbers.
std::optional<std::size_t> leg_of_joint_value(const MachineDescription& description, const NumberPlace& place);

/// A number by its full key: "base.radius", "legs.max[3]", "platform.joints[0][2]".
struct DescriptionNumber {
    std::string key;
    Dimension dimension = Dimension::length;
    NumberPlace place;
    /// Of what each leg has: the key that names this number of every leg, such as "legs.max", "legs.travel.to",
    /// "base.universal.ranges.fixed.from" or "legs.rail.x". Else empty.
    std::string of_every_leg{};
};

/// The numbers that a key names: one, or every one of a list where the key names the list ("legs.max" six,
/// "base.joints" eighteen, "base.joints[2]" three), or that number of every leg ("legs.travel.to" six). Empty where
/// the description has no such number: the radius of listed joints, or joints of a side that is given by a radius.
std::vector<DescriptionNumber> numbers_of(const MachineDescription& description, std::string_view key);

/// Every key that names numbers of this description, lists as a whole and one number of every leg: what an error says
/// is allowed.
std::vector<std::string> number_keys(const MachineDescription& description);
/// Each of these numbers' key for every leg once; none where one of them has none.
std::vector<std::string> keys_of_every_leg(const std::vector<DescriptionNumber>& numbers);
/// Whether one value can be meant for all of them: there is one, or each is the same number of another leg. Ends of a
/// pair and coordinates are not.
bool may_be_the_same(const std::vector<DescriptionNumber>& numbers);

}  // namespace hexscan
