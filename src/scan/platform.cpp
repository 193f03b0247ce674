#include "src/scan/platform.h"

#include <fmt/format.h>

#include "src/machine/machine_file.h"

namespace hexscan {
namespace {

/// An axis whose ends, whose count or both are left out keeps what `range` has there.
void read_range(const Section& scan, const char* key, const char* count_key, const UnitReader& read, ScanRange& range) {
    const auto value = scan.find(key);
    if (!value) return;
    const Section axis(*value, {"from", "to", count_key});
    const auto from = axis.find("from"), to = axis.find("to"), count = axis.find(count_key);
    if (from || to) {
        range.from_m = read.coordinate_m(axis.require("from", "must be a coordinate, as to is"));
        range.to_m = read.coordinate_m(axis.require("to", "must be a coordinate, as from is"));
        range.open = false;
    }
    if (count) range.count = count->count(max_axis_points);
    if (!count && !range.open && range.from_m == range.to_m) range.count = 1;
    if (const std::string problem = scan_range_problem(range, read.units()); !problem.empty()) axis.fail(problem);
}

Orientation read_orientation(const Value& value, const UnitReader& read) {
    const Section orientation(value, {"roll", "pitch", "yaw"});
    const auto at_rad = [&](const char* key) {
        return read_or_zero(orientation, key, [&](const Value& v) { return read.angle_rad(v); });
    };
    return {at_rad("roll"), at_rad("pitch"), at_rad("yaw")};
}

ScanRequest read_request(const PlatformDocument& document) {
    ScanRequest request;
    const auto value = document.root().find("scan");
    if (!value) return request;
    const Section scan(*value, {"orientation", "x", "y", "z"});
    if (const auto orientation = scan.find("orientation"))
        request.orientation = read_orientation(*orientation, document.units());
    read_range(scan, "x", "points", document.units(), request.x);
    read_range(scan, "y", "points", document.units(), request.y);
    read_range(scan, "z", "slices", document.units(), request.z);
    if (const std::string problem = scan_size_problem(request); !problem.empty()) scan.fail(problem);
    return request;
}

}  // namespace

Platform read_platform(const PlatformDocument& document) { return {read_machine(document), read_request(document)}; }

Platform parse_platform(std::string_view text, const std::string& source_name) {
    return read_platform(PlatformDocument(text, source_name));
}

Platform load_platform(const std::filesystem::path& file) { return read_platform(PlatformDocument::load(file)); }

Platform built_in_platform() { return read_platform(PlatformDocument::built_in()); }

}  // namespace hexscan
