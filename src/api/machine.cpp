#include "hexscan/machine.h"

#include <utility>

#include "src/api/machine_inside.h"
#include "src/files/platform_file.h"

namespace hexscan {

Hexapod::Inside::Inside(PlatformDocument opened)
    : document(std::move(opened)), platform(read_platform(document)), verdicts(platform.machine) {}

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

const std::string& Hexapod::text() const noexcept { return inside_->document.text(); }

std::optional<PlatformPose> Hexapod::home() const {
    const std::optional<Pose>& home = inside_->platform.machine.home;
    return home ? std::optional(outer_pose(*home)) : std::nullopt;
}

std::vector<std::string> Hexapod::limit_names() const {
    const LimitTable limits = limits_of(inside_->platform.machine);
    std::vector<std::string> names{limits[LimitId::none].name()};
    for (const Limit& limit : limits.rows()) names.push_back(limit.name());
    return names;
}

}  // namespace hexscan
