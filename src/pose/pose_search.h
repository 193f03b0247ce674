#pragma once

#include <array>
#include <vector>

#include "src/pose/all_poses.h"
#include "src/pose/rotation_cell.h"

namespace hexscan {

/// Searches for all poses in which rods close, by branch and bound over cells of rotations, each with a box of
/// positions. A cell is finished if no pose in it closes the rods, or if every pose that does is a known one.
///
/// Weighted sums of the rods' equations (rod_sum.h) bound a cell. If the weights add up to 0, the square |s|^2 of the
/// translation s cancels. Three such sums determine the position, and two others exclude rotations. Near a pose, the
/// bounds of closed_poses_near.h are stronger.
class PoseSearch {
public:
    PoseSearch(const RodMachine& machine, const Rods& rods) : machine_(machine), rods_(rods) {}

    /// Runs Newton's method from a pose, and adds the pose that it finds if that is new and proved to be isolated.
    /// Returns true if a pose was added.
    bool start_from(const Placed& at);
    const std::vector<ClosedPose>& poses() const { return poses_; }
    /// Searches all rotations, unless as many poses are known as there can be (most_assemblies). Gives up after
    /// `most_parts` parts.
    ClosedPoses finish(std::int64_t most_parts);

private:
    /// A box of positions.
    struct Positions {
        std::array<double, 3> low{}, high{};  ///< metres

        void keep(std::size_t axis, double low_m, double high_m);
        bool empty() const;
        Vector middle_m() const;
        double radius_m() const;
        std::array<Positions, 2> halves() const;
    };
    struct Cell {
        RotationCell rotations;
        Positions positions;

        PoseRegion region() const;
    };
    enum class Outcome { finished, open };

    /// Shrinks a cell's box of positions by all bounds. The next function uses only closed_poses_near.h.
    Outcome look_at(Cell& cell);
    Outcome look_near(Cell& cell);
    /// Removes positions at which some rod cannot close at any rotation of the cell. Returns false if none is left.
    /// `middle` is the cell's middle rotation. `chord` bounds the motion about it (MotionReach::chord).
    bool reach_any(Positions& positions, const Rotation& middle, double chord) const;
    /// Removes positions by weighted sums of the rods' equations. Returns false if none is left.
    bool narrow(Positions& positions, const Rotation& middle, double sine) const;
    /// Adds the poses of a cell to a region of undecided poses. Returns false if there are too many regions.
    bool leave_undecided(const Cell& cell);

    const RodMachine& machine_;
    const Rods& rods_;
    std::vector<ClosedPose> poses_;
    std::vector<PoseRegion> undecided_;
    std::int64_t parts_ = 0;
};

}  // namespace hexscan
