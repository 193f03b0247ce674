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

/// Finds where a machine can reach anything, by branch and bound (src/base/best_first.h) over positions and
/// orientations.
namespace hexscan {

/// The range of one coordinate.
struct CoordinateSpan {
    double low_m, high_m;
    double excess_m;  ///< Largest distance of an end from the last reachable position met. Infinite if none was met.
};

/// A box that contains all reachable positions.
struct ReachableBox {
    PositionBox box;
    /// Largest distance of a side from the last reachable position met, as a fraction of the searched box. Infinite if
    /// none was met.
    double excess_part;
};

/// The known reachable positions of a box: home and, on request, those of a coarse scan.
class MetPositions {
public:
    /// Home counts if the scan has a single orientation and this is home's. The bound is the platform's and must
    /// outlive this object.
    MetPositions(const SetBound& bound, const Platform& platform, const PositionBox& box);

    /// The bounding box of the known positions, empty if there are none.
    const PositionBox& known() const { return met_; }
    /// The bounding box after a coarse scan of the box, which the first call makes.
    const PositionBox& of_coarse_scan();

private:
    void meet(const Vector& position_m);

    const SetBound& bound_;
    PositionBox box_;
    PositionBox met_{{max_extent_m, max_extent_m, max_extent_m}, {-max_extent_m, -max_extent_m, -max_extent_m}};
    bool is_scanned_ = false;
};

/// Whether no position of a box is reachable, for sure. Empty: never.
using IsUnreachable = std::function<bool(const PositionBox& box)>;

/// The reachable range of a box along one axis. It leaves out nothing. On each side it is at most `tolerance_m` too
/// wide, unless that takes more than `most_steps`. Nothing if no part of the box can be reachable. A long search reads
/// `met` to know how far it has to go. Before every step it calls `end_if_given_up` (src/scan/plan.h). The search
/// believes `holds_nothing`.
std::optional<CoordinateSpan> reachable_span(
    const SetBound& bound, const PositionBox& box, std::size_t axis, double tolerance_m, MetPositions& met,
    int most_steps = tuning::reach_steps, void (*end_if_given_up)() = [] {}, const IsUnreachable& holds_nothing = {});

/// The bounding box of the positions in `within` that a machine reaches at an orientation, on home's side of the base
/// if there is a home. It provably leaves out nothing. Each side is at most `tolerance` too wide, as a part of the box
/// that the longest legs leave, unless that takes more than `most_steps`. Nothing if no position is reachable. The
/// search believes `holds_nothing`.
std::optional<ReachableBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& within, double tolerance, int most_steps,
                                          const IsUnreachable& holds_nothing = {});

/// The answer to whether anything is reachable at an orientation.
enum class Reach { something, nothing, undecided };

/// A budget of steps that several searches share, reported as the progress of one work.
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

/// Searches first where the clearance can be largest. The answer is `undecided` if no steps are left.
Reach reach_of(const Machine& machine, const Orientation& orientation, SharedSteps& steps);

/// The same search with a budget of its own.
Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps = tuning::reach_steps);

/// True if a box contains no position, for example because two ranges do not overlap.
bool is_empty(const PositionBox& box);

}  // namespace hexscan
