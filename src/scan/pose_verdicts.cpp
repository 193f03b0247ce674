#include "src/scan/pose_verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/kinematics.h"
#include "kernels/quick_verdict.h"
#include "src/base/vector_level.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/shared_limit.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan/scan_tuning.h"

namespace hexscan {
namespace {

using quick::pose_numbers;
using tuning::pose_lanes;

/// Prefetches the next poses.
HEXSCAN_HD_INLINE void fetch(const double* poses) {
#if defined(__GNUC__)
    constexpr int numbers_per_line = 8;
    for (int k = 0; k < pose_lanes * pose_numbers; k += numbers_per_line) __builtin_prefetch(poses + k);
#endif
}

/// Computes the verdicts of `pose_lanes` poses. Returns true if any of them is undecided.
template <class Real>
HEXSCAN_HD_INLINE bool judge(const double* poses, const quick::BareMachine<Real>* machine, std::uint8_t* verdicts) {
    fetch(poses + pose_lanes * pose_numbers);
    // The array holds the positions and the angles of all poses as triples, so the stride is three numbers. With a
    // stride of six, compilers would not use vector instructions.
    Real halves[3][2 * pose_lanes];
    for (int i = 0; i < 2 * pose_lanes; ++i) {
        halves[0][i] = static_cast<Real>(poses[3 * i]);
        halves[1][i] = static_cast<Real>(poses[3 * i + 1]);
        halves[2][i] = static_cast<Real>(poses[3 * i + 2]);
    }
    const int x = machine->mirrored ? 2 : 0;
    const Real way = machine->mirrored ? Real(-1) : Real(1);
    Real found[pose_lanes];
    for (int i = 0; i < pose_lanes; ++i)
        found[i] = quick::verdict_of(
            quick::pose_slack(*machine, {halves[x][2 * i], halves[1][2 * i], halves[2 - x][2 * i]},
                              way * halves[x][2 * i + 1], way * halves[1][2 * i + 1], way * halves[2 - x][2 * i + 1]));
    int all = 0;
    for (int i = 0; i < pose_lanes; ++i) {
        const int verdict = static_cast<int>(found[i]);
        verdicts[i] = static_cast<std::uint8_t>(verdict);
        all |= verdict;
    }
    return (all & quick::open) != 0;
}

/// Computes the verdicts of poses. Returns the indices of undecided poses.
template <class Real>
std::vector<std::size_t> judged(std::span<const double> poses, const quick::BareMachine<Real>& machine,
                                std::span<std::uint8_t> verdicts) {
    std::vector<std::size_t> open;
    double last_poses[pose_lanes * pose_numbers] = {};
    std::uint8_t found[pose_lanes];
    for (std::size_t first = 0; first < verdicts.size(); first += pose_lanes) {
        const std::size_t count = std::min(verdicts.size() - first, std::size_t{pose_lanes});
        const double* block = poses.data() + first * pose_numbers;
        if (count < pose_lanes) {
            std::copy_n(block, count * pose_numbers, last_poses);
            block = last_poses;
        }
        const bool some_open = at_vector_level<judge<Real>>(block, &machine, &found[0]);
        std::copy_n(found, count, verdicts.begin() + static_cast<std::ptrdiff_t>(first));
        for (std::size_t i = 0; some_open && i < count; ++i)
            if (found[i] == quick::open) open.push_back(first + i);
    }
    return open;
}

double sum_of_sizes(const Vector& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

Vector seen_in(bool mirror, const Vector& v) { return mirror ? Vector{v.z, v.y, v.x} : v; }

template <class Real>
Vec3<Real> rounded_to(const Vector& v) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
}

template <class Real>
quick::BareMachine<Real> bare_machine(const FreeLegs& legs, OrientationOrder order) {
    quick::BareMachine<Real> machine{};
    machine.mirrored = order == OrientationOrder::xyz;
    double extent_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const FreeLeg& leg = legs[i];
        const auto seen = [&](const Vector& v) { return rounded_to<Real>(seen_in(machine.mirrored, v)); };
        machine.legs[i] = {seen(leg.base_point_m),
                           seen(leg.platform_point_m),
                           seen(leg.limits.base_axis),
                           seen(leg.platform_axis),
                           static_cast<Real>(leg.limits.min_length_sq_m2),
                           static_cast<Real>(leg.limits.max_length_sq_m2),
                           static_cast<Real>(leg.limits.base_signed_cos_sq),
                           static_cast<Real>(leg.limits.platform_signed_cos_sq)};
        extent_m = std::max(extent_m, sum_of_sizes(leg.base_point_m) + sum_of_sizes(leg.platform_point_m));
    }
    machine.extent_m = static_cast<Real>(extent_m);
    return machine;
}

bool is_finite(const double* pose) {
    return std::all_of(pose, pose + pose_numbers, [](double number) { return std::isfinite(number); });
}

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
    : pose_by_pose_(machine.has_kernels() && !has_shared_limits(machine) ? nullptr
                                                                         : std::make_shared<const Machine>(machine)),
      has_rods_(!machine.has_kernels()),
      legs_(has_rods_ ? FreeLegs{} : free_legs(machine)),
      order_(machine.orientation_order),
      single_(bare_machine<float>(legs_, order_)),
      full_(bare_machine<double>(legs_, order_)) {}

bool PoseVerdicts::exact(const Pose& pose) const { return PosesInTurn(*this)(pose); }

bool PosesInTurn::operator()(const Pose& pose) {
    if (!legs_keep(pose)) return false;
    if (!verdicts_.pose_by_pose_ || !has_shared_limits(*verdicts_.pose_by_pose_)) return true;
    const PosedSharedLimits shared =
        posed_shared_limits(*verdicts_.pose_by_pose_, rotation_of(pose.orientation, verdicts_.order_));
    return std::all_of(shared.begin(), shared.end(), [&](const auto& limit) { return limit->keeps(pose.position_m); });
}

bool PosesInTurn::legs_keep(const Pose& pose) {
    const Vector& position_m = pose.position_m;
    const Orientation& orientation = pose.orientation;
    const OrientationOrder order = verdicts_.order_;
    if (verdicts_.has_rods_)
        return posed_legs(*verdicts_.pose_by_pose_, rotation_of(orientation, order)).keeps(position_m);
    if (orientation_ != orientation) {
        legs_ = exact_legs_at(verdicts_.legs_, orientation, order);
        orientation_ = orientation;
    }
    return std::all_of(legs_.begin(), legs_.end(), [&](const Leg<double>& leg) {
        return exact_leg_within_limits(leg, exact_leg_row(leg, position_m.y, position_m.z), position_m.x);
    });
}

bool PoseVerdicts::settle(const double* pose, std::uint8_t& reachable) const {
    const bool finite = is_finite(pose);
    reachable = finite && exact({{pose[0], pose[1], pose[2]}, {pose[3], pose[4], pose[5]}}) ? 1 : 0;
    return finite;
}

bool PoseVerdicts::ask(std::span<const double> poses, std::span<std::uint8_t> reachable) const {
    bool all_finite = true;
    if (pose_by_pose_) {
        for (std::size_t i = 0; i < reachable.size(); ++i)
            all_finite &= settle(poses.data() + i * pose_numbers, reachable[i]);
        return all_finite;
    }
    const std::vector<std::size_t> open = judged(poses, single_, reachable);
    if (open.empty()) return true;
    std::vector<double> near;
    for (const std::size_t i : open) {
        const double* const pose = poses.data() + i * pose_numbers;
        near.insert(near.end(), pose, pose + pose_numbers);
    }
    std::vector<std::uint8_t> verdicts(open.size());
    for (const std::size_t k : judged<double>(near, full_, verdicts))
        all_finite &= settle(near.data() + k * pose_numbers, verdicts[k]);
    for (std::size_t k = 0; k < open.size(); ++k) reachable[open[k]] = verdicts[k];
    return all_finite;
}

}  // namespace hexscan
