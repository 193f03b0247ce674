#include "src/pose/closed_poses_near.h"

#include <algorithm>
#include <cmath>

#include "src/base/interval.h"

namespace hexscan {

ClosedPosesNear closed_poses_near(const Rods& rods, const PoseRegion& region) {
    const double sine = std::sin(region.radius.rad);
    const NearPose near = near_pose(rods, rod_pose(region.at));
    const Vector6 step = Eigen::Map<const Vector6>(near.step);
    Vector6 rest;
    for (int k = 0; k < leg_count; ++k) rest(k) = near.rest(k, {region.radius.m, sine});
    ClosedPosesNear found;
    found.low_m.fill(-infinity), found.high_m.fill(infinity);
    if (!step.allFinite() || !rest.allFinite()) return found;
    const Vector& at_m = region.at.position_m;
    for (std::size_t k = 0; const double middle_m : {at_m.x, at_m.y, at_m.z}) {
        const auto row = static_cast<Eigen::Index>(k);
        const double there_m = middle_m + rods.size_m * step(row), off_m = outwards * rods.size_m * rest(row);
        found.low_m[k] = there_m - off_m;
        found.high_m[k++] = there_m + off_m;
    }
    const Eigen::Vector3d beyond = (step.tail<3>().cwiseAbs() - rest.tail<3>()).cwiseMax(0);
    found.may_exist = beyond.norm() <= outwards * sine;
    const double most_sine = std::max(sine, step.tail<3>().norm());
    if (!(most_sine < Rods::most_sine)) return found;
    const PoseRadius off{outwards * rods.size_m * rest.head<3>().norm(),
                         outwards * rest.tail<3>().norm() / MotionReach{0, most_sine}.cosine()};
    found.within = {moved(region.at, rods.motion(step)), off};
    return found;
}

bool ClosedPosesNear::are_known(std::span<const ClosedPose> known) const {
    return within && std::ranges::any_of(known, [&](const ClosedPose& pose) { return is_alone_in(pose, *within); });
}

bool is_alone_in(const ClosedPose& pose, const PoseRegion& region) {
    const PoseRadius& alone = pose.isolation.alone_within;
    return length_of(pose.at.position_m - region.at.position_m) + region.radius.m <= alone.m &&
           angle_between(pose.at.turned, region.at.turned) + region.radius.rad <= alone.rad;
}

}  // namespace hexscan
