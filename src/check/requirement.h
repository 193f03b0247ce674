#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/check/pose_box.h"

/// What a machine must do. A requirement knows no machine but for the home pose, which fills in what it leaves out.
namespace hexscan {

/// Poses that are passed one after another.
struct PosePath {
    std::filesystem::path file;
    bool everything_between = false;  ///< also what lies between two poses, all six coordinates going straight
    std::vector<Pose> poses;          ///< once read (requirement_file.h)
};

/// What a machine must do: keep a clearance at all poses of a box or of a path.
struct Requirement {
    std::string name;
    double clearance_m = 0;  ///< must be left everywhere
    PoseBox box;             ///< unless there is a path
    std::optional<PosePath> path;
};

}  // namespace hexscan
