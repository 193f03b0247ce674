#include "src/check/workspace_hold.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "src/check/check_tuning.h"
#include "src/machine/description/base_side.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/singularity_limit.h"
#include "src/scan/pose_verdicts.h"

namespace hexscan {
namespace {

/// Adds the result of another part of the grid. At this stage, `mean` still holds a sum.
void add(const WorkspaceHold& part, WorkspaceHold& hold) {
    if (part.points == 0) return;
    if (hold.points == 0 || part.least < hold.least) {
        hold.least = part.least;
        hold.least_at_m = part.least_at_m;
    }
    hold.mean += part.mean;
    hold.points += part.points;
}

class HoldSearch {
public:
    HoldSearch(const Machine& machine, const Orientation& orientation, const PositionBox& box)
        : verdicts_(machine),
          turned_(rotation_of(orientation, machine.orientation_order)),
          jacobian_(machine, turned_),
          side_(base_side(machine)),
          has_home_(machine.home.has_value()),
          box_(box),
          orientation_(orientation),
          step_m_(scaled(vector_of(box.high_m) - vector_of(box.low_m), 1.0 / (tuning::hold_points - 1))) {}

    /// Evaluates the grid points of one z. In the result, `mean` holds a sum.
    WorkspaceHold slice(std::size_t z) const {
        PosesInTurn reachable(verdicts_);
        WorkspaceHold hold;
        for (int y = 0; y < tuning::hold_points; ++y)
            for (int x = 0; x < tuning::hold_points; ++x) {
                const Vector at_m = grid_point(x, y, static_cast<int>(z));
                if (!is_asked(at_m, reachable)) continue;
                const double here = conditioning(at_m);
                add({here, at_m, std::abs(here), 1}, hold);
            }
        return hold;
    }

    /// Descends from the position with the smallest value of a slice.
    void go_down(WorkspaceHold& hold) const {
        PosesInTurn reachable(verdicts_);
        Vector step_m = step_m_;
        for (int halving = 0; halving < tuning::halvings_of_hold; step_m = scaled(step_m, 0.5), ++halving)
            while (step_down(step_m, reachable, hold)) {
            }
    }

private:
    /// A point of the grid, which includes both ends of the box.
    Vector grid_point(int x, int y, int z) const {
        const auto along = [](double low_m, double high_m, int at) {
            constexpr int last = tuning::hold_points - 1;
            return at == last ? high_m : low_m + at * ((high_m - low_m) / last);
        };
        return {along(box_.low_m[0], box_.high_m[0], x), along(box_.low_m[1], box_.high_m[1], y),
                along(box_.low_m[2], box_.high_m[2], z)};
    }
    double conditioning(const Vector& at_m) const {
        const double found = jacobian_.at(at_m).conditioning(), magnitude = std::abs(found);
        if (!(magnitude * singular_condition > 1)) return 0;
        return has_home_ ? found : magnitude;
    }

    /// True if the position is reachable, in the box, and on home's side of the base.
    bool is_asked(const Vector& at_m, PosesInTurn& reachable) const {
        const std::array<double, 3> at{at_m.x, at_m.y, at_m.z};
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            if (!(at[axis] >= box_.low_m[axis] && at[axis] <= box_.high_m[axis])) return false;
        if (side_ && side_->is_homes && side_->height_m(at_m, turned_) < 0) return false;
        return reachable({at_m, orientation_});
    }

    /// Moves to the first neighbour with a smaller conditioning, along an axis, a face diagonal or a space diagonal.
    bool step_down(const Vector& step_m, PosesInTurn& reachable, WorkspaceHold& hold) const {
        for (const int x : {0, -1, 1})
            for (const int y : {0, -1, 1})
                for (const int z : {0, -1, 1}) {
                    const Vector at_m = hold.least_at_m + Vector{x * step_m.x, y * step_m.y, z * step_m.z};
                    if (!is_asked(at_m, reachable)) continue;
                    const double here = conditioning(at_m);
                    if (!(here < hold.least)) continue;
                    hold.least = here;
                    hold.least_at_m = at_m;
                    return true;
                }
        return false;
    }

    PoseVerdicts verdicts_;
    Rotation turned_;
    PosedJacobian jacobian_;
    std::optional<BaseSide> side_;
    bool has_home_;
    PositionBox box_;
    Orientation orientation_;
    Vector step_m_;
};

}  // namespace

std::optional<WorkspaceHold> look_at_hold(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& box, const Loop& loop) {
    const HoldSearch search(machine, orientation, box);
    std::vector<WorkspaceHold> parts(tuning::hold_points);
    loop(parts.size(), [&](std::size_t z) {
        parts[z] = search.slice(z);
        if (parts[z].points > 0) search.go_down(parts[z]);
    });
    WorkspaceHold all;
    for (const WorkspaceHold& part : parts) add(part, all);
    if (all.points == 0) return std::nullopt;
    all.mean /= static_cast<double>(all.points);
    return all;
}

}  // namespace hexscan
