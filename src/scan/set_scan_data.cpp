#include "src/scan/set_scan_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "src/scan/rounded_axis.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan/scan_tuning.h"

namespace hexscan {
namespace {

/// A whole ring is split into quarters at once, because half a ring would be no better a cell than a whole one.
constexpr int log2_first_arcs = 2;
static_assert((1 << log2_first_arcs) * 2 <= most_children);

double farthest_coordinate(const GridAxis<double>& axis) {
    return std::max(std::abs(axis.from_m), std::abs(axis.to_m));
}

template <class Real>
Vec3<Real> rounded(const Vector& v) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
}

/// At no grid point and no orientation does a leg vector, or an intermediate result of its computation, exceed this
/// length.
double extent_of(const ScanGrid& grid, const FreeLeg& leg) {
    return std::hypot(farthest_coordinate(grid.x), farthest_coordinate(grid.y), farthest_coordinate(grid.z)) +
           length_of(leg.base_point_m) + length_of(leg.platform_point_m);
}

double cosine_of(double signed_cos_sq) { return std::copysign(std::sqrt(std::abs(signed_cos_sq)), signed_cos_sq); }

int window_columns(const ScanPlan& plan, double typical_length_m) {
    const double columns = typical_length_m / tuning::windows_per_leg / plan.x.step_m;
    return columns < plan.columns() ? std::max(plan.columns() / tuning::most_windows + 1, static_cast<int>(columns))
                                    : plan.columns();
}

template <class Real>
BoundLeg<Real> bound_leg(const FreeLeg& leg, double extent_m) {
    const Leg<double>& limits = leg.limits;
    // The margins cover about thirty roundings in Real of terms of at most extent or extent^2, and the possible error
    // of the reference's test. That test compares squares, so it may miss a value of n . l - c |l| below sqrt(256 u)
    // extent.
    constexpr double roundoff = static_cast<double>(unit_roundoff<Real>);
    const double noise = 256 * unit_roundoff<double>;
    BoundLeg<Real> bound{};
    bound.base_point_m = rounded<Real>(leg.base_point_m);
    bound.platform_reach_sq_m2 = static_cast<Real>(dot(leg.platform_point_m, leg.platform_point_m));
    bound.base_axis = rounded<Real>(limits.base_axis);
    bound.axis_reach_m = static_cast<Real>(dot(leg.platform_axis, leg.platform_point_m));
    bound.min_length_sq_m2 = static_cast<Real>(limits.min_length_sq_m2);
    bound.max_length_sq_m2 = static_cast<Real>(limits.max_length_sq_m2);
    bound.base_cosine = static_cast<Real>(cosine_of(limits.base_signed_cos_sq));
    bound.platform_cosine = static_cast<Real>(cosine_of(limits.platform_signed_cos_sq));
    bound.margin_m2 = static_cast<Real>((64 * roundoff + noise) * extent_m * extent_m);
    bound.margin_m = static_cast<Real>((64 * roundoff + std::sqrt(noise)) * extent_m);
    const double typical_m = std::min(limits.max_length_m, extent_m) / 2 + limits.min_length_m / 2;
    bound.typical_length_m = static_cast<Real>(std::min(typical_m, extent_m));
    bound.inverse_typical_length = 1 / bound.typical_length_m;
    return bound;
}

unsigned limits_of(const Leg<double>& leg) {
    unsigned bits = 0;
    if (leg.min_length_m > 0) bits |= shortest_bit;
    if (leg.max_length_m < unlimited_length_m) bits |= longest_bit;
    if (leg.base_signed_cos_sq != unlimited_signed_cos_sq) bits |= base_bit;
    if (leg.platform_signed_cos_sq != unlimited_signed_cos_sq) bits |= platform_bit;
    return bits;
}

bool is_wide(double signed_cos_sq) { return signed_cos_sq < 0 && signed_cos_sq != unlimited_signed_cos_sq; }

/// Bound, in columns, on how far noise (kernels/rows/row_noise.h) shifts an end at which a row enters or leaves a cone.
/// Rows that only graze the cone are not covered. Half spaces have their own bound.
double cone_shift_columns(const RowNoise& noise, double signed_cos_sq) {
    if (signed_cos_sq == unlimited_signed_cos_sq || std::abs(signed_cos_sq) < flat_cosine * flat_cosine) return 0;
    return noise.shift_columns(noise.cone_m2(std::sqrt(std::abs(signed_cos_sq))));
}

/// Bound, in columns, on the rounding error and the noise of a leg's root at any orientation. See make_row_geometry().
template <class Real>
double slack_columns(const RowNoise& noise, const Leg<double>& limits) {
    // The column with lx = 0 is no farther from the grid than the leg can reach.
    const double farthest = noise.extent_m * noise.columns_per_m + 1;
    const double rounding = (roundings_per_root + 2) * farthest * static_cast<double>(unit_roundoff<Real>);
    return rounding +
           std::max({noise.shift_columns(noise.stroke_m2()), cone_shift_columns(noise, limits.base_signed_cos_sq),
                     cone_shift_columns(noise, limits.platform_signed_cos_sq)});
}

template <class Real>
void prepare_rings(const FreeLegs& legs, SetScan<Real>& scan) {
    // The angle of a direction is computed by an arc tangent in Real, whose error is smaller than this allowance.
    const double apart_rad = std::min(std::numbers::pi, 2 * std::numbers::pi / scan.set.counts[1]) -
                             128 * static_cast<double>(unit_roundoff<Real>);
    scan.beside_direction = static_cast<Real>((1 - std::cos(std::max(0.0, apart_rad))) * (1 - 0x1p-20));
    const AngleSample yaw = scan.set.samples[2][0];
    const auto yawed = [&](const Vector& v) {
        return rounded<Real>({yaw.cosine * v.x - yaw.sine * v.y, yaw.sine * v.x + yaw.cosine * v.y, v.z});
    };
    double step_rad = 0;
    for (int ring = 1; ring < scan.set.counts[0]; ++ring)
        step_rad =
            std::max(step_rad, std::abs(scan.set.samples[0][ring].angle_rad - scan.set.samples[0][ring - 1].angle_rad));
    step_rad *= 1 + 0x1p-16;
    scan.ring_step_rad = static_cast<Real>(step_rad);
    for (int i = 0; i < leg_count; ++i) {
        const FreeLeg& leg = legs[static_cast<std::size_t>(i)];
        scan.ring_legs[i] = {yawed(leg.platform_point_m), yawed(leg.platform_axis),
                             static_cast<Real>(length_of(leg.platform_point_m) * step_rad)};
    }
}

}  // namespace

OrientationTree make_orientation_tree(const OrientationTables& set) {
    OrientationTree tree{};
    int deepest[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        if (is_ring_axis(set, axis)) continue;
        const auto largest_box = [&](int log2) { return (set.counts[axis] + (1 << log2) - 1) >> log2; };
        while (largest_box(deepest[axis]) > tuning::samples_per_box) ++deepest[axis];
    }
    std::int64_t nodes = 0;
    for (int level = 0; level < max_tree_levels; ++level) {
        std::int64_t here = 1;
        int(&parts)[3] = tree.log2_parts[level];
        bool deeper = level == 0;
        for (int axis = 0; axis < 3; ++axis) {
            const bool arcs = set.layout == OrientationLayout::tilts && axis == 1;
            parts[axis] = std::min(deepest[axis], level == 0 ? 0 : arcs ? level - 1 + log2_first_arcs : level);
            if (level > 0) deeper |= parts[axis] > tree.log2_parts[level - 1][axis];
            here *= parts_of(set, tree, level, axis);
        }
        if (!deeper || (level > 0 && here > tuning::most_nodes)) break;
        tree.levels = level + 1;
        tree.level_begin[level] = nodes;
        nodes += here;
        tree.level_begin[level + 1] = nodes;
    }
    return tree;
}

template <class Real>
void prepare_set_scan(const ScanPlan& plan, const FreeLegs& legs, SetScanData<Real>& data) {
    SetScan<Real>& scan = data.scan;
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.x_real = rounded_axis<Real>(scan.x);
    scan.set = plan.set->tables();
    scan.tree = make_orientation_tree(scan.set);
    // On an axis with a single column the scale does not matter.
    scan.exact_columns_per_m = plan.columns() > 1 ? 1 / plan.x.step_m : 1;
    scan.columns_per_m = static_cast<Real>(scan.exact_columns_per_m);
    scan.limits = 0;
    double slack = 0, typical_length_m = std::numeric_limits<double>::infinity();
    for (int i = 0; i < leg_count; ++i) {
        const FreeLeg& leg = legs[static_cast<std::size_t>(i)];
        const double extent_m = extent_of(plan, leg);
        const RowNoise noise{extent_m, scan.exact_columns_per_m};
        scan.legs[i] = leg;
        scan.bounds[i] = bound_leg<Real>(leg, extent_m);
        typical_length_m = std::min(typical_length_m, static_cast<double>(scan.bounds[i].typical_length_m));
        scan.stroke_grazing_m2[i] = static_cast<Real>(noise.grazing_m2(noise.stroke_m2()));
        scan.base_noise[i] = cone_noise(noise, leg.limits.base_signed_cos_sq);
        scan.platform_noise[i] = cone_noise(noise, leg.limits.platform_signed_cos_sq);
        scan.limits |= bits_of_leg(limits_of(leg.limits), i);
        data.wide |= is_wide(leg.limits.base_signed_cos_sq) || is_wide(leg.limits.platform_signed_cos_sq);
        slack = std::max(slack, slack_columns<Real>(noise, leg.limits));
    }
    scan.one_yaw = scan.set.layout == OrientationLayout::tilts && scan.set.counts[2] == 1;
    if (scan.one_yaw) prepare_rings(legs, scan);
    scan.slack_columns = static_cast<Real>(slack);
    scan.window_columns = window_columns(plan, typical_length_m);
    data.solvable = slack < most_slack_columns;
}

template <class Real>
void prepare_cells(SetScanData<Real>& data, const Loop& loop) {
    SetScan<Real>& scan = data.scan;
    const OrientationTree& tree = scan.tree;
    const auto nodes = static_cast<std::size_t>(tree.level_begin[tree.levels]);
    data.cells.resize(nodes * leg_count);
    loop(nodes, [&](std::size_t number) {
        const TreeNode node = node_at(tree, static_cast<std::int64_t>(number));
        const IndexBox box = samples_of(scan.set, tree, node);
        if (box.empty()) return;
        for (int i = 0; i < leg_count; ++i)
            data.cells[number * leg_count + static_cast<std::size_t>(i)] =
                leg_cell<Real>(scan.set, node.level, box, scan.legs[i]);
    });
    scan.cells = data.cells.data();
}

template void prepare_set_scan(const ScanPlan&, const FreeLegs&, SetScanData<float>&);
template void prepare_set_scan(const ScanPlan&, const FreeLegs&, SetScanData<double>&);
template void prepare_cells(SetScanData<float>&, const Loop&);
template void prepare_cells(SetScanData<double>&, const Loop&);

}  // namespace hexscan
