#include "src/results/run_record.h"

#include <cmath>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/request_json.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

using nlohmann::json;

constexpr const char* record_file_name = "run.json";

json border_json(const BorderContact& border) {
    return {{"x_low", border.x_low},   {"x_high", border.x_high}, {"y_low", border.y_low},
            {"y_high", border.y_high}, {"z_low", border.z_low},   {"z_high", border.z_high}};
}

json verification_json(const Verification& verification) {
    if (!verification.done) return nullptr;
    return {{"passed", verification.passed},
            {"differences", verification.differences},
            {"worst_margin", number_json(verification.worst_margin)},
            {"margin_tolerance", verification.margin_tolerance},
            {"unwritten_points", verification.unwritten_points}};
}

std::string line(std::string_view label, std::string_view text) { return fmt::format("  {:<20} {}\n", label, text); }

/// A coordinate for people: rounding dust such as -1e-16 reads as a number that means something.
std::string coordinate_text(double at_m, double step_m, const Units& units) {
    return significant(std::abs(at_m) < 1e-6 * step_m ? 0.0 : units.from_metres(at_m), 5);
}

std::string circle_text(const ScanSummary& results, const ScanPlan& plan, const Units& units) {
    if (!results.widest_slice || !results.widest_slice->circumcircle) return "none: no point is reachable";
    const Circle& circle = *results.widest_slice->circumcircle;
    return fmt::format("radius {} about ({}, {}) at z = {}{}", units.length_text(circle.radius_m, 5),
                       coordinate_text(circle.x_m, plan.x.step_m, units),
                       coordinate_text(circle.y_m, plan.y.step_m, units),
                       units.length_text(results.widest_slice->z_m, 5),
                       results.border.any() ? "; of what the grid shows: it cuts the workspace off" : "");
}

std::string inscribed_text(const ScanSummary& results, const ScanPlan& plan, const Units& units) {
    const auto contains_zero = [](const GridAxis<double>& axis) { return axis.from_m <= 0 && axis.to_m >= 0; };
    if (!contains_zero(plan.x) || !contains_zero(plan.y)) return "the z axis is outside the grid";
    if (!results.roundest_slice || !results.roundest_slice->inscribed_radius_m)
        return results.reachable_points == 0 ? "none: no point is reachable" : "none: no slice has an edge in the grid";
    const double radius_m = *results.roundest_slice->inscribed_radius_m;
    const bool is_coarse = results.widest_slice && results.widest_slice->circumcircle &&
                           radius_m > results.widest_slice->circumcircle->radius_m;
    return fmt::format("radius {} about the z axis at z = {}{}", units.length_text(radius_m, 5),
                       units.length_text(results.roundest_slice->z_m, 5),
                       is_coarse ? "; to the nearest unreachable point of a coarse grid" : "");
}

std::string duration_text(double seconds) {
    return seconds < 10 ? significant(1e3 * seconds, 4) + " ms" : significant(seconds, 4) + " s";
}

/// The volume, or of a single slice its area.
std::pair<std::string, std::string> size_line(const ScanSummary& results, const ScanPlan& plan, const Units& units) {
    const double unit_m = units.metres(1);
    if (plan.slices() > 1)
        return {"volume",
                fmt::format("{} {}^3", significant(results.volume_m3 / std::pow(unit_m, 3), 6), units.length)};
    const double area_m2 = results.widest_slice ? results.widest_slice->area_m2 : 0;
    return {"area", fmt::format("{} {}^2", significant(area_m2 / std::pow(unit_m, 2), 6), units.length)};
}

/// A set is its samples: what they say of the orientations between.
std::string samples_text(const OrientationSet& set, WorkspaceKind workspace) {
    return fmt::format(
        "{} samples; of all orientations between them the {}", set.count(),
        workspace == WorkspaceKind::inclusive ? "inclusive workspace is no smaller" : "total workspace is no larger");
}

}  // namespace

std::string workspace_warning(const FinishedRun& run) {
    if (run.results.reachable_points == 0)
        return "no grid point is reachable; hexscan check tells where the machine reaches anything";
    if (!run.results.border.any()) return {};
    return fmt::format("the workspace touches the border of the grid at {}; it may go on beyond",
                       describe(run.results.border, run.plan, run.record.platform.machine.units));
}

json run_record_json(const FinishedRun& run) {
    const RunRecord& record = run.record;
    json timings = {{"once_s", run.delivery.scan_seconds}, {"repeated", record.timings}};
    timings["whole_run_s"] = {
        {"device", record.device_seconds}, {"requirements", record.requirement_seconds}, {"total", run.total_seconds}};
    json warnings = record.warnings;
    if (const std::string text = workspace_warning(run); !text.empty()) warnings.insert(warnings.begin(), text);
    return {{"schema", run_record_schema},
            {"hexscan_version", version},
            {"command", record.command_line},
            {"asked", record.asked},
            {"machine", machine_json(record.platform.machine)},
            {"request", request_json(record.platform.scan)},
            {"engine", record.engine},
            {"timings", timings},
            {"counts",
             {{"points", run.plan.points()},
              {"reachable_points", run.results.reachable_points},
              {"volume_m3", run.results.volume_m3}}},
            {"border_points", border_json(run.results.border)},
            {"proved", record.proved},
            {"maps", record.maps},
            {"surface", record.surface},
            {"requirements", record.requirements},
            {"verification", verification_json(run.delivery.verification)},
            {"warnings", warnings}};
}

std::vector<std::pair<std::string, std::string>> summary_lines(const FinishedRun& run) {
    const auto& [record, results, plan, delivery, total_seconds] = run;
    const Units& units = record.platform.machine.units;
    std::vector<std::pair<std::string, std::string>> lines = {
        {"engine", record.engine_text},
        {"reachable", fmt::format("{} of {} points", results.reachable_points, plan.points())},
        size_line(results, plan, units),
        {"largest circumcircle", circle_text(results, plan, units)},
        {"largest inscribed", inscribed_text(results, plan, units)},
        {"scan", record.time_text.empty() ? fmt::format("{} for all slices", duration_text(delivery.scan_seconds))
                                          : record.time_text}};
    if (const OrientationSet& set = record.platform.scan.orientations;
        !set.tilt && set != OrientationSet(Orientation{}))
        lines.emplace_back("angles", order_text(record.platform.machine.orientation_order));
    if (const OrientationSet& set = record.platform.scan.orientations; !set.is_single())
        lines.emplace_back("orientations", samples_text(set, record.platform.scan.workspace));
    lines.insert(lines.end(), record.details.begin(), record.details.end());
    lines.emplace_back("whole run", fmt::format("{} s", significant(total_seconds, 3)));
    lines.emplace_back("verification", describe(delivery.verification));
    return lines;
}

RunRecordFile::RunRecordFile(const RunRecord& record, const ScanPlan& plan, const RadiiFile& radii,
                             const std::filesystem::path& folder)
    : record_(record), plan_(plan), radii_(radii), folder_(folder) {}

std::vector<AnnouncedFiles> RunRecordFile::files() const { return {{.name = record_file_name}}; }

const json& RunRecordFile::json_of(const Delivery& delivery) {
    if (!json_.is_null()) return json_;
    delivery_ = delivery;
    total_seconds_ = record_.seconds_before_scan() + since_start_.seconds();
    if (const std::string text = workspace_warning(finished_run()); !text.empty()) record_.observer->warn(text);
    return json_ = run_record_json(finished_run());
}

std::string RunRecordFile::untimed_text(const Delivery& delivery) {
    json record = json_of(delivery);
    record.erase("timings");
    // What a timed stage measured.
    record["engine"].erase("study");
    return json_text(record);
}

void RunRecordFile::finish(const Delivery& delivery) {
    write_whole_file(folder_ / record_file_name, json_text(json_of(delivery)));
}

std::string RunRecordFile::summary() const {
    std::string text = fmt::format("{}: {} slice{} of {} x {} points\n", escaped(record_.platform.machine.name),
                                   plan_.slices(), plan_.slices() == 1 ? "" : "s", plan_.columns(), plan_.rows());
    for (const auto& [label, detail] : summary_lines(finished_run())) text += line(label, detail);
    return text + line("results", escaped(folder_.string()));
}

}  // namespace hexscan
