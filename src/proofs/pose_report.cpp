#include "src/proofs/pose_report.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/base/version.h"
#include "src/check/kept_distance.h"
#include "src/machine/machine_diagnosis.h"
#include "src/proofs/check_report.h"
#include "src/proofs/check_texts.h"
#include "src/proofs/tied_limits.h"

namespace hexscan {
namespace {

using nlohmann::json;

bool is_length(std::size_t axis) { return axis < 3; }

std::string coordinate_text(std::size_t axis, double value, const Units& units) {
    const double in_unit = is_length(axis) ? units.from_metres(value) : units.from_radians(value);
    return std::isinf(value) ? "-" : significant(std::abs(in_unit) < 1e-12 ? 0 : in_unit, 6);
}

/// Names the limits at an end of travel: "legs 1 and 4, longest length" or "leg 4, platform joint". For a joint, the
/// side is named and not the quantity.
std::string end_text(const TravelEnd& end, std::size_t axis, const Pose& from, const Machine& machine) {
    if (!end.limit) return "no limit in a full turn";
    auto coordinates = coordinates_of(from);
    coordinates[axis] = end.at;
    const Limit limit = limits_of(machine)[*end.limit];
    const std::string owner = tied_owners_text(machine, pose_at(coordinates), limit);
    if (owner.empty()) return limit.name();
    return fmt::format("{}, {}", owner, limit.kind->side.empty() ? limit.kind->name : limit.kind->heading);
}

json end_json(const TravelEnd& end) { return end.limit ? json(end.at) : json(); }

json limit_json(const TravelEnd& end, const LimitTable& table) {
    if (!end.limit) return nullptr;
    json limit = clearance_json({0, *end.limit}, table);
    limit.erase("clearance_m");
    return limit;
}

/// Names the kinds of limits that can end travel.
std::string travel_subjects(const Machine& machine) {
    std::vector<std::string_view> subjects = limited_motions(machine);
    if (machine.singularity && machine.singularity->avoid) subjects.emplace_back("singularities");
    return subjects_text(subjects);
}

/// The row below an axis in the table of travel. It shows where travel along the axis crosses a singularity. Returns
/// nullopt if it crosses none.
std::optional<std::vector<std::string>> singular_row(std::size_t axis, const std::array<WayToEnd, 2>& ways,
                                                     const Units& units) {
    const auto is_crossed = [](const WayToEnd& way) { return way.singular == WayToEnd::Singular::crossed; };
    if (std::ranges::none_of(ways, is_crossed)) return std::nullopt;
    const auto cell = [&](const WayToEnd& way) {
        return is_crossed(way) ? coordinate_text(axis, way.at, units) : std::string();
    };
    return std::vector<std::string>{fmt::format("{} singular", pose_axis_names[axis]), cell(ways[0]), cell(ways[1]), "",
                                    ""};
}

std::vector<std::string> way_lines(const WaysToEnds& ways, std::string_view from, const Units& units) {
    std::size_t crossed = 0;
    std::vector<std::string> open;
    for (std::size_t axis = 0; axis < pose_axes; ++axis)
        for (const std::size_t end : {0, 1}) {
            const auto [singular, at] = ways[axis][end];
            crossed += singular == WayToEnd::Singular::crossed ? 1 : 0;
            if (singular == WayToEnd::Singular::open)
                open.push_back(fmt::format("{} {} {} {}", pose_axis_names[axis], end == 0 ? "below" : "above",
                                           coordinate_text(axis, at, units),
                                           is_length(axis) ? units.length : units.angle));
        }
    if (crossed == 0 && open.empty())
        return {fmt::format("No singularity lies between {} and any of these ends, proved.", from)};
    std::vector<std::string> lines;
    if (crossed > 0)
        lines.push_back(
            fmt::format("In rows named singular, the platform crosses a singularity on its way from {}. With "
                        "singularity: {{avoid: true}} in the file, travel ends there.",
                        from));
    if (!open.empty())
        lines.push_back(
            fmt::format("It is unknown whether travel crosses a singularity here: {}.", joined(open, ", ")));
    lines.emplace_back("No singularity lies on the way to any other end, proved.");
    if (crossed + open.size() == 2 * pose_axes) lines.pop_back();
    return lines;
}

std::string as_sentence(std::string line) {
    line.front() = static_cast<char>(line.front() - 'a' + 'A');
    return line + ".";
}

/// Lines that say on which side of the base and of singularities a pose lies, and how well it is conditioned.
std::vector<std::string> assembly_lines(const PoseReport& report) {
    const Machine& machine = report.machine;
    if (report.jacobian.rank < static_cast<int>(leg_count)) return {"This pose is singular: the legs do not hold it."};
    std::vector<std::string> lines;
    if (report.other_assembly)
        lines.push_back(fmt::format("But {}.", text_of(*report.other_assembly, machine)));
    else if (report.is_in_home_mode)
        lines.emplace_back(
            "This pose is on the same side of the base as home, and the determinant of the inverse Jacobian has the "
            "same sign.");
    lines.push_back(fmt::format("Condition of the inverse Jacobian {}, {}.", significant(report.jacobian.condition, 3),
                                condition_place_text(machine)));
    if (report.error) lines.push_back(as_sentence(pose_error_line(*report.error, "this pose", machine.units)));
    for (auto& more : {force_lines(report.forces, "this pose", machine),
                       stiffness_lines(report.stiffness, "this pose", machine.units)})
        for (const std::string& line : more) lines.push_back(as_sentence(line));
    return lines;
}

}  // namespace

double set_distance(const Machine& machine, HomeState& state) {
    const KeptDistance kept = kept_distance(ProvenMachine(machine), state.pose);
    state.clearance = {kept.at_least_m, kept.limit};
    return kept.at_most_m;
}

void add_at_most(const PoseClearance& clearance, double at_most_m, json& what) {
    if (at_most_m != clearance.clearance_m) what["clearance_at_most_m"] = at_most_m;
}

PoseReport report_pose(Machine machine, std::string file, const Pose& pose) {
    PoseReport report;
    report.file = std::move(file);
    report.machine = std::move(machine);
    report.state = state_at(report.machine, pose);
    report.at_most_m = set_distance(report.machine, report.state);
    report.jacobian = conditioning(report.machine, pose);
    report.error = worst_pose_error(report.machine, pose, asked_leg_error_m);
    report.forces = forces_at(report.machine, pose);
    report.stiffness = stiffness_at(report.machine, pose);
    if (!report.state.reachable) return report;
    report.travel = travel_kept(ProvenMachine(report.machine), pose);
    report.ways = ways_to_ends(report.machine, pose, *report.travel);
    report.other_assembly = AssemblyMode(report.machine, pose).apart(pose);
    const auto& home = report.machine.home;
    report.is_in_home_mode =
        home && !report.other_assembly && conditioning(report.machine, *home).rank == static_cast<int>(leg_count);
    return report;
}

std::string travel_text(const TravelFrom& from, const Machine& machine, std::size_t columns) {
    const Units& units = machine.units;
    TextTable table;
    table.columns = {{"axis", Align::left},
                     {"from"},
                     {"to"},
                     {"lower end set by", Align::left, 34},
                     {"upper end set by", Align::left, 34}};
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        const auto& [below, above] = from.travel[axis];
        const std::string& unit = is_length(axis) ? units.length : units.angle;
        table.rows.push_back({fmt::format("{} {}", pose_axis_names[axis], unit), coordinate_text(axis, below.at, units),
                              coordinate_text(axis, above.at, units), end_text(below, axis, from.pose, machine),
                              end_text(above, axis, from.pose, machine)});
        if (from.ways)
            if (auto row = singular_row(axis, (*from.ways)[axis], units)) table.rows.push_back(std::move(*row));
    }
    std::string text = paragraph(fmt::format("Travel of the platform from {}, one axis at a time (limits: {})",
                                             from.name, travel_subjects(machine)),
                                 columns);
    text += aligned_text(table, columns);
    if (from.ways)
        for (const std::string& line : way_lines(*from.ways, from.name, units)) text += paragraph(line, columns);
    return text;
}

json travel_json(const Travel& travel, const LimitTable& table) {
    json axes = json::object();
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        const auto& [from, to] = travel[axis];
        axes[pose_axis_names[axis]] = {{"from", end_json(from)},
                                       {"to", end_json(to)},
                                       {"limits", {limit_json(from, table), limit_json(to, table)}}};
    }
    return axes;
}

json singular_ways_json(const std::optional<WaysToEnds>& ways) {
    if (!ways) return nullptr;
    json list = json::array();
    for (std::size_t axis = 0; axis < pose_axes; ++axis)
        for (const std::size_t end : {0, 1}) {
            const auto [singular, at] = (*ways)[axis][end];
            if (singular == WayToEnd::Singular::none) continue;
            list.push_back({{"axis", pose_axis_names[axis]},
                            {"end", end == 0 ? "from" : "to"},
                            {"at", at},
                            {"crossed", singular == WayToEnd::Singular::crossed}});
        }
    return list;
}

json other_assembly_json(const std::optional<OtherAssembly>& other) {
    if (!other) return nullptr;
    return {{"pose", pose_json(other->pose)},
            {"because", other->because == OtherAssemblyReason::other_side ? "other_side" : "singular"},
            {"against_home", other->against_home}};
}

std::string pose_report_text(const PoseReport& report, std::size_t columns) {
    const Units& units = report.machine.units;
    const std::string where = pose_text(report.state.pose, units);
    if (!report.travel)
        return paragraph(fmt::format("{}: the pose {} is unreachable: {}", escaped(report.machine.name), where,
                                     violations_text(report.machine, report.state)),
                         columns);
    const PoseClearance& least = report.state.clearance;
    std::string assembly;
    for (const std::string& line : assembly_lines(report)) assembly += paragraph(line, columns);
    return paragraph(fmt::format("{}: reachable at {}; clearance {} ({})", escaped(report.machine.name), where,
                                 distance_text(least.clearance_m, report.at_most_m, units),
                                 nearest_limits_text(report.machine, report.state, report.at_most_m)),
                     columns) +
           assembly + "\n" +
           travel_text({report.state.pose, "this pose", *report.travel, report.ways}, report.machine, columns) +
           paragraph(fmt::format("Angles: {}.", order_text(report.machine.orientation_order)), columns);
}

json pose_report_json(const PoseReport& report) {
    const bool reachable = report.travel.has_value();
    const LimitTable table = limits_of(report.machine);
    json least = clearance_json(report.state.clearance, table);
    add_at_most(report.state.clearance, report.at_most_m, least);
    return {{"schema", 1},
            {"hexscan_version", version},
            {"file", report.file},
            {"machine", report.machine.name},
            {"units", {{"length", report.machine.units.length}, {"angle", report.machine.units.angle}}},
            {"orientation_order", order_name(report.machine.orientation_order)},
            {"pose", pose_json(report.state.pose)},
            {"reachable", reachable},
            {"least", least},
            {"why_not", reachable ? json() : json(violations_text(report.machine, report.state))},
            {"condition", std::isfinite(report.jacobian.condition) ? json(report.jacobian.condition) : json()},
            {"pose_error", pose_error_json(report.error)},
            {"forces", report.forces ? forces_json(*report.forces, report.machine) : json()},
            {"stiffness", report.stiffness ? stiffness_json(*report.stiffness) : json()},
            {"other_assembly", other_assembly_json(report.other_assembly)},
            {"travel", reachable ? travel_json(*report.travel, table) : json()},
            {"singular_ways", singular_ways_json(report.ways)}};
}

}  // namespace hexscan
