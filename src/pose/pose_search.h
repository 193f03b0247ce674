#pragma once

#include <array>
#include <vector>

#include "src/pose/all_poses.h"
#include "src/pose/rotation_cell.h"

namespace hexscan {

/// A search for all poses in which rods close: branch and bound over cells of rotations, each with a box of positions.
/// A cell is finished if no pose of it closes the rods, or if all that do lie where a known pose is the only one.
///
/// Two kinds of weighted sums of the rods' equations (rod_sum.h) bound a cell. In sums whose weights add to 0, |s|^2
/// cancels: three of them give the position, and the others exclude rotations. Near a pose the bounds of
/// closed_poses_near.h are stronger.
class PoseSearch {
public:
    PoseSearch(const RodMachine& machine, const Rods& rods) : machine_(machine), rods_(rods) {}

    /// True if Newton's method leads from there to a pose that was not known yet.
    bool start_from(const Placed& at);
    const std::vector<ClosedPose>& poses() const { return poses_; }
    /// Searches all rotations, unless as many poses are known as there can be. Gives up after so many parts.
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

    Outcome look_at(Cell& cell);
    Outcome look_near(Cell& cell);
    /// Narrow the positions from which all rods can close at any rotation of the cell. False if there are none.
    bool reach_any(Positions& positions, const Rotation& middle, double chord) const;
    bool narrow(Positions& positions, const Rotation& middle, double sine) const;
    /// Adds the poses of a cell to a region. False if there are too many regions.
    bool leave_undecided(const Cell& cell);

    const RodMachine& machine_;
    const Rods& rods_;
    std::vector<ClosedPose> poses_;
    std::vector<PoseRegion> undecided_;
    std::int64_t parts_ = 0;
};

}  // namespace hexscan
