#include "src/commands/question_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/option_values.h"
#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

constexpr std::string_view angles_allowed =
    "must be ROLL,PITCH,YAW, each a number in the machine's angle unit or FROM:TO:POINTS, such as -5:5:21";
constexpr std::string_view tilt_allowed =
    "must be TO:RINGSxDIRECTIONS, such as 10:20x36: tilts up to TO in the machine's angle unit, in rings";

constexpr std::string_view region_allowed =
    "must be a box X0:X1,Y0:Y1,Z0:Z1, a ball X,Y,Z,RADIUS, or none, in the machine's length unit";

AngleRange parse_angles(const std::string& whole, std::string_view part, const Units& units) {
    const std::vector<std::string_view> fields = split(part, ':');
    std::vector<double> angles;
    for (std::size_t i = 0; i < std::min<std::size_t>(fields.size(), 2); ++i) {
        const auto angle = parse_number<double>(fields[i]);
        if (!angle) reject_value("--orientation", whole, angles_allowed);
        if (const std::string problem = units.angle_problem(*angle); !problem.empty())
            reject_value("--orientation", whole, problem);
        angles.push_back(units.radians(*angle));
    }
    if (fields.size() == 1) return {angles[0], angles[0], 1};
    const auto count = fields.size() == 3 ? parse_number<int>(fields[2]) : std::nullopt;
    if (!count) reject_value("--orientation", whole, angles_allowed);
    const AngleRange range{angles[0], angles[1], *count};
    if (const std::string problem = angle_range_problem(range, units); !problem.empty())
        throw UsageError(fmt::format("--orientation {}: {} {}", shown(whole), part, problem));
    return range;
}

/// The orientations of a cone of tilts. The cone replaces roll and pitch; yaw is that of `before`.
OrientationSet parse_tilt(const std::string& text, const OrientationSet& before, const Units& units) {
    const std::vector<std::string_view> ends = split(text, ':');
    const std::vector<std::string_view> counts =
        ends.size() == 2 ? split(ends[1], 'x') : std::vector<std::string_view>{};
    if (counts.size() != 2) reject_value("--tilt", text, tilt_allowed);
    const auto to = parse_number<double>(ends[0]);
    const auto rings = parse_number<int>(counts[0]), directions = parse_number<int>(counts[1]);
    if (!to || !rings || !directions) reject_value("--tilt", text, tilt_allowed);
    if (const std::string problem = units.angle_problem(*to); !problem.empty()) reject_value("--tilt", text, problem);
    OrientationSet set;
    set.yaw = before.yaw;
    set.tilt = TiltCone{units.radians(*to), *rings, *directions};
    if (const std::string problem = tilt_cone_problem(*set.tilt, units); !problem.empty())
        throw UsageError(fmt::format("--tilt {}: {}", shown(text), problem));
    return set;
}

WorkspaceKind parse_workspace(const std::string& text) {
    if (const auto kind = workspace_kind(text)) return *kind;
    reject_word("--workspace", text, std::array<std::string_view, 3>{"constant", "total", "inclusive"},
                "must be constant, total or inclusive");
}

std::vector<MapKind> parse_maps(const std::string& text) {
    std::vector<MapKind> maps;
    if (text == none_word) return maps;
    for (const std::string_view name : split(text, ',')) {
        const auto kind = map_kind(name);
        if (!kind)
            reject_value(
                "--map", text,
                did_you_mean(name, map_names()) +
                    fmt::format("must be one or several of {}, separated by commas, or none", listed_maps("and")));
        if (std::find(maps.begin(), maps.end(), *kind) != maps.end())
            reject_value("--map", text, fmt::format("names {} twice; name each map once", name));
        maps.push_back(*kind);
    }
    return maps;
}

double parse_length_m(const std::string& whole, std::string_view part, const Units& units) {
    const auto length = parse_number<double>(part);
    if (!length || !std::isfinite(*length)) reject_value("--tilt-inside", whole, region_allowed);
    return units.metres(*length);
}

std::optional<Region> parse_region(const std::string& text, const Units& units) {
    if (text == none_word) return std::nullopt;
    const std::vector<std::string_view> parts = split(text, ',');
    PositionBox box;
    PositionBall ball;
    if (parts.size() != 3 && parts.size() != 4) reject_value("--tilt-inside", text, region_allowed);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<std::string_view> ends = split(parts[axis], ':');
        if (ends.size() > (parts.size() == 4 ? 1 : 2)) reject_value("--tilt-inside", text, region_allowed);
        box.low_m[axis] = ball.centre_m[axis] = parse_length_m(text, ends.front(), units);
        box.high_m[axis] = parse_length_m(text, ends.back(), units);
    }
    if (parts.size() == 4) ball.radius_m = parse_length_m(text, parts[3], units);
    const Region region = parts.size() == 4 ? Region(ball) : Region(box);
    if (const std::string problem = region_problem(region, units); !problem.empty())
        throw UsageError(fmt::format("--tilt-inside {}: {}", shown(text), problem));
    return region;
}

void check(const ScanRequest& request) {
    if (const std::string problem = orientation_count_problem(request.orientations); !problem.empty())
        throw UsageError(fmt::format("{}: {}", request.orientations.tilt ? "--tilt" : "--orientation", problem));
    if (const std::string problem = workspace_problem(request); !problem.empty())
        throw UsageError(fmt::format("--workspace: {}", problem));
    if (const std::string problem = map_problem(request); !problem.empty())
        throw UsageError(
            fmt::format("--map {}; see --orientation and --tilt, or leave the map out with --map none", problem));
    if (const std::string problem = certificate_problem(request); !problem.empty())
        throw UsageError(
            fmt::format("--certified: {}; leave out --certified, or scan.certified in the machine file", problem));
    if (const std::string problem = tilt_inside_problem(request); !problem.empty())
        throw UsageError(fmt::format(
            "--tilt-inside: {}; add --tilt TO:RxD --map tilt, or switch it off with --tilt-inside none", problem));
    if (const std::string problem = connected_problem(request); !problem.empty())
        throw UsageError(fmt::format("--connected: {}", problem));
}

/// For example "clearance, share (of the set)".
std::string maps_with_remarks() {
    std::vector<std::string> maps;
    for (const MapKind map : all_maps()) {
        const std::string_view remark = definition_of(map).remark;
        maps.push_back(remark.empty() ? std::string(name_of(map)) : fmt::format("{} ({})", name_of(map), remark));
    }
    return joined(maps, ", ");
}

}  // namespace

void add_question_options(OptionGroup& group) {
    add_option(group, "workspace", "total|inclusive",
               "total: reachable at all orientations of the set; inclusive: at one or more; constant: at the only one");
    add_option(group, "tilt", "TO:RxD", "cone of orientations: tilts up to TO, in R rings of D directions each");
    add_option(group, "map", "NAME,...",
               fmt::format("compute a number for each point: {}", maps_with_remarks()).c_str());
    add_option(group, "tilt-inside", "REGION",
               "largest tilt that is reachable throughout a box X0:X1,Y0:Y1,Z0:Z1 or a ball X,Y,Z,RADIUS, tested only "
               "at grid points and sampled directions");
    add_switch(group, "certified", "also prove a total workspace between the sampled orientations");
    add_switch(group, "connected", "keep only the part of the workspace that is connected to home");
}

OrientationSet parse_orientations(const std::string& text, const Units& units) {
    const std::vector<std::string_view> parts = split(text, ',');
    if (parts.size() != 3) reject_value("--orientation", text, angles_allowed);
    OrientationSet set;
    set.roll = parse_angles(text, parts[0], units);
    set.pitch = parse_angles(text, parts[1], units);
    set.yaw = parse_angles(text, parts[2], units);
    return set;
}

void apply_question(const Arguments& arguments, const Units& units, ScanRequest& request) {
    const auto orientations =
        arguments.parsed("orientation", [&](const std::string& text) { return parse_orientations(text, units); });
    const auto tilt = arguments.text("tilt");
    if (orientations && tilt)
        throw UsageError(
            "--tilt: cannot be combined with --orientation; give one of them (a cone's yaw comes from the file)");
    if (orientations) request.orientations = *orientations;
    if (tilt) request.orientations = parse_tilt(*tilt, request.orientations, units);
    request.questions.maps = arguments.parsed("map", parse_maps).value_or(request.questions.maps);
    // A file with one orientation names no workspace of a set, so the new orientations and maps determine the default.
    if (request.workspace == WorkspaceKind::constant) request.workspace = workspace_unless_named(request);
    request.workspace = arguments.parsed("workspace", parse_workspace).value_or(request.workspace);
    request.questions.tilt_inside =
        arguments.parsed("tilt-inside", [&](const std::string& text) { return parse_region(text, units); })
            .value_or(request.questions.tilt_inside);
    // The file's `certified` applies only to the file's own orientations and workspace.
    const bool asked_anew = orientations || tilt || arguments.text("workspace");
    request.questions.certified = arguments.on("certified") || (request.questions.certified && !asked_anew);
    request.questions.connected = arguments.on("connected") || request.questions.connected;
    check(request);
}

}  // namespace hexscan
