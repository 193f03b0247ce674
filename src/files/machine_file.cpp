#include "src/files/machine_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/files/joint_pairs_file.h"
#include "src/files/named_directions.h"
#include "src/files/shared_limit_keys.h"
#include "src/files/turned_frames.h"
#include "src/machine/home_state.h"
#include "src/machine/mid_pose.h"

namespace hexscan {
namespace {

using Joints = std::array<Vector, leg_count>;

const std::vector<std::string_view> pose_keys{"x", "y", "z", "roll", "pitch", "yaw"};

Joints read_vectors(const Value& value, const char* list, const char* what) {
    const auto items = value.items(leg_count, list);
    Joints vectors{};
    std::transform(items.begin(), items.end(), vectors.begin(), [&](const Value& v) { return read_vector(v, what); });
    return vectors;
}

void read_joints(const Section& section, const Units& units, SideDescription& side) {
    const auto joints = section.find("joints");
    if (joints) {
        for (const std::string_view key : joint_pair_keys)
            if (const auto shorthand = section.find(key))
                shorthand->fail(
                    "cannot be combined with joints; remove this key, or replace joints by radius (or side) and spread "
                    "(or pair_distance)");
        side.joints = read_vectors(*joints, "joints, each [x, y, z]", "coordinates");
        return;
    }
    side.pairs = read_joint_pairs(section, units);
}

void read_axes(const Section& section, SideDescription& side) {
    const auto value = section.find("axis");
    if (!value) return;
    if (value->is_list()) {
        side.axis = AxisRule::listed;
        const std::vector<Value> items = value->items("components, [x, y, z], or six such lists");
        if (!items.empty() && items.front().is_list())
            side.axes = read_vectors(*value, "axes, each [x, y, z]", "components");
        else
            side.axes.fill(read_vector(*value, "components, [x, y, z]"));
        return;
    }
    std::vector<std::string_view> words;
    for (const AxisWord& known : axis_words) words.push_back(known.word);
    const std::string word = choice(*value, words, joined(words, ", ") + ", a vector [x, y, z] or a list of six");
    side.axis = std::ranges::find(axis_words, std::string_view(word), &AxisWord::word)->rule;
}

/// Reads a pair or a vector per leg, given once for all legs or six times.
template <class LegsOfKind>
void read_parts(const Value& value, std::span<const LegNumber<LegsOfKind>> parts, LegsOfKind& legs) {
    const char* const what = parts.size() == 2 ? "numbers, [from, to]" : "components, [x, y, z]";
    if (!value.is_list()) value.fail(fmt::format("must be {}, or a list of six", parts.front().words));
    const std::vector<Value> items = value.items(what);
    const bool each = !items.empty() && items.front().is_list();
    if (each && items.size() != leg_count) (void)value.items(leg_count, "lists, one per leg");
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const std::vector<Value> numbers = (each ? items[leg] : value).items(parts.size(), what);
        for (std::size_t part = 0; part < parts.size(); ++part)
            (legs.*parts[part].values)[leg] = numbers[part].number();
    }
}

/// Sets the three components of each leg's direction.
template <class LegsOfKind>
void set_directions(const std::array<Vector, leg_count>& directions, std::span<const LegNumber<LegsOfKind>> parts,
                    LegsOfKind& legs) {
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        (legs.*parts[0].values)[leg] = directions[leg].x;
        (legs.*parts[1].values)[leg] = directions[leg].y;
        (legs.*parts[2].values)[leg] = directions[leg].z;
    }
}

/// The ends of both angles of a leg's joint.
void read_ranges(const Value& value, std::size_t leg, UniversalJoints& joints) {
    const auto ends = UniversalJoints::numbers().subspan(UniversalJoints::axis_parts);
    const std::vector<Value> pairs = value.items(2, "ranges, one about the fixed axis and one about the carried one");
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
        const std::vector<Value> numbers = pairs[pair].items(2, "numbers, [from, to]");
        for (std::size_t end = 0; end < numbers.size(); ++end)
            (joints.*ends[2 * pair + end].values)[leg] = numbers[end].number();
    }
}

/// Reads everything except a fixed axis that is a word, because such an axis depends on the joints of both sides.
UniversalJoints read_universal(const Value& value) {
    const Section section(value, {"axis", "ranges"});
    const auto rows = UniversalJoints::numbers();
    const auto axis = rows.first(UniversalJoints::axis_parts), ends = rows.subspan(UniversalJoints::axis_parts);
    UniversalJoints joints;
    const Value fixed = section.require("axis", fmt::format("must be {}, or a list of six", axis.front().words));
    if (!is_word(fixed)) read_parts(fixed, axis, joints);
    const Value ranges = section.require("ranges", fmt::format("must be {}, or a list of six", ends.front().words));
    const std::vector<Value> items = ranges.items("ranges");
    const bool each = items.size() == leg_count;
    for (std::size_t leg = 0; leg < leg_count; ++leg) read_ranges(each ? items[leg] : ranges, leg, joints);
    return joints;
}

SideDescription read_side(const Section& root, const char* key, const Units& units) {
    std::vector<std::string_view> keys{"joints",           "radius",    "side",  "spread", "pair_distance",
                                       "azimuth",          "height",    "order", "axis",   "max_tilt",
                                       "max_misalignment", "universal", "plate"};
    if (std::string_view(key) == "base") keys.push_back("at");
    const Section section{root.require(key,
                                       "give the six joints, as in {radius: 385, spread: 18} or {joints: [[x, y, z], "
                                       "...]}"),
                          keys,
                          {{{"diameter"}, "give the circle's radius, half of its diameter"},
                           {{"at"}, "base.at places the base; home places the platform"}}};
    SideDescription side;
    read_joints(section, units, side);
    read_axes(section, side);
    if (const auto tilt = section.find("max_tilt")) side.max_tilt = read_per_leg(*tilt);
    if (const auto bolt = section.find("max_misalignment")) side.max_misalignment = read_per_leg(*bolt);
    if (const auto joint = section.find("universal")) side.universal = read_universal(*joint);
    if (const auto plate = section.find("plate")) side.plate = read_plate(*plate);
    return side;
}

/// Sets the fixed axes of a side's universal joints if the file gives them as a word.
void read_named_axes(const Section& root, bool is_base, MachineDescription& description) {
    std::optional<UniversalJoints>& joints = (is_base ? description.base : description.platform).universal;
    if (!joints) return;
    const Value fixed = *root.find(is_base ? "base" : "platform")->find_in_map("universal")->find_in_map("axis");
    if (is_word(fixed))
        set_directions(named_directions(fixed, description, is_base),
                       UniversalJoints::numbers().first(UniversalJoints::axis_parts), *joints);
}

/// The description with joints and legs only. These determine the pose at which all legs are at their middle.
MachineDescription without_limits(const MachineDescription& description) {
    MachineDescription bare;
    bare.units = description.units;
    bare.orientation_order = description.orientation_order;
    bare.base.pairs = description.base.pairs;
    bare.base.joints = description.base.joints;
    bare.platform.pairs = description.platform.pairs;
    bare.platform.joints = description.platform.joints;
    bare.legs = description.legs;
    bare.tool = description.tool;
    return bare;
}

/// True if the machine keeps all its limits at that home.
bool is_reachable_home(MachineDescription description, const HomeDescription& home) {
    description.home = home;
    return home_state(build_machine(description))->reachable;
}

bool is_pose(const Value& home) { return home.is_map() || home.is_list(); }

/// The pose at which all legs are at their middle. It is the home if the file gives `mid`, and also if the file gives
/// no home and the machine satisfies its limits at this pose. Errors in numbers are reported when the machine is built.
std::optional<HomeDescription> mid_home(const MachineDescription& description, const std::optional<Value>& mid) {
    try {
        const MidPose found = mid_pose(build_machine(without_limits(description)));
        if (mid && !found.pose)
            mid->fail(fmt::format("is mid, but {}; give home: {{x, y, z, roll, pitch, yaw}}", found.problem));
        if (!found.pose) return std::nullopt;
        const Units& units = description.units;
        const auto [p, o] = *found.pose;
        const HomeDescription home{units.from_metres(p.x),          units.from_metres(p.y),
                                   units.from_metres(p.z),          units.from_radians(o.roll_rad),
                                   units.from_radians(o.pitch_rad), units.from_radians(o.yaw_rad)};
        return mid || is_reachable_home(description, home) ? std::optional(home) : std::nullopt;
    } catch (const DescriptionError&) {
        return std::nullopt;
    }
}

/// The problem of a list of coordinates. Shows the map to write instead, such as {x: 0, y: 0, z: 150}.
std::string list_of_coordinates_problem(const Value& list) {
    std::string map;
    const std::vector<Value> items = list.items("coordinates");
    for (std::size_t k = 0; k < std::min(items.size(), pose_keys.size()); ++k) {
        const bool is_word = !items[k].is_list() && !items[k].is_map() && !items[k].is_empty();
        map += fmt::format("{}{}: {}", k == 0 ? "" : ", ", pose_keys[k], is_word ? shown(items[k].text()) : "...");
    }
    return fmt::format("is a list; coordinates are named, as in {{{}}}", map.empty() ? "x: 0, y: 0, z: 150" : map);
}

/// The section of a pose, which must be a map of coordinates and angles.
Section pose_section(const Value& value) {
    if (value.is_list()) value.fail(list_of_coordinates_problem(value));
    return {value, pose_keys};
}

/// Reads the home. The rest of the description must have been read before.
std::optional<HomeDescription> read_home(const Section& root, const MachineDescription& description) {
    const auto value = root.find("home");
    if (!value) return mid_home(description, std::nullopt);
    if (!is_pose(*value)) {
        (void)choice(*value, {"mid"}, "mid, where all legs are at their middle, or {x, y, z, roll, pitch, yaw}");
        return mid_home(description, value);
    }
    const Section home = pose_section(*value);
    return HomeDescription{number_or_zero(home, "x"),    number_or_zero(home, "y"),     number_or_zero(home, "z"),
                           number_or_zero(home, "roll"), number_or_zero(home, "pitch"), number_or_zero(home, "yaw")};
}

std::optional<ToolDescription> read_tool(const Section& root) {
    const auto value = root.find("tool");
    if (!value) return std::nullopt;
    const Section tool = pose_section(*value);
    return ToolDescription{number_or_zero(tool, "x"), number_or_zero(tool, "y"), number_or_zero(tool, "z")};
}

Orientation read_orientation(const Section& frame, const UnitReader& read) {
    const auto angle = [&](const char* key) {
        return read_or_zero(frame, key, [&](const Value& value) { return read.angle_rad(value); });
    };
    return {angle("roll"), angle("pitch"), angle("yaw")};
}

/// The pose of the base's frame in the frame of positions.
std::optional<Pose> read_base_at(const Section& root, const UnitReader& read) {
    const auto value = root.find("base")->find_in_map("at");
    if (!value) return std::nullopt;
    const Section frame = pose_section(*value);
    const auto coordinate = [&](const char* key) {
        return read_or_zero(frame, key, [&](const Value& v) { return read.coordinate_m(v); });
    };
    return Pose{{coordinate("x"), coordinate("y"), coordinate("z")}, read_orientation(frame, read)};
}

/// Transforms the machine into the frame of positions (turned_frames.h) if the file has base.at or a turned tool. They
/// exclude plates, because plates are perpendicular to z.
void turn_frames(const Section& root, const UnitReader& read, MachineDescription& description) {
    const auto base_at = read_base_at(root, read);
    const auto tool = root.find("tool");
    const Orientation tool_turned = tool ? read_orientation(pose_section(*tool), read) : Orientation{};
    const std::tuple<const char*, const char*, const char*, bool> plates[] = {
        {"base.plate", "base.at", "give keep_out instead, or leave base.at out and give base.joints in the world frame",
         base_at && description.base.plate},
        {"platform.plate", "a tool that is turned",
         "leave out the tool's roll, pitch and yaw, and give platform.joints in the tool's frame",
         tool_turned != Orientation{} && description.platform.plate}};
    for (const auto& [key, beside, cure, is_turned] : plates)
        if (is_turned)
            root.nearest(key).fail(
                fmt::format("cannot be combined with {}, because plates are perpendicular to z; {}", beside, cure));
    turn_frames(base_at, tool_turned, description);
}

/// Reads a number per leg. If the file gives a span instead, the number is the sum of the span and another number.
template <class LegsOfKind>
PerLeg read_number(const Section& section, const LegNumber<LegsOfKind>& row, const LegsOfKind& legs) {
    const auto span = row.span_key.empty() ? std::nullopt : section.find(row.span_key);
    if (span && section.find(row.key)) span->fail(fmt::format("cannot be combined with {}; give one of them", row.key));
    if (!span) return read_per_leg(section.require(row.key, fmt::format("must be {}, or a list of six", row.words)));
    PerLeg values = read_per_leg(*span);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!(values[i] >= 0)) span->fail(fmt::format("is {}; must be at least 0", values[i]));
        values[i] += (legs.*row.above)[i];
    }
    return values;
}

/// Reads how far legs move from their middle: one number for both directions, one such number per leg, or [from, to].
std::pair<PerLeg, PerLeg> read_from_middle(const Value& range) {
    PerLeg from{}, to{};
    if (range.is_list() && range.items("numbers").size() == 2) {
        const auto [low, high] = read_ends(range, [](const Value& end) { return end.number(); });
        from.fill(low);
        to.fill(high);
        return {from, to};
    }
    to = read_per_leg(range);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!(to[i] >= 0))
            range.fail(fmt::format("is {}; must be a distance in either direction, at least 0, or [from, to]", to[i]));
        from[i] = -to[i];
    }
    return {from, to};
}

/// Reads middle and range instead of min and max.
void read_middle(const Section& section, TelescopicLegs& legs) {
    constexpr const char* forms = "give min and max, min and stroke, or middle and range";
    for (const char* key : {"min", "max", "stroke"})
        if (const auto value = section.find(key))
            value->fail(fmt::format("cannot be combined with middle and range; {}", forms));
    const Value range =
        section.require("range", fmt::format("must be the distance that legs move from their middle; {}", forms));
    const PerLeg middle =
        read_per_leg(section.require("middle", fmt::format("must be the legs' middle length; {}", forms)));
    const auto [from, to] = read_from_middle(range);
    for (std::size_t i = 0; i < leg_count; ++i) {
        legs.min_length[i] = middle[i] + from[i];
        legs.max_length[i] = middle[i] + to[i];
        if (!(legs.min_length[i] >= 0))
            range.fail(fmt::format("begins {} below the middle length of {}; the shortest length must be at least 0",
                                   -from[i], middle[i]));
    }
}

/// Reads a word for all legs, or a list of six. The default is the first allowed word.
template <class LegsOfKind>
void read_word(const Section& section, const LegWord<LegsOfKind>& row, LegsOfKind& legs) {
    const auto value = section.find(row.key);
    if (!value) return;
    const std::vector<std::string_view> allowed(row.allowed.begin(), row.allowed.end());
    const auto number_of_word = [&](const Value& item) {
        const std::string word =
            choice(item, allowed, joined(allowed, " or ") + (value->is_list() ? "" : ", or a list of six"));
        return static_cast<std::uint8_t>(std::find(allowed.begin(), allowed.end(), word) - allowed.begin());
    };
    if (!value->is_list()) {
        (legs.*row.values).fill(number_of_word(*value));
        return;
    }
    const auto items = value->items(leg_count, "words, one per leg");
    std::transform(items.begin(), items.end(), (legs.*row.values).begin(), number_of_word);
}

/// The keys of a kind's numbers and words.
template <class LegsOfKind>
std::vector<std::string_view> keys_of_kind() {
    std::vector<std::string_view> keys;
    for (const LegNumber<LegsOfKind>& row : LegsOfKind::numbers()) {
        if (row.part == 0) keys.push_back(row.key);
        if (!row.span_key.empty()) keys.push_back(row.span_key);
    }
    for (const LegWord<LegsOfKind>& row : LegsOfKind::words()) keys.push_back(row.key);
    if (std::is_same_v<LegsOfKind, TelescopicLegs>) keys.insert(keys.end(), {"middle", "range"});
    return keys;
}

/// Keys that only legs of other kinds have, grouped by the hint that an error about them gives. `says_kind` is true if
/// the file gives the kind of its legs.
template <class LegsOfKind>
std::map<std::string, std::vector<std::string_view>> keys_of_other_kinds(bool says_kind) {
    std::map<std::string_view, std::vector<std::string>> kinds_with;
    [&]<class... Legs>(std::type_identity<std::variant<Legs...>>) {
        const auto add = [&]<class Other>(std::type_identity<Other>) {
            if constexpr (!std::is_same_v<Other, LegsOfKind>)
                for (const std::string_view key : keys_of_kind<Other>())
                    kinds_with[key].push_back(fmt::format("kind: {}", Other::kind));
        };
        (add(std::type_identity<Legs>()), ...);
    }(std::type_identity<AnyLegs>());
    std::map<std::string, std::vector<std::string_view>> by_cure;
    for (const auto& [key, kinds] : kinds_with)
        by_cure[fmt::format("only legs of {} have this key; {} {}", joined(kinds, " or "),
                            says_kind ? "these are" : "legs with no kind given are", LegsOfKind::kind)]
            .push_back(key);
    return by_cure;
}

/// Reads the numbers and words of legs of one kind. `sides` must have the joints.
template <class LegsOfKind>
LegsOfKind read_numbers(const Value& value, const MachineDescription& sides) {
    const std::span<const LegNumber<LegsOfKind>> rows = LegsOfKind::numbers();
    std::vector<std::string_view> keys{"kind"};
    const std::vector<std::string_view> own = keys_of_kind<LegsOfKind>();
    keys.insert(keys.end(), own.begin(), own.end());
    keys.insert(keys.end(), {"diameter", "gap", "free_ends", "max_force", "stiffness", "min_stiffness"});
    // Only arms can have this key. For other legs, read_load() reports the key with a better message than "unknown
    // key".
    if (std::is_same_v<LegsOfKind, RotaryLegs> || value.find_in_map("max_torque")) keys.push_back("max_torque");
    const auto of_others = keys_of_other_kinds<LegsOfKind>(value.find_in_map("kind").has_value());
    std::vector<OtherKind> others;
    for (const auto& [cure, other_keys] : of_others) others.push_back({other_keys, cure});
    const Section section(value, keys, others);
    LegsOfKind legs;
    if constexpr (std::is_same_v<LegsOfKind, TelescopicLegs>)
        if (section.find("middle") || section.find("range")) {
            read_middle(section, legs);
            return legs;
        }
    for (const LegNumber<LegsOfKind>& row : rows)
        if (row.given != nullptr && section.find(row.key)) legs.*row.given = true;
    if constexpr (requires { legs.missing(); })
        if (const std::string missing = legs.missing(); !missing.empty()) section.fail(missing);
    for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(rows[first].parts)) {
        const LegNumber<LegsOfKind>& row = rows[first];
        if (!row.is_given(legs)) continue;
        const auto given = section.find(row.key);
        if (row.key == "azimuth" && is_word(*given)) {
            if (const auto azimuths = named_azimuths(*given, sides)) legs.*row.values = *azimuths;
        } else if (row.key == "rail" && given && is_word(*given))
            set_directions(named_directions(*given, sides, true), rows.subspan(first, 3), legs);
        else if (row.parts == 1)
            legs.*row.values = read_number(section, row, legs);
        else
            read_parts(section.require(row.key, fmt::format("must be {}, or a list of six", row.words)),
                       rows.subspan(first, static_cast<std::size_t>(row.parts)), legs);
    }
    for (const LegWord<LegsOfKind>& row : LegsOfKind::words()) read_word(section, row, legs);
    return legs;
}

/// The keys that legs of this kind require, for a file without legs.
std::string needs_of_legs(const AnyLegs& legs) {
    return std::visit([](const auto& of_kind) { return std::string(of_kind.needs); }, legs);
}

AnyLegs read_legs(const Section& root, const MachineDescription& sides) {
    const Value value = root.require("legs", needs_of_legs({}));
    AnyLegs legs;
    if (const auto kind = value.find_in_map("kind")) {
        const std::vector<std::string_view> known = leg_kind_names();
        legs = *legs_of_kind(choice(*kind, known, joined(known, ", ")));
    }
    return std::visit(
        [&]<class LegsOfKind>(const LegsOfKind&) { return AnyLegs(read_numbers<LegsOfKind>(value, sides)); }, legs);
}

/// The value in the file that a key of a DescriptionError names. Limits on legs can also be in `scan`.
Value named(const Section& root, std::string_view key) {
    const auto scan = root.find("scan");
    const std::string_view in_scan = key.substr(key.starts_with("legs.") ? std::string_view("legs.").size() : 0);
    if (scan && scan->find_in_map(in_scan.substr(0, in_scan.find_first_of(".["))))
        return root.nearest(fmt::format("scan.{}", in_scan));
    return root.nearest(key);
}

/// Text such as " (leg 3)" if the key names an item of a list with one entry per leg. Keys count from 0, legs from 1.
std::string leg_of(const Section& root, std::string_view key) {
    const std::size_t index = key.find('[');
    if (index == std::string_view::npos || key.starts_with("keep_out")) return "";
    const Value list = named(root, key.substr(0, index));
    if (!list.is_list() || list.items("values").size() != leg_count) return "";
    const auto leg = parse_number<int>(key.substr(index + 1, key.find(']') - index - 1));
    return leg ? fmt::format(" (leg {})", *leg + 1) : "";
}

}  // namespace

Vector read_vector(const Value& value, const char* what) {
    const auto xyz = value.items(3, what);
    return {xyz[0].number(), xyz[1].number(), xyz[2].number()};
}

PerLeg read_per_leg(const Value& value) {
    PerLeg numbers{};
    if (!value.is_list()) {
        numbers.fill(value.number());
        return numbers;
    }
    const auto items = value.items(leg_count, "values, one per leg");
    std::transform(items.begin(), items.end(), numbers.begin(), [](const Value& v) { return v.number(); });
    return numbers;
}

MachineDescription read_description(const PlatformDocument& document) {
    const Section& root = document.root();
    MachineDescription description;
    description.name = root.require("name", "must be the name of the hexapod").text();
    description.units = document.units().units();
    if (const auto order = root.find("orientation_order"))
        description.orientation_order =
            choice(*order, {"zyx", "xyz"}, "zyx (R = Rz Ry Rx) or xyz (R = Rx Ry Rz)") == "xyz" ? OrientationOrder::xyz
                                                                                                : OrientationOrder::zyx;
    description.base = read_side(root, "base", description.units);
    description.platform = read_side(root, "platform", description.units);
    for (const bool is_base : {true, false}) read_named_axes(root, is_base, description);
    description.legs = read_legs(root, description);
    description.keep_out = read_keep_out(root);
    const std::pair<const char*, bool> obstacles[] = {{"keep_out", !description.keep_out.empty()},
                                                      {"base.plate", description.base.plate.has_value()},
                                                      {"platform.plate", description.platform.plate.has_value()}};
    const auto there = std::ranges::find(obstacles, true, &std::pair<const char*, bool>::second);
    read_shared_limits(root, description);
    if (there != std::end(obstacles) && !description.legs_apart)
        root.nearest(there->first).fail("needs leg diameters; give legs: {diameter: ...} (0: legs are lines)");
    description.tool = read_tool(root);
    turn_frames(root, document.units(), description);
    description.home = read_home(root, description);
    return description;
}

bool gives_home_pose(const PlatformDocument& document) {
    const auto home = document.root().find("home");
    return home && is_pose(*home);
}

Machine read_machine(const PlatformDocument& document) {
    try {
        return build_machine(read_description(document));
    } catch (const DescriptionError& error) {
        named(document.root(), error.key()).fail(error.problem() + leg_of(document.root(), error.key()));
    }
}

}  // namespace hexscan
