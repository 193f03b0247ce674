#include "src/results/page_file.h"

#include <fmt/format.h>

#include "src/base/atomic_file.h"
#include "src/base/text.h"
#include "src/machine/pose_clearance.h"
#include "src/results/page_document.h"

namespace hexscan {

/// Built by CMake, see CMakeLists.txt.
extern const char* const scan_page_shell;

namespace {

using nlohmann::json;

constexpr const char* page_file_name = "index.html";

json units_json(const Units& units) {
    return {
        {"length", units.length}, {"metres", units.metres(1)}, {"angle", units.angle}, {"radians", units.radians(1)}};
}

json axis_json(const GridAxis<double>& axis, const ThinnedAxis& thin) {
    return {{"from_m", axis.from_m}, {"to_m", axis.to_m}, {"step_m", axis.step_m},
            {"count", thin.count},   {"step", thin.step}, {"shown", thin.shown()}};
}

/// What radii.csv says of the shown slices, as columns.
json slices_json(const RadiiFile& radii, const ThinnedAxis& slices) {
    json columns = {{"reachable_points", json::array()}, {"area_m2", json::array()},
                    {"circle_x_m", json::array()},       {"circle_y_m", json::array()},
                    {"circle_radius_m", json::array()},  {"inscribed_radius_m", json::array()}};
    for (int slice = 0; slice < slices.count; slice += slices.step) {
        const SliceRadii& row = radii.radii(slice);
        const auto& circle = row.circumcircle;
        columns["reachable_points"].push_back(row.reachable_points);
        columns["area_m2"].push_back(row.area_m2);
        columns["circle_x_m"].push_back(circle ? json(circle->x_m) : json());
        columns["circle_y_m"].push_back(circle ? json(circle->y_m) : json());
        columns["circle_radius_m"].push_back(circle ? json(circle->radius_m) : json());
        columns["inscribed_radius_m"].push_back(row.inscribed_radius_m ? json(*row.inscribed_radius_m) : json());
    }
    return columns;
}

/// How messages name the limits: [leg][limit], as in the codes of the map "limit".
json limit_names() {
    json names = json::array();
    for (int leg = 0; leg < leg_count; ++leg) {
        json& of_leg = names.emplace_back(json::array());
        for (int limit = 0; limit < limits_per_leg; ++limit)
            of_leg.push_back(limit_text(leg, static_cast<LegLimit>(limit)));
    }
    return names;
}

std::string command_text(const std::vector<std::string>& words) {
    std::vector<std::string> quoted;
    for (const std::string& word : words) quoted.push_back(shell_quoted(word));
    return joined(quoted, " ");
}

}  // namespace

PageFile::PageFile(const RunRecord& record, const RadiiFile& radii, const std::filesystem::path& folder)
    : record_(record),
      radii_(radii),
      folder_(folder),
      plan_(make_scan_plan(record.platform)),
      runs_(page_grid(plan_)),
      maps_(page_grid(plan_)) {}

std::vector<AnnouncedFiles> PageFile::files() const { return {{.name = page_file_name}}; }

void PageFile::take(const Slice& slice) {
    runs_.take(slice);
    maps_.take(slice);
}

void PageFile::finish(const Delivery& delivery) {
    write_whole_file(folder_ / page_file_name, page_with_data(scan_page_shell, data(delivery)));
}

json PageFile::data(const Delivery& delivery) {
    const FinishedRun run{record_, radii_.summary(), plan_, delivery, record_.device_seconds + since_start_.seconds()};
    const PageGrid grid = runs_.fit();
    return {{"record", run_record_json(run)},
            {"name", escaped(record_.platform.machine.name)},
            {"command", command_text(record_.command_line)},
            {"summary", summary_lines(run)},
            {"units", units_json(record_.platform.machine.units)},
            {"limit_names", limit_names()},
            {"grid",
             {{"x", axis_json(plan_.geometry.x, grid.x)},
              {"y", axis_json(plan_.geometry.y, grid.y)},
              {"z", axis_json(plan_.geometry.z, grid.z)}}},
            {"slices", slices_json(radii_, grid.z)},
            {"runs", runs_.json()},
            {"maps", maps_.json(grid)}};
}

}  // namespace hexscan
