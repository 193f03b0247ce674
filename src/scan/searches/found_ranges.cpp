#include "src/scan/searches/found_ranges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/machine/description/base_side.h"
#include "src/scan/plan.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/scan_tuning.h"
#include "src/scan/set_bound.h"

namespace hexscan {
namespace {

/// The box that the given ranges and the lengths of the legs allow.
PositionBox outer_box(const Platform& platform, const SetBound& bound) {
    const ScanRequest& scan = platform.scan;
    PositionBox box = bound.outer_box();
    const ScanRange* const ranges[] = {&scan.x, &scan.y, &scan.z};
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!ranges[axis]->open) narrow(box, axis, ranges[axis]->from_m, ranges[axis]->to_m);
    return box;
}

/// Rounds `at_m` up (`sign` 1) or down (-1) to a number in the file's unit. The number has as many decimals as three
/// significant digits of the extent.
double rounded_outward(double at_m, double extent_m, double sign, const Units& units) {
    const double unit = std::pow(10, std::floor(std::log10(units.from_metres(extent_m))) - 2);
    const double at = units.from_metres(at_m) / unit;
    return units.metres((sign > 0 ? std::ceil(at) : std::floor(at)) * unit);
}

void close_range(double low_m, double high_m, double home_m, const Units& units, ScanRange& range) {
    range.open = false;
    if (range.count == 1) {
        const double inside = std::clamp(home_m, low_m, high_m);
        range.from_m = range.to_m = inside;
        return;
    }
    const double cell_m = std::max((high_m - low_m) / (range.count - 1), 1e-9);
    const double extent_m = high_m - low_m + 2 * cell_m;
    range.from_m = rounded_outward(low_m - cell_m, extent_m, -1, units);
    range.to_m = rounded_outward(high_m + cell_m, extent_m, 1, units);
}

/// Cuts a range to `low_m` ... `high_m`, the part of the axis on home's side of the base. A range may extend beyond
/// that part, because close_range() widened it by a cell.
void keep_within(double low_m, double high_m, ScanRange& range) {
    range.from_m = std::clamp(range.from_m, low_m, high_m);
    range.to_m = std::clamp(range.to_m, low_m, high_m);
}

/// Gives both ranges the step of the longer one. The shorter range is widened on both sides, as far as `side` allows,
/// to a whole number of steps.
void equalize_steps(ScanRange& x, ScanRange& y, const PositionBox& side) {
    const auto length_m = [](const ScanRange& range) { return range.to_m - range.from_m; };
    const std::size_t axis = length_m(x) < length_m(y) ? 0 : 1;
    const ScanRange& longer = axis == 0 ? y : x;
    ScanRange& shorter = axis == 0 ? x : y;
    const double step_m = length_m(longer) / (longer.count - 1);
    const double steps = std::ceil(length_m(shorter) / step_m * (1 - 1e-9)), wanted_m = steps * step_m;
    const double middle_m = (shorter.from_m + shorter.to_m) / 2;
    const double from_m = std::min(std::max(middle_m - wanted_m / 2, side.low_m[axis]), side.high_m[axis] - wanted_m);
    shorter = {from_m, from_m + wanted_m, static_cast<int>(steps) + 1};
}

/// Reports that nothing is reachable in the given ranges, and within which ranges the machine reaches positions. The
/// result is empty if no range is given, or if the machine reaches nothing at all.
std::string reached_elsewhere(const Platform& platform) {
    Platform anywhere = platform;
    std::vector<std::string> given;
    for (const auto& [name, range] :
         {std::pair{'x', &anywhere.scan.x}, std::pair{'y', &anywhere.scan.y}, std::pair{'z', &anywhere.scan.z}}) {
        if (range->open) continue;
        const Units& units = platform.machine.units;
        const std::string from = units.length_text(range->from_m), to = units.length_text(range->to_m);
        given.push_back(range->count == 1 ? fmt::format("{} = {}", name, from)
                                          : fmt::format("{} from {} to {}", name, from, to));
        *range = {0, 0, tuning::points_of_elsewhere, true};
    }
    if (given.empty()) return {};
    try {
        const std::string found = find_open_ranges(anywhere);
        return fmt::format("no position is reachable with {}; the reachable positions lie within {}",
                           joined(given, " and "), found);
    } catch (const InputError&) {
        return {};
    }
}

/// Reports that the machine reaches only positions on the other side of the base. The result is empty if it reaches
/// none there, if there is no home, or if there are several orientations.
std::string reached_behind_the_base(Platform platform) {
    if (!platform.machine.home || !platform.scan.orientations.is_single()) return {};
    platform.machine.home.reset();
    try {
        return fmt::format(
            "no position is reachable on home's side of the base; the reachable positions on the other side lie within "
            "{}: is home right?",
            find_open_ranges(platform));
    } catch (const InputError&) {
        return {};
    }
}

/// Throws an error whose message says what is reachable instead, or that nothing is.
[[noreturn]] void refuse_unreachable(const Platform& platform) {
    const std::string& name = platform.machine.name;
    if (const std::string behind = reached_behind_the_base(platform); !behind.empty())
        throw InputError(fmt::format("{}: {}", name, behind));
    if (const std::string elsewhere = reached_elsewhere(platform); !elsewhere.empty())
        throw InputError(fmt::format("{}: {}", name, elsewhere));
    const OrientationSet& orientations = platform.scan.orientations;
    if (orientations.is_single())
        throw InputError(
            fmt::format("{}: no position is reachable at the scan's orientation, so hexscan cannot find ranges; give "
                        "the ranges of x, y and z, choose another orientation, or check the machine",
                        name));
    const bool inclusive = platform.scan.workspace == WorkspaceKind::inclusive;
    throw InputError(fmt::format(
        "{}: no position is reachable at {} of the {} orientations, so hexscan cannot find ranges; give the ranges of "
        "x, y and z, or use {}",
        name, inclusive ? "any" : "every one", orientations.count(), inclusive ? "other angles" : "smaller angles"));
}

/// The same platform with a coarse scan of the same ranges.
Platform coarse(Platform platform) {
    ScanRequest& scan = platform.scan;
    scan.questions = {};
    if (scan.workspace == WorkspaceKind::constant) scan.orientations = scan.orientations.first();
    for (ScanRange* const range : {&scan.x, &scan.y, &scan.z})
        range->count = std::min(range->count, tuning::share_points);
    return platform;
}

}  // namespace

PositionBox home_side_of(const Platform& platform) { return SetBound(platform).home_side(); }

std::string both_sides_warning(const Platform& platform) {
    const auto side = platform.machine.home ? std::nullopt : base_side(platform.machine);
    if (!side) return {};
    const ScanPlan plan = make_scan_plan(coarse(platform));
    const Matrix3<double> first = exact::rotation_at(plan.set->tables(), {});
    const Rotation turned{first.x, first.y, first.z};
    const HostRowSolver solver(plan, plan.set->legs());
    std::int64_t points = 0, below = 0;
    for (int slice = 0; slice < plan.slices(); ++slice) {
        WorkspaceSlice reachable;
        solver.append_rows(slice, 0, plan.rows(), nullptr, reachable);
        for (int row = 0; row < plan.rows(); ++row)
            for (const Run& run : reachable.row(row))
                for (int column = run.first; column <= run.last; ++column, ++points)
                    below += side->height_m({grid_coordinate(plan.x, column), grid_coordinate(plan.y, row),
                                             grid_coordinate(plan.z, slice)},
                                            turned) < 0;
    }
    if (below == 0) return {};
    return fmt::format(
        "the machine has no home, so the ranges found span both sides of its base: about {:.0f} % of the reachable "
        "positions lie below the base, where only another assembly of the machine can reach; give the file a home: "
        "{{z: ...}} to leave out the "
        "other side, or give z a range",
        100 * static_cast<double>(below) / static_cast<double>(points));
}

std::string find_open_ranges(Platform& platform, FoundSteps steps, void (*end_if_given_up)(),
                             const IsUnreachable& holds_nothing) {
    const Units& units = platform.machine.units;
    ScanRange* const ranges[] = {&platform.scan.x, &platform.scan.y, &platform.scan.z};
    if (std::none_of(std::begin(ranges), std::end(ranges), [](const ScanRange* range) { return range->open; }))
        return {};
    const SetBound bound(platform);
    const PositionBox box = outer_box(platform, bound), side = bound.home_side();
    const Vector home = platform.machine.home ? platform.machine.home->position_m : Vector{0, 0, 0};
    const std::array<double, 3> home_m{home.x, home.y, home.z};
    const bool equal_steps = steps == FoundSteps::equal && ranges[0]->open && ranges[1]->open;
    std::vector<std::size_t> found;
    MetPositions met(bound, platform, box);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!ranges[axis]->open) continue;
        if (is_empty(box)) refuse_unreachable(platform);
        const double tolerance_m = (box.high_m[axis] - box.low_m[axis]) / (4.0 * std::max(ranges[axis]->count, 100));
        const auto span =
            reachable_span(bound, box, axis, tolerance_m, met, tuning::reach_steps, end_if_given_up, holds_nothing);
        if (!span) refuse_unreachable(platform);
        const double through_m = platform.machine.home ? home_m[axis] : (span->low_m + span->high_m) / 2;
        close_range(span->low_m, span->high_m, through_m, units, *ranges[axis]);
        keep_within(side.low_m[axis], side.high_m[axis], *ranges[axis]);
        found.push_back(axis);
    }
    if (equal_steps) equalize_steps(platform.scan.x, platform.scan.y, side);
    std::vector<std::string> words;
    for (const std::size_t axis : found)
        words.push_back(fmt::format("{} from {} to {}", "xyz"[axis], units.length_text(ranges[axis]->from_m),
                                    units.length_text(ranges[axis]->to_m)));
    return joined(words, ", ");
}

}  // namespace hexscan
