#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hexscan/errors.h"
#include "src/files/platform_file.h"
#include "src/files/pose_file.h"
#include "src/files/requirement_file.h"
#include "src/files/requirements/box_requirement.h"

// libFuzzer target. Arbitrary bytes are read as a machine file and as a file of poses. Each reader throws InputError,
// or returns a platform, requirements and poses that scans and proofs can trust. Any other exception stops the fuzzer.

namespace {

using hexscan::leg_count;

void require(bool holds) {
    if (!holds) std::abort();
}

void require_finite(const hexscan::Vector& v) {
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
}

void require_sound(const hexscan::JointSet& side) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        require_finite(side.points_m[i]);
        const auto& [x, y, z] = side.axes[i];
        require(std::abs(std::hypot(x, y, z) - 1.0) < 1e-12);
        require(side.max_tilt_rad[i] > 0);
    }
}

void require_sound(const hexscan::Platform& platform) {
    require(!platform.machine.name.empty());
    require_sound(platform.machine.base);
    require_sound(platform.machine.platform);
    for (std::size_t i = 0; i < leg_count; ++i) {
        require(platform.machine.telescopic().min_length[i] >= 0 &&
                platform.machine.telescopic().min_length[i] <= platform.machine.telescopic().max_length[i]);
        require(platform.machine.telescopic().max_length[i] >= 1e-9 &&
                platform.machine.telescopic().max_length[i] <= hexscan::max_extent_m);
    }
    if (platform.machine.home) {
        require_finite(platform.machine.home->position_m);
        require_finite({platform.machine.home->orientation.roll_rad, platform.machine.home->orientation.pitch_rad,
                        platform.machine.home->orientation.yaw_rad});
    }
    const hexscan::OrientationSet& set = platform.scan.orientations;
    for (const auto& range : {set.roll, set.pitch, set.yaw})
        require(std::isfinite(range.from_rad) && std::isfinite(range.to_rad) && range.count >= 1);
    for (const auto& range : {platform.scan.x, platform.scan.y, platform.scan.z})
        require(hexscan::scan_range_problem(range, platform.machine.units).empty());
    require(hexscan::scan_size_problem(platform.scan).empty());
    require(hexscan::map_problem(platform.scan).empty() && hexscan::certificate_problem(platform.scan).empty());
    require(hexscan::tilt_inside_problem(platform.scan).empty());
    if (platform.scan.questions.tilt_inside)
        require(hexscan::region_problem(*platform.scan.questions.tilt_inside, platform.machine.units).empty());
}

void require_sound(const hexscan::Requirement& requirement) {
    require(!requirement.name.empty() && std::isfinite(requirement.clearance_m) && requirement.clearance_m >= 0);
    if (const hexscan::PoseFile* const file = requirement.poses->file()) require(!file->poses);
    const hexscan::PoseBox* const box = hexscan::box_of(*requirement.poses);
    if (!box) return;
    for (std::size_t k = 0; k < hexscan::PoseBox::dimensions; ++k) {
        require(std::isfinite(box->low[k]) && std::isfinite(box->high[k]));
        require(box->low[k] <= box->high[k]);
    }
}

void read_as_platform(std::string_view text) {
    try {
        const hexscan::PlatformDocument document(text, "fuzz");
        const hexscan::Platform platform = hexscan::read_platform(document);
        require_sound(platform);
        for (const hexscan::Requirement& requirement : hexscan::read_requirements(document, platform.machine))
            require_sound(requirement);
    } catch (const hexscan::InputError&) {
    }
}

void read_as_poses(std::string_view text) {
    try {
        const auto poses = hexscan::parse_poses(text, "fuzz", {"mm", "deg"}, hexscan::OrientationOrder::zyx);
        require(!poses.empty());
        for (const hexscan::Pose& pose : poses)
            for (const double coordinate : hexscan::coordinates_of(pose)) require(std::isfinite(coordinate));
    } catch (const hexscan::InputError&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_as_platform(text);
    read_as_poses(text);
    return 0;
}
