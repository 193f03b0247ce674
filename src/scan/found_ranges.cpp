#include "src/scan/found_ranges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "kernels/orientation_tree.h"
#include "kernels/set_clearance.h"
#include "src/base/text.h"
#include "src/machine/base_side.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/telescopic_legs.h"
#include "src/scan/free_legs.h"
#include "src/scan/host_row_solver.h"
#include "src/scan/plan.h"

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

/// Directions of a cone that are looked at of a total workspace: more find a tighter box, and cost more.
constexpr int most_directions = 12;

/// A few members of the set, the extreme ones.
OrientationSet extremes(OrientationSet set) {
    for (AngleRange* const range : {&set.roll, &set.pitch, &set.yaw}) range->count = std::min(range->count, 2);
    if (set.tilt) {
        int directions = std::min(set.tilt->directions, most_directions);
        while (set.tilt->directions % directions != 0) --directions;
        set.tilt = TiltCone{set.tilt->to_rad, 1, directions};
    }
    return set;
}

/// What is known of the clearance at a position: so much in the middle of a part of the set, at most so much at any orientation of
/// it; and what its size adds to a limit's clearance at most.
struct PartClearance {
    double at_middle_m, at_most_m, allowance_m;
};

/// How far a set allows a position to violate limits: the bound that whole boxes are dismissed with. Of an inclusive workspace a part
/// of the set is asked, of a total one a few extreme orientations stand for all.
class SetBound {
public:
    explicit SetBound(const Platform& platform)
        : inclusive_(platform.scan.workspace == WorkspaceKind::inclusive),
          plan_(platform.machine,
                request_of(inclusive_ ? platform.scan.orientations : extremes(platform.scan.orientations))) {
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector& b = platform.machine.platform.points_m[i];
            joint_radius_m_[i] = std::hypot(b.x, b.y, b.z);
            // Turning a platform joint's axis is worth so much of the leg's end.
            const bool limited = platform.machine.platform.max_tilt_rad[i] < std::numbers::pi;
            axis_reach_m_[i] = limited ? platform.machine.telescopic().max_length[i] : 0;
        }
        if (const auto side = base_side(platform.machine); side && side->is_homes) side_ = side;
        if (inclusive_) return;
        for (std::int64_t number = 0; number < plan_.count(); ++number)
            extremes_.push_back(posed_at(orientation_at(plan_.tables(), number)));
    }

    /// The parts that together are the set: level orientations have no direction.
    std::vector<IndexBox> parts() const {
        const OrientationTables& set = plan_.tables();
        const IndexBox all{{0, 0, 0}, {set.counts[0], set.counts[1], set.counts[2]}};
        if (!inclusive_ || set.layout == OrientationLayout::angles) return {all};
        IndexBox level = all, tilted = all;
        level.end[0] = level.end[1] = tilted.begin[0] = 1;
        return tilted.begin[0] < tilted.end[0] ? std::vector{level, tilted} : std::vector{level};
    }

    /// No position farther from here than a violation of this belongs to the workspace of the part.
    PartClearance clearance(const Coordinates& at, const IndexBox& part) const {
        PartClearance least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0};
        if (inclusive_) look_at(posed_at(middle_of(part)), at, turn_of(part), least);
        for (const Posed& posed : extremes_) look_at(posed, at, 0, least);
        return least;
    }

    /// The part's halves across what turns most.
    std::array<IndexBox, 2> halves_of(const IndexBox& part) const {
        std::size_t widest = 0;
        double most_rad = -1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (part.end[axis] - part.begin[axis] < 2) continue;
            const double turn_rad = turn_along(part, axis);
            if (turn_rad <= most_rad) continue;
            most_rad = turn_rad;
            widest = axis;
        }
        std::array<IndexBox, 2> both{part, part};
        both[0].end[widest] = both[1].begin[widest] = (part.begin[widest] + part.end[widest]) / 2;
        return both;
    }

    /// What every leg's sphere of largest length leaves, wherever the orientation takes its joint.
    Box outer_box(const Machine& machine) const {
        Box box{{-max_extent_m, -max_extent_m, -max_extent_m}, {max_extent_m, max_extent_m, max_extent_m}};
        for (std::size_t i = 0; i < leg_count; ++i) {
            Box leg{{max_extent_m, max_extent_m, max_extent_m}, {-max_extent_m, -max_extent_m, -max_extent_m}};
            const auto widen = [&](const Leg<double>& posed, double reach_m) {
                const Coordinates offset{posed.offset_m.x, posed.offset_m.y, posed.offset_m.z};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    leg.low[axis] = std::min(leg.low[axis], -offset[axis] - reach_m);
                    leg.high[axis] = std::max(leg.high[axis], -offset[axis] + reach_m);
                }
            };
            for (const Posed& posed : extremes_) widen(posed.legs[i], machine.telescopic().max_length[i]);
            if (inclusive_)
                for (const IndexBox& part : parts())
                    widen(posed_at(middle_of(part)).legs[i],
                          machine.telescopic().max_length[i] + shift_of(joint_radius_m_[i], turn_of(part)));
            for (std::size_t axis = 0; axis < 3; ++axis) narrow(box, axis, leg.low[axis], leg.high[axis]);
        }
        return box;
    }

    /// What home's side of the base leaves, as far as a box can say it.
    PositionBox home_side() const {
        PositionBox box{{-max_extent_m, -max_extent_m, -max_extent_m}, {max_extent_m, max_extent_m, max_extent_m}};
        if (!side_) return box;
        const Coordinates normal{side_->normal.x, side_->normal.y, side_->normal.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (std::abs(normal[axis]) != 1) continue;
            double height_m = -max_extent_m;
            for (const Posed& posed : extremes_) height_m = std::max(height_m, -posed.height_m);
            if (inclusive_) height_m = max_extent_m;
            for (const IndexBox& part : inclusive_ ? parts() : std::vector<IndexBox>{})
                height_m = std::min(height_m, -posed_at(middle_of(part)).height_m - side_shift(turn_of(part)));
            // A rotation leaves as much where a zero belongs.
            if (std::abs(height_m) < 1e-15) height_m = 0;
            if (normal[axis] > 0)
                box.low_m[axis] = height_m;
            else
                box.high_m[axis] = -height_m;
        }
        return box;
    }

    static void narrow(Box& box, std::size_t axis, double low, double high) {
        box.low[axis] = std::max(box.low[axis], low);
        box.high[axis] = std::min(box.high[axis], high);
    }

private:
    /// The legs at an orientation, and how far the platform's joints are on home's side there when its origin is at 0.
    struct Posed {
        std::array<Leg<double>, leg_count> legs;
        double height_m = 0;
    };

    static ScanRequest request_of(const OrientationSet& set) {
        ScanRequest request;
        request.orientations = set;
        return request;
    }
    static OrientationIndex middle_of(const IndexBox& part) {
        return {{(part.begin[0] + part.end[0] - 1) / 2, (part.begin[1] + part.end[1] - 1) / 2,
                 (part.begin[2] + part.end[2] - 1) / 2}};
    }

    Posed posed_at(const OrientationIndex& index) const {
        const Matrix3<double> rotation = exact::rotation_at(plan_.tables(), index);
        Posed posed{};
        for (std::size_t i = 0; i < leg_count; ++i) posed.legs[i] = exact_leg_at(plan_.legs()[i], rotation);
        if (side_) posed.height_m = side_->height_m({0, 0, 0}, {rotation.x, rotation.y, rotation.z});
        return posed;
    }

    /// How far turns along one index are from the part's middle at most. Rotations are no farther apart than their rotation
    /// vectors.
    double turn_along(const IndexBox& part, std::size_t axis) const {
        const OrientationTables& set = plan_.tables();
        const auto angle_rad = [&](int index) { return set.samples[axis][index].angle_rad; };
        const double middle_rad = angle_rad(middle_of(part).at[axis]);
        const double turn_rad = std::max(std::abs(angle_rad(part.begin[axis]) - middle_rad),
                                         std::abs(angle_rad(part.end[axis] - 1) - middle_rad));
        if (set.layout == OrientationLayout::angles || axis != 1) return turn_rad;
        const double tilt_rad = set.samples[0][part.end[0] - 1].angle_rad;
        return 2 * tilt_rad * std::sin(std::min(turn_rad, std::numbers::pi) / 2);
    }
    double turn_of(const IndexBox& part) const {
        return turn_along(part, 0) + turn_along(part, 1) + turn_along(part, 2);
    }
    /// What a point so far from the platform's origin moves by at most.
    static double shift_of(double radius_m, double turn_rad) {
        return 2 * radius_m * std::sin(std::min(turn_rad, std::numbers::pi) / 2);
    }
    double side_shift(double turn_rad) const {
        return shift_of(std::hypot(side_->platform_m.x, side_->platform_m.y, side_->platform_m.z), turn_rad);
    }
    /// What a turn adds to a limit's clearance at most: what the leg's joint moves by, and to that of its tilt there what turning the
    /// joint's axis does to the leg's end.
    double allowance_of(std::size_t leg, LegLimit limit, double turn_rad) const {
        if (turn_rad == 0) return 0;
        const double shift_m = shift_of(joint_radius_m_[leg], turn_rad);
        const bool turns_axis = limit == LegLimit::platform_joint && axis_reach_m_[leg] > 0;
        return turns_axis ? shift_m + (axis_reach_m_[leg] + shift_m) * turn_rad : shift_m;
    }

    void look_at(const Posed& posed, const Coordinates& at, double turn_rad, PartClearance& least) const {
        const Vector position_m{at[0], at[1], at[2]};
        const auto take = [&](double clearance_m, double allowance_m) {
            least.at_middle_m = std::min(least.at_middle_m, clearance_m);
            least.at_most_m = std::min(least.at_most_m, clearance_m + allowance_m);
            least.allowance_m = std::max(least.allowance_m, allowance_m);
        };
        for (std::size_t i = 0; i < leg_count; ++i) {
            const LegClearances<exact::Number> clearances =
                exact_leg_clearances(plan_.limits()[i], posed.legs[i], position_m);
            for (const LegLimit limit : telescopic_limits)
                take(clearances.m[static_cast<int>(limit)].value, allowance_of(i, limit, turn_rad));
        }
        // The other side of the base is one more limit.
        if (side_) take(dot(side_->normal, position_m) + posed.height_m, side_shift(turn_rad));
    }

    bool inclusive_;
    SetPlan plan_;
    std::array<double, leg_count> joint_radius_m_{}, axis_reach_m_{};
    std::vector<Posed> extremes_;   ///< of a total workspace
    std::optional<BaseSide> side_;  ///< home's
};

/// What the machine's lengths leave of the ranges that are given.
Box outer_box(const Platform& platform, const SetBound& bound) {
    const ScanRequest& scan = platform.scan;
    Box box = bound.outer_box(platform.machine);
    const ScanRange* const ranges[] = {&scan.x, &scan.y, &scan.z};
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!ranges[axis]->open) SetBound::narrow(box, axis, ranges[axis]->from_m, ranges[axis]->to_m);
    return box;
}

/// The farthest reachable coordinate along `axis`, upwards (`sign` 1) or downwards (-1), at most `tolerance_m` too far;
/// nothing where no part of the box can be reachable.
class Extreme {
public:
    /// Enough steps for a thousandth of any hexapod tried; beyond them the answer is merely wider.
    static constexpr int usual_steps = 200'000;

    Extreme(const SetBound& bound, std::size_t axis, double sign, double tolerance_m, int most_steps = usual_steps)
        : bound_(bound), axis_(axis), sign_(sign), tolerance_m_(tolerance_m), most_steps_(most_steps) {}

    std::optional<double> find(const Box& box) {
        for (const IndexBox& part : bound_.parts()) push(box, part);
        for (int looked_at = 0; !cells_.empty(); ++looked_at) {
            const Cell cell = cells_.top();
            if (cell.reach <= reached_ + tolerance_m_ || looked_at == most_steps_) return sign_ * cell.reach;
            cells_.pop();
            if (cell.turns_most)
                for (const IndexBox& half : bound_.halves_of(cell.part)) push(cell.box, half);
            else
                for (const Box& half : halves(cell.box)) push(half, cell.part);
        }
        return std::nullopt;
    }

private:
    /// Positions and a part of the set.
    struct Cell {
        double reach, at_most_m;
        Box box;
        IndexBox part;
        bool turns_most;  ///< its part is what it is too large in
        /// Of those that reach as far, the roomiest comes first.
        bool operator<(const Cell& other) const {
            return reach != other.reach ? reach < other.reach : at_most_m < other.at_most_m;
        }
    };

    void push(const Box& box, const IndexBox& part) {
        const Coordinates middle = box.middle();
        const PartClearance clearance = bound_.clearance(middle, part);
        const double half_m = box.half_diagonal();
        // A violation as large as the cell: none of it is reachable. The factor covers rounding.
        if (clearance.at_most_m < -half_m * (1 + 1e-9)) return;
        if (clearance.at_middle_m >= 0) reached_ = std::max(reached_, sign_ * middle[axis_]);
        cells_.push({sign_ * (sign_ > 0 ? box.high : box.low)[axis_], clearance.at_most_m, box, part,
                     clearance.allowance_m > half_m});
    }

    const SetBound& bound_;
    std::size_t axis_;
    double sign_, tolerance_m_;
    int most_steps_;
    double reached_ = -std::numeric_limits<double>::infinity();
    std::priority_queue<Cell> cells_;
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

/// A cell wider must not be beyond the base.
void keep_within(double low_m, double high_m, ScanRange& range) {
    range.from_m = std::clamp(range.from_m, low_m, high_m);
    range.to_m = std::clamp(range.to_m, low_m, high_m);
}

/// Where nothing is reachable within the ranges that are given: which they are, and where the machine reaches something at all;
/// empty where it reaches nothing anywhere.
std::string reached_elsewhere(const Platform& platform) {
    constexpr int points = 100;
    Platform anywhere = platform;
    std::vector<std::string> given;
    for (const auto& [name, range] :
         {std::pair{'x', &anywhere.scan.x}, std::pair{'y', &anywhere.scan.y}, std::pair{'z', &anywhere.scan.z}}) {
        if (range->open) continue;
        const Units& units = platform.machine.units;
        const std::string from = units.length_text(range->from_m), to = units.length_text(range->to_m);
        given.push_back(range->count == 1 ? fmt::format("{} = {}", name, from)
                                          : fmt::format("{} from {} to {}", name, from, to));
        *range = {0, 0, points, true};
    }
    if (given.empty()) return {};
    try {
        const std::string found = find_open_ranges(anywhere);
        return fmt::format("no position is reachable with {}; what the machine reaches lies within {}",
                           joined(given, " and "), found);
    } catch (const InputError&) {
        return {};
    }
}

/// That the machine reaches something on the other side of the base only, at a single orientation; else empty.
std::string reached_behind_the_base(Platform platform) {
    if (!platform.machine.home || !platform.scan.orientations.is_single()) return {};
    platform.machine.home.reset();
    try {
        return fmt::format(
            "no position is reachable on home's side of the base; on the other side {} would be: is home right?",
            find_open_ranges(platform));
    } catch (const InputError&) {
        return {};
    }
}

/// How many points of a grid are asked for the share that lies below the base: enough for a whole percentage.
constexpr int share_points = 48;

/// A coarse scan of what the platform asks for in its own ranges.
Platform coarse(Platform platform) {
    ScanRequest& scan = platform.scan;
    scan.questions = {};
    if (scan.workspace == WorkspaceKind::constant) scan.orientations = scan.orientations.first();
    for (ScanRange* const range : {&scan.x, &scan.y, &scan.z}) range->count = std::min(range->count, share_points);
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
        "the machine has no home, so the ranges found span both sides of its base: about {:.0f} % of what is "
        "reachable lies below the base, where the machine would have to be assembled anew; give the file a home: "
        "{{z: ...}}, and the other side is left out, or give z a range",
        100 * static_cast<double>(below) / static_cast<double>(points));
}

std::string find_open_ranges(Platform& platform) {
    const Units& units = platform.machine.units;
    ScanRange* const ranges[] = {&platform.scan.x, &platform.scan.y, &platform.scan.z};
    if (std::none_of(std::begin(ranges), std::end(ranges), [](const ScanRange* range) { return range->open; }))
        return {};
    const SetBound bound(platform);
    const Box box = outer_box(platform, bound);
    const bool inclusive = platform.scan.workspace == WorkspaceKind::inclusive;
    const auto unreachable = [&] {
        if (const std::string behind = reached_behind_the_base(platform); !behind.empty())
            throw InputError(fmt::format("{}: {}", platform.machine.name, behind));
        if (const std::string elsewhere = reached_elsewhere(platform); !elsewhere.empty())
            throw InputError(fmt::format("{}: {}", platform.machine.name, elsewhere));
        throw InputError(
            platform.scan.orientations.is_single()
                ? fmt::format("{}: no position is reachable, so no range can be found from the machine; give "
                              "--x, --y and --z, or ask hexscan check what is wrong with the machine",
                              platform.machine.name)
                : fmt::format(
                      "{}: no position is reachable at {} of the {} orientations, so no range can be found from "
                      "the machine; give --x, --y and --z, or take {}",
                      platform.machine.name, inclusive ? "any" : "every one", platform.scan.orientations.count(),
                      inclusive ? "other angles" : "smaller angles"));
    };
    const Vector home = platform.machine.home ? platform.machine.home->position_m : Vector{0, 0, 0};
    const Coordinates home_m{home.x, home.y, home.z};
    const PositionBox side = bound.home_side();
    std::string found;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!ranges[axis]->open) continue;
        if (box.empty()) unreachable();
        const double tolerance_m = (box.high[axis] - box.low[axis]) / (4.0 * std::max(ranges[axis]->count, 100));
        const auto low_m = Extreme(bound, axis, -1, tolerance_m).find(box);
        const auto high_m = Extreme(bound, axis, 1, tolerance_m).find(box);
        if (!low_m || !high_m) unreachable();
        const double through_m = platform.machine.home ? home_m[axis] : (*low_m + *high_m) / 2;
        close_range(*low_m, *high_m, through_m, units, *ranges[axis]);
        keep_within(side.low_m[axis], side.high_m[axis], *ranges[axis]);
        found += fmt::format("{}{} from {} to {}", found.empty() ? "" : ", ", "xyz"[axis],
                             units.length_text(ranges[axis]->from_m), units.length_text(ranges[axis]->to_m));
    }
    return found;
}

std::optional<PositionBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                         const PositionBox& within, double tolerance, int most_steps) {
    Platform platform;
    platform.machine = machine;
    platform.scan.orientations = orientation;
    const SetBound bound(platform);
    Box box = outer_box(platform, bound);
    const PositionBox side = bound.home_side();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        SetBound::narrow(box, axis, within.low_m[axis], within.high_m[axis]);
        SetBound::narrow(box, axis, side.low_m[axis], side.high_m[axis]);
    }
    if (box.empty()) return std::nullopt;
    PositionBox reachable;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double tolerance_m = tolerance * (box.high[axis] - box.low[axis]);
        const auto low_m = Extreme(bound, axis, -1, tolerance_m, most_steps).find(box);
        const auto high_m = low_m ? Extreme(bound, axis, 1, tolerance_m, most_steps).find(box) : std::nullopt;
        if (!high_m) return std::nullopt;
        reachable.low_m[axis] = *low_m;
        reachable.high_m[axis] = *high_m;
    }
    return reachable;
}

Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps) {
    Platform platform;
    platform.machine = machine;
    platform.scan.orientations = orientation;
    std::priority_queue<Roominess> open;
    bool found = false;
    const auto push = [&](const Box& box) {
        const Coordinates at = box.middle();
        const double clearance_m = pose_clearance(machine, {{at[0], at[1], at[2]}, orientation}).clearance_m;
        found = found || clearance_m >= 0;
        const double at_most_m = clearance_m + box.half_diagonal() * (1 + 1e-9);
        if (at_most_m >= 0) open.push({at_most_m, box});
    };
    if (const Box box = outer_box(platform, SetBound(platform)); !box.empty()) push(box);
    for (int step = 0; !found && !open.empty(); ++step) {
        if (step == most_steps) return Reach::undecided;
        const Box box = open.top().box;
        open.pop();
        for (const Box& half : halves(box)) push(half);
    }
    return found ? Reach::something : Reach::nothing;
}

}  // namespace hexscan
