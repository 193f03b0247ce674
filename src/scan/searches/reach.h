#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "hexscan/observer.h"
#include "src/machine/machine.h"
#include "src/scan/scan_tuning.h"
#include "src/scan/searches/region.h"
#include "src/scan/set_bound.h"

/// Searches for what a machine can reach, by branch and bound (src/base/best_first.h) over positions and orientations.
namespace hexscan {

/// The range of one coordinate.
struct CoordinateSpan {
    double low_m, high_m;
    double excess_m;  ///< largest distance of an end from the reachable position found nearest to it; infinite if none
                      ///< was found
};

/// A box that contains all reachable positions.
struct ReachableBox {
    PositionBox box;
    /// Largest distance of a side from the reachable position found nearest to it, as a fraction of the searched box.
    /// It is infinite if none was found.
    double excess_part;
};

/// The reachable positions of a box that are known: home and, on request, those that a coarse scan finds.
class MetPositions {
public:
    /// Home counts if the scan has a single orientation that equals home's. `bound` must belong to the platform and
    /// outlive this object.
    MetPositions(const SetBound& bound, const Platform& platform, const PositionBox& box);

    /// The bounding box of the known positions, empty if there are none.
    const PositionBox& known() const { return met_; }
    /// The bounding box after a coarse scan of the box. The first call makes that scan.
    const PositionBox& of_coarse_scan();

private:
    void meet(const Vector& position_m);

    const SetBound& bound_;
    PositionBox box_;
    PositionBox met_{{max_extent_m, max_extent_m, max_extent_m}, {-max_extent_m, -max_extent_m, -max_extent_m}};
    bool is_scanned_ = false;
};

/// Returns true only if it is certain that no position of the box is reachable. An empty function counts as one that
/// never returns true.
using IsUnreachable = std::function<bool(const PositionBox& box)>;

/// The reachable range of a box along one axis. All reachable positions are within it. On each side it is at most
/// `tolerance_m` too wide, unless the search gives up after `most_steps`. Returns nullopt if no part of the box can be
/// reachable. The search begins with the known positions in `met`. A long search also makes the coarse scan of `met`.
/// Before every step it calls `end_if_given_up` (src/scan/plan.h). The search discards boxes for which `holds_nothing`
/// returns true.
std::optional<CoordinateSpan> reachable_span(
    const SetBound& bound, const PositionBox& box, std::size_t axis, double tolerance_m, MetPositions& met,
    int most_steps = tuning::reach_steps, void (*end_if_given_up)() = [] {}, const IsUnreachable& holds_nothing = {});

/// The bounding box of those positions in `within` that a machine reaches at an orientation. If there is a home, only
/// positions on home's side of the base count. The box is proved to contain all of them. Each side is at most
/// `tolerance` too wide, as a fraction of the searched box, unless the search gives up after `most_steps`. The searched
/// box is the part of `within` that the longest legs allow. Returns nullopt if no position is reachable. The search
/// discards boxes for which `holds_nothing` returns true.
std::optional<ReachableBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& within, double tolerance, int most_steps,
                                          const IsUnreachable& holds_nothing = {});

/// The outcome of a search for any reachable position at an orientation.
enum class Reach { something, nothing, undecided };

/// A number of steps that several searches share. Their progress is reported as one task.
class SharedSteps {
public:
    explicit SharedSteps(int most, Observer& observer = silent_observer())
        : most_(most), left_(most), work_(observer.begin("steps of search", most)) {}

    int most() const { return most_; }
    int left() const { return left_; }
    void take() {
        --left_;
        work_->advance();
    }

private:
    int most_, left_;
    std::unique_ptr<Work> work_;
};

/// Searches for any position that the machine reaches at the orientation, first where the clearance can be largest. The
/// result is `undecided` if no steps are left, or if a lower bound of 0 on a clearance leaves a position undecided.
Reach reach_of(const Machine& machine, const Orientation& orientation, SharedSteps& steps);

/// The same search with its own number of steps.
Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps = tuning::reach_steps);

/// True if a box contains no position, for example because it is the intersection of two ranges that do not overlap.
bool is_empty(const PositionBox& box);

}  // namespace hexscan
