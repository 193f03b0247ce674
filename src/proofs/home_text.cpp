#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/check/check_tuning.h"
#include "src/check/kept_distance.h"
#include "src/proofs/bounded_quantity.h"
#include "src/proofs/check_texts.h"
#include "src/proofs/have_need.h"
#include "src/proofs/pose_report.h"
#include "src/proofs/tied_limits.h"

namespace hexscan {
namespace {

std::string cell(double value, Dimension dimension, int digits, const Units& units) {
    if (dimension == Dimension::length) return significant(units.from_metres(value), digits);
    if (std::isinf(value)) return "-";
    return dimension == Dimension::angle ? significant(units.from_radians(cleaned(value, 1)), 4)
                                         : significant(value, 4);
}

/// A table of each leg's limited quantities: value, bounds and margin.
std::string home_table(const HomeState& home, const LimitTable& limits, const Units& units, std::size_t columns) {
    const std::vector<BoundedQuantity> quantities = limited_quantities(limits, home.limits);
    TextTable table;
    table.title = fmt::format("Home pose: {}", pose_text(home.pose, units));
    table.columns.push_back({"leg"});
    for (const BoundedQuantity& quantity : quantities) {
        const auto add = [&](std::string_view what, bool begins_group = false) {
            const std::string_view side = quantity.any().side;
            table.columns.push_back({.header = fmt::format("{}{}{}\n{}", side, side.empty() ? "" : "\n", what,
                                                           units.name_of(quantity.any().dimension)),
                                     .begins_group = begins_group});
        };
        add(quantity.any().quantity, true);
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
    return aligned_text(table, columns);
}

/// A value of a leg as text. It has as many decimals as the larger of the value and `largest_limit` has with five
/// significant digits.
std::string value_text(double value, double largest_limit) {
    constexpr int digits = 5;
    const double size = std::max(std::abs(value), std::isfinite(largest_limit) ? std::abs(largest_limit) : 0);
    if (size == 0) return "0";
    const double step = std::pow(10, std::floor(std::log10(size)) + 1 - digits);
    return significant(step * std::round(value / step), digits);
}

/// Lines with the values of legs and joints at home. Values that are equal for all legs come first.
std::vector<std::string> joint_value_lines(const CheckReport& report) {
    const Units& units = report.platform.machine.units;
    const LimitTable table = limits_of(report.platform.machine);
    std::vector<std::string> alike, by_leg;
    for (const BoundedQuantity& quantity : limited_quantities(table, report.home->limits)) {
        const LimitKind& kind = quantity.any();
        if (kind.of_geometry || is_load_or_rate(kind)) continue;
        std::vector<std::string> values;
        for (const LimitId id : table.ids_of(kind)) {
            const LimitState& state = report.home->state(id);
            values.push_back(
                value_text(units.from_si(state.asked, kind.dimension), units.from_si(state.allowed, kind.dimension)));
        }
        const bool are_alike = std::ranges::count(values, values[0]) == std::ssize(values);
        (are_alike ? alike : by_leg)
            .push_back(fmt::format("{} {} {}", kind.side.empty() ? std::string(kind.quantity) : label_of(kind, ""),
                                   are_alike ? values[0] : joined(values, ", "), units.name_of(kind.dimension)));
    }
    std::vector<std::string> lines;
    if (!alike.empty()) lines.push_back(fmt::format("All legs at home: {}", joined(alike, "; ")));
    if (!by_leg.empty()) lines.push_back(fmt::format("Legs 1 to 6 at home: {}", joined(by_leg, "; ")));
    return lines;
}

/// One line for each kind of shared limit: the limit of this kind that has the smallest margin at home.
std::vector<std::string> shared_limit_lines(const HomeState& home, const LimitTable& table, const Units& units) {
    std::vector<std::string> lines;
    for (const LimitKind* kind : table.kinds()) {
        const std::vector<LimitId> ids = table.ids_of(*kind);
        if (table[ids.front()].is_of_one_leg()) continue;
        const LimitId least = *std::min_element(
            ids.begin(), ids.end(), [&](LimitId a, LimitId b) { return home.state(a).left < home.state(b).left; });
        const auto& [asked, allowed, left] = home.state(least);
        lines.push_back(fmt::format("{} at home: {}, at least {} is required ({})", table[least].name(),
                                    units.text(asked, kind->dimension, 4), units.text(allowed, kind->dimension, 4),
                                    kind->key));
    }
    return lines;
}

/// The loads of all legs as text, in the order of the legs.
std::string loads_text(const PerLeg& loads) {
    std::vector<std::string> texts;
    for (const double load : loads) texts.push_back(significant(load, 4));
    return joined(texts, ", ");
}

/// Lines with figures of the machine at home, even if home is unreachable.
std::vector<std::string> home_lines(const CheckReport& report) {
    const Units& units = report.platform.machine.units;
    std::vector<std::string> lines{fmt::format(
        "clearance at home {} ({})", distance_text(report.home->clearance.clearance_m, report.at_home_at_most_m, units),
        nearest_limits_text(report.platform.machine, *report.home, report.at_home_at_most_m))};
    if (std::isfinite(report.at_home->condition))
        lines.push_back(fmt::format("condition of the inverse Jacobian {}, {}",
                                    significant(report.at_home->condition, 3),
                                    condition_place_text(report.platform.machine)));
    if (report.error_at_home) lines.push_back(pose_error_line(*report.error_at_home, "home", units));
    // This line is left out if the file requires a gap between legs, because the line about that limit says more.
    if (const auto& nearest = report.nearest_at_home; nearest && !report.platform.machine.legs_apart)
        lines.push_back(
            fmt::format("nearest legs at home: {} and {}; their centre lines are {} apart, so legs thicker than that "
                        "would touch",
                        nearest->first + 1, nearest->second + 1, units.length_text(nearest->distance_m, 4)));
    return lines;
}

/// A half width as text, rounded down so that the printed box is still proved.
std::string half_width_text(const DataSheet& sheet, std::size_t axis, const Units& units) {
    const double width = sheet.proved[axis];
    return "±" +
           significant_no_more(axis < PoseBox::angles_begin ? units.from_metres(width) : units.from_radians(width), 4);
}

/// Names limits. If a leg touches both ends of a range, one entry names both.
std::string touched_text(const std::vector<Limit>& limits) {
    std::vector<std::string> texts;
    for (const Limit& limit : limits) {
        const bool has_other_end = std::ranges::any_of(limits, [&](const Limit& other) {
            return other.owner == limit.owner && other.kind != limit.kind && !limit.kind->quantity.empty() &&
                   other.kind->quantity == limit.kind->quantity && other.kind->side == limit.kind->side;
        });
        std::string text =
            has_other_end ? fmt::format("{}, {} at both ends", limit.owner_text(), limit.kind->quantity) : limit.name();
        if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
    }
    return joined(texts, "; ");
}

/// Explains why the box has no width along an axis: home is singular, or home touches limits.
std::string why_narrow_text(const CheckReport& report) {
    const LimitTable table = limits_of(report.platform.machine);
    const DataSheet& sheet = *report.sheet;
    std::vector<Limit> limits;
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        if (sheet.proportions[axis] > 0) continue;
        const double home = coordinates_of(report.home->pose)[axis];
        for (const TravelEnd& end : {sheet.travel[axis].from, sheet.travel[axis].to})
            if (end.limit && end.at == home) limits.push_back(table[*end.limit]);
    }
    if (limits.empty() && sheet.growth.kept_to == 0) {
        // The assembly mode of a singular home is undefined, so no pose can be known to be in the same mode.
        if (report.at_home->rank < static_cast<int>(leg_count)) return "; home itself is singular, see above";
        if (report.home->clearance.clearance_m > grazing_tolerance_m(report.platform.machine)) return "";
        limits.push_back(table[report.home->clearance.limit]);
    }
    return limits.empty() ? "" : "; home touches " + touched_text(limits);
}

std::string largest_box_text(const CheckReport& report) {
    const Units& units = report.platform.machine.units;
    std::string box;
    for (std::size_t axis = 0; axis < pose_axes; ++axis)
        box += fmt::format("{}{} {}",
                           axis == 0                       ? ""
                           : axis == PoseBox::angles_begin ? fmt::format(" {}; ", units.length)
                                                           : ", ",
                           pose_axis_names[axis], half_width_text(*report.sheet, axis, units));
    const bool follows_travel =
        report.sheet->proportions == travel_proportions(report.sheet->travel, report.home->pose);
    return fmt::format(
        "Largest proved box about home{}: {} {}{}. Every pose in this box keeps all limits, with all six axes at "
        "once{}",
        follows_travel ? ", each side in proportion to its travel" : "", box, units.angle, why_narrow_text(report),
        report.sheet->growth.gave_up ? "; the search gave up, so a larger box may do so, too." : ".");
}

/// How exact the reachable box is, as text. If the search did not give up, the excess is below half a percent.
std::string excess_text(double part) {
    if (part <= tuning::reachable_box_part) return "to half a percent";
    if (std::isinf(part)) return "if at all (the search gave up before it found a reachable position)";
    return fmt::format("to {:.0f} percent (the search gave up before the ranges were narrower)", std::ceil(100 * part));
}

std::string workspace_line(const CheckReport& report, std::size_t columns) {
    if (!report.reachable) return "";
    const Units& units = report.platform.machine.units;
    const PositionBox& box = report.reachable->box;
    const auto range = [&](std::size_t axis) {
        return fmt::format("{} {} to {}", "xyz"[axis], significant(units.from_metres(box.low_m[axis]), 4),
                           significant(units.from_metres(box.high_m[axis]), 4));
    };
    const bool single = report.platform.scan.orientations.is_single();
    return paragraph(
        fmt::format("reachable at the {}, {}: {}, {}, {} {}",
                    single ? "scan's orientation" : "first of the scan's orientations",
                    excess_text(report.reachable->excess_part), range(0), range(1), range(2), units.length),
        columns);
}

/// The line about conditioning at grid points. Between these points it may be smaller.
std::string hold_line(const CheckReport& report, std::size_t columns) {
    if (!report.hold) return "";
    const WorkspaceHold& hold = *report.hold;
    const Units& units = report.platform.machine.units;
    const auto at = [&](double m) { return coordinate_text(units.from_metres(cleaned(m, 1))); };
    const std::string place = report.home ? "" : ", " + condition_place_text(report.platform.machine);
    return paragraph(
        fmt::format("conditioning over the reachable positions{}: least {}{} at x {}, y {}, z {} {}, mean {} (from {} "
                    "grid points; the least is refined by descent)",
                    place, significant(hold.least, 3), hold.least < 0 ? ", beyond a singularity seen from home," : "",
                    at(hold.least_at_m.x), at(hold.least_at_m.y), at(hold.least_at_m.z), units.length,
                    significant(hold.mean, 3), hold.points),
        columns);
}

}  // namespace

std::string pose_error_line(const PoseError& error, std::string_view where, const Units& units) {
    return fmt::format("pose error at {} if each leg is off by {} µm: at most {} µm in position and {} in rotation",
                       where, significant(1e6 * asked_leg_error_m, 3), significant(1e6 * error.displacement_m, 3),
                       units.angle_text(error.rotation_rad, 3));
}

std::vector<std::string> force_lines(const std::optional<PosedForces::Forces>& forces, std::string_view where,
                                     const Machine& machine) {
    if (!forces) return {};
    std::vector<std::string> lines{fmt::format("forces at {} in the {} 1 to 6: {} N", where,
                                               machine.is_telescopic() ? "legs" : "rods", loads_text(forces->rod_n))};
    if (have_arms(machine.legs))
        lines.push_back(fmt::format("torques at {} of the motors 1 to 6: {} N m", where, loads_text(forces->servo_nm)));
    return lines;
}

std::vector<std::string> stiffness_lines(const std::optional<StiffnessAtPose>& stiffness, std::string_view where,
                                         const Units& units) {
    if (!stiffness) return {};
    std::vector<std::string> lines{fmt::format("stiffness of the tool at {} in the softest direction: {}", where,
                                               units.text(stiffness->least_n_per_m, Dimension::stiffness, 4))};
    if (stiffness->displacement_m)
        lines.push_back(fmt::format("the load moves the tool at {} by {} µm", where,
                                    significant(1e6 * *stiffness->displacement_m, 3)));
    return lines;
}

std::string home_text(const CheckReport& report, std::size_t columns) {
    if (!report.home)
        return paragraph("No home pose given, so the checks at home are skipped. Add home: {z: ...}.", columns);
    const Machine& machine = report.platform.machine;
    const LimitTable table = limits_of(machine);
    std::string text = home_table(*report.home, table, machine.units, columns);
    for (const auto& lines : {home_lines(report), force_lines(report.forces_at_home, "home", machine),
                              stiffness_lines(report.stiffness_at_home, "home", machine.units),
                              shared_limit_lines(*report.home, table, machine.units)})
        for (const std::string& line : lines) text += paragraph(line, columns);
    return text;
}

std::string workspace_text(const CheckReport& report, std::size_t columns) {
    return workspace_line(report, columns) + hold_line(report, columns);
}

/// A pose in the form that a machine file requires, without the numbers that are 0.
std::string written_pose(const Pose& pose, const Units& units) {
    const auto& [p, o] = pose;
    std::vector<std::string> parts;
    const auto add = [&](const char* key, double value, double unit) {
        const std::string text = coordinate_text(cleaned(value, unit));
        if (text != "0") parts.push_back(fmt::format("{}: {}", key, text));
    };
    const auto length = [&](const char* key, double m) { add(key, units.from_metres(m), units.from_metres(1)); };
    const auto angle = [&](const char* key, double rad) { add(key, units.from_radians(rad), 1); };
    length("x", p.x), length("y", p.y), length("z", p.z);
    angle("roll", o.roll_rad), angle("pitch", o.pitch_rad), angle("yaw", o.yaw_rad);
    return fmt::format("{{{}}}", joined(parts, ", "));
}

/// Explains that home may move when limits change. Sizes that suffice for a box about the present home may then not
/// suffice any more once they are in the file.
std::string moving_home_text(const CheckReport& report, std::size_t columns) {
    const bool all_hold = std::ranges::all_of(report.requirements, [](const CheckedRequirement& checked) {
        return checked.result.outcome == Outcome::proved;
    });
    if (!report.home_is_mid || all_hold) return "";
    return paragraph(
        fmt::format("Home is where all legs are at their middle, so new limits of the legs move it. To keep "
                    "it, write home: {}.",
                    written_pose(report.home->pose, report.platform.machine.units)),
        columns);
}

std::string data_sheet_text(const CheckReport& report, std::size_t columns) {
    if (!report.sheet) return "";
    const Machine& machine = report.platform.machine;
    const Pose& home = report.home->pose;
    std::string text =
        paragraph(fmt::format("Home: {}", pose_text(home, machine.units)), columns) + moving_home_text(report, columns);
    for (const std::string& line : joint_value_lines(report)) text += paragraph(line, columns);
    return text + travel_text({home, "home", report.sheet->travel, report.sheet->ways}, machine, columns) +
           paragraph(largest_box_text(report), columns);
}

}  // namespace hexscan
