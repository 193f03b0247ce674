#include "src/files/request_json.h"

#include <array>

#include "src/base/text.h"
#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

nlohmann::json range_json(const ScanRange& range) {
    return {{"from_m", range.from_m}, {"to_m", range.to_m}, {"count", range.count}};
}

ScanRange read_range(const JsonField& field) {
    const ScanRange range{field.at("from_m").number(), field.at("to_m").number(), field.at("count").integer<int>()};
    if (const std::string problem = scan_range_problem(range, {}); !problem.empty()) field.fail(problem);
    return range;
}

nlohmann::json angles_json(const AngleRange& range) {
    if (range.count == 1) return range.from_rad;
    return {{"from", range.from_rad}, {"to", range.to_rad}, {"points", range.count}};
}

nlohmann::json orientations_json(const OrientationSet& set) {
    if (set.tilt)
        return {{"tilt", {{"to", set.tilt->to_rad}, {"rings", set.tilt->rings}, {"directions", set.tilt->directions}}},
                {"yaw", angles_json(set.yaw)}};
    return {{"roll", angles_json(set.roll)}, {"pitch", angles_json(set.pitch)}, {"yaw", angles_json(set.yaw)}};
}

AngleRange read_angles(const JsonField& field) {
    const AngleRange range = field.is_object() ? AngleRange{field.at("from").number(), field.at("to").number(),
                                                            field.at("points").integer<int>()}
                                               : AngleRange{field.number(), field.number(), 1};
    if (const std::string problem = angle_range_problem(range, {}); !problem.empty()) field.fail(problem);
    return range;
}

OrientationSet read_orientations(const JsonField& field) {
    OrientationSet set;
    set.yaw = read_angles(field.at("yaw"));
    if (const auto tilt = field.find("tilt")) {
        set.tilt =
            TiltCone{tilt->at("to").number(), tilt->at("rings").integer<int>(), tilt->at("directions").integer<int>()};
        if (const std::string problem = tilt_cone_problem(*set.tilt, {}); !problem.empty()) tilt->fail(problem);
    } else {
        set.roll = read_angles(field.at("roll"));
        set.pitch = read_angles(field.at("pitch"));
    }
    if (const std::string problem = orientation_count_problem(set); !problem.empty()) field.fail(problem);
    return set;
}

nlohmann::json maps_json(const std::vector<MapKind>& maps) {
    nlohmann::json names = nlohmann::json::array();
    for (const MapKind map : maps) names.push_back(name_of(map));
    return names;
}

constexpr std::array centre_keys{"x_m", "y_m", "z_m"};
constexpr std::array region_sides{"x", "y", "z"};

nlohmann::json region_json(const std::optional<Region>& region) {
    if (!region) return nullptr;
    nlohmann::json written = nlohmann::json::object();
    if (const auto* const ball = std::get_if<PositionBall>(&*region)) {
        for (std::size_t axis = 0; axis < region_sides.size(); ++axis)
            written[centre_keys[axis]] = ball->centre_m[axis];
        written["radius_m"] = ball->radius_m;
        return {{"ball", written}};
    }
    const auto& box = std::get<PositionBox>(*region);
    for (std::size_t axis = 0; axis < region_sides.size(); ++axis)
        written[region_sides[axis]] = {{"from_m", box.low_m[axis]}, {"to_m", box.high_m[axis]}};
    return {{"box", written}};
}

Region read_region(const JsonField& field) {
    Region region;
    if (const auto ball = field.find("ball")) {
        PositionBall read{.radius_m = ball->at("radius_m").number()};
        for (std::size_t axis = 0; axis < region_sides.size(); ++axis)
            read.centre_m[axis] = ball->at(centre_keys[axis]).number();
        region = read;
    } else {
        PositionBox read;
        const JsonField box = field.at("box");
        for (std::size_t axis = 0; axis < region_sides.size(); ++axis) {
            read.low_m[axis] = box.at(region_sides[axis]).at("from_m").number();
            read.high_m[axis] = box.at(region_sides[axis]).at("to_m").number();
        }
        region = read;
    }
    if (const std::string problem = region_problem(region, {}); !problem.empty()) field.fail(problem);
    return region;
}

/// Reads the workspace and the questions. Records of earlier versions lack some of these fields.
void read_question(const JsonField& field, ScanRequest& request) {
    if (const auto workspace = field.find("workspace")) {
        const auto kind = workspace_kind(workspace->text());
        if (!kind) workspace->fail("is \"" + shown(workspace->text()) + "\"; must be constant, total or inclusive");
        request.workspace = *kind;
    }
    if (const auto maps = field.find("maps"))
        for (const JsonField& name : maps->elements()) {
            const auto kind = map_kind(name.text());
            if (!kind) name.fail("is \"" + shown(name.text()) + "\"; must be " + listed_maps("or"));
            request.questions.maps.push_back(*kind);
        }
    if (const auto certified = field.find("certified")) request.questions.certified = certified->flag();
    if (const auto region = field.find("tilt_inside")) request.questions.tilt_inside = read_region(*region);
    if (const auto connected = field.find("connected")) request.questions.connected = connected->flag();
    for (const std::string& problem : {workspace_problem(request), map_problem(request), certificate_problem(request),
                                       tilt_inside_problem(request), connected_problem(request)})
        if (!problem.empty()) field.fail(problem);
}

}  // namespace

nlohmann::json request_json(const ScanRequest& request) {
    nlohmann::json json = {
        {"orientation_rad", orientations_json(request.orientations)},
        {"workspace", name_of(request.workspace)},
        {"maps", maps_json(request.questions.maps)},
        {"certified", request.questions.certified},
        {"tilt_inside", region_json(request.questions.tilt_inside)},
        {"grid", {{"x", range_json(request.x)}, {"y", range_json(request.y)}, {"z", range_json(request.z)}}}};
    if (request.questions.connected) json["connected"] = true;
    return json;
}

ScanRequest request_from_json(const JsonField& field) {
    const JsonField grid = field.at("grid");
    ScanRequest request;
    request.orientations = read_orientations(field.at("orientation_rad"));
    read_question(field, request);
    request.x = read_range(grid.at("x"));
    request.y = read_range(grid.at("y"));
    request.z = read_range(grid.at("z"));
    if (const std::string problem = scan_size_problem(request); !problem.empty()) field.fail(problem);
    return request;
}

}  // namespace hexscan
