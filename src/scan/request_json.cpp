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

}  // namespace

nlohmann::json request_json(const ScanRequest& request) {
    return {{"orientation_rad",
             {{"roll", request.orientation.roll_rad},
              {"pitch", request.orientation.pitch_rad},
              {"yaw", request.orientation.yaw_rad}}},
            {"grid", {{"x", range_json(request.x)}, {"y", range_json(request.y)}, {"z", range_json(request.z)}}}};
}

ScanRequest request_from_json(const JsonField& field) {
    const JsonField orientation = field.at("orientation_rad"), grid = field.at("grid");
    ScanRequest request;
    request.orientation = {orientation.at("roll").number(), orientation.at("pitch").number(),
                           orientation.at("yaw").number()};
    request.x = read_range(grid.at("x"));
    request.y = read_range(grid.at("y"));
    request.z = read_range(grid.at("z"));
    if (const std::string problem = scan_size_problem(request); !problem.empty()) field.fail(problem);
    return request;
}

}  // namespace hexscan
