#include "src/scan/rows/rod_set_data.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "src/machine/legs/leg_forms.h"
#include "src/scan/rounded_axis.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/rows/slider_geometry.h"
#include "src/scan/set_scan_data.h"

namespace hexscan {
namespace {

/// On an axis with a single column the scale does not matter.
double columns_per_m(const ScanPlan& plan) { return plan.columns() > 1 ? 1 / plan.x.step_m : 1; }

void make_row_leg(const RotaryLeg& leg, double longest_m, double columns_per_m, int columns, RotaryRowLeg& made) {
    made = make_rotary_row_leg(leg, longest_m, columns_per_m, columns);
}
void make_row_leg(const SliderLeg& leg, double longest_m, double columns_per_m, int columns, JointedSliderLeg& made) {
    made = make_slider_breakpoint_leg(leg, longest_m, columns_per_m, columns);
}
void make_row_leg(const SliderLeg& leg, double longest_m, double columns_per_m, int columns, JointlessSliderLeg& made) {
    made = without_joints(make_slider_breakpoint_leg(leg, longest_m, columns_per_m, columns));
}

/// The sphere of a rod, as a leg whose shortest and longest length are equal, with margins for rounding. Bounds over
/// cells have errors of less than about thirty roundings of terms of at most `extent_m` squared. The squares that the
/// reference computes have errors of the same size.
template <class Real>
BoundLeg<Real> sphere_of(double rod_m, const RodJoints& joints, double extent_m) {
    constexpr double roundings = 64 * static_cast<double>(unit_roundoff<Real>);
    constexpr double of_reference = 512 * unit_roundoff<double>;
    BoundLeg<Real> sphere{};
    sphere.base_point_m = cell_detail::rounded<Real>(joints.base_m);
    sphere.platform_reach_sq_m2 = static_cast<Real>(dot(joints.platform_m, joints.platform_m));
    sphere.min_length_sq_m2 = sphere.max_length_sq_m2 = static_cast<Real>(rod_m * rod_m);
    sphere.margin_m2 = static_cast<Real>((roundings + of_reference) * extent_m * extent_m);
    sphere.margin_m = static_cast<Real>((roundings + std::sqrt(of_reference)) * extent_m);
    sphere.typical_length_m = static_cast<Real>(rod_m);
    sphere.inverse_typical_length = 1 / sphere.typical_length_m;
    return sphere;
}

}  // namespace

bool has_limited_joints(const ScanPlan& plan) {
    const PosedLegs posed = plan.set->rods_at(0);
    return std::ranges::any_of(posed.legs, [](const auto& leg) {
        return std::visit([](const auto& form) { return has_limited_joints(form); }, leg->form().value());
    });
}

template <class RowLeg>
RodRowsOfPlan<RowLeg> make_rod_rows(const ScanPlan& plan) {
    using Form = decltype(RowLeg::leg);
    const Machine& machine = plan.set->machine();
    const PosedLegs posed = plan.set->rods_at(0);
    const OrientationTables& set = plan.set->tables();
    const Matrix3<double> middle = exact::rotation_at(set, middle_of(set));
    RodRowsOfPlan<RowLeg> rows{{plan.x, plan.y, plan.z, {}}, {}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const RodJoints joints{machine.base.points_m[i], machine.platform.points_m[i], machine.platform.axes[i]};
        const double longest_m =
            longest_vector_m(plan, {0, 0, 0}) + length_of(joints.base_m) + length_of(joints.platform_m);
        RowLeg leg;
        make_row_leg(std::get<Form>(posed.legs[i]->form().value()), longest_m, columns_per_m(plan), plan.columns(),
                     leg);
        rows.joints[i] = joints;
        const RodPlace place = rod_place(plan.x, columns_per_m(plan), joints, middle);
        rows.middle.legs[i] = {leg, place};
    }
    return rows;
}

template <class Scan>
Scan make_rod_set_scan(const ScanPlan& plan, const RodRowsOfPlan<typename Scan::RowLeg>& rows) {
    using Real = typename Scan::Real;
    Scan scan{};
    scan.middle = &rows.middle;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.x_real = rounded_axis<Real>(plan.x);
    scan.columns_per_m = static_cast<Real>(columns_per_m(plan));
    scan.set = plan.set->tables();
    scan.tree = make_orientation_tree(scan.set);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto& leg = rows.middle.legs[i].leg;
        scan.joints[i] = rows.joints[i];
        scan.bounds[i] = {feet_of<Real>(leg.leg), sphere_of<Real>(leg.leg.rod_m, rows.joints[i], leg.extent_m)};
        if (scan.set.layout != OrientationLayout::angles) continue;
        for (int corner = 0; corner < set_corners; ++corner) {
            const Matrix3<double> rotation = exact::rotation_at(scan.set, corner_of(scan.set, corner));
            scan.corners[i][corner].v = cell_detail::rounded<Real>(exact::turn(rotation, rows.joints[i].platform_m));
        }
    }
    return scan;
}

template <class Scan>
std::vector<RodCell<typename Scan::Real>> make_rod_cells(const Scan& scan, const Loop& loop) {
    using Real = typename Scan::Real;
    const auto nodes = static_cast<std::size_t>(scan.tree.level_begin[scan.tree.levels]);
    std::vector<RodCell<Real>> cells(nodes * leg_count);
    loop(nodes, [&](std::size_t number) {
        const TreeNode node = node_at(scan.tree, static_cast<std::int64_t>(number));
        const IndexBox box = samples_of(scan.set, scan.tree, node);
        if (box.empty()) return;
        for (std::size_t i = 0; i < leg_count; ++i)
            cells[number * leg_count + i] = rod_cell<Real>(scan.set, node.level, box, scan.joints[i].platform_m);
    });
    return cells;
}

template RodRowsOfPlan<RotaryRowLeg> make_rod_rows(const ScanPlan&);
template RodRowsOfPlan<JointlessRotaryRowLeg> make_rod_rows(const ScanPlan&);
template RodRowsOfPlan<JointedSliderLeg> make_rod_rows(const ScanPlan&);
template RodRowsOfPlan<JointlessSliderLeg> make_rod_rows(const ScanPlan&);
template RotarySetScan<JointlessRotaryRowLeg, float> make_rod_set_scan(const ScanPlan&,
                                                                       const RodRowsOfPlan<JointlessRotaryRowLeg>&);
template RotarySetScan<RotaryRowLeg, float> make_rod_set_scan(const ScanPlan&, const RodRowsOfPlan<RotaryRowLeg>&);
template RotarySetScan<RotaryRowLeg, double> make_rod_set_scan(const ScanPlan&, const RodRowsOfPlan<RotaryRowLeg>&);
template SliderSetScan<JointlessSliderLeg, float> make_rod_set_scan(const ScanPlan&,
                                                                    const RodRowsOfPlan<JointlessSliderLeg>&);
template SliderSetScan<JointedSliderLeg, float> make_rod_set_scan(const ScanPlan&,
                                                                  const RodRowsOfPlan<JointedSliderLeg>&);
template SliderSetScan<JointedSliderLeg, double> make_rod_set_scan(const ScanPlan&,
                                                                   const RodRowsOfPlan<JointedSliderLeg>&);
template std::vector<RodCell<double>> make_rod_cells(const RotarySetScan<RotaryRowLeg, double>&, const Loop&);
template std::vector<RodCell<double>> make_rod_cells(const SliderSetScan<JointedSliderLeg, double>&, const Loop&);

}  // namespace hexscan
