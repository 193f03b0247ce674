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

/// Poses from CSV text: a first line that names the columns x, y, z, roll, pitch and yaw in any order, then a pose a
/// line, in the given units. `source_name` is what errors call it. Throws InputError naming line and column, also where
/// there are more than `most` poses.
std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units,
                              std::size_t most = most_required_poses);

/// The same from a file. `named_by` is what says which: an error when it cannot be read names it. Throws InputError.
std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units,
                             std::size_t most = most_required_poses);

/// The files of poses that the requirements of one machine name, each read once.
class PoseFiles {
public:
    /// The poses of a file, for one more requirement. Throws InputError as read_poses(), also where the requirements
    /// name more than most_required_poses in all.
    std::shared_ptr<const std::vector<Pose>> poses(const std::filesystem::path& file, std::string_view named_by,
                                                   const Units& units);

private:
    std::map<std::filesystem::path, std::shared_ptr<const std::vector<Pose>>> read_;
    std::size_t named_ = 0;  ///< poses, by all requirements so far
};

}  // namespace hexscan
