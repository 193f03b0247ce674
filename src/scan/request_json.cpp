#include "src/scan/request_json.h"

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
    if (!field.is_object()) return {field.number(), field.number(), 1};
    const AngleRange range{field.at("from").number(), field.at("to").number(), field.at("points").integer<int>()};
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

/// What later versions added is absent in older records.
void read_question(const JsonField& field, ScanRequest& request) {
    if (const auto workspace = field.find("workspace")) {
        const auto kind = workspace_kind(workspace->text());
        if (!kind) workspace->fail("must be constant, total or inclusive");
        request.workspace = *kind;
    }
    if (const auto maps = field.find("maps"))
        for (const JsonField& name : maps->elements()) {
            const auto kind = map_kind(name.text());
            if (!kind) name.fail("must be clearance, limit, tilt or share");
            request.maps.push_back(*kind);
        }
    if (const auto certified = field.find("certified")) request.certified = certified->flag();
    for (const std::string& problem : {workspace_problem(request), map_problem(request), certificate_problem(request)})
        if (!problem.empty()) field.fail(problem);
}

}  // namespace

nlohmann::json request_json(const ScanRequest& request) {
    return {{"orientation_rad", orientations_json(request.orientations)},
            {"workspace", name_of(request.workspace)},
            {"maps", maps_json(request.maps)},
            {"certified", request.certified},
            {"grid", {{"x", range_json(request.x)}, {"y", range_json(request.y)}, {"z", range_json(request.z)}}}};
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
