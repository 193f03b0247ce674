#include "src/sweep/sweep_file/sweep_ranges.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/check/rods/joint_test.h"
#include "src/scan/searches/found_ranges.h"
#include "src/sweep/designs.h"
#include "src/sweep/sweep_file/sweep_identity.h"

namespace hexscan {
namespace {

/// Three constants: the number of machines that are examined in addition to the nominal one and the corners, the number
/// of varied numbers that form corners, and the relative margin of the resulting range.
constexpr std::int64_t examined_machines = 64;
constexpr std::size_t corner_numbers = 6;
constexpr double widened_by = 0.02;

using Ranges = std::array<ScanRange*, 3>;

Ranges ranges_of(ScanRequest& scan) { return {&scan.x, &scan.y, &scan.z}; }

/// Indices of machines spread evenly over the sweep, including the first and the last.
std::vector<std::int64_t> spread_machines(std::int64_t machines) {
    const std::int64_t count = std::min(examined_machines, machines);
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < count; ++i) numbers.push_back(count > 1 ? i * (machines - 1) / (count - 1) : 0);
    return numbers;
}

/// The smallest and the largest value of a varied number.
std::array<double, 2> ends_of(const VariedNumber& number) {
    if (number.values.empty()) return {number.from, number.to};
    const auto [least, largest] = std::minmax_element(number.values.begin(), number.values.end());
    return {*least, *largest};
}

/// All combinations of the ends of the first varied numbers. The other varied numbers are at their lower end.
std::vector<std::vector<double>> corners_of(const SweepFile& sweep) {
    std::vector<std::vector<double>> corners;
    const std::size_t numbers = std::min(sweep.varied.size(), corner_numbers);
    for (std::size_t corner = 0; corner < std::size_t{1} << numbers; ++corner) {
        std::vector<double> values;
        for (std::size_t v = 0; v < sweep.varied.size(); ++v)
            values.push_back(ends_of(sweep.varied[v])[v < numbers ? corner >> v & 1 : 0]);
        corners.push_back(std::move(values));
    }
    return corners;
}

/// Widens `ranges` to include what the machine reaches, and `side` to include the side of the base on which its home
/// lies. A machine that reaches nothing changes neither.
void hold(const Machine& machine, const ScanRequest& scan, ScanRequest& ranges, PositionBox& side) {
    Platform platform{machine, scan};
    try {
        (void)find_open_ranges(
            platform, FoundSteps::as_counted, [] {}, test_of_joints(platform));
    } catch (const InputError&) {
        return;
    }
    const Ranges found = ranges_of(platform.scan), held = ranges_of(ranges);
    const PositionBox its_side = home_side_of(platform);
    for (std::size_t axis = 0; axis < held.size(); ++axis) {
        ScanRange& range = *held[axis];
        const bool first = range.open;
        range.from_m = first ? found[axis]->from_m : std::min(range.from_m, found[axis]->from_m);
        range.to_m = first ? found[axis]->to_m : std::max(range.to_m, found[axis]->to_m);
        range.open = false;
        side.low_m[axis] = std::min(side.low_m[axis], its_side.low_m[axis]);
        side.high_m[axis] = std::max(side.high_m[axis], its_side.high_m[axis]);
    }
}

/// Adds the margin to a found range of more than one point, but not beyond the base. The ends are rounded to numbers
/// that the file's units can express.
void widen(ScanRange& range, double lowest_m, double highest_m, const Units& units) {
    const double by_m = range.count > 1 ? widened_by * (range.to_m - range.from_m) : 0;
    range.from_m = units.metres(units.from_metres(std::max(range.from_m - by_m, lowest_m)));
    range.to_m =
        range.count > 1 ? units.metres(units.from_metres(std::min(range.to_m + by_m, highest_m))) : range.from_m;
}

std::string find_ranges(SweepFile& sweep) {
    ScanRequest asked = sweep.scan, held = sweep.scan;
    const Ranges open = ranges_of(asked), found = ranges_of(held);
    if (std::none_of(open.begin(), open.end(), [](const ScanRange* range) { return range->open; })) return {};
    PositionBox side{{max_extent_m, max_extent_m, max_extent_m}, {-max_extent_m, -max_extent_m, -max_extent_m}};
    hold(build_machine(sweep.machine), asked, held, side);
    const Designs designs(sweep);
    const auto look_at = [&](const auto& describe) {
        try {
            hold(build_machine(describe()), asked, held, side);
        } catch (const DescriptionError&) {
            return;
        }
    };
    for (const std::int64_t k : spread_machines(designs.count())) look_at([&] { return designs.description(k); });
    for (const std::vector<double>& corner : corners_of(sweep)) look_at([&] { return designs.with_varied(corner); });
    if (found[0]->open || found[1]->open || found[2]->open)
        throw InputError(
            fmt::format("{}: none of the examined machines reaches a position, so hexscan cannot find ranges; give x, "
                        "y and z under scan of the sweep file or, if it has no scan, of the machine file",
                        sweep.machine.name));
    std::string words;
    for (std::size_t axis = 0; axis < found.size(); ++axis) {
        if (!open[axis]->open) {
            *found[axis] = *open[axis];
            continue;
        }
        widen(*found[axis], side.low_m[axis], side.high_m[axis], sweep.machine.units);
        words += fmt::format("{}{} from {} to {}", words.empty() ? "" : ", ", "xyz"[axis],
                             sweep.machine.units.length_text(found[axis]->from_m),
                             sweep.machine.units.length_text(found[axis]->to_m));
    }
    sweep.scan = held;
    return words;
}

}  // namespace

std::string close_sweep(SweepFile& sweep) {
    const std::string found = find_ranges(sweep);
    sweep.identity = identity_of(sweep);
    return found;
}

}  // namespace hexscan
