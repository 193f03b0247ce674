#include "src/scan/searches/reach.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "src/base/best_first.h"
#include "src/machine/home_state.h"
#include "src/scan/pose_verdicts.h"

namespace hexscan {
namespace {

std::array<double, 3> sides_m(const PositionBox& box) {
    return {box.high_m[0] - box.low_m[0], box.high_m[1] - box.low_m[1], box.high_m[2] - box.low_m[2]};
}

Vector middle_of(const PositionBox& box) {
    return {(box.low_m[0] + box.high_m[0]) / 2, (box.low_m[1] + box.high_m[1]) / 2, (box.low_m[2] + box.high_m[2]) / 2};
}

double half_diagonal_m(const PositionBox& box) {
    const auto [x, y, z] = sides_m(box);
    return std::hypot(x, y, z) / 2;
}

/// The two halves of a box, split across its longest side.
std::array<PositionBox, 2> halves_of(const PositionBox& box) {
    const std::array<double, 3> sides = sides_m(box);
    const auto side = static_cast<std::size_t>(std::max_element(sides.begin(), sides.end()) - sides.begin());
    std::array<PositionBox, 2> both{box, box};
    both[0].high_m[side] = both[1].low_m[side] = (box.low_m[side] + box.high_m[side]) / 2;
    return both;
}

/// A clearance changes at most as much as the position moves. The excess over 1 covers rounding.
constexpr double most_change = 1 + 1e-9;

/// Searches for the farthest reachable coordinate along an axis, upwards (`sign` 1) or downwards (-1).
class FarthestSearch {
public:
    FarthestSearch(const SetBound& bound, std::size_t axis, double sign, void (*end_if_given_up)(),
                   const IsUnreachable& holds_nothing, MetPositions& met)
        : bound_(bound),
          axis_(axis),
          sign_(sign),
          end_if_given_up_(end_if_given_up),
          holds_nothing_(holds_nothing),
          met_(met) {
        reached_ = farthest(met.known());
    }

    /// A coordinate beyond which nothing is reachable, and its distance from the farthest reachable position found.
    struct Farthest {
        double at_m, excess_m;
    };

    /// Returns nullopt if it is proved that no part of the box is reachable.
    std::optional<Farthest> find(const PositionBox& box, double tolerance_m, int most_steps) {
        for (const IndexBox& part : bound_.parts()) add(box, part);
        const auto split_if_asked = [&](const Cell& cell) {
            end_if_given_up_();
            split(cell);
        };
        const auto is_found = [&](const Cell& cell) { return cell.reach <= reached_ + tolerance_m; };
        const int first_steps = std::min(most_steps, tuning::steps_before_coarse_scan);
        const Cell* left = cells_.search(is_found, split_if_asked, first_steps);
        if (left && !is_found(*left) && first_steps < most_steps) {
            reached_ = std::max(reached_, farthest(met_.of_coarse_scan()));
            left = cells_.search(is_found, split_if_asked, most_steps - first_steps);
        }
        if (!left) return std::nullopt;
        return Farthest{sign_ * left->reach, std::max(0.0, left->reach - reached_)};
    }

private:
    /// A box of positions and a part of the set of orientations.
    struct Cell {
        double reach, at_most_m;
        PositionBox box;
        IndexBox part;
        bool turns_most;  ///< true: split the set's part next, not the box

        /// Among cells that reach equally far, the one with the largest clearance comes first.
        bool operator<(const Cell& other) const {
            return reach != other.reach ? reach < other.reach : at_most_m < other.at_most_m;
        }
    };

    /// The farthest coordinate of the known positions; minus infinity if there are none.
    double farthest(const PositionBox& met) const {
        if (is_empty(met)) return -std::numeric_limits<double>::infinity();
        return sign_ * (sign_ > 0 ? met.high_m : met.low_m)[axis_];
    }

    void add(const PositionBox& box, const IndexBox& part) {
        const Vector middle_m = middle_of(box);
        const double half_m = half_diagonal_m(box);
        // If a limit is violated at the middle by more than half the box's diagonal, no position of the box is
        // reachable.
        const double enough_m = half_m * most_change;
        const PartClearance clearance = bound_.clearance(middle_m, part, enough_m);
        if (clearance.at_most_m < -enough_m || (holds_nothing_ && holds_nothing_(box))) return;
        if (clearance.at_middle_m >= 0)
            reached_ = std::max(reached_, sign_ * (box.low_m[axis_] + box.high_m[axis_]) / 2);
        cells_.add({sign_ * (sign_ > 0 ? box.high_m : box.low_m)[axis_], clearance.at_most_m, box, part,
                    clearance.allowance_m > half_m});
    }

    void split(const Cell& cell) {
        if (cell.turns_most)
            for (const IndexBox& half : bound_.halves_of(cell.part)) add(cell.box, half);
        else
            for (const PositionBox& half : halves_of(cell.box)) add(half, cell.part);
    }

    const SetBound& bound_;
    std::size_t axis_;
    double sign_;
    void (*end_if_given_up_)();
    const IsUnreachable& holds_nothing_;
    MetPositions& met_;
    double reached_;
    BestFirst<Cell> cells_;
};

/// A box and an upper bound on the clearance in it.
struct RankedBox {
    double at_most_m;
    PositionBox box;
    bool operator<(const RankedBox& other) const { return at_most_m < other.at_most_m; }
};

Platform at_orientation(const Machine& machine, const Orientation& orientation) {
    Platform platform;
    platform.machine = machine;
    platform.scan.orientations = orientation;
    return platform;
}

}  // namespace

bool is_empty(const PositionBox& box) {
    return box.low_m[0] > box.high_m[0] || box.low_m[1] > box.high_m[1] || box.low_m[2] > box.high_m[2];
}

MetPositions::MetPositions(const SetBound& bound, const Platform& platform, const PositionBox& box)
    : bound_(bound), box_(box) {
    const Machine& machine = platform.machine;
    const OrientationSet& set = platform.scan.orientations;
    if (!machine.home || !set.is_single() || set.first() != machine.home->orientation) return;
    if (home_state(machine)->reachable) meet(machine.home->position_m);
}

void MetPositions::meet(const Vector& position_m) {
    const std::array<double, 3> at{position_m.x, position_m.y, position_m.z};
    for (std::size_t axis = 0; axis < at.size(); ++axis)
        if (!(at[axis] >= box_.low_m[axis] && at[axis] <= box_.high_m[axis])) return;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
        met_.low_m[axis] = std::min(met_.low_m[axis], at[axis]);
        met_.high_m[axis] = std::max(met_.high_m[axis], at[axis]);
    }
}

const PositionBox& MetPositions::of_coarse_scan() {
    if (is_scanned_) return met_;
    is_scanned_ = true;
    constexpr int points = tuning::points_of_coarse_scan;
    const auto at = [&](std::size_t axis, int k) {
        return box_.low_m[axis] + (k + 0.5) / points * (box_.high_m[axis] - box_.low_m[axis]);
    };
    for (const IndexBox& part : bound_.parts())
        for (int z = 0; z < points; ++z)
            for (int y = 0; y < points; ++y)
                for (int x = 0; x < points; ++x) {
                    const Vector position_m{at(0, x), at(1, y), at(2, z)};
                    if (bound_.clearance(position_m, part, 0).at_middle_m >= 0) meet(position_m);
                }
    return met_;
}

std::optional<CoordinateSpan> reachable_span(const SetBound& bound, const PositionBox& box, std::size_t axis,
                                             double tolerance_m, MetPositions& met, int most_steps,
                                             void (*end_if_given_up)(), const IsUnreachable& holds_nothing) {
    const auto find = [&](double sign) {
        return FarthestSearch(bound, axis, sign, end_if_given_up, holds_nothing, met)
            .find(box, tolerance_m, most_steps);
    };
    const auto low = find(-1);
    if (!low) return std::nullopt;
    const auto high = find(1);
    if (!high) return std::nullopt;
    return CoordinateSpan{low->at_m, high->at_m, std::max(low->excess_m, high->excess_m)};
}

std::optional<ReachableBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& within, double tolerance, int most_steps,
                                          const IsUnreachable& holds_nothing) {
    const Platform platform = at_orientation(machine, orientation);
    const SetBound bound(platform);
    PositionBox box = bound.outer_box();
    const PositionBox side = bound.home_side();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        narrow(box, axis, within.low_m[axis], within.high_m[axis]);
        narrow(box, axis, side.low_m[axis], side.high_m[axis]);
    }
    if (is_empty(box)) return std::nullopt;
    MetPositions met(bound, platform, box);
    ReachableBox reachable{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double side_m = box.high_m[axis] - box.low_m[axis];
        const auto span = reachable_span(
            bound, box, axis, tolerance * side_m, met, most_steps, [] {}, holds_nothing);
        if (!span) return std::nullopt;
        reachable.box.low_m[axis] = span->low_m;
        reachable.box.high_m[axis] = span->high_m;
        if (span->excess_m > 0) reachable.excess_part = std::max(reachable.excess_part, span->excess_m / side_m);
    }
    return reachable;
}

Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps) {
    SharedSteps steps(most_steps);
    return reach_of(machine, orientation, steps);
}

Reach reach_of(const Machine& machine, const Orientation& orientation, SharedSteps& steps) {
    const OrientedMachine oriented(machine, orientation);
    const PoseVerdicts verdicts(machine);
    PosesInTurn reachable(verdicts);
    BestFirst<RankedBox> boxes;
    bool found = false, open = false;
    const auto add = [&](const PositionBox& box) {
        const Vector middle_m = middle_of(box);
        const double clearance_m = oriented.clearance(middle_m).clearance_m;
        // A clearance of 0 can be a lower bound even if a limit is violated, and smaller boxes would not change it. The
        // exact test then either finds the position reachable or leaves the search undecided.
        if (clearance_m >= 0) (clearance_m > 0 || reachable({middle_m, orientation}) ? found : open) = true;
        const double at_most_m = clearance_m + half_diagonal_m(box) * most_change;
        if (at_most_m >= 0) boxes.add({at_most_m, box});
    };
    const PositionBox all = SetBound(at_orientation(machine, orientation)).outer_box();
    if (!is_empty(all)) add(all);
    const auto split = [&](const RankedBox& roomiest) {
        steps.take();
        for (const PositionBox& half : halves_of(roomiest.box)) add(half);
    };
    const RankedBox* const left = boxes.search([&](const RankedBox&) { return found || open; }, split, steps.left());
    if (found) return Reach::something;
    return left || open ? Reach::undecided : Reach::nothing;
}

}  // namespace hexscan
