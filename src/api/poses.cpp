#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "hexscan/machine.h"
#include "kernels/kinematics.h"
#include "src/api/api_tuning.h"
#include "src/api/machine_inside.h"
#include "src/api/many_rows.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/orientation_of.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/travel/travel.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan_cuda/device_poses.h"

/// Functions on many poses, each shared among all cores.
namespace hexscan {
namespace {

void set_ends(const Travel& travel, PoseTravel& ends) {
    for (std::size_t axis = 0; axis < pose_axes; ++axis) ends.ends[axis] = {travel[axis].from.at, travel[axis].to.at};
}

void set_limits(const Travel& travel, PoseTravelLimits& limits) {
    const auto number = [](const TravelEnd& end) {
        return static_cast<std::uint8_t>(end.limit.value_or(LimitId::none));
    };
    for (std::size_t axis = 0; axis < pose_axes; ++axis)
        limits.limits[axis] = {number(travel[axis].from), number(travel[axis].to)};
}

PoseTravel no_travel() {
    PoseTravel none;
    for (auto& ends : none.ends) ends.fill(std::numeric_limits<double>::quiet_NaN());
    return none;
}

}  // namespace

bool Hexapod::reachable(const PlatformPose& pose) const {
    std::uint8_t verdict = 0;
    reachable(std::span(&pose, 1), std::span(&verdict, 1));
    return verdict != 0;
}

void Hexapod::reachable(std::span<const PlatformPose> poses, std::span<std::uint8_t> reachable) const {
    require_size(poses.size(), reachable.size(), "reachable");
    if (poses.empty()) return;
    std::atomic<bool> all_finite = true;
    in_parts(poses.size(), tuning::verdicts_at_once, [&](std::size_t first, std::size_t end) {
        const std::span numbers(&poses[first].x_m, (end - first) * numbers_per_row);
        if (!inside_->verdicts.ask(numbers, reachable.subspan(first, end - first)))
            all_finite.store(false, std::memory_order_relaxed);
    });
    if (!all_finite) require_finite_poses(poses);
}

void Hexapod::reachable_on_device(const PlatformPose* poses, std::size_t count, std::uint8_t* reachable,
                                  std::uintptr_t stream) const {
    if (!inside_->platform.machine.has_kernels())
        throw UsageError(
            "poses: a device can test poses only for telescopic legs whose joints have tilt limits; copy the poses to "
            "the host");
    if (has_shared_limits(inside_->platform.machine))
        throw UsageError(
            "poses: a device can test poses only for machines without gaps, loads or singularity limits; copy the "
            "poses to the host");
    const auto bad =
        ask_on_device(inside_->verdicts, {reinterpret_cast<const double*>(poses), count, reachable, stream});
    if (!bad) return;
    const std::string key = fmt::format("poses[{}]", *bad);
    throw InputError(key + ": has a number that is not finite; must be finite, in metres or radians",
                     {.file = {}, .line = 0, .key = key});
}

std::array<double, 6> Hexapod::joint_values(const PlatformPose& pose) const {
    std::array<double, 6> values{};
    joint_values(std::span(&pose, 1), std::span(&values, 1));
    return values;
}

void Hexapod::joint_values(std::span<const PlatformPose> poses, std::span<std::array<double, 6>> values) const {
    require_size(poses.size(), values.size(), "values");
    require_finite_poses(poses);
    const Machine& machine = inside_->platform.machine;
    if (!machine.is_telescopic()) {
        for_each_row(poses.size(), tuning::answers_at_once, [&](std::size_t i) {
            const std::array<LegShape, leg_count> shapes = leg_shapes(machine, inner_pose(poses[i]));
            for (std::size_t leg = 0; leg < leg_count; ++leg)
                values[i][leg] = shapes[leg].closes ? shapes[leg].value : std::numeric_limits<double>::quiet_NaN();
        });
        return;
    }
    const FreeLegs legs = free_legs(machine);
    for_each_row(poses.size(), tuning::answers_at_once, [&](std::size_t i) {
        const auto& [position_m, orientation] = inner_pose(poses[i]);
        const auto posed = exact_legs_at(legs, orientation, machine.orientation_order);
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const Vector l = leg_vector(posed[leg], position_m);
            values[i][leg] = std::hypot(l.x, l.y, l.z);
        }
    });
}

NearestLimit Hexapod::nearest_limit(const PlatformPose& pose) const {
    require_finite_poses(std::span(&pose, 1));
    const Machine& machine = inside_->platform.machine;
    return nearest_limit_of(pose_clearance(machine, inner_pose(pose)), machine);
}

void Hexapod::clearance(std::span<const PlatformPose> poses, std::span<double> clearances_m,
                        std::span<std::uint8_t> limits) const {
    require_size(poses.size(), clearances_m.size(), "clearances_m");
    if (!limits.empty()) require_size(poses.size(), limits.size(), "limits");
    require_finite_poses(poses);
    const Machine& machine = inside_->platform.machine;
    for_each_row(poses.size(), tuning::answers_at_once, [&](std::size_t i) {
        const PoseClearance least = pose_clearance(machine, inner_pose(poses[i]));
        clearances_m[i] = least.clearance_m;
        if (!limits.empty()) limits[i] = static_cast<std::uint8_t>(least.limit);
    });
}

int Hexapod::why_not(const PlatformPose& pose) const {
    std::uint8_t limit = 0;
    why_not(std::span(&pose, 1), std::span(&limit, 1));
    return limit;
}

void Hexapod::why_not(std::span<const PlatformPose> poses, std::span<std::uint8_t> limits) const {
    require_size(poses.size(), limits.size(), "limits");
    reachable(poses, limits);
    const Machine& machine = inside_->platform.machine;
    for_each_row(poses.size(), tuning::answers_at_once, [&](std::size_t i) {
        const bool is_reachable = limits[i] != 0;
        limits[i] = is_reachable ? std::uint8_t{0}
                                 : static_cast<std::uint8_t>(pose_clearance(machine, inner_pose(poses[i])).limit);
    });
}

PoseTravel Hexapod::travel(const PlatformPose& pose) const {
    PoseTravel travelled{};
    travel(std::span(&pose, 1), std::span(&travelled, 1));
    return travelled;
}

void Hexapod::travel(std::span<const PlatformPose> poses, std::span<PoseTravel> travel,
                     std::span<PoseTravelLimits> limits) const {
    require_size(poses.size(), travel.size(), "travel");
    if (!limits.empty()) require_size(poses.size(), limits.size(), "limits");
    require_finite_poses(poses);
    const Machine machine = with_legs_limits_alone(inside_->platform.machine);
    const PoseVerdicts of_legs(machine);
    for_each_row(poses.size(), tuning::travels_at_once, [&](std::size_t i) {
        PosesInTurn reaches(of_legs);
        const Pose pose = inner_pose(poses[i]);
        if (!inside_->verdicts.exact(pose)) {
            travel[i] = no_travel();
            if (!limits.empty()) limits[i] = {};
            return;
        }
        const Travel travelled = travel_from(machine, pose, std::ref(reaches));
        set_ends(travelled, travel[i]);
        if (!limits.empty()) set_limits(travelled, limits[i]);
    });
}

PlatformPose Hexapod::pose_of(std::span<const double, 16> m) const {
    constexpr double tolerance = 1e-6;
    const std::array<Vector, 3> rows{Vector{m[0], m[1], m[2]}, Vector{m[4], m[5], m[6]}, Vector{m[8], m[9], m[10]}};
    double off = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const double difference = std::abs(dot(rows[i], rows[k]) - (i == k ? 1 : 0));
            off = difference <= off ? off : difference;
        }
    const bool is_turn = off <= tolerance && dot(rows[0], cross(rows[1], rows[2])) > 0;
    const bool is_pose = m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
    if (!is_turn || !is_pose)
        throw InputError(
            "matrix: is not a pose; its upper left 3 x 3 part must be a rotation, and its last row must be 0 0 0 1",
            {.file = {}, .line = 0, .key = "matrix"});
    PlatformPose pose{m[3], m[7], m[11], 0, 0, 0};
    require_finite_poses(std::span(&pose, 1));
    const Orientation angles = orientation_of({rows[0], rows[1], rows[2]}, inside_->platform.machine.orientation_order);
    pose.roll_rad = angles.roll_rad;
    pose.pitch_rad = angles.pitch_rad;
    pose.yaw_rad = angles.yaw_rad;
    return pose;
}

}  // namespace hexscan
