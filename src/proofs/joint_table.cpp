#include "src/proofs/joint_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/machine/shared/singularity.h"
#include "src/proofs/check_report.h"
#include "src/proofs/pose_report.h"
#include "src/proofs/pose_rows.h"

namespace hexscan {
namespace {

using nlohmann::json;

JointRow row_at(const Machine& machine, const Pose& pose) {
    JointRow row;
    row.state = state_at(machine, pose);
    if (row.state.reachable) set_distance(machine, row.state);
    const auto shapes = leg_shapes(machine, pose);
    row.closes = std::ranges::all_of(shapes, &LegShape::closes);
    for (std::size_t i = 0; i < leg_count; ++i) row.joint_values[i] = shapes[i].value;
    row.conditioning = 1 / conditioning(machine, pose).condition;
    row.forces = forces_at(machine, pose);
    row.stiffness = stiffness_at(machine, pose);
    row.violated = violated_limits(machine, row.state);
    return row;
}

/// The kinds of joint limits that the machine has.
std::vector<const LimitKind*> joint_kinds(const JointTable& table, const LimitTable& limits) {
    std::vector<const LimitKind*> kinds;
    if (table.rows.empty()) return kinds;
    for (const LimitKind* kind : limits.kinds()) {
        const auto is_finite = [&](LimitId id) { return std::isfinite(table.rows.front().state.state(id).allowed); };
        if (!kind->side.empty() && std::ranges::any_of(limits.ids_of(*kind), is_finite)) kinds.push_back(kind);
    }
    return kinds;
}

/// The limit of this kind to which the row's pose is nearest.
LimitId worst_of(const JointRow& row, const LimitTable& limits, const LimitKind& kind) {
    const std::vector<LimitId> ids = limits.ids_of(kind);
    return *std::ranges::min_element(ids, {}, [&](LimitId id) { return row.state.state(id).left; });
}

std::string_view status_of(const JointRow& row) {
    return row.state.reachable ? "reachable" : row.closes ? "violated" : "no_reach";
}

void append(const PerLeg& values, std::vector<std::string>& cells) {
    for (const double value : values) cells.push_back(shortest(value));
}

}  // namespace

bool JointTable::all_reachable() const {
    return std::ranges::all_of(rows, [](const JointRow& row) { return row.state.reachable; });
}

JointTable joint_table(const Machine& machine, std::string file, std::span<const Pose> poses, const Loop& loop) {
    JointTable table{std::move(file), machine, std::vector<JointRow>(poses.size())};
    loop(poses.size(), [&](std::size_t i) { table.rows[i] = row_at(machine, poses[i]); });
    return table;
}

std::string joint_table_csv(const JointTable& table) {
    const Machine& machine = table.machine;
    const Units& units = machine.units;
    const LimitTable limits = limits_of(machine);
    const bool arms = have_arms(machine.legs);
    const auto kinds = joint_kinds(table, limits);
    std::string text = "row,status,leg1,leg2,leg3,leg4,leg5,leg6";
    for (const LimitKind* kind : kinds) text += fmt::format(",{}", kind->json);
    text += ",clearance,conditioning";
    if (machine.load) text += ",force1,force2,force3,force4,force5,force6";
    if (machine.load && arms) text += ",torque1,torque2,torque3,torque4,torque5,torque6";
    if (machine.stiffness) text += ",stiffness";
    text += ",violated\n";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const JointRow& row = table.rows[i];
        std::vector<std::string> cells{std::to_string(i + 1), std::string(status_of(row))};
        for (const double value : row.joint_values)
            cells.push_back(row.closes ? shortest(arms ? units.from_radians(value) : units.from_metres(value)) : "");
        for (const LimitKind* kind : kinds)
            cells.push_back(
                shortest(units.from_si(row.state.state(worst_of(row, limits, *kind)).asked, kind->dimension)));
        cells.push_back(shortest(units.from_metres(row.state.clearance.clearance_m)));
        cells.push_back(shortest(row.conditioning));
        const std::size_t loads = !machine.load ? 0 : arms ? 2 * leg_count : leg_count;
        if (loads > 0 && row.forces) append(row.forces->rod_n, cells);
        if (loads > leg_count && row.forces) append(row.forces->servo_nm, cells);
        if (!row.forces) cells.resize(cells.size() + loads);
        if (row.stiffness) cells.push_back(shortest(row.stiffness->least_n_per_m));
        cells.push_back(limits_cell(row.violated, limits));
        text += joined(cells, ",") + "\n";
    }
    return text;
}

json joint_table_json(const JointTable& table) {
    const LimitTable limits = limits_of(table.machine);
    const auto kinds = joint_kinds(table, limits);
    json list = json::array();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const JointRow& row = table.rows[i];
        json joints = json::object();
        for (const LimitKind* kind : kinds) {
            const LimitId worst = worst_of(row, limits, *kind);
            joints[std::string(kind->json)] = {{"leg", *limits[worst].owner.leg + 1},
                                               {"rad", row.state.state(worst).asked}};
        }
        list.push_back({{"row", i + 1},
                        {"status", status_of(row)},
                        {"pose", pose_json(row.state.pose)},
                        {have_arms(table.machine.legs) ? "joint_values_rad" : "joint_values_m",
                         row.closes ? json(row.joint_values) : json()},
                        {"worst_joints", joints},
                        {"least", clearance_json(row.state.clearance, limits)},
                        {"conditioning", row.conditioning},
                        {"forces", row.forces ? forces_json(*row.forces, table.machine) : json()},
                        {"stiffness", row.stiffness ? stiffness_json(*row.stiffness) : json()},
                        {"violated", limits_json(row.violated, limits)}});
    }
    return {{"schema", 1},
            {"hexscan_version", version},
            {"file", table.file},
            {"machine", table.machine.name},
            {"rows", list}};
}

}  // namespace hexscan
