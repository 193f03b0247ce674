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

/// Files of poses, which requirements name.
namespace hexscan {

/// The most poses that all requirements of a machine may name.
inline constexpr std::size_t most_required_poses = 1'000'000;

/// Poses from CSV text, a line each, in the given units. A first line names the columns in any order: x, y, z, and
/// roll, pitch and yaw in the given order or a quaternion qw, qx, qy, qz; a column time is left out. Without that line
/// six columns are x, y, z, roll, pitch and yaw. Angles of quaternions are those nearest to the pose before.
/// `source_name` is what errors call it. Throws InputError naming line and column, also where there are more than
/// `most` poses.
std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units,
                              OrientationOrder order, std::size_t most = most_required_poses);

/// The same from a file. `named_by` is what says which: an error when it cannot be read names it. Throws InputError.
std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units,
                             OrientationOrder order, std::size_t most = most_required_poses);

/// The files of poses that the requirements of one machine name, each read once.
class PoseFiles {
public:
    explicit PoseFiles(OrientationOrder order) : order_(order) {}

    /// The poses of a file, for one more requirement. Throws InputError as read_poses(), also where the requirements
    /// name more than most_required_poses in all.
    std::shared_ptr<const std::vector<Pose>> poses(const std::filesystem::path& file, std::string_view named_by,
                                                   const Units& units);

private:
    OrientationOrder order_;
    std::map<std::filesystem::path, std::shared_ptr<const std::vector<Pose>>> read_;
    std::size_t named_ = 0;  ///< poses, by all requirements so far
};

}  // namespace hexscan
