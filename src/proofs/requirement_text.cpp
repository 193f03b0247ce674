#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/proofs/check_texts.h"

namespace hexscan {
namespace {

std::string growth_text(const std::optional<BoxGrowth>& growth) {
    if (!growth) return "-";
    if (growth->kept_to == 0) return growth->is_open ? "not known" : "none: centre fails";
    const std::string proved = "x " + significant_no_more(growth->kept_to, 4);
    return std::isinf(growth->lost_at) || growth->is_open ? proved + " or more" : proved;
}

/// The outcome's name up to the colon, or "gave up".
std::string outcome_word(const RequirementResult& result) {
    if (result.gave_up()) return "gave up";
    const std::string name = outcome_name(result);
    return name.substr(0, name.find(':'));
}

std::string requirement_table(const CheckReport& report, std::size_t columns) {
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title = "Requirements";
    table.columns = {{"requirement", Align::left, 34},
                     {"outcome", Align::left},
                     {fmt::format("clearance\nasked, {}", units.length)},
                     {fmt::format("least\nmet, {}", units.length)},
                     {"limit", Align::left, 30},
                     {"size it\ncould have", Align::right, 20}};
    for (const auto& [requirement, result, seconds] : report.requirements) {
        const PoseClearance& least = result.proof.least.clearance;
        const LimitTable limits = limits_of(as_required(report.platform.machine, requirement.of_legs));
        table.rows.push_back({escaped(requirement.name), outcome_word(result),
                              significant(units.from_metres(requirement.clearance_m), 5),
                              significant(units.from_metres(least.clearance_m), 5), limits[least.limit].name(),
                              growth_text(result.growth)});
    }
    return aligned_text(table, columns);
}

TextColumn telescope_column() { return {"as a\ntelescope", Align::left}; }
std::string telescope_cell(std::optional<bool> suits) { return !suits ? "-" : *suits ? "yes" : "no: over 2:1"; }

/// The mark in front of a size that is only a bound, because a less generous one may suffice, too.
std::string bound_mark(bool is_bound, bool is_lower_end) { return !is_bound ? "" : is_lower_end ? "≥ " : "≤ "; }

/// A table of the least sizes for each requirement. Sizes are rounded to the side on which they stay proved.
std::string sizing_table(const CheckReport& report, std::size_t columns) {
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title = "Needed at least: the same stroke for all legs, the same tilts for all joints of a side";
    table.columns = {{"requirement", Align::left, 34},
                     {fmt::format("legs\nfrom, {}", units.length)},
                     {fmt::format("legs\nto, {}", units.length)},
                     telescope_column(),
                     {fmt::format("base\ntilt, {}", units.angle)},
                     {fmt::format("platform\ntilt, {}", units.angle)}};
    const auto tilt = [&](const std::optional<double>& angle_rad, bool gave_up) {
        return angle_rad ? bound_mark(gave_up, false) + significant_no_less(units.from_radians(*angle_rad), 4)
                         : std::string("none");
    };
    const auto add = [&](const std::string& name, const LeastSizes& sizes) {
        table.rows.push_back(
            {name,
             bound_mark(sizes.shortest_gave_up, true) + significant_no_more(units.from_metres(sizes.shortest_m), 6),
             bound_mark(sizes.longest_gave_up, false) + significant_no_less(units.from_metres(sizes.longest_m), 6),
             telescope_cell(sizes.suit_a_telescope()), tilt(sizes.base_tilt_rad, sizes.base_tilt_gave_up),
             tilt(sizes.platform_tilt_rad, sizes.platform_tilt_gave_up)});
    };
    for (std::size_t i = 0; i < report.requirements.size(); ++i)
        add(escaped(report.requirements[i].requirement.name), report.least_sizes[i]);
    if (report.requirements.size() > 1) add("all of them", together(report.least_sizes));
    return aligned_text(table, columns);
}

std::string limit_size_text(const LimitSize& size, const Units& units) {
    if (!size.value) return size.gave_up ? "not known" : "none";
    const auto rounded = [&](double value, bool down) {
        const double in_unit = units.from_si(value, size.kind->dimension);
        return down ? significant_no_more(in_unit, 5) : significant_no_less(in_unit, 5);
    };
    const bool least = size.kind->is_least();
    const std::string enough = bound_mark(size.needed.has_value(), least) + rounded(*size.value, least);
    return size.needed ? fmt::format("{} ({})", enough, rounded(*size.needed, !least)) : enough;
}

/// A table of the least sizes for legs of any kind. Its headings name the limits.
std::string limit_sizing_table(const CheckReport& report, std::size_t columns) {
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title = "Needed at least: the same limit for all legs, each limit by itself";
    table.columns = {{"requirement", Align::left, 34}};
    for (const LimitSize& size : report.limit_sizes.front()) {
        // Splits a heading such as "base joint, fixed axis from" into two lines.
        std::string heading(size.kind->heading);
        if (const std::size_t comma = heading.find(", "); comma != std::string::npos) heading.replace(comma, 2, "\n");
        table.columns.push_back(
            {fmt::format("{}\n{}", heading, units.name_of(size.kind->dimension)), Align::right, 20});
    }
    const bool telescopes = report.platform.machine.is_telescopic();
    if (telescopes) table.columns.push_back(telescope_column());
    const auto add = [&](const std::string& name, const std::vector<LimitSize>& sizes) {
        std::vector<std::string> row{name};
        for (const LimitSize& size : sizes) row.push_back(limit_size_text(size, units));
        if (telescopes) row.push_back(telescope_cell(suit_a_telescope(sizes)));
        table.rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < report.requirements.size(); ++i)
        add(escaped(report.requirements[i].requirement.name), report.limit_sizes[i]);
    if (report.requirements.size() > 1) add("all of them", together(report.limit_sizes));
    const auto is_bracketed = [](const auto& sizes) {
        return std::ranges::any_of(sizes, [](const LimitSize& size) { return size.needed.has_value(); });
    };
    const bool brackets = std::ranges::any_of(report.limit_sizes, is_bracketed);
    return aligned_text(table, columns) +
           (brackets
                ? paragraph("In brackets: what at least one pose needs. The proof ended early, so more may be needed.",
                            columns)
                : "");
}

std::string need_text(const NeedOfLegs& need, const Units& units) {
    constexpr double shown_difference = 0.01;
    const auto rounded = [&](double value, bool down) {
        const double in_unit = units.from_si(value, need.kind->dimension);
        return down ? significant_no_more(in_unit, 4) : significant_no_less(in_unit, 4);
    };
    const bool least = need.kind->is_least();
    if (!std::isfinite(need.met)) return "none";
    const std::string enough = std::isfinite(need.proved) ? rounded(need.proved, least) : "none";
    if (std::abs(need.proved - need.met) <= shown_difference * std::abs(need.met)) return enough;
    return fmt::format("{} ({})", enough, rounded(need.met, !least));
}

/// A table of the shared limits that each requirement needs.
std::string needs_table(const CheckReport& report, std::size_t columns) {
    const auto needs_some = [](const NeedsOfLegs& one) { return !one.needs.empty(); };
    const auto first = std::ranges::find_if(report.needs_of_legs, needs_some);
    if (first == report.needs_of_legs.end()) return "";
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title =
        "Needed limits on several legs, each by itself: the smallest value that suffices, or for gaps, conditioning "
        "and stiffness the largest";
    table.columns = {{"requirement", Align::left, 34}};
    for (const NeedOfLegs& need : first->needs) {
        const std::string unit = units.name_of(need.kind->dimension);
        table.columns.push_back(
            {fmt::format("{}{}{}", need.kind->heading, unit.empty() ? "" : "\n", unit), Align::right, 20});
    }
    const auto add = [&](const std::string& name, const std::vector<NeedOfLegs>& needs) {
        std::vector<std::string> row{name};
        for (const NeedOfLegs& need : needs) row.push_back(need_text(need, units));
        row.resize(table.columns.size(), "-");
        table.rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < report.requirements.size(); ++i)
        add(escaped(report.requirements[i].requirement.name), report.needs_of_legs[i].needs);
    if (report.requirements.size() > 1) add("all of them", together(report.needs_of_legs));
    const bool brackets = std::ranges::any_of(table.rows, [](const auto& row) {
        return std::any_of(row.begin() + 1, row.end(), [](const std::string& cell) { return cell.ends_with(')'); });
    });
    return aligned_text(table, columns) +
           (brackets ? paragraph("In brackets: the value at some pose, because the proof ended early.", columns) : "");
}

/// A load as text: the largest value found. If the search gave up, also a proved bound.
std::string load_text(const LargestLoad& load, std::string_view unit, const Units& units) {
    constexpr double shown_difference = 2e-3;
    if (std::isinf(load.met))
        return fmt::format("{}infinity (at {})", load.met < 0 ? "-" : "", pose_text(load.at, units));
    std::string text = significant(load.met, 4);
    if (std::isfinite(load.bound) && std::abs(load.bound - load.met) > shown_difference * std::abs(load.met))
        text += fmt::format(" … {}", significant(load.bound, 4));
    return fmt::format("{} {}{} (leg {} at {})", text, unit, std::isinf(load.bound) ? " or farther from 0" : "",
                       load.leg + 1, pose_text(load.at, units));
}

/// The ranges of forces and torques over a requirement, as text.
std::string loads_text(const NeedsOfLegs& needs, const Requirement& requirement, const Machine& machine) {
    const LegLoads& loads = *needs.loads;
    std::string text = fmt::format("{}: forces in the {} from {} to {}", escaped(requirement.name),
                                   machine.is_telescopic() ? "legs" : "rods", load_text(loads.pull, "N", machine.units),
                                   load_text(loads.push, "N", machine.units));
    if (loads.torque_nm)
        text += fmt::format("; largest torque of a motor {}", load_text(*loads.torque_nm, "N m", machine.units));
    return text;
}

/// Explains one requirement: its tightest pose, and what that pose means.
std::string explanation(const CheckedRequirement& checked, const Machine& machine) {
    const Units& units = machine.units;
    const auto& [requirement, result, seconds] = checked;
    const MetClearance& least = result.proof.least;
    const double clearance_m = least.clearance.clearance_m, missing_m = requirement.clearance_m - clearance_m;
    const LimitTable limits = limits_of(as_required(machine, requirement.of_legs));
    const std::string limit = limits[least.clearance.limit].name();
    const std::string where = tightest_place_text(checked, units);
    const std::string of_legs = required_text(requirement.of_legs, units);
    const std::string name = escaped(requirement.name) + (of_legs.empty() ? "" : fmt::format(" ({})", of_legs));
    switch (result.outcome) {
        case Outcome::proved:
            return fmt::format("{}: {}; least clearance {} ({}) at {}", name, outcome_name(result),
                               units.length_text(clearance_m, 5), limit, where);
        case Outcome::violated:
            if (least.state)
                return fmt::format("{}: violated ({}: {}) at {}", name, limit,
                                   state_text(*least.state, *limits[least.clearance.limit].kind, units), where);
            return fmt::format("{}: violated by {} ({}{}) at {}", name, units.length_text(missing_m, 5), limit,
                               clearance_m >= 0 ? ", reachable but with too little clearance" : "", where);
        case Outcome::other_assembly: return fmt::format("{}: not proved, see the fault above", name);
        default:
            if (result.proof.undecided != LimitId::none)
                return fmt::format(
                    "{}: {}: it is undecided whether all poses keep this limit: {}; least clearance {} ({}) at {}",
                    name, outcome_word(result), limits[result.proof.undecided].name(),
                    units.length_text(clearance_m, 5), limit, where);
            return fmt::format("{}: {} {}; the least clearance is between {} and {} where {} is required, at {}", name,
                               result.gave_up() ? "gave up near" : "grazes", limit,
                               units.length_text(result.proof.at_least_m, 12), units.length_text(clearance_m, 12),
                               units.length_text(requirement.clearance_m, 12), where);
    }
}

/// The mass that the legs carry everywhere in a requirement's box, as text, and the pose that rules out a larger mass.
/// Both masses are rounded to the safe side.
std::string mass_text(const CarriedMass& mass, const Requirement& requirement, const Machine& machine) {
    const LimitTable limits = limits_of(as_required(machine, requirement.of_legs));
    const std::string pull = pull_text(machine);
    const std::string carried =
        mass.proved_kg > 0 ? fmt::format("proved: in place of the load, the legs carry a mass of {} kg{} everywhere",
                                         significant_no_more(mass.proved_kg, 4), pull)
                           : fmt::format("no mass{} is proved to be carried everywhere in place of the load", pull);
    return fmt::format("{}: {}; the legs do not carry more than {} kg ({}) at {}", escaped(requirement.name), carried,
                       significant_no_less(mass.fails_kg, 4), limits[mass.limit].name(),
                       pose_text(mass.at, machine.units));
}

}  // namespace

std::string pull_text(const Machine& machine) {
    const Vector force = vector_of(machine.load->force);
    if (force.x == 0 && force.y == 0 && force.z < 0) return "";
    const Vector along = scaled(force, 1 / length_of(force));
    return fmt::format(", pulling along [{}, {}, {}],", significant(along.x, 3), significant(along.y, 3),
                       significant(along.z, 3));
}

std::string tightest_place_text(const CheckedRequirement& checked, const Units& units) {
    const MetClearance& least = checked.result.proof.least;
    const std::string place = checked.requirement.poses->place_text(least.along);
    return (place.empty() ? "" : place + ": ") + pose_text(least.pose, units);
}

std::string requirement_details(const CheckReport& report, std::size_t columns) {
    if (report.requirements.empty()) return "";
    const Machine& machine = report.platform.machine;
    std::string text = requirement_table(report, columns) + "\n";
    for (std::size_t i = 0; i < report.requirements.size(); ++i) {
        const Requirement& requirement = report.requirements[i].requirement;
        text += paragraph(explanation(report.requirements[i], machine), columns);
        if (const auto& mass = report.masses[i]) text += paragraph(mass_text(*mass, requirement, machine), columns);
        if (const NeedsOfLegs& needs = report.needs_of_legs[i]; needs.loads)
            text += paragraph(loads_text(needs, requirement, machine), columns);
    }
    if (!report.least_sizes.empty()) text += "\n" + sizing_table(report, columns);
    if (!report.limit_sizes.empty()) text += "\n" + limit_sizing_table(report, columns);
    if (const std::string needs = needs_table(report, columns); !needs.empty()) text += "\n" + needs;
    return text;
}

}  // namespace hexscan
