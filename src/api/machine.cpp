#include "hexscan/machine.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hexscan/errors.h"
#include "src/api/machine_inside.h"
#include "src/base/byte_stream.h"
#include "src/check/pose_box.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"

namespace hexscan {

namespace {

constexpr std::string_view bytes_begin = "hexscan machine 1";

/// Reads the files of requirements when the machine is loaded, because files and current folder may change later.
KeptPoses poses_of_files(const PlatformDocument& document, const Machine& machine) {
    KeptPoses poses;
    for (const Requirement& requirement : read_requirements(document, machine)) {
        const Requirement read = with_file_read(requirement, machine.units);
        if (const PoseFile* const file = read.poses->file()) poses.try_emplace(file->name, file->poses);
    }
    return poses;
}

}  // namespace

Hexapod::Inside::Inside(PlatformDocument opened)
    : document(std::move(opened)), platform(read_platform(document)), verdicts(platform.machine) {
    document.keep(poses_of_files(document, platform.machine));
}

Pose inner_pose(const PlatformPose& pose) {
    return {{pose.x_m, pose.y_m, pose.z_m}, {pose.roll_rad, pose.pitch_rad, pose.yaw_rad}};
}

PlatformPose outer_pose(const Pose& pose) {
    const auto& [position_m, turned] = pose;
    return {position_m.x, position_m.y, position_m.z, turned.roll_rad, turned.pitch_rad, turned.yaw_rad};
}

NearestLimit nearest_limit_of(const PoseClearance& clearance, const Machine& machine) {
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

std::string Hexapod::bytes() const {
    const PlatformDocument& document = inside_->document;
    ByteWriter writer;
    for (const std::string& text :
         {std::string(bytes_begin), document.text(), document.source_name(), document.folder().string()})
        writer.add_text(text);
    for (const auto& [name, poses] : document.kept_poses()) {
        writer.add_text(name);
        writer.add_all(*poses);
    }
    return writer.take();
}

namespace {

bool is_finite(const Pose& pose) {
    return std::ranges::all_of(coordinates_of(pose), [](double coordinate) { return std::isfinite(coordinate); });
}

/// Returns nullopt if the bytes hold no machine. Throws InternalError if they end too early.
std::optional<PlatformDocument> document_in(ByteReader reader) {
    if (reader.next_text() != bytes_begin) return std::nullopt;
    const std::string_view text = reader.next_text();
    const std::string source(reader.next_text()), folder(reader.next_text());
    KeptPoses kept;
    while (!reader.rest().empty()) {
        const std::string name(reader.next_text());
        auto poses = std::make_shared<const std::vector<Pose>>(reader.next_all<Pose>());
        if (poses->empty() || !std::ranges::all_of(*poses, is_finite)) return std::nullopt;
        kept.emplace(name, std::move(poses));
    }
    PlatformDocument document(text, source, folder);
    document.keep(std::move(kept));
    return document;
}

}  // namespace

Hexapod Hexapod::from_bytes(std::string_view bytes) {
    std::optional<PlatformDocument> document;
    try {
        document = document_in(ByteReader(bytes));
    } catch (const InternalError&) {
        // The bytes ended too early.
    }
    if (!document) throw InputError("the bytes do not describe a machine; load the machine file instead");
    return Hexapod(std::make_shared<const Inside>(std::move(*document)));
}

bool Hexapod::operator==(const Hexapod& other) const {
    const auto same_poses = [](const auto& a, const auto& b) {
        return a.first == b.first && std::ranges::equal(*a.second, *b.second, {}, coordinates_of, coordinates_of);
    };
    return text() == other.text() &&
           std::ranges::equal(inside_->document.kept_poses(), other.inside_->document.kept_poses(), same_poses);
}

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
