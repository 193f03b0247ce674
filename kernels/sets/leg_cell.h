#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "orientation_set.h"
#include "orientation_tree.h"

/// The positions of the platform's joints while the orientation stays in a cell of a set.
///
/// A platform joint is at R b with R in the cell. Taylor's theorem about the cell's middle gives
///     R b = v + xi_1 dv_1 + xi_2 dv_2 + xi_3 dv_3 + rest,   |xi_k| <= 1,   |rest| <= rest_v_m.
/// There is one vector dv_k per index of the set, and a remainder of second order in the cell's size. Every partial
/// derivative of a product of rotations with respect to their angles, of any order, has a norm of at most 1. By
/// Duhamel's formula this also holds for the exponential of a rotation vector. This bounds the remainder. The joint's
/// axis R m moves in the same way. Almost all limits are linear in R, so the remainder is the only error of their
/// bounds.
namespace hexscan {

/// One leg in one cell, in the base frame. It has 32 numbers, so that a warp loads it as eight vectors.
template <class Real>
struct alignas(16) LegCell {
    static constexpr bool has_size = true;
    Vec3<Real> v;   ///< middle of the joint's positions
    Real rest_v_m;  ///< bound on the length of the remainder
    Vec3<Real> dv[3];
    Real base_dv[3];  ///< the base axis times dv
    Vec3<Real> u;     ///< middle of the platform axis
    Real rest_u;
    Vec3<Real> du[3];
    Real base_v;      ///< the base axis times v
    Real reach_vx_m;  ///< bound on the difference between the x of the joint and the x of v
    Real reach_ux;
};
static_assert(sizeof(LegCell<float>) == 128);

namespace cell_detail {

using Vec = Vec3<double>;

HEXSCAN_HD_INLINE double length(Vec v) {
    using std::sqrt;
    return sqrt(dot(v, v));
}
HEXSCAN_HD_INLINE double sine(double a) {
    using std::sin;
    return sin(a);
}
HEXSCAN_HD_INLINE double cosine(double a) {
    using std::cos;
    return cos(a);
}

/// The positions of a vector that is fixed to the platform, over a cell.
struct VectorCell {
    Vec middle;
    Vec columns[3];
    double rest;
};

HEXSCAN_HD_INLINE double reach_of_x(const VectorCell& cell) {
    using std::fabs;
    return fabs(cell.columns[0].x) + fabs(cell.columns[1].x) + fabs(cell.columns[2].x) + cell.rest;
}

/// The range of a box in one list of angles, as its middle and half width.
struct AngleSpan {
    double middle_rad, half_rad;
};

HEXSCAN_HD_INLINE AngleSpan span_of(const OrientationTables& set, const IndexBox& box, int axis) {
    using std::fabs;
    const double first = set.samples[axis][box.begin[axis]].angle_rad;
    const double last = set.samples[axis][box.end[axis] - 1].angle_rad;
    // In mirrored lists the angles decrease.
    return {(first + last) / 2, fabs(last - first) / 2};
}

HEXSCAN_HD_INLINE Vec about_x(Vec v, double s, double c) { return {v.x, c * v.y - s * v.z, s * v.y + c * v.z}; }
HEXSCAN_HD_INLINE Vec about_y(Vec v, double s, double c) { return {c * v.x + s * v.z, v.y, c * v.z - s * v.x}; }
HEXSCAN_HD_INLINE Vec about_z(Vec v, double s, double c) { return {c * v.x - s * v.y, s * v.x + c * v.y, v.z}; }
// Derivative of a rotation about the x axis with respect to its angle, applied to v. The result is v without its
// component along the axis, rotated by a further quarter turn.
HEXSCAN_HD_INLINE Vec x_quarter(Vec v) { return {0, -v.z, v.y}; }
HEXSCAN_HD_INLINE Vec y_quarter(Vec v) { return {v.z, 0, -v.x}; }
HEXSCAN_HD_INLINE Vec z_quarter(Vec v) { return {-v.y, v.x, 0}; }

/// The cell of Rz Ry Rx v about the middles of three spans. The squares of xi are never negative. So shifting the
/// middle by half of each square's term halves that term's share of the remainder.
HEXSCAN_HD_INLINE VectorCell angles_cell(Vec v, AngleSpan roll, AngleSpan pitch, AngleSpan yaw) {
    const double sr = sine(roll.middle_rad), cr = cosine(roll.middle_rad), sp = sine(pitch.middle_rad),
                 cp = cosine(pitch.middle_rad), sy = sine(yaw.middle_rad), cy = cosine(yaw.middle_rad);
    const double hr = roll.half_rad, hp = pitch.half_rad, hy = yaw.half_rad;
    const Vec x0 = about_x(v, sr, cr), x1 = x_quarter(x0), x2 = x_quarter(x1);
    const Vec y0 = about_y(x0, sp, cp), y_r = about_y(x1, sp, cp), y_rr = about_y(x2, sp, cp);
    const Vec y_p = y_quarter(y0), y_pp = y_quarter(y_p), y_rp = y_quarter(y_r);
    const Vec z0 = about_z(y0, sy, cy), z_r = about_z(y_r, sy, cy), z_p = about_z(y_p, sy, cy);
    const Vec z_y = z_quarter(z0), z_yy = z_quarter(z_y);
    const Vec z_rr = about_z(y_rr, sy, cy), z_pp = about_z(y_pp, sy, cy);
    const double total = hr + hp + hy;
    VectorCell cell;
    cell.middle = z0 + scaled(z_rr, hr * hr / 4) + scaled(z_pp, hp * hp / 4) + scaled(z_yy, hy * hy / 4);
    cell.columns[0] = scaled(z_r, hr);
    cell.columns[1] = scaled(z_p, hp);
    cell.columns[2] = scaled(z_y, hy);
    cell.rest = (hr * hr * length(z_rr) + hp * hp * length(z_pp) + hy * hy * length(z_yy)) / 4 +
                hr * hp * length(y_rp) + hr * hy * length(z_quarter(z_r)) + hp * hy * length(z_quarter(z_p)) +
                total * total * total / 6 * length(v);
    return cell;
}

/// The cell of a whole ring. For the direction d let k = (-sin d, cos d, 0). Rodrigues' formula turns w = Rz(yaw) v
/// into
///     w cos t + (k x w) sin t + k (k . w) (1 - cos t).
/// Here k (k . w) moves on a circle: it is half the horizontal part of w, plus or minus a vector of the same length.
HEXSCAN_HD_INLINE VectorCell ring_cell(Vec v, double tilt, AngleSpan yaw) {
    const Vec w = about_z(v, sine(yaw.middle_rad), cosine(yaw.middle_rad));
    using std::sqrt;
    const double st = sine(tilt), ct = cosine(tilt), hy = yaw.half_rad, across = sqrt(w.x * w.x + w.y * w.y);
    VectorCell cell;
    cell.middle = {w.x * (1 + ct) / 2, w.y * (1 + ct) / 2, w.z * ct};
    cell.columns[0] = scaled(x_quarter(w), st);
    cell.columns[1] = scaled(y_quarter(w), st);
    cell.columns[2] = scaled(z_quarter(w), hy);
    // A rotation by t moves a vector by at most 2 sin(t / 2) times the vector's length.
    cell.rest = ((1 - ct) / 2 + 2 * sine(tilt / 2) * hy + hy * hy / 2) * across;
    return cell;
}

/// The cell of an arc of a ring, about the arc's middle. Over the arc, the tilt axis moves along the chord of the arc,
/// and inwards by the arc's rise.
HEXSCAN_HD_INLINE VectorCell arc_cell(Vec v, double tilt, AngleSpan direction, AngleSpan yaw) {
    const double sd = sine(direction.middle_rad), cd = cosine(direction.middle_rad), st = sine(tilt), ct = cosine(tilt);
    const Vec w = about_z(v, sine(yaw.middle_rad), cosine(yaw.middle_rad));
    // Rotates about z to the direction, then about y, then about z back.
    const auto tilted = [&](Vec a) { return about_z(about_y(about_z(a, -sd, cd), st, ct), sd, cd); };
    const Vec turned = tilted(w), along = tilted(z_quarter(w));
    const Vec axis{-sd, cd, 0};
    const double chord = tilt * sine(direction.half_rad), rise = tilt * (1 - cosine(direction.half_rad));
    const double inverse_tilt = tilt > 0 ? 1 / tilt : 0;
    const Vec by_radius = cross(axis, turned);
    const Vec by_arc = scaled(z_quarter(turned) - along, inverse_tilt);
    VectorCell cell;
    cell.middle = turned - scaled(by_radius, rise / 2);
    cell.columns[0] = scaled(by_radius, rise / 2);
    cell.columns[1] = scaled(by_arc, chord);
    cell.columns[2] = scaled(along, yaw.half_rad);
    const double farthest = 2 * tilt * sine(direction.half_rad / 2) + yaw.half_rad;
    cell.rest = farthest * farthest / 2 * length(v);
    return cell;
}

HEXSCAN_HD_INLINE VectorCell vector_cell(const OrientationTables& set, int level, const IndexBox& box, Vec v) {
    const AngleSpan first = span_of(set, box, 0), second = span_of(set, box, 1), third = span_of(set, box, 2);
    if (set.layout == OrientationLayout::angles) {
        VectorCell cell = angles_cell(set.mirrored ? exact::mirrored(v) : v, first, second, third);
        if (!set.mirrored) return cell;
        cell.middle = exact::mirrored(cell.middle);
        for (Vec& column : cell.columns) column = exact::mirrored(column);
        return cell;
    }
    return level == 0 ? ring_cell(v, first.middle_rad, third) : arc_cell(v, first.middle_rad, second, third);
}

template <class Real>
HEXSCAN_HD_INLINE Vec3<Real> rounded(Vec v) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
}

}  // namespace cell_detail

/// The cell of a node's box for one leg. `level` determines whether the box is a whole ring or an arc.
template <class Real>
HEXSCAN_HD_INLINE LegCell<Real> leg_cell(const OrientationTables& set, int level, const IndexBox& box,
                                         const FreeLeg& leg) {
    using namespace cell_detail;
    // A factor that covers the rounding error of the remainder itself.
    constexpr double covering = 1 + 0x1p-20;
    const VectorCell joint = vector_cell(set, level, box, leg.platform_point_m);
    const VectorCell axis = vector_cell(set, level, box, leg.platform_axis);
    LegCell<Real> cell{};
    cell.v = rounded<Real>(joint.middle);
    cell.rest_v_m = static_cast<Real>(joint.rest * covering);
    cell.u = rounded<Real>(axis.middle);
    cell.rest_u = static_cast<Real>(axis.rest * covering);
    cell.base_v = static_cast<Real>(dot(leg.limits.base_axis, joint.middle));
    cell.reach_vx_m = static_cast<Real>(reach_of_x(joint) * covering);
    cell.reach_ux = static_cast<Real>(reach_of_x(axis) * covering);
    for (int k = 0; k < 3; ++k) {
        cell.dv[k] = rounded<Real>(joint.columns[k]);
        cell.du[k] = rounded<Real>(axis.columns[k]);
        cell.base_dv[k] = static_cast<Real>(dot(leg.limits.base_axis, joint.columns[k]));
    }
    return cell;
}

/// One leg at a single orientation, in the base frame. It is a cell without extent.
template <class Real>
struct alignas(16) LegPlace {
    static constexpr bool has_size = false;
    Vec3<Real> v;
    Real base_v;
    Vec3<Real> u;
    Real unused;
};

/// A leg's platform joint and its axis at one orientation.
template <class Real>
HEXSCAN_HD_INLINE LegPlace<Real> leg_place(const FreeLeg& leg, const Matrix3<double>& rotation) {
    const Vec3<double> joint = exact::turn(rotation, leg.platform_point_m);
    const Vec3<double> axis = exact::turn(rotation, leg.platform_axis);
    return {cell_detail::rounded<Real>(joint), static_cast<Real>(dot(leg.limits.base_axis, joint)),
            cell_detail::rounded<Real>(axis), 0};
}

}  // namespace hexscan
