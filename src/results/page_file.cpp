#include "src/results/page_file.h"

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/base/version.h"
#include "src/files/machine_json.h"
#include "src/results/page_slice.h"
#include "src/system/atomic_file.h"

namespace hexscan {

/// Built by CMake, see CMakeLists.txt.
extern const char* const scan_page_shell;

namespace {

using nlohmann::json;

constexpr const char* page_file_name = "index.html";

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

std::string command_text(const std::vector<std::string>& words) {
    std::vector<std::string> quoted;
    for (const std::string& word : words) quoted.push_back(shell_quoted(word));
    return joined(quoted, " ");
}

}  // namespace

PageFile::PageFile(const RunRecord& record, const ScanPlan& plan, const RadiiFile& radii,
                   const std::filesystem::path& folder)
    : record_(record),
      radii_(radii),
      folder_(folder),
      plan_(plan),
      runs_(page_grid(plan_)),
      maps_(page_grid(plan_), tilt_values(plan_)) {}

std::vector<AnnouncedFiles> PageFile::files() const { return {{.name = page_file_name}}; }

void PageFile::take(const Slice& slice) {
    runs_.take(slice);
    maps_.take(slice);
}

void PageFile::finish(const Delivery& delivery) {
    write_whole_file(folder_ / page_file_name, page_with_data(scan_page_shell, words(delivery), data(delivery)));
}

FinishedRun PageFile::finished_run(const Delivery& delivery) const {
    return {record_, radii_.summary(), plan_, delivery, record_.seconds_before_scan() + since_start_.seconds()};
}

PageWords PageFile::words(const Delivery& delivery) const {
    PageWords words{
        escaped(record_.platform.machine.name), {orientation_text()}, summary_lines(finished_run(delivery))};
    words.facts.push_back(
        fmt::format("{} slices of {} x {} points, hexscan {}", plan_.slices(), plan_.columns(), plan_.rows(), version));
    return words;
}

std::string PageFile::orientation_text() const {
    const ScanRequest& scan = record_.platform.scan;
    return describe(scan.orientations, record_.platform.machine.units);
}

json PageFile::data(const Delivery& delivery) {
    const FinishedRun run = finished_run(delivery);
    const PageGrid grid = runs_.fit();
    return {{"record", run_record_json(run)},
            {"name", escaped(record_.platform.machine.name)},
            {"command", command_text(record_.command_line)},
            {"summary", summary_lines(run)},
            {"orientation", orientation_text()},
            {"units", units_json(record_.platform.machine.units)},
            {"limits", limits_json(limits_of(record_.platform.machine))},
            {"grid", grid_json(plan_, grid)},
            {"slices", slices_json(radii_, grid.z)},
            {"runs", runs_.json()},
            {"maps", coloured(maps_.json(grid), colours_of_maps(record_.platform))}};
}

}  // namespace hexscan
