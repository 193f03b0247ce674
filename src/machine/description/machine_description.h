#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "hexscan/errors.h"
#include "src/machine/machine.h"

/// A hexapod as its user writes it down: what a platform file says, before it is a machine. A sweep changes numbers
/// here and builds a machine of each change.
namespace hexscan {

/// Of two orders that turn legs alike the one that turns them counter-clockwise, as seen from above from base to
/// platform, or the other one.
enum class PairOrder { not_given, left, right };

/// Three pairs of joints on a circle, the symmetric shorthand: joint angles azimuth + k third turns -/+ spread / 2. In
/// the file's units, as all numbers here.
struct JointPairs {
    double radius = 0, spread = 0, azimuth = 0, height = 0;
    PairOrder order = PairOrder::not_given;
};

/// How the axes of a side's joints are given.
enum class AxisRule {
    up,          ///< (0, 0, 1)
    down,        ///< (0, 0, -1)
    home,        ///< along the leg, or its rod, at the home pose
    motor,       ///< the motor's axis of rotary legs, for the bolts of rod ends
    radial,      ///< across z, away from the joints' middle
    tangential,  ///< across z and the radial one, counter-clockwise as seen from above
    listed       ///< one by one; those that arms carry as they are at angle 0
};
/// The rules that are words in a file.
struct AxisWord {
    std::string_view word;
    AxisRule rule;
};
inline constexpr std::array axis_words{
    AxisWord{"up", AxisRule::up},         AxisWord{"down", AxisRule::down},
    AxisWord{"home", AxisRule::home},     AxisWord{"motor", AxisRule::motor},
    AxisWord{"radial", AxisRule::radial}, AxisWord{"tangential", AxisRule::tangential}};

/// The base or the platform as the file gives it.
struct SideDescription {
    std::optional<JointPairs> pairs;         ///< else `joints` holds
    std::array<Vector, leg_count> joints{};  ///< in leg order
    AxisRule axis = AxisRule::up;
    std::array<Vector, leg_count> axes{};      ///< where they are listed, of any length
    std::optional<PerLeg> max_tilt;            ///< nothing: no limit
    std::optional<PerLeg> max_misalignment;    ///< of rod ends, in its place
    std::optional<UniversalJoints> universal;  ///< likewise
    std::optional<Plate> plate;                ///< that legs keep away from
};

/// The pose that a machine is assembled in.
struct HomeDescription {
    double x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0;
};

/// The point that positions speak of, in the platform's frame.
struct ToolDescription {
    double x = 0, y = 0, z = 0;
};

/// All numbers in `units`.
struct MachineDescription {
    std::string name;
    Units units;
    OrientationOrder orientation_order = OrientationOrder::zyx;
    SideDescription base, platform;
    AnyLegs legs;
    std::optional<HomeDescription> home;
    std::optional<ToolDescription> tool;          ///< nothing: the platform frame's origin
    std::vector<KeptOut> keep_out;                ///< what stands in the way of legs
    std::optional<LegsApart> legs_apart;          ///< nothing: legs are lines and may cross
    std::optional<SingularityLimit> singularity;  ///< nothing: singularities limit nothing
    std::optional<Load> load;                     ///< nothing: the legs carry none

    /// The legs of a description whose legs are telescopic.
    const TelescopicLegs& telescopic() const { return std::get<TelescopicLegs>(legs); }
    TelescopicLegs& telescopic() { return std::get<TelescopicLegs>(legs); }
};

/// No machine can be built. The message is "key: problem".
class DescriptionError : public InputError {
public:
    DescriptionError(const std::string& key, const std::string& problem)
        : InputError(key + ": " + problem, ErrorFacts{{}, 0, key}), problem_(problem) {}
    const std::string& key() const { return facts().key; }   ///< of the number that is wrong, as "legs.min[3]"
    const std::string& problem() const { return problem_; }  ///< what is wrong with it and what is allowed

private:
    std::string problem_;
};

/// The machine of a description. The same six joints make the same machine whichever pair an azimuth names: pairs are
/// put into the leg order that turns the legs least. Throws DescriptionError.
Machine build_machine(const MachineDescription& description);

}  // namespace hexscan
