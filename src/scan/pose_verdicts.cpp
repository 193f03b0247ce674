#include "src/scan/pose_verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/kinematics.h"
#include "src/machine/posed_leg.h"
#include "src/scan/free_legs.h"
#include "src/scan/vector_level.h"

namespace hexscan {
namespace {

constexpr int lanes = 64;
constexpr int pose_numbers = 6;
using Lanes = double[lanes];
using Angles = double[3][lanes];

/// Angles and positions beyond which the reference is asked at once.
constexpr double largest_angle_rad = 64, largest_position_m = 1e9;

/// By how much what the limits compare may be off, as a part of the square of the longest component: sines and
/// cosines by 3e-15, so elements of R by 2e-14, components of a leg and of its axes by 4e-14, squares of n . l by
/// 5e-13.
constexpr double least_certain = 4e-12;

/// pi in two parts, of which the first times a small integer is exact.
constexpr double pi_high = 0x1.921fb548p+1, pi_low = -0x1.de973dcb3b39ap-30;

/// Adding and subtracting this rounds to an integer.
constexpr double rounding_shift = 0x1.8p52;

HEXSCAN_HD_INLINE double rounded(double x) { return x + rounding_shift - rounding_shift; }

/// The Taylor polynomials, good to the last digits for angles up to 90 degrees: an angle is brought there by half
/// turns, each of which changes both signs.
HEXSCAN_HD_INLINE void sine_and_cosine(double angle_rad, double& sine, double& cosine) {
    const double half_turns = rounded(angle_rad * (1 / 3.14159265358979323846));
    const double r = (angle_rad - half_turns * pi_high) - half_turns * pi_low;
    const double odd = half_turns - 2 * rounded(half_turns * 0.5);
    const double sign = 1 - 2 * odd * odd;
    const double s = r * r;
    double sine_sum = 1.0 / 51090942171709440000.0;
    sine_sum = sine_sum * s - 1.0 / 121645100408832000.0;
    sine_sum = sine_sum * s + 1.0 / 355687428096000.0;
    sine_sum = sine_sum * s - 1.0 / 1307674368000.0;
    sine_sum = sine_sum * s + 1.0 / 6227020800.0;
    sine_sum = sine_sum * s - 1.0 / 39916800.0;
    sine_sum = sine_sum * s + 1.0 / 362880.0;
    sine_sum = sine_sum * s - 1.0 / 5040.0;
    sine_sum = sine_sum * s + 1.0 / 120.0;
    sine_sum = sine_sum * s - 1.0 / 6.0;
    double cosine_sum = 1.0 / 2432902008176640000.0;
    cosine_sum = cosine_sum * s - 1.0 / 6402373705728000.0;
    cosine_sum = cosine_sum * s + 1.0 / 20922789888000.0;
    cosine_sum = cosine_sum * s - 1.0 / 87178291200.0;
    cosine_sum = cosine_sum * s + 1.0 / 479001600.0;
    cosine_sum = cosine_sum * s - 1.0 / 3628800.0;
    cosine_sum = cosine_sum * s + 1.0 / 40320.0;
    cosine_sum = cosine_sum * s - 1.0 / 720.0;
    cosine_sum = cosine_sum * s + 1.0 / 24.0;
    cosine_sum = cosine_sum * s - 0.5;
    sine = sign * (r + r * s * sine_sum);
    cosine = sign * (1 + s * cosine_sum);
}

/// Poses side by side, in a frame in which R = Rz Ry Rx.
struct PoseLanes {
    Lanes x_m, y_m, z_m;
    Angles angles_rad;  ///< roll, pitch, yaw
    Lanes known;        ///< 1 where all numbers are of a size that polynomials are good for, else 0
    Lanes uncertain;    ///< slacks of no more than this say nothing
    Lanes sines[3], cosines[3];
    Lanes rotation[9];
    Lanes least;  ///< the least slack of all limits so far, in m^2
};

/// Seen in a mirror that swaps x and z, a turn about x is one about z the other way: R = Rx Ry Rz becomes Rz Ry Rx.
HEXSCAN_HD_INLINE void load(const double* poses, bool mirrored, PoseLanes& at) {
    const int x = mirrored ? 2 : 0, roll = mirrored ? 5 : 3;
    const double way = mirrored ? -1.0 : 1.0;
    for (int i = 0; i < lanes; ++i) {
        const double* const pose = poses + pose_numbers * i;
        at.x_m[i] = pose[x];
        at.y_m[i] = pose[1];
        at.z_m[i] = pose[2 - x];
        at.angles_rad[0][i] = way * pose[roll];
        at.angles_rad[1][i] = way * pose[4];
        at.angles_rad[2][i] = way * pose[8 - roll];
    }
}

HEXSCAN_HD_INLINE void measure(double extent_m, PoseLanes& at) {
    for (int i = 0; i < lanes; ++i) {
        const double position_m = std::fabs(at.x_m[i]) + std::fabs(at.y_m[i]) + std::fabs(at.z_m[i]);
        const double turned_rad =
            std::fabs(at.angles_rad[0][i]) + std::fabs(at.angles_rad[1][i]) + std::fabs(at.angles_rad[2][i]);
        const double size_m = position_m + extent_m;
        at.known[i] = (position_m <= largest_position_m ? 1.0 : 0.0) * (turned_rad <= largest_angle_rad ? 1.0 : 0.0);
        at.uncertain[i] = least_certain * size_m * size_m;
        at.least[i] = largest_position_m * largest_position_m * 16;
    }
}

HEXSCAN_HD_INLINE void turn(PoseLanes& at) {
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < lanes; ++i) sine_and_cosine(at.angles_rad[axis][i], at.sines[axis][i], at.cosines[axis][i]);
    for (int i = 0; i < lanes; ++i) {
        const double sr = at.sines[0][i], sp = at.sines[1][i], sy = at.sines[2][i];
        const double cr = at.cosines[0][i], cp = at.cosines[1][i], cy = at.cosines[2][i];
        const double cysp = cy * sp, sysp = sy * sp;
        at.rotation[0][i] = cy * cp;
        at.rotation[1][i] = cysp * sr - sy * cr;
        at.rotation[2][i] = cysp * cr + sy * sr;
        at.rotation[3][i] = sy * cp;
        at.rotation[4][i] = sysp * sr + cy * cr;
        at.rotation[5][i] = sysp * cr - cy * sr;
        at.rotation[6][i] = -sp;
        at.rotation[7][i] = cp * sr;
        at.rotation[8][i] = cp * cr;
    }
}

HEXSCAN_HD_INLINE double smaller(double a, double b) { return a < b ? a : b; }

HEXSCAN_HD_INLINE void keep_leg(const PoseVerdicts::BareLeg& leg, PoseLanes& at) {
    const Vec3<double> a = leg.base_point_m, b = leg.platform_point_m, n = leg.base_axis, m = leg.platform_axis;
    const double min_sq = leg.min_length_sq_m2, max_sq = leg.max_length_sq_m2;
    const double base_sq = leg.base_signed_cos_sq, platform_sq = leg.platform_signed_cos_sq;
    for (int i = 0; i < lanes; ++i) {
        const double xx = at.rotation[0][i], xy = at.rotation[1][i], xz = at.rotation[2][i];
        const double yx = at.rotation[3][i], yy = at.rotation[4][i], yz = at.rotation[5][i];
        const double zx = at.rotation[6][i], zy = at.rotation[7][i], zz = at.rotation[8][i];
        const double lx = at.x_m[i] + (xx * b.x + xy * b.y + xz * b.z - a.x);
        const double ly = at.y_m[i] + (yx * b.x + yy * b.y + yz * b.z - a.y);
        const double lz = at.z_m[i] + (zx * b.x + zy * b.y + zz * b.z - a.z);
        const double q = lx * lx + ly * ly + lz * lz;
        const double base_d = n.x * lx + n.y * ly + n.z * lz;
        const double platform_d = (xx * m.x + xy * m.y + xz * m.z) * lx + (yx * m.x + yy * m.y + yz * m.z) * ly +
                                  (zx * m.x + zy * m.y + zz * m.z) * lz;
        const double stroke = smaller(q - min_sq, max_sq - q);
        const double base = base_d * std::fabs(base_d) - base_sq * q;
        const double platform = platform_d * std::fabs(platform_d) - platform_sq * q;
        at.least[i] = smaller(smaller(stroke, at.least[i]), smaller(base, platform));
    }
}

/// 1 reachable, 0 not, 2 to be asked about.
HEXSCAN_HD_INLINE bool decide(const PoseLanes& at, double* verdicts) {
    double open = 0;
    for (int i = 0; i < lanes; ++i) {
        const double slack = at.least[i], uncertain = at.uncertain[i];
        const double verdict = slack > uncertain ? 1.0 : slack < -uncertain ? 0.0 : 2.0;
        verdicts[i] = at.known[i] != 0 ? verdict : 2.0;
        open = verdicts[i] > open ? verdicts[i] : open;
    }
    return open > 1;
}

/// All lanes; whether one is open.
HEXSCAN_HD_INLINE bool judge(const double* poses, const std::array<PoseVerdicts::BareLeg, leg_count>* legs,
                             bool mirrored, double extent_m, double* verdicts) {
    PoseLanes at;
    load(poses, mirrored, at);
    measure(extent_m, at);
    turn(at);
    for (int leg = 0; leg < leg_count; ++leg) keep_leg((*legs)[static_cast<std::size_t>(leg)], at);
    return decide(at, verdicts);
}

double sum_of_sizes(const Vector& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

Vector seen_in(bool mirror, const Vector& v) { return mirror ? Vector{v.z, v.y, v.x} : v; }

}  // namespace

std::array<Leg<double>, leg_count> exact_legs_at(const FreeLegs& legs, const Orientation& orientation,
                                                 OrientationOrder order) {
    const auto sample = [](double angle_rad) {
        return AngleSample{angle_rad, exact_sin(angle_rad), exact_cos(angle_rad)};
    };
    const auto& [roll, pitch, yaw] = orientation;
    const bool zyx = order == OrientationOrder::zyx;
    const AngleSample samples[] = {sample(zyx ? roll : -yaw), sample(zyx ? pitch : -pitch), sample(zyx ? yaw : -roll)};
    const OrientationTables tables{OrientationLayout::angles, {1, 1, 1}, {&samples[0], &samples[1], &samples[2]}, !zyx};
    const Matrix3<double> rotation = exact::rotation_at(tables, {});
    std::array<Leg<double>, leg_count> posed{};
    for (std::size_t i = 0; i < leg_count; ++i) posed[i] = exact_leg_at(legs[i], rotation);
    return posed;
}

PoseVerdicts::PoseVerdicts(const Machine& machine)
    : rods_(machine.is_telescopic() ? nullptr : std::make_shared<const Machine>(machine)),
      legs_(rods_ ? FreeLegs{} : free_legs(machine)),
      order_(machine.orientation_order),
      bare_{},
      extent_m_(0) {
    const bool mirror = order_ == OrientationOrder::xyz;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const FreeLeg& leg = legs_[i];
        bare_[i] = {seen_in(mirror, leg.base_point_m),     seen_in(mirror, leg.platform_point_m),
                    seen_in(mirror, leg.limits.base_axis), seen_in(mirror, leg.platform_axis),
                    leg.limits.min_length_sq_m2,           leg.limits.max_length_sq_m2,
                    leg.limits.base_signed_cos_sq,         leg.limits.platform_signed_cos_sq};
        extent_m_ = std::max(extent_m_, sum_of_sizes(leg.base_point_m) + sum_of_sizes(leg.platform_point_m));
    }
}

bool PoseVerdicts::exact(const double* pose) const {
    if (rods_)
        return posed_legs(*rods_, rotation_of({pose[3], pose[4], pose[5]}, order_)).keeps({pose[0], pose[1], pose[2]});
    const auto legs = exact_legs_at(legs_, {pose[3], pose[4], pose[5]}, order_);
    return std::all_of(legs.begin(), legs.end(), [&](const Leg<double>& leg) {
        return exact_leg_within_limits(leg, exact_leg_row(leg, pose[1], pose[2]), pose[0]);
    });
}

bool PoseVerdicts::ask(std::span<const double> poses, std::span<std::uint8_t> reachable) const {
    double verdicts[lanes];
    double last_poses[lanes * pose_numbers];
    bool all_finite = true;
    for (std::size_t first = 0; first < reachable.size(); first += lanes) {
        const std::size_t count = std::min(reachable.size() - first, std::size_t{lanes});
        const double* block = poses.data() + first * pose_numbers;
        if (count < lanes) {
            std::fill(std::begin(last_poses), std::end(last_poses), 0.0);
            std::copy_n(block, count * pose_numbers, last_poses);
            block = last_poses;
        }
        const bool open =
            at_vector_level<judge>(block, &bare_, order_ == OrientationOrder::xyz, extent_m_, &verdicts[0]);
        for (std::size_t i = 0; i < count; ++i) {
            reachable[first + i] = static_cast<std::uint8_t>(verdicts[i]);
            if (!rods_ && (!open || verdicts[i] <= 1)) continue;
            const double* const pose = block + i * pose_numbers;
            const bool finite = std::all_of(pose, pose + pose_numbers, [](double n) { return std::isfinite(n); });
            reachable[first + i] = finite && exact(pose) ? 1 : 0;
            all_finite = all_finite && finite;
        }
    }
    return all_finite;
}

}  // namespace hexscan
