#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/check/pose_box.h"
#include "src/machine/machine.h"

/// What a machine must do. A requirement knows no machine but for the home pose, which fills in what it leaves out.
namespace hexscan {

/// Poses that are passed one after another.
struct PosePath {
    std::filesystem::path file;
    bool everything_between = false;  ///< also what lies between two poses, all six coordinates going straight
    std::vector<Pose> poses;          ///< once read (requirement_file.h)
    std::string named_by{};           ///< "my.yaml:9: requirements[0].poses" where a platform file names it
};

/// What a machine must do: keep a clearance at all poses of a box or of a path.
struct Requirement {
    std::string name;
    double clearance_m = 0;  ///< must be left everywhere
    PoseBox box;             ///< unless there is a path
    /// Coordinates of the box that the file leaves out: they are as at home, 0 where there is none.
    std::array<bool, PoseBox::dimensions> as_at_home{};
    std::optional<PosePath> path;
};

/// The requirement of a machine whose home is this one.
inline Requirement at_home_of(const Machine& machine, Requirement requirement) {
    const auto home = machine.home ? coordinates_of(*machine.home) : std::array<double, PoseBox::dimensions>{};
    for (std::size_t k = 0; k < home.size(); ++k)
        if (requirement.as_at_home[k]) requirement.box.low[k] = requirement.box.high[k] = home[k];
    return requirement;
}

}  // namespace hexscan
