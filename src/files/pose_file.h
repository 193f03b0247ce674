#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/units.h"
#include "src/machine/rotation.h"

/// Files of poses that requirements name.
namespace hexscan {

/// Largest number of poses that all requirements of a machine may name together.
inline constexpr std::size_t most_required_poses = 1'000'000;

/// Reads poses from CSV text, one per line, in the given units. The first line can name the columns in any order: x, y,
/// z, and either roll, pitch, yaw or a quaternion qw, qx, qy, qz. A column `time` or `t` is ignored. If the first line
/// names no columns, there must be six: x, y, z, roll, pitch and yaw. Angles are those of the rotation order `order`. A
/// quaternion gives the angles nearest to those of the previous pose. In errors the text is called `source_name`.
/// Throws InputError naming line and column, also for more than `most` poses.
std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units,
                              OrientationOrder order, std::size_t most = most_required_poses);

/// Reads poses from a file. If the file cannot be read, the error names `named_by`, the place that refers to the file.
/// Throws InputError.
std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units,
                             OrientationOrder order, std::size_t most = most_required_poses);

/// The files of poses that the requirements of one machine name. Each file is read once.
class PoseFiles {
public:
    explicit PoseFiles(OrientationOrder order) : order_(order) {}

    /// The poses of a file, for one more requirement. Throws InputError like read_poses(), and if the requirements name
    /// more than most_required_poses in all.
    std::shared_ptr<const std::vector<Pose>> poses(const std::filesystem::path& file, std::string_view named_by,
                                                   const Units& units);

private:
    OrientationOrder order_;
    std::map<std::filesystem::path, std::shared_ptr<const std::vector<Pose>>> read_;
    std::size_t named_ = 0;  ///< poses named by all requirements so far
};

}  // namespace hexscan
