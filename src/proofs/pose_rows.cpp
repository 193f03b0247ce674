#include "src/proofs/pose_rows.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/base/version.h"
#include "src/check/pose_box.h"
#include "src/machine/legs/leg_findings.h"
#include "src/machine/shared/singularity.h"
#include "src/proofs/check_report.h"
#include "src/proofs/check_texts.h"

namespace hexscan {
namespace {

using nlohmann::json;

/// The name of a pose's status. A pose with legs on another branch than the machine's has its own name.
std::string_view name_of(PoseStatus status, const FoundPose& pose) {
    return status == PoseStatus::found && !pose.other_branch.empty() ? "other_branch" : status_name(status);
}

std::string_view connected_text(const std::optional<bool>& connected) {
    return !connected ? "unknown" : *connected ? "true" : "false";
}

std::vector<std::string> limit_names(const std::vector<LimitId>& limits, const LimitTable& table) {
    std::vector<std::string> names;
    for (const LimitId limit : limits) names.push_back(table[limit].name());
    return names;
}

/// Names limits, grouped by kind: "legs 1 and 4, longest length".
std::vector<std::string> grouped_names(const std::vector<LimitId>& limits, const LimitTable& table) {
    std::vector<std::string> names;
    std::vector<const LimitKind*> told;
    for (const LimitId id : limits) {
        const Limit& limit = table[id];
        if (!limit.is_of_one_leg()) {
            names.push_back(limit.name());
            continue;
        }
        if (std::ranges::find(told, limit.kind) != told.end()) continue;
        told.push_back(limit.kind);
        std::vector<std::size_t> legs;
        for (const LimitId other : limits)
            if (table[other].kind == limit.kind) legs.push_back(*table[other].owner.leg);
        names.push_back(fmt::format("{}, {}", legs_text(legs), limit.kind->name));
    }
    return names;
}

/// Text such as "legs 1 and 4 are" or "leg 2 is".
std::string legs_are(const std::vector<std::size_t>& legs) {
    return legs_text(legs) + (legs.size() == 1 ? " is" : " are");
}

/// A radius as text, rounded down so that the printed value is still proved.
std::string radius_text(const PoseRadius& radius, const Units& units) {
    return fmt::format("{} {} and {} {}", significant_no_more(units.from_metres(radius.m), 3), units.length,
                       significant_no_more(units.from_radians(radius.rad), 3), units.angle);
}

std::vector<std::string> radius_lines(const FoundPose& found, const Machine& machine) {
    if (!found.is_proved)
        return {"This pose is singular, or too close to a singular pose to prove anything about other poses."};
    const Units& units = machine.units;
    const bool is_angle = have_arms(machine.legs);
    const double values = is_angle ? units.from_radians(found.values_within) : units.from_metres(found.values_within);
    const std::string unique_within = radius_text(found.unique_within, units);
    return {fmt::format("Proved: no other pose within {} of this one has the same joint values.", unique_within),
            fmt::format("Proved: the search returns this pose from every start within {} of it.",
                        radius_text(found.converges_within, units)),
            fmt::format(
                "Proved: joint values that differ from these by at most {} {} have exactly one pose within {} of this "
                "one.",
                significant_no_more(values, 3), is_angle ? units.angle : units.length, unique_within)};
}

std::string connected_line(const FoundPose& found, const Machine& machine) {
    if (!machine.home) return "The machine has no home, so no path to it was examined.";
    if (!found.connected_to_home)
        return "It is unknown whether a path without a singularity connects this pose to home.";
    if (!*found.connected_to_home)
        return "Every path from home crosses a singularity: the determinant of the inverse Jacobian has the opposite "
               "sign to that at home.";
    return found.path_keeps_limits
               ? "Connected to home: a path without a singularity is proved, and it keeps all limits."
               : "Connected to home: a path without a singularity is proved. It is not proved to keep all limits.";
}

/// The lines about one pose.
std::vector<std::string> pose_lines(const PoseAnswer& answer, const FoundPose& found, const Machine& machine) {
    const bool fits = answer.status == PoseStatus::fitted;
    std::vector<std::string> lines{fmt::format("{}: {} at {}", escaped(machine.name),
                                               answer.status == PoseStatus::found ? "found"
                                               : fits                             ? "least squares"
                                                                                  : "one pose is",
                                               pose_text(found.pose, machine.units))};
    if (!answer.reason.empty())
        lines.push_back(fmt::format("{}: {}.", fits ? "Not a pose with these joint values" : "Infinitely many poses",
                                    answer.reason));
    lines.push_back(fmt::format("Residual of the legs {} {}; conditioning {}, {}.",
                                significant(machine.units.from_metres(found.residual_m), 2), machine.units.length,
                                significant(found.conditioning, 3), condition_place_text(machine)));
    if (!fits) {
        for (std::string& line : radius_lines(found, machine)) lines.push_back(std::move(line));
        lines.push_back(connected_line(found, machine));
    }
    if (!found.other_branch.empty())
        lines.push_back(fmt::format("No pose on the file's branches was found: {} on the other branch.",
                                    legs_are(found.other_branch)));
    if (!found.violated.empty())
        lines.push_back(fmt::format("Violated: {}.", joined(grouped_names(found.violated, limits_of(machine)), "; ")));
    else if (found.other_branch.empty())
        lines.emplace_back("All limits hold.");
    return lines;
}

/// Lines that say whether there may be poses that were not found, and where.
std::vector<std::string> completeness_lines(const PoseAnswer& answer, const Units& units) {
    if (answer.complete) return {"These are all poses, proved."};
    std::vector<std::string> lines;
    if (answer.status == PoseStatus::infinite)
        lines.push_back(fmt::format("There are infinitely many poses: {}.", answer.reason));
    for (const UndecidedRegion& region : answer.undecided)
        lines.push_back(fmt::format("A pose that was not found may lie within {} {} and {} {} of {}.",
                                    significant_no_less(units.from_metres(region.radius.m), 2), units.length,
                                    significant_no_less(units.from_radians(region.radius.rad), 2), units.angle,
                                    pose_text(region.pose, units)));
    if (answer.unsearched > 0)
        lines.push_back(
            fmt::format("There may be poses that were not found: the search left {} % of all rotations undecided. A "
                        "larger effort searches more of them.",
                        significant_no_less(100 * answer.unsearched, 2)));
    return lines;
}

std::string all_poses_text(const PoseAnswer& answer, const Machine& machine, std::size_t columns) {
    const Units& units = machine.units;
    const LimitTable limits = limits_of(machine);
    TextTable table;
    table.title = fmt::format("{}: {} pose{} with these joint values", escaped(machine.name), answer.poses.size(),
                              answer.poses.size() == 1 ? "" : "s");
    table.columns.push_back({"pose"});
    for (std::size_t axis = 0; axis < pose_axes; ++axis)
        table.columns.push_back(
            {fmt::format("{}\n{}", pose_axis_names[axis], axis < PoseBox::angles_begin ? units.length : units.angle)});
    table.columns.push_back({"condi-\ntioning"});
    table.columns.push_back({"connected\nto home", Align::left});
    table.columns.push_back({"other branch,\nviolated limits", Align::left, 60});
    for (std::size_t i = 0; i < answer.poses.size(); ++i) {
        const FoundPose& found = answer.poses[i];
        std::vector<std::string> row{std::to_string(i + 1)};
        const auto at = coordinates_of(found.pose);
        for (std::size_t axis = 0; axis < pose_axes; ++axis)
            row.push_back(significant(
                cleaned(axis < PoseBox::angles_begin ? units.from_metres(at[axis]) : units.from_radians(at[axis]), 1),
                6));
        row.push_back(significant(found.conditioning, 3));
        row.emplace_back(connected_text(found.connected_to_home));
        std::vector<std::string> faults = grouped_names(found.violated, limits);
        if (!found.other_branch.empty())
            faults.insert(faults.begin(), legs_text(found.other_branch) + ": other branch");
        row.push_back(joined(faults, "; "));
        table.rows.push_back(std::move(row));
    }
    std::string text = aligned_text(table, columns);
    for (const std::string& line : completeness_lines(answer, units)) text += paragraph(line, columns);
    return text;
}

json radius_json(const PoseRadius& within) { return {{"m", within.m}, {"rad", within.rad}}; }

json found_json(const FoundPose& found, const LimitTable& table) {
    json what = pose_json(found.pose);
    what["residual_m"] = found.residual_m;
    what["conditioning"] = found.conditioning;
    what["violated"] = limits_json(found.violated, table);
    what["other_branch"] = json::array();
    for (const std::size_t leg : found.other_branch) what["other_branch"].push_back(leg + 1);
    what["connected_to_home"] = found.connected_to_home ? json(*found.connected_to_home) : json();
    what["path_keeps_limits"] = found.path_keeps_limits;
    what["unique_within"] = radius_json(found.unique_within);
    what["converges_within"] = radius_json(found.converges_within);
    what["values_within"] = found.values_within;
    return what;
}

}  // namespace

bool PoseRows::all_keep_limits() const {
    return std::ranges::all_of(
        answers, [](const PoseAnswer& answer) { return std::ranges::any_of(answer.poses, &FoundPose::keeps_all); });
}

std::string pose_row_text(const PoseRows& rows, std::size_t columns) {
    const PoseAnswer& answer = rows.answers.front();
    if (answer.poses.empty()) {
        std::string text = paragraph(
            fmt::format("{}: {}: {}.", escaped(rows.machine.name), status_name(answer.status), answer.reason), columns);
        if (answer.status == PoseStatus::undecided)
            for (const std::string& line : completeness_lines(answer, rows.machine.units))
                text += paragraph(line, columns);
        return text;
    }
    if (rows.all && (answer.status == PoseStatus::found || answer.poses.size() > 1))
        return all_poses_text(answer, rows.machine, columns);
    std::string text;
    for (const std::string& line : pose_lines(answer, answer.poses.front(), rows.machine))
        text += paragraph(line, columns);
    return text;
}

std::string limits_cell(const std::vector<LimitId>& limits, const LimitTable& table) {
    return limits.empty() ? "" : fmt::format("\"{}\"", joined(limit_names(limits, table), "; "));
}

json limits_json(const std::vector<LimitId>& limits, const LimitTable& table) {
    json list = json::array();
    for (const LimitId limit : limits) {
        json what = clearance_json({0, limit}, table);
        what.erase("clearance_m");
        list.push_back(std::move(what));
    }
    return list;
}

std::string pose_cells(const Pose& pose, const Units& units) {
    std::vector<std::string> cells;
    const auto at = coordinates_of(pose);
    for (std::size_t axis = 0; axis < at.size(); ++axis)
        cells.push_back(
            shortest(axis < PoseBox::angles_begin ? units.from_metres(at[axis]) : units.from_radians(at[axis])));
    return joined(cells, ",");
}

std::string pose_rows_csv(const PoseRows& rows) {
    const Units& units = rows.machine.units;
    const LimitTable table = limits_of(rows.machine);
    const std::string_view last = rows.all ? ",complete" : "";
    std::string text =
        fmt::format("row,status,x,y,z,roll,pitch,yaw,residual,conditioning,connected,violated{}\n", last);
    for (std::size_t row = 0; row < rows.answers.size(); ++row) {
        const PoseAnswer& answer = rows.answers[row];
        const std::string complete = rows.all ? fmt::format(",{}", answer.complete) : "";
        if (answer.poses.empty())
            text += fmt::format("{},{},,,,,,,,,,{}\n", row + 1, status_name(answer.status), complete);
        for (const FoundPose& found : answer.poses)
            text += fmt::format("{},{},{},{},{},{},{}{}\n", row + 1, name_of(answer.status, found),
                                pose_cells(found.pose, units), shortest(units.from_metres(found.residual_m)),
                                shortest(found.conditioning), connected_text(found.connected_to_home),
                                limits_cell(found.violated, table), complete);
    }
    return text;
}

json pose_rows_json(const PoseRows& rows) {
    const LimitTable table = limits_of(rows.machine);
    json list = json::array();
    for (std::size_t row = 0; row < rows.answers.size(); ++row) {
        const PoseAnswer& answer = rows.answers[row];
        json what = {{"row", row + 1}, {"status", status_name(answer.status)}, {"poses", json::array()}};
        if (rows.all) {
            what["complete"] = answer.complete;
            what["unsearched"] = answer.unsearched;
            what["undecided"] = json::array();
            for (const UndecidedRegion& region : answer.undecided) {
                json where = pose_json(region.pose);
                where["within"] = radius_json(region.radius);
                what["undecided"].push_back(std::move(where));
            }
        }
        if (!answer.reason.empty()) what["reason"] = answer.reason;
        for (const FoundPose& found : answer.poses) what["poses"].push_back(found_json(found, table));
        list.push_back(std::move(what));
    }
    return {{"schema", 1},
            {"hexscan_version", version},
            {"file", rows.file},
            {"machine", rows.machine.name},
            {"rows", list}};
}

}  // namespace hexscan
