#include "src/files/platform_file.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/machine_file.h"
#include "src/files/shared_limit_keys.h"
#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

/// Reads an axis. If the file leaves out the ends or the count, `range` keeps its own. Equal ends without a count give
/// a single point.
void read_range(const Section& scan, const char* key, const char* count_key, const UnitReader& read, ScanRange& range) {
    const auto value = scan.find(key);
    if (!value) return;
    const Section axis(*value, {"from", "to", count_key});
    const auto from = axis.find("from"), to = axis.find("to"), count = axis.find(count_key);
    if (from || to) {
        range.from_m = read.coordinate_m(axis.require("from", "give a coordinate, as for 'to'"));
        range.to_m = read.coordinate_m(axis.require("to", "give a coordinate, as for 'from'"));
        range.open = false;
    }
    if (count) range.count = count->count(max_axis_points);
    if (!count && !range.open && range.from_m == range.to_m) range.count = 1;
    if (const std::string problem = scan_range_problem(range, read.units()); !problem.empty()) axis.fail(problem);
}

/// Reads an angle or a range of angles.
AngleRange read_angles(const Section& orientation, const char* key, const UnitReader& read) {
    const auto value = orientation.find(key);
    if (!value) return {};
    if (!value->is_map()) {
        const double angle_rad = read.angle_rad(*value);
        return {angle_rad, angle_rad, 1};
    }
    const Section range(*value, {"from", "to", "points"});
    const AngleRange angles{read.angle_rad(range.require("from", "give the smallest angle")),
                            read.angle_rad(range.require("to", "give the largest angle")),
                            range.require("points", "must be the number of angles").count(max_orientations)};
    if (const std::string problem = angle_range_problem(angles, read.units()); !problem.empty()) range.fail(problem);
    return angles;
}

TiltCone read_cone(const Value& value, const UnitReader& read) {
    const Section cone(value, {"to", "rings", "directions"});
    const TiltCone tilt{read.angle_rad(cone.require("to", "must be the largest tilt")),
                        cone.require("rings", "must be the number of rings").count(max_rings),
                        cone.require("directions", "must be the number of directions").count(max_orientations)};
    if (const std::string problem = tilt_cone_problem(tilt, read.units()); !problem.empty()) cone.fail(problem);
    return tilt;
}

OrientationSet read_orientations(const Value& value, const UnitReader& read) {
    const Section orientation(value, {"roll", "pitch", "yaw", "tilt"});
    OrientationSet set;
    if (const auto tilt = orientation.find("tilt")) {
        for (const char* key : {"roll", "pitch"})
            if (const auto angle = orientation.find(key))
                angle->fail("cannot be combined with tilt; give either roll and pitch or a cone of tilts");
        set.tilt = read_cone(*tilt, read);
    }
    set.roll = read_angles(orientation, "roll", read);
    set.pitch = read_angles(orientation, "pitch", read);
    set.yaw = read_angles(orientation, "yaw", read);
    if (const std::string problem = orientation_count_problem(set); !problem.empty()) orientation.fail(problem);
    return set;
}

void read_workspace(const Section& scan, ScanRequest& request) {
    const auto workspace = scan.find("workspace");
    if (workspace)
        request.workspace =
            *workspace_kind(choice(*workspace, {"constant", "total", "inclusive"}, "constant, total or inclusive"));
    else
        request.workspace = workspace_unless_named(request);
    const std::string problem = workspace_problem(request);
    if (problem.empty()) return;
    if (workspace) workspace->fail(problem);
    (void)scan.require("workspace", fmt::format("must be total or inclusive if there are several orientations"));
}

void read_maps(const Section& scan, ScanRequest& request) {
    const auto value = scan.find("map");
    if (!value) return;
    const std::vector<Value> names =
        value->is_list() ? value->items("maps: " + joined(map_names(), ", ")) : std::vector{*value};
    for (const Value& name : names) {
        const MapKind map = *map_kind(choice(name, map_names(), listed_maps("or") + ", or a list of them"));
        if (request.questions.ask_for(map)) name.fail("appears twice in the list; name each map once");
        request.questions.maps.push_back(map);
    }
}

void check_maps(const Section& scan, const ScanRequest& request) {
    const auto value = scan.find("map");
    if (!value) return;
    if (const std::string problem = map_problem(request); !problem.empty())
        value->fail(problem +
                    "; give scan.orientation, such as {tilt: {to: ..., rings: 4, directions: 8}}, or leave out the "
                    "map");
}

void read_certified(const Section& scan, ScanRequest& request) {
    const auto value = scan.find("certified");
    if (!value) return;
    request.questions.certified = choice(*value, {"true", "false"}, "true or false") == "true";
    if (const std::string problem = certificate_problem(request); !problem.empty()) value->fail(problem);
}

/// Reads a ball if there is a radius, otherwise a box.
Region read_region(const Section& section, const UnitReader& read) {
    const auto coordinate_m = [&](const Value& value) { return read.coordinate_m(value); };
    const auto radius = section.find("radius");
    PositionBox box;
    PositionBall ball;
    constexpr std::array keys{"x", "y", "z"};
    for (std::size_t axis = 0; axis < keys.size(); ++axis) {
        const Value at = section.require(
            keys[axis], radius ? "must be the centre's coordinate"
                               : "must be a number or [from, to], or the centre's coordinate if radius is given");
        if (radius)
            ball.centre_m[axis] = coordinate_m(at);
        else
            std::tie(box.low_m[axis], box.high_m[axis]) = read_ends(at, coordinate_m);
    }
    if (!radius) return box;
    ball.radius_m = read.length_m(*radius);
    return ball;
}

void read_tilt_inside(const Section& scan, const UnitReader& read, ScanRequest& request) {
    const auto value = scan.find("tilt_inside");
    if (!value) return;
    const Section section(*value, {"x", "y", "z", "radius"});
    request.questions.tilt_inside = read_region(section, read);
    if (const std::string problem = region_problem(*request.questions.tilt_inside, read.units()); !problem.empty())
        section.fail(problem);
    if (const std::string problem = tilt_inside_problem(request); !problem.empty())
        value->fail(problem + "; give map: tilt and orientation: {tilt: {to, rings, directions}}");
}

constexpr std::string_view needs_home = "needs a home pose; give home: {x, y, z, roll, pitch, yaw}";

void read_connected(const std::optional<Value>& value, ScanRequest& request) {
    if (!value) return;
    request.questions.connected = choice(*value, {"true", "false"}, "true or false") == "true";
    if (const std::string problem = connected_problem(request); !problem.empty()) value->fail(problem);
}

}  // namespace

ScanRequest read_scan(const Value& value, const UnitReader& read) {
    ScanRequest request;
    std::vector<std::string_view> keys{"orientation", "workspace", "map", "certified", "tilt_inside",
                                       "connected",   "x",         "y",   "z"};
    const std::vector<std::string_view> of_legs = keys_of_shared_limits();
    keys.insert(keys.end(), of_legs.begin(), of_legs.end());
    const Section scan(value, keys);
    if (const auto orientation = scan.find("orientation")) request.orientations = read_orientations(*orientation, read);
    read_maps(scan, request);
    read_workspace(scan, request);
    check_maps(scan, request);
    read_certified(scan, request);
    read_tilt_inside(scan, read, request);
    read_connected(scan.find("connected"), request);
    read_range(scan, "x", "points", read, request.x);
    read_range(scan, "y", "points", read, request.y);
    read_range(scan, "z", "slices", read, request.z);
    if (const std::string problem = scan_size_problem(request); !problem.empty()) scan.fail(problem);
    return request;
}

Platform read_platform(const PlatformDocument& document) {
    const Section& root = document.root();
    const auto scan = root.find("scan");
    Platform platform{read_machine(document), scan ? read_scan(*scan, document.units()) : ScanRequest{}};
    const auto of_scan = scan ? scan->find_in_map("connected") : std::nullopt;
    const auto connected = of_scan ? of_scan : root.find("connected");
    if (!of_scan) read_connected(connected, platform.scan);
    if (platform.scan.questions.connected && !platform.machine.home) connected->fail(std::string(needs_home));
    return platform;
}

bool counts_points(const PlatformDocument& document) {
    const auto scan = document.root().find("scan");
    return scan && std::ranges::any_of(std::array{"x", "y"}, [&](const char* axis) {
               const auto range = scan->find_in_map(axis);
               return range && range->find_in_map("points");
           });
}

Platform parse_platform(std::string_view text, const std::string& source_name) {
    return read_platform(PlatformDocument(text, source_name));
}

Platform load_platform(const std::filesystem::path& file) { return read_platform(PlatformDocument::load(file)); }

Platform built_in_platform() { return read_platform(PlatformDocument::built_in()); }

}  // namespace hexscan
