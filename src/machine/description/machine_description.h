#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "hexscan/errors.h"
#include "src/machine/machine.h"

/// A hexapod as described in a machine file, before a machine is built from it. A sweep changes numbers here and builds
/// a machine from each change.
namespace hexscan {

/// Decides between two orders of pairs that turn the legs equally. `left` turns them counter-clockwise from base to
/// platform, seen from above.
enum class PairOrder { not_given, left, right };

/// Three pairs of joints on a circle: a shorthand for symmetric sides. The angles of the joints of pair k are azimuth +
/// k third turns -/+ spread / 2. Numbers are in the file's units, like all numbers in this header.
struct JointPairs {
    double radius = 0, spread = 0, azimuth = 0, height = 0;
    PairOrder order = PairOrder::not_given;
};

/// The ways in which the key `axis` of a side can give the axes of its joints.
enum class AxisRule {
    up,          ///< The vector (0, 0, 1).
    down,        ///< The vector (0, 0, -1).
    home,        ///< Along the leg or its rod at the home pose.
    motor,       ///< Along the axis of the leg's motor; for rotary legs only. It suits the bolts of rod ends.
    radial,      ///< Perpendicular to z, away from the joints' centre.
    tangential,  ///< Perpendicular to z and to the radial direction, counter-clockwise seen from above.
    listed       ///< Each axis is listed in the file. Axes that arms carry are given at angle 0.
};
/// A rule and the word for it in a file.
struct AxisWord {
    std::string_view word;
    AxisRule rule;
};
inline constexpr std::array axis_words{
    AxisWord{"up", AxisRule::up},         AxisWord{"down", AxisRule::down},
    AxisWord{"home", AxisRule::home},     AxisWord{"motor", AxisRule::motor},
    AxisWord{"radial", AxisRule::radial}, AxisWord{"tangential", AxisRule::tangential}};

/// The base or the platform as given in the file.
struct SideDescription {
    std::optional<JointPairs> pairs;         ///< nullopt: `joints` lists the joints
    std::array<Vector, leg_count> joints{};  ///< in leg order; used only without `pairs`
    AxisRule axis = AxisRule::up;
    std::array<Vector, leg_count> axes{};      ///< listed axes, of any length
    std::optional<PerLeg> max_tilt;            ///< nullopt: no limit
    std::optional<PerLeg> max_misalignment;    ///< replaces max_tilt for rod ends
    std::optional<UniversalJoints> universal;  ///< replaces max_tilt for universal joints
    std::optional<Plate> plate;                ///< legs keep clear of it
};

/// The pose in which the machine is assembled.
struct HomeDescription {
    double x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0;
};

/// The reference point of positions, in the platform frame.
struct ToolDescription {
    double x = 0, y = 0, z = 0;
};

/// The description of a machine. All numbers are in `units`.
struct MachineDescription {
    std::string name;
    Units units;
    OrientationOrder orientation_order = OrientationOrder::zyx;
    SideDescription base, platform;
    AnyLegs legs;
    std::optional<HomeDescription> home;
    std::optional<ToolDescription> tool;          ///< nullopt: the platform frame's origin
    std::vector<KeptOut> keep_out;                ///< obstacles that legs keep clear of
    std::optional<LegsApart> legs_apart;          ///< nullopt: legs are lines and may cross
    std::optional<SingularityLimit> singularity;  ///< nullopt: singularities limit nothing
    std::optional<Load> load;                     ///< nullopt: the legs carry no load
    std::optional<Stiffness> stiffness;           ///< nullopt: the legs' stiffness is not known

    /// The legs, which must be telescopic.
    const TelescopicLegs& telescopic() const { return std::get<TelescopicLegs>(legs); }
    TelescopicLegs& telescopic() { return std::get<TelescopicLegs>(legs); }
};

/// Thrown if no machine can be built from a description. The message is "key: problem".
class DescriptionError : public InputError {
public:
    DescriptionError(const std::string& key, const std::string& problem)
        : InputError(key + ": " + problem, ErrorFacts{{}, 0, key}), problem_(problem) {}
    const std::string& key() const { return facts().key; }   ///< key of the invalid number, such as "legs.min[3]"
    const std::string& problem() const { return problem_; }  ///< what is wrong with the number, and what is allowed

private:
    std::string problem_;
};

/// Builds the machine of a description. The joints of pairs are put into the leg order in which the legs turn least.
/// The machine is therefore the same whichever pair an azimuth names. Throws DescriptionError.
Machine build_machine(const MachineDescription& description);

}  // namespace hexscan
