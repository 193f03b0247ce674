#include "src/scan/rows/rod_row_solver.h"

#include <cmath>
#include <utility>
#include <variant>

#include "kernels/sets/total_rows.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/rows/slider_geometry.h"
#include "src/scan/set_scan_data.h"

namespace hexscan {
namespace {

/// Bounds over cells are off by less than this, per square metre of the longest sum of vectors: some thirty roundings,
/// and as many of the reference's own squares.
constexpr double margin_per_m2 = 512 * unit_roundoff<double>;

double length(const Vector& v) { return std::hypot(v.x, v.y, v.z); }

template <class Form>
RodBound<Form> bound_of(const Form& leg, const Vector& base_m, const Vector& platform_m, double extent_m) {
    RodBound<Form> bound{leg, {}};
    BoundLeg<double>& sphere = bound.sphere;
    sphere.base_point_m = base_m;
    sphere.platform_reach_sq_m2 = dot(platform_m, platform_m);
    sphere.min_length_sq_m2 = sphere.max_length_sq_m2 = leg.rod_m * leg.rod_m;
    sphere.margin_m2 = margin_per_m2 * extent_m * extent_m;
    sphere.margin_m = std::sqrt(margin_per_m2) * extent_m;
    sphere.typical_length_m = leg.rod_m;
    sphere.inverse_typical_length = 1 / leg.rod_m;
    return bound;
}

RotaryRowLeg row_leg(const RotaryLeg& leg, double longest_m, double columns_per_m, int columns) {
    return make_rotary_row_leg(leg, longest_m, columns_per_m, columns);
}
SliderBreakpointLeg row_leg(const SliderLeg& leg, double longest_m, double columns_per_m, int columns) {
    return make_slider_breakpoint_leg(leg, longest_m, columns_per_m, columns);
}

/// Turns the joint at the platform's end of a leg with it.
void turn_platform_axis(const Vector& axis, RotaryRowLeg& leg) { leg.leg.platform_end.axis = axis; }
void turn_platform_axis(const Vector& axis, SliderBreakpointLeg& leg) {
    leg.leg.platform.axis = axis;
    if (leg.leg.platform.is_limited()) set_platform_bounds(leg);
}

void add_breakpoints(const RotaryRowLeg& leg, double ly_m, double lz_m, ColumnRange asked,
                     LegBreakpoints<most_rotary_breakpoints>& breakpoints) {
    add_rotary_breakpoints(leg, ly_m, lz_m, asked, breakpoints);
}
void add_breakpoints(const SliderBreakpointLeg& leg, double ly_m, double lz_m, ColumnRange,
                     LegBreakpoints<most_slider_breakpoints>& breakpoints) {
    add_slider_breakpoints(leg, ly_m, lz_m, breakpoints);
}

/// Of the columns asked, those that are worth asking a leg about.
ColumnRange near_columns(const RotaryRowLeg& leg, double ly_m, double lz_m, ColumnRange asked) {
    return columns_in_reach(leg, ly_m, lz_m, asked);
}
ColumnRange near_columns(const SliderBreakpointLeg&, double, double, ColumnRange asked) { return asked; }

bool exactly_keeps(const RotaryLeg& leg, const Vector& l_m) { return exact_rotary_keeps(leg, l_m); }
bool exactly_keeps(const SliderLeg& leg, const Vector& l_m) { return exact_slider_keeps(leg, l_m); }

}  // namespace

/// What is left of a row.
template <class Kind>
struct RodRowSolver<Kind>::Row {
    double y_m, z_m;
    HostRuns runs;
    HostRuns kept;  ///< room for the next ones

    bool alive() const { return runs.count() > 0; }
};

template <class Kind>
bool RodRowSolver<Kind>::supports(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits()) return false;
    if (!std::holds_alternative<typename Kind::Legs>(plan.set->machine().legs)) return false;
    // Joints of one side are of one sort.
    if (!plan.set->rods_at(0).legs[0]->form()) return false;
    return plan.workspace != WorkspaceKind::inclusive;
}

template <class Kind>
RodRowSolver<Kind>::RodRowSolver(const ScanPlan& plan, const Loop& loop) : plan_(plan) {
    const Machine& machine = plan.set->machine();
    const PosedLegs posed = plan.set->rods_at(0);
    // A single column sits at column 0 whatever the scale.
    const double columns_per_m = plan.columns() > 1 ? 1 / plan.x.step_m : 1;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto leg = std::get<typename Kind::Form>(posed.legs[i]->form().value());
        const Vector &base_m = machine.base.points_m[i], &platform_m = machine.platform.points_m[i];
        const double longest_m = longest_vector_m(plan, {0, 0, 0}) + length(base_m) + length(platform_m);
        legs_[i] = row_leg(leg, longest_m, columns_per_m, plan.columns());
        bounds_[i] = bound_of(legs_[i].leg, base_m, platform_m, legs_[i].extent_m);
    }
    const OrientationTables& set = plan.set->tables();
    for (std::size_t i = 0; i < leg_count; ++i) at_middle_[i] = leg_at(middle_of(set), i);
    if (plan.is_single()) return;
    tree_ = make_orientation_tree(set);
    cells_.resize(static_cast<std::size_t>(tree_.level_begin[tree_.levels]) * leg_count);
    loop(cells_.size() / leg_count, [&](std::size_t number) {
        const TreeNode node = node_at(tree_, static_cast<std::int64_t>(number));
        const IndexBox box = samples_of(set, tree_, node);
        if (box.empty()) return;
        for (std::size_t i = 0; i < leg_count; ++i) {
            FreeLeg joint{};
            joint.platform_point_m = machine.platform.points_m[i];
            cells_[number * leg_count + i] = leg_cell<double>(set, node.level, box, joint);
        }
    });
}

template <class Kind>
typename RodRowSolver<Kind>::LegAtOrientation RodRowSolver<Kind>::leg_at(const OrientationIndex& orientation,
                                                                         std::size_t i) const {
    const Machine& machine = plan_.set->machine();
    const Matrix3<double> rotation = exact::rotation_at(plan_.set->tables(), orientation);
    const Rotation turned{rotation.x, rotation.y, rotation.z};
    LegAtOrientation posed{legs_[i], turned(machine.platform.points_m[i]) - machine.base.points_m[i]};
    posed.leg.zero_column = -(grid_coordinate(plan_.x, 0) + posed.offset_m.x) * posed.leg.columns_per_m;
    turn_platform_axis(turned(machine.platform.axes[i]), posed.leg);
    return posed;
}

/// Keeps what a leg keeps, exactly.
template <class Kind>
void RodRowSolver<Kind>::keep_leg(const LegAtOrientation& posed, Row& row) const {
    const double ly_m = row.y_m + posed.offset_m.y, lz_m = row.z_m + posed.offset_m.z;
    LegBreakpoints<Kind::most_breakpoints> breakpoints;
    add_breakpoints(posed.leg, ly_m, lz_m, hull_of(row.runs), breakpoints);
    const auto keeps = [&](int column) {
        return exactly_keeps(posed.leg.leg, {grid_coordinate(plan_.x, column) + posed.offset_m.x, ly_m, lz_m});
    };
    row.kept.clear();
    hexscan::keep_leg(row.runs, breakpoints, keeps, row.kept);
    std::swap(row.runs, row.kept);
}

template <class Kind>
template <class Cell>
bool RodRowSolver<Kind>::keeps_in_cell(std::size_t i, const Cell& cell, const Row& row) const {
    for (int r = 0; r < row.runs.count(); ++r) {
        const ColumnRange run = row.runs.get(r);
        const PieceOfRow piece{grid_coordinate(plan_.x, run.first), grid_coordinate(plan_.x, run.last), row.y_m,
                               row.z_m};
        if (!hexscan::keeps_in_cell(bounds_[i], cell, piece)) return false;
    }
    return true;
}

/// Keeps what a leg keeps at the orientations of a node that are likely to take most from either end of the row.
template <class Kind>
void RodRowSolver<Kind>::keep_at_worst(std::size_t i, const LegCell<double>& cell, const TreeNode& node,
                                       Row& row) const {
    const OrientationTables& set = plan_.set->tables();
    const RodBound<typename Kind::Form>& bound = bounds_[i];
    for (int step = 0; step < 4 && row.alive(); ++step) {
        const ColumnRange hull = hull_of(row.runs);
        const Vector end_m{grid_coordinate(plan_.x, step % 2 == 0 ? hull.first : hull.last), row.y_m, row.z_m};
        const RodFeet feet = best_feet(bound.leg, end_m - bound.sphere.base_point_m + cell.v);
        const BoundLeg<double> sphere = sphere_about(bound, step < 2 ? feet.inside_m : feet.outside_m);
        const CellAtPosition<double> at(sphere, cell, end_m);
        const CellSlack<double> slack = step < 2 ? at.longest() : at.shortest();
        if (lowest(slack) >= 0) continue;
        keep_leg(leg_at(sample_downhill(set, samples_of(set, tree_, node), node.level, slack), i), row);
    }
}

template <class Kind>
void RodRowSolver<Kind>::keep_at_samples(unsigned legs, const TreeNode& node, Row& row) const {
    const Machine& machine = plan_.set->machine();
    const OrientationTables& set = plan_.set->tables();
    const IndexBox box = samples_of(set, tree_, node);
    for (int k = 0; k < samples_in(box) && row.alive(); ++k) {
        const OrientationIndex sample = sample_in(box, k);
        const Matrix3<double> rotation = exact::rotation_at(set, sample);
        for (std::size_t i = 0; i < leg_count && row.alive(); ++i) {
            if (!(legs >> i & 1U)) continue;
            const LegPlace<double> place{exact::turn(rotation, machine.platform.points_m[i]), 0, {}, 0};
            if (!keeps_in_cell(i, place, row)) keep_leg(leg_at(sample, i), row);
        }
    }
}

/// Takes from a row what is not reachable at every orientation of the set (kernels/sets/total_rows.h tells of the
/// walk).
template <class Kind>
void RodRowSolver<Kind>::keep_total(Row& row) const {
    const OrientationTables& set = plan_.set->tables();
    // The outermost ring of a cone takes most.
    for (int root = tree_count(set) - 1; root >= 0; --root) {
        std::array<unsigned, max_tree_levels> doubts{};  // what the children of this level's node are asked
        for (TreeWalk walk(tree_root(root)); !walk.done() && row.alive();) {
            const TreeNode node = walk.node();
            const LegCell<double>* const cells =
                &cells_[static_cast<std::size_t>(node_number(set, tree_, node)) * leg_count];
            const auto level = static_cast<std::size_t>(node.level);
            unsigned doubt = samples_of(set, tree_, node).empty() ? 0
                             : level == 0                         ? (1U << leg_count) - 1
                                                                  : doubts[level - 1];
            for (int round = 0; doubt != 0 && row.alive(); ++round) {
                for (std::size_t i = 0; i < leg_count; ++i)
                    if ((doubt >> i & 1U) && keeps_in_cell(i, cells[i], row)) doubt &= ~(1U << i);
                if (round == rounds_at(tree_, node.level)) break;
                for (std::size_t i = 0; i < leg_count; ++i)
                    if (doubt >> i & 1U) keep_at_worst(i, cells[i], node, row);
            }
            if (doubt != 0 && node.level + 1 < tree_.levels) {
                doubts[level] = doubt;
                walk.descend(tree_);
                continue;
            }
            if (doubt != 0) keep_at_samples(doubt, node, row);
            walk.go_on(tree_);
        }
    }
}

template <class Kind>
void RodRowSolver<Kind>::append(int slice, int first, int end, WorkspaceSlice& out) const {
    Row row{0, grid_coordinate(plan_.z, slice), {}, {}};
    for (int r = first; r < end; ++r) {
        plan_.end_if_given_up();
        row.y_m = grid_coordinate(plan_.y, r);
        row.runs.clear();
        ColumnRange near{0, plan_.columns() - 1};
        for (const auto& [leg, offset_m] : at_middle_)
            near = near.empty() ? near : near_columns(leg, row.y_m + offset_m.y, row.z_m + offset_m.z, near);
        if (!near.empty()) row.runs.insert(0, near);
        for (std::size_t i = 0; i < leg_count && row.alive(); ++i) keep_leg(at_middle_[i], row);
        if (row.alive() && !plan_.is_single()) keep_total(row);
        row.runs.append_to(out);
    }
}

template class RodRowSolver<RotaryRowKind>;
template class RodRowSolver<SliderRowKind>;

}  // namespace hexscan
