#include "src/scan/found_ranges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/base/errors.h"
#include "src/machine/pose_clearance.h"

namespace hexscan {
namespace {

using Coordinates = std::array<double, 3>;

struct Box {
    Coordinates low, high;

    bool empty() const { return low[0] > high[0] || low[1] > high[1] || low[2] > high[2]; }
    Coordinates middle() const { return {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2}; }
    double half_diagonal() const { return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2; }
    std::size_t longest_side() const {
        const Coordinates sides{high[0] - low[0], high[1] - low[1], high[2] - low[2]};
        return static_cast<std::size_t>(std::max_element(sides.begin(), sides.end()) - sides.begin());
    }
};

std::array<Box, 2> halves(const Box& box) {
    const std::size_t side = box.longest_side();
    std::array<Box, 2> both{box, box};
    both[0].high[side] = both[1].low[side] = box.middle()[side];
    return both;
}

/// What every leg's sphere of largest length leaves, within the ranges that are given.
Box outer_box(const Platform& platform) {
    const Machine& machine = platform.machine;
    const ScanRequest& scan = platform.scan;
    const Rotation turned = rotation_of(scan.orientation);
    Box box{{-max_extent_m, -max_extent_m, -max_extent_m}, {max_extent_m, max_extent_m, max_extent_m}};
    const auto narrow = [&](std::size_t axis, double low, double high) {
        box.low[axis] = std::max(box.low[axis], low);
        box.high[axis] = std::min(box.high[axis], high);
    };
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector centre = machine.base.points_m[i] - turned(machine.platform.points_m[i]);
        const Coordinates at{centre.x, centre.y, centre.z};
        for (std::size_t axis = 0; axis < 3; ++axis)
            narrow(axis, at[axis] - machine.max_length_m[i], at[axis] + machine.max_length_m[i]);
    }
    const ScanRange* const ranges[] = {&scan.x, &scan.y, &scan.z};
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!ranges[axis]->open) narrow(axis, ranges[axis]->from_m, ranges[axis]->to_m);
    return box;
}

/// The farthest reachable coordinate along `axis`, upwards (`sign` 1) or downwards (-1), at most `tolerance_m` too far;
/// nothing where no part of the box can be reachable.
class Extreme {
public:
    /// Enough steps for a thousandth of any hexapod tried; beyond them the answer is merely wider.
    static constexpr int usual_steps = 200'000;

    Extreme(const Platform& platform, std::size_t axis, double sign, double tolerance_m, int most_steps = usual_steps)
        : platform_(platform), axis_(axis), sign_(sign), tolerance_m_(tolerance_m), most_steps_(most_steps) {}

    std::optional<double> find(const Box& box) {
        push(box);
        for (int looked_at = 0; !cells_.empty(); ++looked_at) {
            const auto [reach, cell] = cells_.top();
            if (reach <= reached_ + tolerance_m_ || looked_at == most_steps_) return sign_ * reach;
            cells_.pop();
            split(cell);
        }
        return std::nullopt;
    }

private:
    using Cell = std::pair<double, Box>;
    struct ReachesLess {
        bool operator()(const Cell& a, const Cell& b) const { return a.first < b.first; }
    };

    void push(const Box& box) {
        const Coordinates middle = box.middle();
        const double clearance_m =
            pose_clearance(platform_.machine, {{middle[0], middle[1], middle[2]}, platform_.scan.orientation})
                .clearance_m;
        const double half_m = box.half_diagonal();
        // A violation as large as the cell: none of it is reachable. The factor covers rounding.
        if (clearance_m < -half_m * (1 + 1e-9)) return;
        if (clearance_m >= 0) reached_ = std::max(reached_, sign_ * middle[axis_]);
        cells_.emplace(sign_ * (sign_ > 0 ? box.high : box.low)[axis_], box);
    }

    void split(const Box& cell) {
        for (const Box& half : halves(cell)) push(half);
    }

    const Platform& platform_;
    std::size_t axis_;
    double sign_, tolerance_m_;
    int most_steps_;
    double reached_ = -std::numeric_limits<double>::infinity();
    std::priority_queue<Cell, std::vector<Cell>, ReachesLess> cells_;
};

/// How large the clearance can be within a box, and whether it is reached: clearances change no faster than positions.
struct Roominess {
    double at_most_m;
    Box box;
    bool operator<(const Roominess& other) const { return at_most_m < other.at_most_m; }
};

/// `at_m` moved on, upwards or downwards, to a number of three digits of the extent in the file's unit.
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

}  // namespace

std::string find_open_ranges(Platform& platform) {
    const Units& units = platform.machine.units;
    const Box box = outer_box(platform);
    const auto unreachable = [&] {
        throw InputError(
            fmt::format("{}: no position is reachable, so no range can be found from the machine; give "
                        "--x, --y and --z, or ask hexscan check what is wrong with the machine",
                        platform.machine.name));
    };
    ScanRange* const ranges[] = {&platform.scan.x, &platform.scan.y, &platform.scan.z};
    const Platform given = platform;
    const Vector home = platform.machine.home ? platform.machine.home->position_m : Vector{0, 0, 0};
    const Coordinates home_m{home.x, home.y, home.z};
    std::string found;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!ranges[axis]->open) continue;
        if (box.empty()) unreachable();
        const double tolerance_m = (box.high[axis] - box.low[axis]) / (4.0 * std::max(ranges[axis]->count, 100));
        const auto low_m = Extreme(given, axis, -1, tolerance_m).find(box);
        const auto high_m = Extreme(given, axis, 1, tolerance_m).find(box);
        if (!low_m || !high_m) unreachable();
        const double through_m = platform.machine.home ? home_m[axis] : (*low_m + *high_m) / 2;
        close_range(*low_m, *high_m, through_m, units, *ranges[axis]);
        found += fmt::format("{}{} from {} to {}", found.empty() ? "" : ", ", "xyz"[axis],
                             units.length_text(ranges[axis]->from_m), units.length_text(ranges[axis]->to_m));
    }
    return found;
}

std::optional<PositionBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                         const PositionBox& within, double tolerance, int most_steps) {
    Platform platform;
    platform.machine = machine;
    platform.scan.orientation = orientation;
    Box box = outer_box(platform);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.low[axis] = std::max(box.low[axis], within.low_m[axis]);
        box.high[axis] = std::min(box.high[axis], within.high_m[axis]);
    }
    if (box.empty()) return std::nullopt;
    PositionBox reachable;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double tolerance_m = tolerance * (box.high[axis] - box.low[axis]);
        const auto low_m = Extreme(platform, axis, -1, tolerance_m, most_steps).find(box);
        const auto high_m = low_m ? Extreme(platform, axis, 1, tolerance_m, most_steps).find(box) : std::nullopt;
        if (!high_m) return std::nullopt;
        reachable.low_m[axis] = *low_m;
        reachable.high_m[axis] = *high_m;
    }
    return reachable;
}

Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps) {
    Platform platform;
    platform.machine = machine;
    platform.scan.orientation = orientation;
    std::priority_queue<Roominess> open;
    bool found = false;
    const auto push = [&](const Box& box) {
        const Coordinates at = box.middle();
        const double clearance_m = pose_clearance(machine, {{at[0], at[1], at[2]}, orientation}).clearance_m;
        found = found || clearance_m >= 0;
        const double at_most_m = clearance_m + box.half_diagonal() * (1 + 1e-9);
        if (at_most_m >= 0) open.push({at_most_m, box});
    };
    if (const Box box = outer_box(platform); !box.empty()) push(box);
    for (int step = 0; !found && !open.empty(); ++step) {
        if (step == most_steps) return Reach::undecided;
        const Box box = open.top().box;
        open.pop();
        for (const Box& half : halves(box)) push(half);
    }
    return found ? Reach::something : Reach::nothing;
}

}  // namespace hexscan
