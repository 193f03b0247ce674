#pragma once

#include "cell_bounds.h"
#include "kernels/bits.h"
#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/rows/column_runs.h"
#include "kernels/rows/row_solver.h"
#include "leg_cell.h"
#include "orientation_set.h"
#include "orientation_tree.h"

/// A scan of a set of orientations in the form that all its solvers read, and the intersection of a row with one limit
/// at one orientation. The same source serves a row per lane on the device and a row per call on the host.
namespace hexscan {

/// The platform joint of a leg and its axis, rotated by the yaw of a set of tilts that has only one yaw.
template <class Real>
struct RingLeg {
    Vec3<Real> joint_m, axis;
    Real joint_per_ring_m;  ///< bound on how far the joint moves from ring to ring
};

/// The numbers that are the same for all rows. Pointers refer to the memory of the processor that runs the code.
template <class Real>
struct SetScan {
    GridAxis<double> x, y, z;
    GridAxis<Real> x_real;
    OrientationTables set;
    OrientationTree tree;
    FreeLeg legs[leg_count];
    BoundLeg<Real> bounds[leg_count];
    Real stroke_grazing_m2[leg_count];  ///< as in LegConstants
    ConeNoise base_noise[leg_count], platform_noise[leg_count];
    double exact_columns_per_m;
    Real columns_per_m, slack_columns;  ///< The slack of ends without that of half spaces.
    int window_columns;                 ///< Columns of an inclusive row that are tested at once (inclusive_walk.h).
    const LegCell<Real>* cells;         ///< The cells by node and leg.
    unsigned limits;                    ///< The limits of all legs, as bits.
    bool one_yaw;           ///< A set of tilts with a single yaw. The next members are only valid for such sets.
    Real beside_direction;  ///< Lower bound of 1 - cos of the angle between neighbouring directions.
    Real ring_step_rad;     ///< Upper bound of the angle between neighbouring rings.
    RingLeg<Real> ring_legs[leg_count];
};

/// A group of rows that are solved together. Its functions combine the values that all rows pass. This group has a
/// single row.
struct SingleRow {
    HEXSCAN_HD_INLINE bool any(bool mine) const { return mine; }
    HEXSCAN_HD_INLINE unsigned any_bits(unsigned mine) const { return mine; }
    HEXSCAN_HD_INLINE int least(int mine) const { return mine; }
    HEXSCAN_HD_INLINE unsigned sum(unsigned mine) const { return mine; }
    /// A mask of those numbers from 0 to count - 1 (at most 32) for which `holds` is true. All rows of the group get
    /// the same result.
    template <class Holds>
    HEXSCAN_HD_INLINE unsigned bits_where(int count, Holds holds) const {
        unsigned bits = 0;
        for (int k = 0; k < count; ++k) bits |= holds(k) ? 1U << k : 0;
        return bits;
    }
    /// Makes items 0 ... count - 1 (at most 32), which all rows of the group use. The function use(items) accesses them
    /// by number.
    template <class Make, class Use>
    HEXSCAN_HD_INLINE void use_made(int, Make make, Use use) const {
        use(make);
    }
    /// Makes items 0 ... count - 1, which all rows of the group use. Passes them one by one to `use`, as long as it
    /// returns true.
    template <class Make, class Use>
    HEXSCAN_HD_INLINE void for_each_made(int count, Make make, Use use) const {
        for (int k = 0; k < count && use(k, make(k)); ++k) {
        }
    }
};

/// The intersection of one limit with a row, with the slack of its ends.
template <class Real>
struct LimitCut {
    RowCut<Real> columns;
    Real slack;
    bool forbidden;  ///< true: the columns inside are lost; false: they are kept
};

/// Intersects limit `bit` of a leg at one orientation with the row at (y, z).
template <class Real>
HEXSCAN_HD_INLINE LimitCut<Real> cut_limit(const SetScan<Real>& scan, int index, const Leg<double>& leg, unsigned bit,
                                           double y_m, double z_m) {
    const double ly = y_m + leg.offset_m.y, lz = z_m + leg.offset_m.z;
    const double yz_sq_m2 = ly * ly + lz * lz;
    const RowScale<Real> scale{static_cast<Real>(-(scan.x.from_m + leg.offset_m.x) * scan.exact_columns_per_m),
                               scan.columns_per_m, scan.stroke_grazing_m2[index]};
    if (bit & (shortest_bit | longest_bit)) {
        const double length_sq_m2 = bit == shortest_bit ? leg.min_length_sq_m2 : leg.max_length_sq_m2;
        return {cut_sphere<Real>(length_sq_m2 - yz_sq_m2, scale), scan.slack_columns, bit == shortest_bit};
    }
    const bool base = bit == base_bit;
    const ConeNoise& noise = base ? scan.base_noise[index] : scan.platform_noise[index];
    const RowCone cone = make_row_cone(base ? leg.base_axis : leg.platform_axis,
                                       base ? leg.base_signed_cos_sq : leg.platform_signed_cos_sq, noise);
    const bool shifted = cone.cut == ConeCut::half_space && cone.full.inverse_axis_x != 0;
    const Real shift = shifted ? static_cast<Real>(half_space_shift_columns(noise, cone.axis.x)) : Real(0);
    LimitCut<Real> cut{cut_joint(cone, cone.axis.y * ly + cone.axis.z * lz, yz_sq_m2, scale),
                       scan.slack_columns + shift, cone.forbidden};
    if (!(cut.slack < Real(most_slack_columns))) cut.columns.undecided = true;
    return cut;
}

/// The whole columns inside a decided cut. inside(column) decides the undecided columns at the ends. Only the columns
/// `asked` matter.
template <class Real, class Inside>
HEXSCAN_HD_INLINE ColumnRange columns_inside(const LimitCut<Real>& cut, ColumnRange asked, Inside inside) {
    const Real below = static_cast<Real>(asked.first - 1), above = static_cast<Real>(asked.last + 1);
    const Real low = row_math::larger(row_math::smaller(cut.columns.low, above), below);
    const Real high = row_math::larger(row_math::smaller(cut.columns.high, above), below);
    if (cut.columns.empty || cut.columns.high - cut.columns.low < -2 * cut.slack) return {asked.first, asked.first - 1};
    ColumnRange range{first_column_after(low - cut.slack), last_column_before(high + cut.slack)};
    const int first_sure = first_column_after(low + cut.slack), last_sure = last_column_before(high - cut.slack);
    if (range.first < asked.first) range.first = asked.first;
    if (range.last > asked.last) range.last = asked.last;
    while (range.first < first_sure && range.first <= range.last && !inside(range.first)) ++range.first;
    while (range.last > last_sure && range.first <= range.last && !inside(range.last)) --range.last;
    return range;
}

}  // namespace hexscan
