#include "src/check/rods/joint_test.h"

#include <algorithm>
#include <memory>

#include "src/check/rods/rod_bounds.h"

namespace hexscan {

IsUnreachable test_of_joints(const Machine& machine, const Orientation& orientation) {
    if (machine.is_telescopic()) return {};
    const auto rods = std::make_shared<const AllRodBounds>(rod_bounds(machine));
    return [rods, orientation, order = machine.orientation_order](const PositionBox& box) {
        const auto& [roll_rad, pitch_rad, yaw_rad] = orientation;
        const auto& [low, high] = box;
        const PreparedBox prepared({{low[0], low[1], low[2], roll_rad, pitch_rad, yaw_rad},
                                    {high[0], high[1], high[2], roll_rad, pitch_rad, yaw_rad}},
                                   order);
        return std::ranges::any_of(*rods, [&](const auto& leg) { return leg && leg->breaks_a_joint(prepared); });
    };
}

IsUnreachable test_of_joints(const Platform& platform) {
    const OrientationSet& orientations = platform.scan.orientations;
    const bool any_suffices = platform.scan.workspace == WorkspaceKind::inclusive && !orientations.is_single();
    return any_suffices ? IsUnreachable() : test_of_joints(platform.machine, orientations.first());
}

}  // namespace hexscan
