#include "src/check/workspace_findings.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/check/check_tuning.h"
#include "src/check/rods/joint_test.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limits.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/searches/reach.h"
#include "src/scan/searches/region_points.h"

namespace hexscan {
namespace {

using Weight = Finding::Weight;

constexpr double box_tolerance = tuning::reachable_box_part;

/// Searches twice, because the tolerance is relative to the size of the searched box and the second box is smaller.
std::optional<ReachableBox> reachable_box(const Machine& machine, const Orientation& orientation, int most_steps) {
    constexpr double most = max_extent_m;
    const IsUnreachable breaks_a_joint = test_of_joints(machine, orientation);
    const PositionBox anywhere{{-most, -most, -most}, {most, most, most}};
    const auto within = [&](const PositionBox& box) {
        return hexscan::reachable_box(machine, orientation, box, box_tolerance, most_steps, breaks_a_joint);
    };
    const auto outer = within(anywhere);
    return outer ? within(outer->box) : std::nullopt;
}

/// Limits that exclude every position.
struct BlockingLimits {
    std::vector<std::string> single;        ///< limits whose removal, one at a time, makes positions reachable
    std::vector<std::string_view> kinds;    ///< kinds whose removal, all limits of one kind, makes positions reachable
    std::vector<std::string_view> unknown;  ///< kinds for which the number of steps did not suffice
};

BlockingLimits blocking_limits_of(const Machine& machine, const Orientation& orientation, SharedSteps& steps) {
    const LimitTable table = limits_of(machine);
    const auto without = [&](std::span<const LimitId> limits) {
        return reach_of(without_limits(machine, limits), orientation, steps);
    };
    BlockingLimits blocking;
    for (const LimitKind* kind : table.kinds()) {
        if (kind->of_geometry) continue;  // A rod's length cannot be removed.
        const std::vector<LimitId> ids = table.ids_of(*kind);
        const Reach reach = without(ids);
        if (reach == Reach::undecided) blocking.unknown.push_back(kind->as_limit);
        if (reach != Reach::something) continue;
        blocking.kinds.push_back(kind->as_limit);
        for (const LimitId& id : ids)
            if (without(std::span(&id, 1)) == Reach::something) blocking.single.push_back(table[id].name());
    }
    return blocking;
}

std::string text_of(const BlockingLimits& blocking, int steps) {
    const std::string unknown =
        blocking.unknown.empty()
            ? ""
            : fmt::format(
                  "the search gave up after {} steps, so it is unknown whether removing all limits of one of "
                  "these kinds would make positions reachable: {}",
                  steps, joined(blocking.unknown, ", or "));
    const auto also = [&](std::string text) { return unknown.empty() ? text : text + "; " + unknown; };
    if (!blocking.single.empty())
        return also(fmt::format("removing any one of these limits would make some positions reachable: {}",
                                joined(blocking.single, ", or ")));
    if (!blocking.kinds.empty())
        return also(fmt::format("removing all limits of any one of these kinds would make some positions reachable: {}",
                                joined(blocking.kinds, ", or ")));
    return unknown.empty() ? "several kinds of limits together exclude every position; removing one kind is not enough"
                           : unknown;
}

/// True if no position is reachable because the legs cannot hold the load: they are singular everywhere.
bool holds_nothing(const Machine& machine) {
    return machine.load && machine.load->limits() && !singular_structure_text(machine).empty();
}

std::string orientation_text(const Orientation& orientation, const Units& units) {
    return fmt::format("roll {}, pitch {}, yaw {}", units.angle_text(orientation.roll_rad, 4),
                       units.angle_text(orientation.pitch_rad, 4), units.angle_text(orientation.yaw_rad, 4));
}

/// Names the scan ranges beyond which the reachable box continues.
std::string missed_text(const Platform& platform, const ReachableBox& reachable) {
    const Units& units = platform.machine.units;
    const std::array<std::pair<const char*, const ScanRange*>, 3> ranges{
        {{"x", &platform.scan.x}, {"y", &platform.scan.y}, {"z", &platform.scan.z}}};
    std::string text;
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
        const auto [name, range] = ranges[axis];
        const double low_m = reachable.box.low_m[axis], high_m = reachable.box.high_m[axis];
        const double slack_m = 2 * std::max(box_tolerance, reachable.excess_part) * (high_m - low_m);
        if (range->open || (low_m > range->from_m - slack_m && high_m < range->to_m + slack_m)) continue;
        const auto at = [&](double m) { return units.length_text(m, 4); };
        text += fmt::format("{}{} is reachable from {} to {}, but the grid goes from {} to {}",
                            text.empty() ? "" : "; ", name, at(low_m), at(high_m), at(range->from_m), at(range->to_m));
    }
    return text;
}

/// A warning if home is rotated but the scan's orientation is not. Otherwise empty.
std::string level_scan_warning(const Platform& platform) {
    const OrientationSet& set = platform.scan.orientations;
    const auto& home = platform.machine.home;
    if (!home || home->orientation == Orientation{} || !set.is_single() || set.first() != Orientation{}) return "";
    const Units& units = platform.machine.units;
    const auto angle = [&](double rad) { return significant(units.from_radians(rad), 12); };
    const auto& [roll_rad, pitch_rad, yaw_rad] = home->orientation;
    return fmt::format(
        "home is turned ({}), but the scan keeps the platform level; scan.orientation: {{roll: {}, pitch: {}, yaw: "
        "{}}} scans at home's orientation",
        orientation_text(home->orientation, units), angle(roll_rad), angle(pitch_rad), angle(yaw_rad));
}

/// Names the coordinates of home that are outside the scan's ranges. Empty if there are none.
std::string home_outside_text(const Platform& platform) {
    if (!platform.machine.home) return "";
    const Units& units = platform.machine.units;
    const Vector& home = platform.machine.home->position_m;
    std::string text;
    const auto look_at = [&](const char* name, const ScanRange& range, double at_m) {
        const double rounding_m = 1e-9 * (1e-3 + std::abs(at_m));
        if (range.open || range.count <= 1) return;
        if (!(at_m < range.from_m - rounding_m || at_m > range.to_m + rounding_m)) return;
        text += fmt::format("{}{} is {}, but the grid goes from {} to {}", text.empty() ? "" : "; ", name,
                            units.length_text(at_m), units.length_text(range.from_m), units.length_text(range.to_m));
    };
    look_at("x", platform.scan.x, home.x);
    look_at("y", platform.scan.y, home.y);
    look_at("z", platform.scan.z, home.z);
    return text;
}

}  // namespace

WorkspaceState examine_workspace(const Platform& platform, Observer& observer, Effort effort) {
    const Machine& machine = platform.machine;
    const Orientation orientation = platform.scan.orientations.first();
    WorkspaceState state;
    SharedSteps steps(effort.of(tuning::steps_of_looks), observer);
    const Reach reach = reach_of(machine, orientation, steps);
    const int box_steps = effort.of(reach == Reach::something ? tuning::reachable_box_steps : tuning::unmet_box_steps);
    if (reach != Reach::nothing) state.reachable = reachable_box(machine, orientation, box_steps);
    if (state.reachable && holds_nothing(machine)) {
        state.reachable.reset();
        state.findings.push_back(
            {Weight::warning, "empty-workspace",
             fmt::format(
                 "no position is reachable at {}: the legs are singular everywhere, so no leg forces hold the load",
                 orientation_text(orientation, machine.units))});
    } else if (reach != Reach::nothing && !state.reachable && machine.home) {
        state.findings.push_back(
            {Weight::warning, "empty-workspace",
             fmt::format("no position is reachable at {} on home's side of the base{}",
                         orientation_text(orientation, machine.units),
                         reach == Reach::something ? ", but some are reachable on the other side" : "")});
    } else if (!state.reachable) {
        state.findings.push_back(
            {Weight::warning, "empty-workspace",
             fmt::format("no position is reachable at {}; {}", orientation_text(orientation, machine.units),
                         text_of(blocking_limits_of(machine, orientation, steps), steps.most()))});
    } else if (const std::string missed = missed_text(platform, *state.reachable); !missed.empty()) {
        state.findings.push_back(
            {Weight::note, "grid-misses", "the scan's grid does not cover the whole workspace: " + missed});
    }
    if (const std::string level = level_scan_warning(platform); !level.empty())
        state.findings.push_back({Weight::warning, "level-scan", level});
    return state;
}

std::vector<std::string> scan_warnings(const Platform& platform) {
    std::vector<std::string> warnings;
    for (const Finding& finding : machine_findings(platform.machine))
        if (finding.weight != Weight::note) warnings.push_back(finding.text);
    const Orientation orientation = platform.scan.orientations.first();
    // A total workspace is empty if nothing is reachable at one orientation. An inclusive one is not.
    if (platform.scan.workspace != WorkspaceKind::inclusive &&
        reach_of(platform.machine, orientation, tuning::steps_of_first_look) == Reach::nothing)
        warnings.push_back(
            fmt::format("no position is reachable at {}; run a check to see which limits exclude all positions",
                        orientation_text(orientation, platform.machine.units)));
    if (const std::string level = level_scan_warning(platform); !level.empty()) warnings.push_back(level);
    if (const std::string outside = home_outside_text(platform); !outside.empty())
        warnings.push_back("the home pose is outside the scan's grid: " + outside);
    if (const std::string cut_off = cut_off_region_warning(platform.scan, platform.machine.units); !cut_off.empty())
        warnings.push_back(cut_off);
    return warnings;
}

}  // namespace hexscan
