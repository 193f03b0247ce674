#include "hexscan/pose.h"

#include <algorithm>
#include <limits>

#include "hexscan/errors.h"
#include "src/api/api_tuning.h"
#include "src/api/effort_of.h"
#include "src/api/machine_inside.h"
#include "src/api/many_rows.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/leg_motion.h"
#include "src/pose/pose_finder.h"
#include "src/scan_cuda/device_joint_values.h"

namespace hexscan {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

AssembledPose outer(const FoundPose& found) {
    AssembledPose pose;
    pose.pose = outer_pose(found.pose);
    pose.residual_m = found.residual_m;
    pose.conditioning = found.conditioning;
    for (const LimitId limit : found.violated) pose.violated.push_back(static_cast<int>(limit));
    for (const std::size_t leg : found.other_branch) pose.other_branch.push_back(static_cast<int>(leg) + 1);
    pose.connected_to_home = found.connected_to_home;
    pose.path_keeps_limits = found.path_keeps_limits;
    static_cast<PoseCertificate&>(pose) = found;
    return pose;
}

AssembledPoses outer(const PoseAnswer& answer) {
    AssembledPoses poses;
    poses.status = answer.status;
    poses.complete = answer.complete;
    poses.unsearched = answer.unsearched;
    poses.reason = answer.reason;
    for (const UndecidedRegion& region : answer.undecided)
        poses.undecided.push_back({outer_pose(region.pose), region.radius});
    for (const FoundPose& found : answer.poses) poses.poses.push_back(outer(found));
    return poses;
}

}  // namespace

std::vector<AssembledPoses> find_poses(const Hexapod& machine, std::span<const std::array<double, 6>> joint_values,
                                       const PoseOptions& options) {
    require_finite_values(joint_values);
    if (int{options.all} + int{options.follow} + int{options.fit} > 1)
        throw UsageError("all, follow, fit: exclude each other; set only one of them");
    const Machine& inside = machine.inside().platform.machine;
    Pose near = start_pose(inside);
    if (options.near) {
        require_finite_poses(std::span(&*options.near, 1));
        near = inner_pose(*options.near);
    }
    const PoseFinder finder(inside, {.effort = effort_of(options.effort), .seed = options.seed});
    std::vector<AssembledPoses> answers(joint_values.size());
    if (options.follow) {
        std::ranges::transform(finder.follow(joint_values, near), answers.begin(),
                               [](const PoseAnswer& answer) { return outer(answer); });
        return answers;
    }
    for_each_row(joint_values.size(), 1, [&](std::size_t i) {
        answers[i] = outer(options.all   ? finder.all(joint_values[i])
                           : options.fit ? finder.fitted(joint_values[i], near)
                                         : finder.nearest(joint_values[i], near));
    });
    return answers;
}

void poses_near(const Hexapod& machine, std::span<const std::array<double, 6>> joint_values,
                std::span<const PlatformPose> near, std::span<PlatformPose> poses) {
    require_size(joint_values.size(), poses.size(), "poses");
    if (near.size() != 1) require_size(joint_values.size(), near.size(), "near");
    require_finite_values(joint_values);
    require_finite_poses(near);
    const RodMachine rods = rod_machine(machine.inside().platform.machine);
    for_each_row(joint_values.size(), tuning::answers_at_once, [&](std::size_t i) {
        const auto found = pose_near(rods, joint_values[i], inner_pose(near[near.size() == 1 ? 0 : i]));
        poses[i] = found ? outer_pose(*found) : PlatformPose{unknown, unknown, unknown, unknown, unknown, unknown};
    });
}

void poses_near_on_device(const Hexapod& machine, const double* joint_values, std::size_t count,
                          const PlatformPose* near, std::size_t starts, PlatformPose* poses, std::uintptr_t stream) {
    if (starts != 1) require_size(count, starts, "near");
    find_poses_on_device(rod_machine(machine.inside().platform.machine),
                         {joint_values, count, &near->x_m, starts, &poses->x_m, stream});
}

void certify_poses(const Hexapod& machine, std::span<const std::array<double, 6>> joint_values,
                   std::span<const PlatformPose> poses, std::span<PoseCertificate> certificates) {
    require_size(joint_values.size(), poses.size(), "poses");
    require_size(joint_values.size(), certificates.size(), "certificates");
    require_finite_values(joint_values);
    const RodMachine inside = rod_machine(machine.inside().platform.machine);
    for_each_row(joint_values.size(), tuning::answers_at_once, [&](std::size_t i) {
        const Rods rods = rods_of(inside, joint_values[i]);
        certificates[i] = isolated(inside, rods, rod_pose(rods.placed(inner_pose(poses[i])))).certificate;
    });
}

void certify_poses_on_device(const Hexapod& machine, const double* joint_values, std::size_t count,
                             const PlatformPose* poses, PoseCertificate* certificates, std::uintptr_t stream) {
    certify_poses_on_device(rod_machine(machine.inside().platform.machine),
                            {joint_values, count, &poses->x_m, certificates, stream});
}

void inverse_jacobian(const Hexapod& machine, std::span<const PlatformPose> poses,
                      std::span<std::array<double, 36>> rows) {
    require_size(poses.size(), rows.size(), "rows");
    require_finite_poses(poses);
    const Machine& inside = machine.inside().platform.machine;
    for_each_row(poses.size(), tuning::answers_at_once, [&](std::size_t i) {
        const auto [position_m, orientation] = inner_pose(poses[i]);
        const PosedMotion motion(inside, rotation_of(orientation, inside.orientation_order));
        rows[i].fill(unknown);
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const auto row = motion.row(leg, position_m);
            if (!row) continue;
            const auto& [moved, turned] = *row;
            std::ranges::copy(std::array{moved.x, moved.y, moved.z, turned.x, turned.y, turned.z},
                              rows[i].begin() + static_cast<std::ptrdiff_t>(leg * numbers_per_row));
        }
    });
}

}  // namespace hexscan
