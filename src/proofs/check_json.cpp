#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "src/base/version.h"
#include "src/files/machine_json.h"
#include "src/files/requirement_kind.h"
#include "src/files/requirements/box_requirement.h"
#include "src/proofs/check_report.h"
#include "src/proofs/pose_report.h"
#include "src/proofs/requirement_record.h"

namespace hexscan {
namespace {

using nlohmann::json;

/// The value, or null if it is infinite. Infinity means "no limit" or "unknown".
json json_of(double value) { return std::isfinite(value) ? json(value) : json(); }

/// Replaces `least` if `value` is smaller. Null means infinity.
void keep_least(json& least, double value) {
    if (std::isfinite(value) && (least.is_null() || value < least.get<double>())) least = value;
}

/// The last part of a figure's name, such as "m" in "length_m".
const char* unit_of(Dimension dimension) {
    switch (dimension) {
        case Dimension::length: return "m";
        case Dimension::force: return "n";
        case Dimension::torque: return "nm";
        case Dimension::stiffness: return "n_per_m";
        default: return "rad";
    }
}

/// The values and limits of each leg at home. The values of joints form one object per side.
json legs_json(const HomeState& home, const LimitTable& table) {
    json legs = json::array();
    for (const Limit& limit : table.rows()) {
        if (!limit.is_of_one_leg()) continue;
        const LimitKind& kind = *limit.kind;
        std::string figure = fmt::format("{}_{}", kind.quantity, unit_of(kind.dimension));
        std::ranges::replace(figure, ' ', '_');
        json& leg = legs[*limit.owner.leg];
        json& of_side = kind.side.empty() ? leg : leg[std::string(kind.side)];
        const LimitState& state = home.state(limit.id);
        of_side[figure] = json_of(state.asked);
        of_side[(kind.is_least() ? "min_" : "max_") + figure] = json_of(state.allowed);
        if (!kind.side.empty()) keep_least(of_side["left_rad"], state.left);
    }
    return legs;
}

json nearest_legs_json(const std::optional<NearestLegs>& nearest) {
    if (!nearest) return nullptr;
    return {{"distance_m", nearest->distance_m}, {"legs", {nearest->first + 1, nearest->second + 1}}};
}

/// Adds the shared limits, if the machine has any.
void add_shared_limits(const HomeState& home, const LimitTable& table, json& what) {
    for (const Limit& limit : table.rows()) {
        if (limit.is_of_one_leg()) continue;
        const LimitState& state = home.state(limit.id);
        json& row = what["shared_limits"].emplace_back(json{
            {"limit", limit.kind->json}, {"asked", state.asked}, {"allowed", state.allowed}, {"left", state.left}});
        add_owner(limit.owner, row);
    }
}

json home_json(const CheckReport& report) {
    if (!report.home) return nullptr;
    const LimitTable table = limits_of(report.platform.machine);
    json least = clearance_json(report.home->clearance, table);
    add_at_most(report.home->clearance, report.at_home_at_most_m, least);
    json what = {{"pose", pose_json(report.home->pose)},
                 {"reachable", report.home->reachable},
                 {"least", least},
                 {"legs", legs_json(*report.home, table)},
                 {"pose_error", pose_error_json(report.error_at_home)},
                 {"nearest_legs", nearest_legs_json(report.nearest_at_home)},
                 {"inverse_jacobian",
                  {{"length_m", report.at_home->length_m},
                   {"rank", report.at_home->rank},
                   {"condition", json_of(report.at_home->condition)},
                   {"singular_values", report.at_home->singular_values}}}};
    if (const auto& forces = report.forces_at_home) what["forces"] = forces_json(*forces, report.platform.machine);
    if (const auto& stiffness = report.stiffness_at_home) what["stiffness"] = stiffness_json(*stiffness);
    add_shared_limits(*report.home, table, what);
    return what;
}

json largest_box_json(const CheckReport& report) {
    if (!report.sheet) return nullptr;
    const DataSheet& sheet = *report.sheet;
    return {{"half_widths", sheet.proved}, {"proportions", sheet.proportions}, {"growth", growth_json(sheet.growth)}};
}

json findings_json(const std::vector<Finding>& findings) {
    static constexpr const char* weights[] = {"fault", "warning", "note"};
    json list = json::array();
    for (const Finding& finding : findings)
        list.push_back(
            {{"weight", weights[static_cast<int>(finding.weight)]}, {"code", finding.code}, {"text", finding.text}});
    return list;
}

json assembly_json(const RequirementResult& result) {
    const Proof& proof = result.proof;
    if (proof.violated || proof.other_assembly || proof.assembly == OneAssembly::unknown) return nullptr;
    return proof.assembly == OneAssembly::proved ? "proved" : "sampled";
}

json limit_sizes_json(const std::vector<LimitSize>& sizes, bool of_telescopes) {
    json result, needed = json::object(), gave_up = json::array(), bounds = json::array();
    for (const LimitSize& size : sizes) {
        const char* const unit = size.kind->dimension == Dimension::length ? "_m" : "_rad";
        const std::string key = std::string(size.kind->json) + unit;
        result[key] = size.value ? json(*size.value) : json();
        if (size.needed) needed[key] = *size.needed;
        if (size.gave_up) gave_up.push_back(key);
        if (size.needed) bounds.push_back(key);
    }
    result["needed"] = needed;
    result["bounds"] = bounds;
    result["gave_up"] = gave_up;
    if (!of_telescopes) return result;
    const std::optional<bool> suits = suit_a_telescope(sizes);
    result["suit_a_telescope"] = suits ? json(*suits) : json();
    return result;
}

json least_sizes_json(const LeastSizes& sizes) {
    const auto tilt = [](const std::optional<double>& angle_rad) { return angle_rad ? json(*angle_rad) : json(); };
    json gave_up = json::array();
    if (sizes.shortest_gave_up) gave_up.push_back("shortest_m");
    if (sizes.longest_gave_up) gave_up.push_back("longest_m");
    if (sizes.base_tilt_gave_up) gave_up.push_back("base_tilt_rad");
    if (sizes.platform_tilt_gave_up) gave_up.push_back("platform_tilt_rad");
    return {{"shortest_m", sizes.shortest_m},
            {"longest_m", sizes.longest_m},
            {"suit_a_telescope", sizes.suit_a_telescope()},
            {"base_tilt_rad", tilt(sizes.base_tilt_rad)},
            {"platform_tilt_rad", tilt(sizes.platform_tilt_rad)},
            {"bounds", gave_up},
            {"gave_up", gave_up}};
}

/// A limit and its owner.
json limit_json(const Limit& limit) {
    json what = {{"limit", limit.kind->json}};
    add_owner(limit.owner, what);
    return what;
}

json mass_json(const CarriedMass& mass, const LimitTable& table) {
    json what = limit_json(table[mass.limit]);
    what["proved_kg"] = mass.proved_kg;
    what["fails_kg"] = json_of(mass.fails_kg);
    what["gave_up"] = mass.gave_up;
    what["pose"] = pose_json(mass.at);
    return what;
}

json load_json(const LargestLoad& load) {
    return {{"met", json_of(load.met)},
            {"bound", json_of(load.bound)},
            {"leg", load.leg + 1},
            {"pose", pose_json(load.at)},
            {"gave_up", load.gave_up}};
}

/// The loads in N and N m. A positive force means that the leg is compressed.
json loads_json(const LegLoads& loads) {
    return {{"pull_n", load_json(loads.pull)},
            {"push_n", load_json(loads.push)},
            {"torque_nm", loads.torque_nm ? load_json(*loads.torque_nm) : json()}};
}

json needs_json(const std::vector<NeedOfLegs>& needs) {
    json what = json::object();
    for (const NeedOfLegs& need : needs) {
        std::string key(need.kind->json);
        if (need.kind->dimension != Dimension::number) key += fmt::format("_{}", unit_of(need.kind->dimension));
        what[key] = {{"proved", json_of(need.proved)}, {"met", json_of(need.met)}, {"gave_up", need.gave_up}};
    }
    return what;
}

json requirement_json(const CheckedRequirement& checked, const Machine& machine) {
    const auto& [requirement, result, seconds] = checked;
    const LimitTable table = limits_of(as_required(machine, requirement.of_legs));
    json what = outcome_json(checked);
    what.update(figures_json(checked, machine));
    what["assembly"] = assembly_json(result);
    if (result.proof.undecided != LimitId::none) what["undecided"] = limit_json(table[result.proof.undecided]);
    what["parts"] = result.proof.parts + (result.growth ? result.growth->parts : 0);
    what["seconds"] = seconds;
    written(requirement).tell(result, what);
    return what;
}

json reachable_json(const std::optional<ReachableBox>& reachable) {
    if (!reachable) return nullptr;
    return {{"low_m", reachable->box.low_m},
            {"high_m", reachable->box.high_m},
            {"excess_part", json_of(reachable->excess_part)}};
}

json hold_json(const std::optional<WorkspaceHold>& hold) {
    if (!hold) return nullptr;
    return {{"least", hold->least},
            {"least_at_m", vector_json(hold->least_at_m)},
            {"mean", hold->mean},
            {"points", hold->points}};
}

}  // namespace

json stiffness_json(const StiffnessAtPose& stiffness) {
    return {{"least_n_per_m", stiffness.least_n_per_m},
            {"displacement_m", stiffness.displacement_m ? json(*stiffness.displacement_m) : json()}};
}

json forces_json(const PosedForces::Forces& forces, const Machine& machine) {
    return {{"rod_n", forces.rod_n}, {"servo_nm", have_arms(machine.legs) ? json(forces.servo_nm) : json()}};
}

json pose_error_json(const std::optional<PoseError>& error) {
    if (!error) return nullptr;
    return {{"leg_error_m", asked_leg_error_m},
            {"displacement_m", error->displacement_m},
            {"rotation_rad", error->rotation_rad}};
}

json pose_json(const Pose& pose) {
    return {{"position_m", vector_json(pose.position_m)},
            {"roll_rad", pose.orientation.roll_rad},
            {"pitch_rad", pose.orientation.pitch_rad},
            {"yaw_rad", pose.orientation.yaw_rad}};
}

json clearance_json(const PoseClearance& clearance, const LimitTable& table) {
    const Limit& limit = table[clearance.limit];
    json what = {{"clearance_m", clearance.clearance_m}, {"limit", limit.kind->json}};
    add_owner(limit.owner, what);
    return what;
}

json outcome_json(const CheckedRequirement& checked) {
    json what = asked_json(checked.requirement);
    what["name"] = checked.requirement.name;
    what["outcome"] = outcome_name(checked.result);
    return what;
}

namespace {

Requirement requirement_from_json(const JsonField& field, const Machine& machine,
                                  const std::shared_ptr<PoseFiles>& files) {
    Requirement requirement{field.at("name").name(), field.at("clearance_m").number(), nullptr};
    for (const RequirementKind& kind : requirement_kinds())
        if (const auto poses = field.find(std::string(kind.name))) requirement.poses = kind.from_json(*poses, files);
    if (!requirement.poses) field.fail(fmt::format("must have {}", listed_requirement_kinds("or")));
    for (const KeyOfLegs<double>& key : keys_of_legs)
        if (const auto value = field.find_unless_null(std::string(key.json)))
            requirement.of_legs.*key.value = value->number();
    for (const KeyOfLegs<PerLeg>& key : keys_of_each_leg)
        if (const auto values = field.find_unless_null(std::string(key.json)))
            requirement.of_legs.*key.value = per_leg_from_json(*values);
    if (const auto problem = required_problem(requirement.of_legs, machine))
        field.fail(fmt::format("{}: {}", problem->key, problem->text));
    return requirement;
}

}  // namespace

std::vector<Requirement> requirements_from_json(const JsonField& list, const Machine& machine) {
    const auto files = std::make_shared<PoseFiles>(machine.orientation_order);
    std::vector<Requirement> requirements;
    for (const JsonField& field : list.elements()) requirements.push_back(requirement_from_json(field, machine, files));
    share_poses(requirements);
    return requirements;
}

json check_json(const CheckReport& report) {
    json requirements = json::array();
    const Machine& machine = report.platform.machine;
    const LimitTable table = limits_of(machine);
    for (std::size_t i = 0; i < report.requirements.size(); ++i) {
        requirements.push_back(requirement_json(report.requirements[i], machine));
        if (const auto& mass = report.masses[i])
            requirements.back()["largest_mass"] =
                mass_json(*mass, limits_of(as_required(machine, report.requirements[i].requirement.of_legs)));
        const NeedsOfLegs& needs = report.needs_of_legs[i];
        requirements.back()["loads"] = needs.loads ? loads_json(*needs.loads) : json();
        requirements.back()["needs_of_legs"] = needs_json(needs.needs);
        if (!report.limit_sizes.empty())
            requirements.back()["least_sizes"] = limit_sizes_json(report.limit_sizes[i], machine.is_telescopic());
        if (!report.least_sizes.empty()) requirements.back()["least_sizes"] = least_sizes_json(report.least_sizes[i]);
    }
    return {{"schema", 1},
            {"hexscan_version", version},
            {"file", report.file},
            {"machine", machine.name},
            {"units", {{"length", machine.units.length}, {"angle", machine.units.angle}}},
            {"orientation_order", order_name(machine.orientation_order)},
            {"all_hold", report.all_hold()},
            {"findings", findings_json(report.findings)},
            {"home", home_json(report)},
            {"travel", report.sheet ? travel_json(report.sheet->travel, table) : json()},
            {"singular_ways", report.sheet ? singular_ways_json(report.sheet->ways) : json()},
            {"largest_box", largest_box_json(report)},
            {"reachable", reachable_json(report.reachable)},
            {"conditioning", hold_json(report.hold)},
            {"requirements", requirements},
            {"grazing_tolerance_m", grazing_tolerance_m(machine)},
            {"least_clearance_tolerance_m", least_clearance_tolerance_m(machine)},
            {"effort", report.effort.times()},
            {"gave_up", given_up(report)},
            {"seconds", report.seconds}};
}

}  // namespace hexscan
