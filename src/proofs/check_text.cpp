#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/check/check_tuning.h"
#include "src/proofs/check_report.h"
#include "src/proofs/pose_report.h"

namespace hexscan {
namespace {

std::string coordinate(double value) { return significant(value, 6); }

/// A number whose rounding dust reads as the zero it is meant to be.
double cleaned(double value, double scale) { return std::abs(value) < 1e-12 * scale ? 0 : value; }

const char* weight_name(Finding::Weight weight) {
    switch (weight) {
        case Finding::Weight::fault: return "Fault";
        case Finding::Weight::warning: return "Warning";
        default: return "Note";
    }
}

std::size_t count(const CheckReport& report, Finding::Weight weight) {
    std::size_t found = 0;
    for (const Finding& finding : report.findings) found += finding.weight == weight ? 1 : 0;
    return found;
}

std::string plural(std::size_t number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string headline(const CheckReport& report) {
    std::string text = escaped(report.platform.machine.name) + ": ";
    const std::size_t faults = count(report, Finding::Weight::fault),
                      warnings = count(report, Finding::Weight::warning);
    text += faults + warnings == 0 ? "no fault found"
                                   : fmt::format("{}, {}", plural(faults, "fault"), plural(warnings, "warning"));
    if (report.requirements.empty()) return text + "; the file has no requirements\n";
    return text + "; " + requirements_text(report.requirements) + "\n";
}

/// The limits that bound one quantity of each leg, such as its length: columns of a table that stand together.
struct BoundedQuantity {
    std::vector<const LimitKind*> bounds;  ///< one at least

    const LimitKind& any() const { return *bounds.front(); }
    bool has(const LimitKind& kind) const { return kind.side == any().side && kind.quantity == any().quantity; }
};

/// Those that something limits at home.
std::vector<BoundedQuantity> limited_quantities(const HomeState& home, const LimitTable& table) {
    std::vector<BoundedQuantity> quantities;
    for (const LimitKind* kind : table.kinds()) {
        if (!table[table.ids_of(*kind).front()].is_of_one_leg()) continue;
        if (!quantities.empty() && quantities.back().has(*kind))
            quantities.back().bounds.push_back(kind);
        else
            quantities.push_back({{kind}});
    }
    std::erase_if(quantities, [&](const BoundedQuantity& quantity) {
        return std::none_of(quantity.bounds.begin(), quantity.bounds.end(), [&](const LimitKind* kind) {
            const std::vector<LimitId> ids = table.ids_of(*kind);
            return std::any_of(ids.begin(), ids.end(),
                               [&](LimitId id) { return std::isfinite(home.state(id).allowed); });
        });
    });
    return quantities;
}

std::string cell(double value, Dimension dimension, int digits, const Units& units) {
    if (dimension == Dimension::length) return significant(units.from_metres(value), digits);
    if (std::isinf(value)) return "-";
    return dimension == Dimension::angle ? significant(units.from_radians(cleaned(value, 1)), 4)
                                         : significant(value, 4);
}

/// Of each leg what limits bound: the quantity, its bounds, what is left.
std::string home_table(const HomeState& home, const LimitTable& limits, const Units& units) {
    const std::vector<BoundedQuantity> quantities = limited_quantities(home, limits);
    TextTable table;
    table.title = fmt::format("Home pose: {}", pose_text(home.pose, units));
    table.columns.push_back({"leg"});
    for (const BoundedQuantity& quantity : quantities) {
        const auto add = [&](std::string_view what) {
            const std::string_view side = quantity.any().side;
            table.columns.push_back({fmt::format("{}{}{}\n{}", side, side.empty() ? "" : "\n", what,
                                                 units.name_of(quantity.any().dimension))});
        };
        add(quantity.any().quantity);
        for (const LimitKind* kind : quantity.bounds) add(kind->bound);
        add("left");
    }
    for (std::size_t i = 0; i < leg_count; ++i) {
        std::vector<std::string> row{std::to_string(i + 1)};
        for (const BoundedQuantity& quantity : quantities) {
            const Dimension dimension = quantity.any().dimension;
            double left = std::numeric_limits<double>::infinity();
            row.push_back(cell(home.state(limits.ids_of(quantity.any())[i]).asked, dimension, 6, units));
            for (const LimitKind* kind : quantity.bounds) {
                const LimitState& state = home.state(limits.ids_of(*kind)[i]);
                row.push_back(cell(state.allowed, dimension, 6, units));
                left = std::min(left, state.left);
            }
            row.push_back(cell(left, dimension, 4, units));
        }
        table.rows.push_back(std::move(row));
    }
    return aligned_text(table);
}

/// The active limits at home: of all legs, and both ends of a stroke, where they tie.
std::string home_limit_text(const Machine& machine, const HomeState& home, const LimitTable& table) {
    constexpr double same = 1e-6;
    const std::vector<double> rooms_m =
        OrientedMachine(machine, home.pose.orientation).clearances_m(home.pose.position_m);
    const Limit& active = table[home.clearance.limit];
    if (!active.is_of_one_leg()) return active.name();
    std::vector<std::string> texts;
    for (const LimitKind* const kind : table.kinds()) {
        std::vector<std::size_t> legs;
        for (const LimitId id : table.ids_of(*kind)) {
            if (!table[id].is_of_one_leg()) continue;
            const std::size_t leg = *table[id].owner.leg;
            const double length_m = home.length_m[leg];
            const double room_m = rooms_m.at(static_cast<std::size_t>(id) - 1);
            if (std::abs(room_m - home.clearance.clearance_m) <= same * length_m) legs.push_back(leg);
        }
        if (!legs.empty()) texts.push_back(fmt::format("{}, {}", legs_text(legs), kind->name));
    }
    return joined(texts, "; ");
}

/// Of each kind of limit that legs share the one that has least left.
std::string shared_limit_lines(const HomeState& home, const LimitTable& table, const Units& units) {
    std::string text;
    for (const LimitKind* kind : table.kinds()) {
        const std::vector<LimitId> ids = table.ids_of(*kind);
        if (table[ids.front()].is_of_one_leg()) continue;
        const LimitId least = *std::min_element(
            ids.begin(), ids.end(), [&](LimitId a, LimitId b) { return home.state(a).left < home.state(b).left; });
        const auto& [asked, allowed, left] = home.state(least);
        text += fmt::format("{} at home: {}, at least {} is asked ({})\n", table[least].name(),
                            units.text(asked, kind->dimension, 4), units.text(allowed, kind->dimension, 4), kind->key);
    }
    return text;
}

/// Leg by leg.
std::string loads_text(const PerLeg& loads) {
    std::vector<std::string> texts;
    for (const double load : loads) texts.push_back(significant(load, 4));
    return joined(texts, ", ");
}

std::string force_lines(const CheckReport& report) {
    if (!report.forces_at_home) return "";
    const bool arms = have_arms(report.platform.machine.legs);
    std::string text = fmt::format("forces at home in the {} 1 to 6, above 0 where compressed: {} N\n",
                                   report.platform.machine.is_telescopic() ? "legs" : "rods",
                                   loads_text(report.forces_at_home->rod_n));
    if (arms)
        text +=
            fmt::format("torques at home of the motors 1 to 6: {} N m\n", loads_text(report.forces_at_home->servo_nm));
    return text;
}

std::string home_lines(const CheckReport& report) {
    const Units& units = report.platform.machine.units;
    if (!report.home) return "The file has no home pose: nothing to hold the machine against.\n";
    const LimitTable table = limits_of(report.platform.machine);
    std::string text = home_table(*report.home, table, units);
    const PoseClearance& least = report.home->clearance;
    text += fmt::format("clearance at home {} ({})", units.length_text(least.clearance_m, 5),
                        home_limit_text(report.platform.machine, *report.home, table));
    text += "\n";
    if (std::isfinite(report.at_home->condition))
        text += fmt::format("condition of the inverse Jacobian {}, {}\n", significant(report.at_home->condition, 3),
                            condition_place_text(report.platform.machine));
    if (report.error_at_home)
        text += fmt::format(
            "pose error at home where each leg is off by {} µm: at most {} µm in position and {} in rotation\n",
            significant(1e6 * asked_leg_error_m, 3), significant(1e6 * report.error_at_home->displacement_m, 3),
            units.angle_text(report.error_at_home->rotation_rad, 3));
    // Of legs that are asked to keep a gap the lines of their limits say more.
    if (const auto& nearest = report.nearest_at_home; nearest && !report.platform.machine.legs_apart)
        text += fmt::format("nearest legs at home: {} and {}, whose middle lines are {} apart; thicker legs touch\n",
                            nearest->first + 1, nearest->second + 1, units.length_text(nearest->distance_m, 4));
    return text + force_lines(report) + shared_limit_lines(*report.home, table, units);
}

/// Rounded towards home, so that what is printed is proved.
std::string half_width_text(const DataSheet& sheet, std::size_t axis, const Units& units) {
    const double width = sheet.proved[axis];
    return "±" +
           significant_no_more(axis < PoseBox::angles_begin ? units.from_metres(width) : units.from_radians(width), 4);
}

/// Where the box has no width along an axis: the limits that home touches.
std::string touched_text(const CheckReport& report) {
    const LimitTable table = limits_of(report.platform.machine);
    const DataSheet& sheet = *report.sheet;
    std::vector<std::string> limits;
    const auto touch = [&](const std::string& limit) {
        if (std::ranges::find(limits, limit) == limits.end()) limits.push_back(limit);
    };
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        if (sheet.proportions[axis] > 0) continue;
        const double home = coordinates_of(report.home->pose)[axis];
        for (const TravelEnd& end : {sheet.travel[axis].from, sheet.travel[axis].to})
            if (end.limit && end.at == home) touch(table[*end.limit].name());
    }
    if (limits.empty() && sheet.growth.kept_to == 0) touch(table[report.home->clearance.limit].name());
    return limits.empty() ? "" : fmt::format("; home touches {}", joined(limits, ", "));
}

std::string data_sheet_lines(const CheckReport& report) {
    if (!report.sheet) return "";
    const DataSheet& sheet = *report.sheet;
    const Units& units = report.platform.machine.units;
    std::string box;
    for (std::size_t axis = 0; axis < pose_axes; ++axis)
        box += fmt::format("{}{} {}",
                           axis == 0                       ? ""
                           : axis == PoseBox::angles_begin ? fmt::format(" {}; ", units.length)
                                                           : ", ",
                           pose_axis_names[axis], half_width_text(sheet, axis, units));
    return fmt::format("\nTravel from home, one axis at a time, the others kept ({})\n",
                       travel_subjects(report.platform.machine)) +
           travel_text(sheet.travel, report.platform.machine) +
           paragraph(fmt::format("largest box about home that is proved, all six at once: {} {}{}", box, units.angle,
                                 touched_text(report)));
}

/// A search that ends by itself ends below half a percent.
std::string excess_text(double part) {
    if (part <= tuning::reachable_box_part) return "to half a percent";
    if (std::isinf(part)) return "if anything is (the search gave up before it met a reachable position)";
    return fmt::format("to {:.0f} percent (the search gave up narrowing it)", std::ceil(100 * part));
}

std::string workspace_line(const CheckReport& report) {
    if (!report.reachable) return "";
    const Units& units = report.platform.machine.units;
    const PositionBox& box = report.reachable->box;
    const auto range = [&](std::size_t axis) {
        return fmt::format("{} {} to {}", "xyz"[axis], significant(units.from_metres(box.low_m[axis]), 4),
                           significant(units.from_metres(box.high_m[axis]), 4));
    };
    const bool single = report.platform.scan.orientations.is_single();
    return fmt::format("reachable at the {}, {}: {}, {}, {} {}\n",
                       single ? "scan's orientation" : "first of the scan's orientations",
                       excess_text(report.reachable->excess_part), range(0), range(1), range(2), units.length);
}

/// Of what is asked at grid points, so that between them it may be less.
std::string hold_line(const CheckReport& report) {
    if (!report.hold) return "";
    const WorkspaceHold& hold = *report.hold;
    const Units& units = report.platform.machine.units;
    const auto at = [&](double m) { return coordinate(units.from_metres(cleaned(m, 1))); };
    const std::string place = report.home ? "" : ", " + condition_place_text(report.platform.machine);
    return paragraph(fmt::format(
        "conditioning over it{}: least {}{} at x {}, y {}, z {} {}, mean {} (of {} points of a grid, and downhill)",
        place, significant(hold.least, 3), hold.least < 0 ? ", beyond a singularity as seen from home," : "",
        at(hold.least_at_m.x), at(hold.least_at_m.y), at(hold.least_at_m.z), units.length, significant(hold.mean, 3),
        hold.points));
}

std::string growth_text(const std::optional<BoxGrowth>& growth) {
    if (!growth) return "-";
    if (growth->kept_to == 0) return growth->is_open ? "not known" : "not even its middle";
    if (std::isinf(growth->lost_at) || growth->is_open) return fmt::format("x {:#.4g} or more", growth->kept_to);
    return fmt::format("x {:#.4g}", growth->kept_to);
}

/// The outcome's name as far as its first word.
std::string outcome_word(const RequirementResult& result) {
    const std::string name = outcome_name(result);
    return name.substr(0, name.find(':'));
}

std::string requirement_table(const CheckReport& report) {
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
    return aligned_text(table);
}

TextColumn telescope_column() { return {"as a\ntelescope", Align::left}; }
std::string telescope_cell(std::optional<bool> suits) { return !suits ? "-" : *suits ? "yes" : "no: over 2:1"; }

/// What each requirement would need at least, rounded so that it is proved.
std::string sizing_table(const CheckReport& report) {
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title = "Needed at least: the same stroke for all legs, the same tilts for all joints of a side";
    table.columns = {{"requirement", Align::left, 34},
                     {fmt::format("legs\nfrom, {}", units.length)},
                     {fmt::format("legs\nto, {}", units.length)},
                     telescope_column(),
                     {fmt::format("base\ntilt, {}", units.angle)},
                     {fmt::format("platform\ntilt, {}", units.angle)}};
    const auto tilt = [&](const std::optional<double>& angle_rad) {
        return angle_rad ? significant_no_less(units.from_radians(*angle_rad), 4) : std::string("none");
    };
    const auto add = [&](const std::string& name, const LeastSizes& sizes) {
        table.rows.push_back({name, significant_no_more(units.from_metres(sizes.shortest_m), 6),
                              significant_no_less(units.from_metres(sizes.longest_m), 6),
                              telescope_cell(sizes.suit_a_telescope()), tilt(sizes.base_tilt_rad),
                              tilt(sizes.platform_tilt_rad)});
    };
    for (std::size_t i = 0; i < report.requirements.size(); ++i)
        add(escaped(report.requirements[i].requirement.name), report.least_sizes[i]);
    if (report.requirements.size() > 1) add("all of them", together(report.least_sizes));
    return aligned_text(table);
}

std::string limit_size_text(const LimitSize& size, const Units& units) {
    if (!size.value) return "none";
    const auto rounded = [&](double value, bool down) {
        const double in_unit = units.from_si(value, size.kind->dimension);
        return down ? significant_no_more(in_unit, 5) : significant_no_less(in_unit, 5);
    };
    const bool least = size.kind->is_least();
    const std::string enough = rounded(*size.value, least);
    return size.needed ? fmt::format("{} ({})", enough, rounded(*size.needed, !least)) : enough;
}

/// The same of a machine of any kind, by the headings of its limits.
std::string limit_sizing_table(const CheckReport& report) {
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title = "Needed at least: the same limit for all legs, each limit by itself";
    table.columns = {{"requirement", Align::left, 34}};
    for (const LimitSize& size : report.limit_sizes.front()) {
        // "base joint, fixed axis from" stands on two lines.
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
    return aligned_text(table) +
           (brackets ? "In brackets: what some pose needs, where a proof ended early and less may be enough.\n" : "");
}

std::string need_text(const NeedOfLegs& need, const Units& units) {
    constexpr double told_apart = 0.01;
    const auto rounded = [&](double value, bool down) {
        const double in_unit = units.from_si(value, need.kind->dimension);
        return down ? significant_no_more(in_unit, 4) : significant_no_less(in_unit, 4);
    };
    const bool least = need.kind->is_least();
    if (!std::isfinite(need.met)) return "none";
    const std::string enough = std::isfinite(need.proved) ? rounded(need.proved, least) : "none";
    if (std::abs(need.proved - need.met) <= told_apart * std::abs(need.met)) return enough;
    return fmt::format("{} ({})", enough, rounded(need.met, !least));
}

/// What each requirement would need of what legs share.
std::string needs_table(const CheckReport& report) {
    const auto needs_some = [](const NeedsOfLegs& one) { return !one.needs.empty(); };
    const auto first = std::ranges::find_if(report.needs_of_legs, needs_some);
    if (first == report.needs_of_legs.end()) return "";
    const Units& units = report.platform.machine.units;
    TextTable table;
    table.title = "Needed of what legs share, each by itself: at least, of gaps and conditioning at most";
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
    return aligned_text(table) +
           (brackets ? "In brackets: what is met at some pose, where the search for a proof ended early.\n" : "");
}

/// Both ends where the search ended before they were close.
std::string load_text(const LargestLoad& load, std::string_view unit, const Units& units) {
    constexpr double told_apart = 2e-3;
    if (std::isinf(load.met)) return fmt::format("without bound ({})", pose_text(load.at, units));
    std::string text = significant(load.met, 4);
    if (std::isinf(load.bound))
        text += " or farther";
    else if (std::abs(load.bound - load.met) > told_apart * std::abs(load.met))
        text += fmt::format(" … {}", significant(load.bound, 4));
    return fmt::format("{} {} (leg {} at {})", text, unit, load.leg + 1, pose_text(load.at, units));
}

/// How far forces and torques go in a requirement.
std::string loads_text(const NeedsOfLegs& needs, const Requirement& requirement, const Machine& machine) {
    const LegLoads& loads = *needs.loads;
    std::string text =
        fmt::format("{}: forces in the {}, above 0 where compressed: from {} to {}", escaped(requirement.name),
                    machine.is_telescopic() ? "legs" : "rods", load_text(loads.pull, "N", machine.units),
                    load_text(loads.push, "N", machine.units));
    if (loads.torque_nm)
        text += fmt::format("; largest torque of a motor {}", load_text(*loads.torque_nm, "N m", machine.units));
    return text;
}

/// One requirement in words: where it is tightest and what that means.
std::string explanation(const CheckedRequirement& checked, const Machine& machine) {
    const Units& units = machine.units;
    const auto& [requirement, result, seconds] = checked;
    const MetClearance& least = result.proof.least;
    const double clearance_m = least.clearance.clearance_m, missing_m = requirement.clearance_m - clearance_m;
    const LimitTable limits = limits_of(as_required(machine, requirement.of_legs));
    const std::string limit = limits[least.clearance.limit].name();
    const std::string place = requirement.poses->place_text(least.along);
    const std::string where = (place.empty() ? "" : place + ": ") + pose_text(least.pose, units);
    const std::string of_legs = required_text(requirement.of_legs, units);
    const std::string name = escaped(requirement.name) + (of_legs.empty() ? "" : fmt::format(" ({})", of_legs));
    switch (result.outcome) {
        case Outcome::proved:
            return fmt::format("{}: {}; least clearance {} ({}) at {}", name, outcome_name(result),
                               units.length_text(clearance_m, 5), limit, where);
        case Outcome::violated:
            if (least.state) {
                const Dimension dimension = limits[least.clearance.limit].kind->dimension;
                return fmt::format(
                    "{}: violated ({}: {}, {} allowed) at {}", name, limit,
                    std::isinf(least.state->asked) ? "without bound" : units.text(least.state->asked, dimension, 5),
                    units.text(least.state->allowed, dimension, 5), where);
            }
            return fmt::format("{}: violated by {} ({}{}) at {}", name, units.length_text(missing_m, 5), limit,
                               clearance_m >= 0 ? ", reachable but with too little clearance" : "", where);
        case Outcome::other_assembly: return fmt::format("{}: not proved, see the fault above", name);
        default:
            if (result.proof.undecided != LimitId::none)
                return fmt::format(
                    "{}: grazes: whether it is kept everywhere is open: {}; least clearance {} ({}) at {}", name,
                    limits[result.proof.undecided].name(), units.length_text(clearance_m, 5), limit, where);
            return fmt::format("{}: grazes {}; the least clearance is between {} and {} where {} is asked for, at {}",
                               name, limit, units.length_text(result.proof.at_least_m, 12),
                               units.length_text(clearance_m, 12), units.length_text(requirement.clearance_m, 12),
                               where);
    }
}

/// Which way the mass pulls, where that is not down.
std::string pull_text(const Machine& machine) {
    const Vector force = vector_of(machine.load->force);
    if (force.x == 0 && force.y == 0 && force.z < 0) return "";
    const Vector along = scaled(force, 1 / length_of(force));
    return fmt::format(", pulling along [{}, {}, {}],", significant(along.x, 3), significant(along.y, 3),
                       significant(along.z, 3));
}

/// What the legs carry everywhere in a requirement's box, and where no more, each rounded so that it is right.
std::string mass_text(const CarriedMass& mass, const Requirement& requirement, const Machine& machine) {
    const LimitTable limits = limits_of(as_required(machine, requirement.of_legs));
    const std::string pull = pull_text(machine);
    const std::string carried =
        mass.proved_kg > 0 ? fmt::format("a mass of {} kg in place of the load{} is carried everywhere, proved",
                                         significant_no_more(mass.proved_kg, 4), pull)
                           : fmt::format("no mass in place of the load{} is proved to be carried everywhere", pull);
    return fmt::format("{}: {}; more than {} kg is not ({}) at {}", escaped(requirement.name), carried,
                       significant_no_less(mass.fails_kg, 4), limits[mass.limit].name(),
                       pose_text(mass.at, machine.units));
}

}  // namespace

std::string pose_text(const Pose& pose, const Units& units) {
    const auto [p, o] = pose;
    const auto length = [&](double m) { return coordinate(cleaned(units.from_metres(m), units.from_metres(1))); };
    const auto angle = [&](double rad) { return coordinate(cleaned(units.from_radians(rad), 1)); };
    return fmt::format("x {}, y {}, z {} {}; roll {}, pitch {}, yaw {} {}", length(p.x), length(p.y), length(p.z),
                       units.length, angle(o.roll_rad), angle(o.pitch_rad), angle(o.yaw_rad), units.angle);
}

std::string requirements_text(std::span<const CheckedRequirement> checked) {
    std::array<std::size_t, 4> outcomes{};
    std::vector<std::string_view> subjects = checked.front().result.subjects;
    for (const CheckedRequirement& one : checked) {
        const RequirementResult& result = one.result;
        ++outcomes[static_cast<std::size_t>(result.outcome)];
        // What single requirements ask beside stands in their lines.
        std::erase_if(subjects, [&](std::string_view subject) {
            return std::ranges::find(result.subjects, subject) == result.subjects.end();
        });
    }
    std::string text = fmt::format("{} of {} proved ({})", outcomes[0], plural(checked.size(), "requirement"),
                                   subjects_text(subjects));
    if (outcomes[1] > 0) text += fmt::format(", {} violated", outcomes[1]);
    if (outcomes[2] > 0) text += fmt::format(", {} in another assembly", outcomes[2]);
    if (outcomes[3] > 0) text += fmt::format(", {} grazing", outcomes[3]);
    return text;
}

std::string check_text(const CheckReport& report) {
    std::string text = headline(report);
    for (const Finding& finding : report.findings)
        text += paragraph(fmt::format("{}: {}", weight_name(finding.weight), escaped(finding.text)));
    text += "\n" + home_lines(report) + workspace_line(report) + hold_line(report) + data_sheet_lines(report);
    if (report.requirements.empty()) return text;
    text += "\n" + requirement_table(report) + "\n";
    for (std::size_t i = 0; i < report.requirements.size(); ++i) {
        text += paragraph(explanation(report.requirements[i], report.platform.machine));
        if (const auto& mass = report.masses[i])
            text += paragraph(mass_text(*mass, report.requirements[i].requirement, report.platform.machine));
        if (const NeedsOfLegs& needs = report.needs_of_legs[i]; needs.loads)
            text += paragraph(loads_text(needs, report.requirements[i].requirement, report.platform.machine));
    }
    if (!report.least_sizes.empty()) text += "\n" + sizing_table(report);
    if (!report.limit_sizes.empty()) text += "\n" + limit_sizing_table(report);
    if (const std::string needs = needs_table(report); !needs.empty()) text += "\n" + needs;
    text += paragraph(fmt::format("Angles: {}.", order_text(report.platform.machine.orientation_order)));
    return text;
}

}  // namespace hexscan
