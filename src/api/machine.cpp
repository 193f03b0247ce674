#include "hexscan/machine.h"

#include <cmath>
#include <utility>

#include "kernels/kinematics.h"
#include "src/api/machine_inside.h"
#include "src/files/platform_file.h"
#include "src/machine/pose_clearance.h"
#include "src/scan/plan.h"

namespace hexscan {
namespace {

/// The legs at one orientation, as a scan of a single point has them.
OrientedPlan plan_at(const Machine& machine, const Orientation& orientation) {
    ScanRequest request;
    request.orientations = orientation;
    request.x = request.y = request.z = {0, 0, 1, false};
    return make_scan_plan(machine, request).oriented();
}

}  // namespace

Hexapod::Inside::Inside(PlatformDocument opened) : document(std::move(opened)), platform(read_platform(document)) {}

Pose inner_pose(const PlatformPose& pose) {
    return {{pose.x_m, pose.y_m, pose.z_m}, {pose.roll_rad, pose.pitch_rad, pose.yaw_rad}};
}

PlatformPose outer_pose(const Pose& pose) {
    const auto& [position_m, turned] = pose;
    return {position_m.x, position_m.y, position_m.z, turned.roll_rad, turned.pitch_rad, turned.yaw_rad};
}

PoseRoom room_of(const PoseClearance& clearance, const Machine& machine) {
    return {clearance.clearance_m, static_cast<int>(clearance.limit), limits_of(machine)[clearance.limit].name()};
}

Hexapod Hexapod::load(const std::filesystem::path& file) {
    return Hexapod(std::make_shared<const Inside>(PlatformDocument::load(file)));
}

Hexapod Hexapod::parse(std::string_view text, const std::string& source) {
    return Hexapod(std::make_shared<const Inside>(PlatformDocument(text, source)));
}

Hexapod Hexapod::built_in() { return Hexapod(std::make_shared<const Inside>(PlatformDocument::built_in())); }

const std::string& Hexapod::name() const noexcept { return inside_->platform.machine.name; }

bool Hexapod::reachable(const PlatformPose& pose) const {
    std::uint8_t verdict = 0;
    reachable(std::span(&pose, 1), std::span(&verdict, 1));
    return verdict != 0;
}

void Hexapod::reachable(std::span<const PlatformPose> poses, std::span<std::uint8_t> reachable) const {
    std::optional<Orientation> at;
    OrientedPlan plan{};
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Pose pose = inner_pose(poses[i]);
        if (at != pose.orientation) plan = plan_at(inside_->platform.machine, *(at = pose.orientation));
        const auto& [x_m, y_m, z_m] = pose.position_m;
        reachable[i] = exact_reachable(plan.geometry, x_m, y_m, z_m) ? 1 : 0;
    }
}

std::array<double, 6> Hexapod::joint_values(const PlatformPose& pose) const {
    const OrientedPlan plan = plan_at(inside_->platform.machine, inner_pose(pose).orientation);
    std::array<double, 6> lengths_m{};
    for (std::size_t i = 0; i < lengths_m.size(); ++i) {
        const auto& offset_m = plan.geometry.legs[i].offset_m;
        lengths_m[i] = std::hypot(pose.x_m + offset_m.x, pose.y_m + offset_m.y, pose.z_m + offset_m.z);
    }
    return lengths_m;
}

PoseRoom Hexapod::room(const PlatformPose& pose) const {
    const Machine& machine = inside_->platform.machine;
    return room_of(pose_clearance(machine, inner_pose(pose)), machine);
}

}  // namespace hexscan
