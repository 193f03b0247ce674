#include "src/results/page/page_file.h"

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/base/version.h"
#include "src/files/machine_json.h"
#include "src/results/output_kinds.h"
#include "src/results/page/page_slice.h"
#include "src/system/atomic_file.h"

namespace hexscan {

/// CMake generates this text, see CMakeLists.txt.
extern const char* const scan_page_shell;

namespace {

using nlohmann::json;

/// The columns of radii.csv, reduced to the shown slices.
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

/// Describes the orientation, or the set of orientations, to which the whole page applies.
std::string orientation_text(const Platform& platform) {
    return describe(platform.scan.orientations, platform.machine.units);
}

PageWords words_of(const FinishedRun& run) {
    const Platform& platform = run.record.platform;
    PageWords words{platform.machine.name, {orientation_text(platform)}, summary_lines(run)};
    words.facts.push_back(fmt::format("{} slices of {} x {} points, hexscan {}", run.plan.slices(), run.plan.columns(),
                                      run.plan.rows(), version));
    return words;
}

std::unique_ptr<Output> make_page(const OutputOrder& order) {
    if (!order.requested.want("page")) return nullptr;
    return std::make_unique<PageFile>(order.platform, order.plan, order.folder);
}

}  // namespace

OutputKind page_output() {
    return {.option = page_option,
            .words = "html|none",
            .standard = "html",
            .meaning = "write index.html, the run as a page for a browser",
            .make = make_page};
}

PageFile::PageFile(const Platform& platform, const ScanPlan& plan, const std::filesystem::path& folder)
    : folder_(folder), runs_(page_grid(plan)), maps_(page_grid(plan), colours_of_maps(platform), tilt_values(plan)) {}

std::vector<AnnouncedFiles> PageFile::files() const { return {{.name = std::string(page_file_name)}}; }

void PageFile::take(const Slice& slice) {
    runs_.take(slice);
    maps_.take(slice);
}

void PageFile::write(const FinishedRun& run) {
    write_whole_file(folder_ / page_file_name, page_with_data(scan_page_shell, words_of(run), data(run)));
}

json PageFile::data(const FinishedRun& run) {
    const PageGrid grid = runs_.fit();
    const Platform& platform = run.record.platform;
    return {{"record", run_record_json(run)},
            {"name", escaped(platform.machine.name)},
            {"command", command_text(run.record.command_line)},
            {"summary", summary_lines(run)},
            {"orientation", orientation_text(platform)},
            {"units", units_json(platform.machine.units)},
            {"limits", limits_json(limits_of(platform.machine))},
            {"grid", grid_json(run.plan, grid)},
            {"slices", slices_json(run.radii, grid.z)},
            {"runs", runs_.json()},
            {"maps", maps_.json(grid)}};
}

}  // namespace hexscan
