#include "src/results/run_record.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/check/required_of_legs.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/request_json.h"
#include "src/machine/shared/shared_limit.h"
#include "src/results/output_kinds.h"
#include "src/results/page/page_file.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

using nlohmann::json;

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

/// Formats a coordinate. Rounding errors such as -1e-16 become 0, because readers would mistake them for results.
std::string coordinate_text(double at_m, double step_m, const Units& units) {
    return significant(std::abs(at_m) < 1e-6 * step_m ? 0.0 : units.from_metres(at_m), 5);
}

std::string circle_text(const ScanSummary& results, const ScanPlan& plan, const Units& units) {
    if (!results.widest_slice || !results.widest_slice->circumcircle) return "none: no point is reachable";
    const Circle& circle = *results.widest_slice->circumcircle;
    return fmt::format(
        "radius {} about ({}, {}) at z = {}{}", units.length_text(circle.radius_m, 5),
        coordinate_text(circle.x_m, plan.x.step_m, units), coordinate_text(circle.y_m, plan.y.step_m, units),
        units.length_text(results.widest_slice->z_m, 5),
        results.border.any() ? "; covers only the part inside the grid, which cuts the workspace off" : "");
}

std::string inscribed_text(const ScanSummary& results, const ScanPlan& plan, const Units& units) {
    const auto contains_zero = [](const GridAxis<double>& axis) { return axis.from_m <= 0 && axis.to_m >= 0; };
    if (!contains_zero(plan.x) || !contains_zero(plan.y)) return "none: the z axis is outside the grid";
    if (!results.roundest_slice || !results.roundest_slice->inscribed_radius_m)
        return results.reachable_points == 0 ? "none: no point is reachable" : "none: no slice has an edge in the grid";
    const double radius_m = *results.roundest_slice->inscribed_radius_m;
    const bool is_coarse = results.widest_slice && results.widest_slice->circumcircle &&
                           radius_m > results.widest_slice->circumcircle->radius_m;
    return fmt::format("radius {} about the z axis at z = {}{}", units.length_text(radius_m, 5),
                       units.length_text(results.roundest_slice->z_m, 5),
                       is_coarse ? "; larger than the circumcircle, because the grid is coarse" : "");
}

std::string duration_text(double seconds) {
    return seconds < 10 ? significant(1e3 * seconds, 4) + " ms" : significant(seconds, 4) + " s";
}

/// The summary's line with the volume, or with the area of a single slice. A grid of one column or one row has no such
/// line.
std::optional<std::pair<std::string, std::string>> size_line(const ScanSummary& results, const ScanPlan& plan,
                                                             const Units& units) {
    if (plan.columns() == 1 || plan.rows() == 1) return std::nullopt;
    if (plan.slices() > 1) return {{"volume", volume_text(results.volume_m3, 6)}};
    const double unit_m = units.metres(1);
    const double area_m2 = results.widest_slice ? results.widest_slice->area_m2 : 0;
    return {{"area", fmt::format("{} {}^2", significant(area_m2 / std::pow(unit_m, 2), 6), units.length)}};
}

std::string reachable_text(const ScanSummary& results, const ScanPlan& plan) {
    const double percent = 100 * static_cast<double>(results.reachable_points) / static_cast<double>(plan.points());
    return fmt::format("{} of {} points, {} %", results.reachable_points, plan.points(), significant(percent, 3));
}

/// Formats the ranges of the grid.
std::string ranges_text(const ScanPlan& plan, const Units& units) {
    const auto range = [&](char name, const GridAxis<double>& axis) {
        const auto at = [&](double m) { return coordinate_text(m, axis.step_m, units); };
        return axis.count == 1 ? fmt::format("{} {}", name, at(axis.from_m))
                               : fmt::format("{} {} to {}", name, at(axis.from_m), at(axis.to_m));
    };
    return fmt::format("{}, {}, {} {}", range('x', plan.x), range('y', plan.y), range('z', plan.z), units.length);
}

/// Describes the number of samples in a set of orientations, and whether the samples bound the workspace of all
/// orientations from inside or outside.
std::string samples_text(const OrientationSet& set, WorkspaceKind workspace) {
    return fmt::format(
        "{} samples; over all orientations between them the {}", set.count(),
        workspace == WorkspaceKind::inclusive ? "inclusive workspace is no smaller" : "total workspace is no larger");
}

std::string workspace_warning(const FinishedRun& run) {
    return workspace_warning(run.results().reachable_points, run.results().border, run.plan,
                             run.record.platform.machine.units);
}

bool limit_tilts_alone(const JointSet& joints) {
    return !joints.universal && joints.max_misalignment_rad == no_joint_limit;
}

bool asks_of_legs(const json& requirement) {
    bool asks = false;
    for_each_key_of_legs([&](const auto& key) { asks = asks || requirement.contains(key.json); });
    return asks;
}

/// The schema of the record. A reader of schema 1 ignores the keys that were added later. If the run depends on such a
/// key, that reader would repeat a different run. Such a record therefore has schema 2.
int schema_of(const RunRecord& record) {
    const Machine& machine = record.platform.machine;
    const json& requirements = record.requirements.json;
    const bool is_first = !has_shared_limits(machine) && limit_tilts_alone(machine.base) &&
                          limit_tilts_alone(machine.platform) && !record.platform.scan.questions.connected &&
                          std::none_of(requirements.begin(), requirements.end(), asks_of_legs);
    return is_first ? 1 : run_record_schema;
}

/// The requirements of a record without the results of their proofs, which may differ from run to run.
json without_results(json requirements) {
    for (json& requirement : requirements) requirement.erase("result");
    return requirements;
}

}  // namespace

std::string subject_of(const RunRecord& record) {
    json request = request_json(record.platform.scan);
    request.erase("maps");
    return json_text({{"hexscan_version", version},
                      {"machine", machine_json(record.platform.machine)},
                      {"request", request},
                      {"requirements", without_results(record.requirements.json)},
                      {"stage", record.asked.at("stage")}});
}

std::vector<std::string> all_warnings(const FinishedRun& run) {
    std::vector<std::string> warnings;
    for (const auto& [kind, report] : run.reports)
        warnings.insert(warnings.end(), report.warnings.begin(), report.warnings.end());
    return warnings;
}

std::vector<std::string> new_warnings(const FinishedRun& run) {
    std::vector<std::string> warnings = all_warnings(run);
    if (std::string text = workspace_warning(run); !text.empty()) warnings.push_back(std::move(text));
    return warnings;
}

json run_record_json(const FinishedRun& run) {
    const RunRecord& record = run.record;
    json timings = {{"once_s", run.delivery.scan_seconds}, {"repeated", record.engine.timings}};
    timings["whole_run_s"] = {
        {"device", record.device_seconds}, {"requirements", record.requirement_seconds}, {"total", run.total_seconds}};
    json warnings = record.warnings;
    for (std::string& text : all_warnings(run)) warnings.push_back(std::move(text));
    if (const std::string text = workspace_warning(run); !text.empty()) warnings.insert(warnings.begin(), text);
    json engine = record.engine.json;
    if (!record.engine.measured.is_null()) engine.update(record.engine.measured);
    json all = {{"schema", schema_of(record)},
                {"hexscan_version", version},
                {"command", record.command_line},
                {"asked", record.asked},
                {"machine", machine_json(record.platform.machine)},
                {"request", request_json(record.platform.scan)},
                {"engine", engine},
                {"timings", timings},
                {"counts",
                 {{"points", run.plan.points()},
                  {"reachable_points", run.results().reachable_points},
                  {"volume_m3", run.results().volume_m3}}},
                {"border_points", border_json(run.results().border)},
                {"requirements", record.requirements.json},
                {"verification", verification_json(run.delivery.verification)},
                {"warnings", warnings},
                {"kept_files", record.kept_files}};
    if (!record.connected.json.is_null()) all["connected"] = record.connected.json;
    for (const OutputKind& kind : output_kinds())
        if (!kind.key.empty()) all[std::string(kind.key)] = nullptr;
    for (const auto& [kind, report] : run.reports)
        if (!kind.key.empty()) all[std::string(kind.key)] = report.json;
    return all;
}

std::vector<SummaryLine> summary_lines(const FinishedRun& run) {
    const RunRecord& record = run.record;
    const ScanSummary& results = run.results();
    const ScanPlan& plan = run.plan;
    const Units& units = record.platform.machine.units;
    const std::string& time = record.engine.time_text;
    std::vector<SummaryLine> lines;
    const auto add = [&](const std::vector<SummaryLine>& more) { lines.insert(lines.end(), more.begin(), more.end()); };
    if (const auto size = size_line(results, plan, units)) lines.push_back(*size);
    lines.emplace_back("reachable", reachable_text(results, plan));
    lines.emplace_back("ranges", ranges_text(plan, units));
    add(record.requirements.lines);
    lines.emplace_back("largest circumcircle", circle_text(results, plan, units));
    lines.emplace_back("largest inscribed", inscribed_text(results, plan, units));
    if (const OrientationSet& set = record.platform.scan.orientations;
        !set.tilt && set != OrientationSet(Orientation{}))
        lines.emplace_back("angles", order_text(record.platform.machine.orientation_order));
    if (const OrientationSet& set = record.platform.scan.orientations; !set.is_single())
        lines.emplace_back("orientations", samples_text(set, record.platform.scan.workspace));
    add(record.connected.lines);
    for (const auto& [kind, report] : run.reports) add(report.lines);
    lines.emplace_back("engine", record.engine.text);
    lines.emplace_back(
        "scan", time.empty() ? fmt::format("{} for all slices", duration_text(run.delivery.scan_seconds)) : time);
    add(record.engine.lines);
    lines.emplace_back("whole run", fmt::format("{} s", significant(run.total_seconds, 3)));
    if (run.delivery.verification.done) lines.emplace_back("verification", describe(run.delivery.verification));
    return lines;
}

std::string untimed_record_text(const FinishedRun& run) {
    json record = run_record_json(run);
    record.erase("timings");
    record.erase("kept_files");
    record["engine"] = run.record.engine.json;
    record["requirements"] = without_results(record["requirements"]);
    return json_text(record);
}

void write_run_record(const FinishedRun& run, const std::filesystem::path& folder) {
    write_whole_file(folder / run_record_name, json_text(run_record_json(run)));
}

std::string summary(const FinishedRun& run, const std::filesystem::path& folder) {
    const ScanPlan& plan = run.plan;
    std::string text = fmt::format("{}: {} slice{} of {} x {} points\n", escaped(run.record.platform.machine.name),
                                   plan.slices(), plan.slices() == 1 ? "" : "s", plan.columns(), plan.rows());
    for (const auto& [label, detail] : summary_lines(run)) text += line(label, detail);
    text += line("results", escaped(folder.string()));
    const bool has_page =
        std::ranges::any_of(run.reports, [](const auto& one) { return one.first.option == page_option; });
    return has_page ? text + line("page", escaped((folder / page_file_name).string())) : text;
}

}  // namespace hexscan
