#include "tests/support/rod_scan.h"

#include <algorithm>
#include <cmath>

#include "src/scan/request.h"
#include "tests/support/random/dice.h"
#include "tests/support/rod_machine.h"

namespace hexscan_test {

hexscan::Platform scan_about_home(const RandomLegMachine& random, int columns, int rows, int slices) {
    hexscan::Platform platform;
    platform.machine = rod_machine(random.machine, random.home);
    const double half = random.whole ? std::max(1.0, std::round(random.span)) : random.span * 0.5;
    const auto about = [&](double home, int count) -> hexscan::ScanRange {
        if (count == 1) return {home, home, 1, false};
        return {home - half, home + half, count, false};
    };
    platform.scan.x = about(random.home.x, columns);
    platform.scan.y = about(random.home.y, rows);
    platform.scan.z = about(random.home.z, slices);
    platform.scan.orientations = pose_of(random.home).orientation;
    return platform;
}

RandomLegMachine any_leg_machine(leg_oracle::Kind kind, std::uint64_t seed) {
    if (seed % 3 == 0) return integer_leg_machine(kind, seed);
    return seed % 3 == 1 ? edge_leg_machine(kind, seed) : random_leg_machine(kind, seed);
}

hexscan::Platform any_rod_scan(leg_oracle::Kind kind, std::uint64_t seed) {
    return scan_about_home(any_leg_machine(kind, seed), seed % 2 == 0 ? 101 : 7, 35, 3);
}

void ask_for_any_set(hexscan::Platform& platform, std::uint64_t seed) {
    Dice dice(seed);
    const double half_rad = dice.magnitude(0.003, 0.3);
    platform.scan.workspace = hexscan::WorkspaceKind::total;
    hexscan::OrientationSet& set = platform.scan.orientations;
    if (seed % 5 == 4) {
        set.tilt = hexscan::TiltCone{half_rad, 3, 8};
        set.yaw = {-half_rad, half_rad, 2};
        return;
    }
    const auto widen = [&](hexscan::AngleRange& range, int count) {
        range = {range.from_rad - half_rad, range.to_rad + half_rad, count};
    };
    widen(set.roll, dice.whole(1, 7));
    widen(set.pitch, dice.whole(1, 5));
    widen(set.yaw, dice.whole(2, 9));
}

hexscan::Platform any_rod_set_scan(leg_oracle::Kind kind, std::uint64_t seed) {
    hexscan::Platform platform = scan_about_home(any_leg_machine(kind, seed), 61, 7, 3);
    if (seed % 4 != 3)
        for (hexscan::JointSet* const joints : {&platform.machine.base, &platform.machine.platform})
            joints->max_tilt_rad = joints->max_misalignment_rad = hexscan::no_joint_limit;
    ask_for_any_set(platform, seed);
    return platform;
}

hexscan::Platform scan_of_joints_along_rails(std::uint64_t seed) {
    hexscan::Platform platform = scan_about_home(any_leg_machine(leg_oracle::Kind::slider, seed), 61, 9, 5);
    platform.scan.orientations = hexscan::Orientation{};
    Dice dice(seed);
    hexscan::Machine& machine = platform.machine;
    auto& sliders = std::get<hexscan::SliderLegs>(machine.legs);
    for (std::size_t i = 0; i < hexscan::leg_count; ++i) {
        hexscan::Vector rail{dice.between(-1, 1), dice.between(-1, 1), dice.between(0.2, 1)};
        if (seed % 3 > 0) rail = {1.0 * dice.whole(-2, 2), 1.0 * dice.whole(-2, 2), 1.0 * dice.whole(1, 3)};
        rail = hexscan::scaled(rail, 1 / std::sqrt(hexscan::dot(rail, rail)));
        sliders.rail_x[i] = rail.x;
        sliders.rail_y[i] = rail.y;
        sliders.rail_z[i] = rail.z;
        sliders.travel_from[i] = -3 * sliders.rod[i];
        sliders.travel_to[i] = 3 * sliders.rod[i];
        machine.base.axes[i] = machine.platform.axes[i] = rail;
    }
    for (hexscan::JointSet* const joints : {&machine.base, &machine.platform}) {
        joints->max_tilt_rad = joints->max_misalignment_rad = hexscan::no_joint_limit;
        if (dice.chance(0.7)) joints->max_tilt_rad.fill(dice.between(0.3, 1.5));
    }
    return platform;
}

}  // namespace hexscan_test
