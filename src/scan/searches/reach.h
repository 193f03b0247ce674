#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "hexscan/observer.h"
#include "src/machine/machine.h"
#include "src/scan/scan_tuning.h"
#include "src/scan/searches/region.h"
#include "src/scan/set_bound.h"

/// Where a machine reaches anything: branch and bound (src/base/best_first.h) over positions and orientations.
namespace hexscan {

/// From the least to the largest coordinate.
struct CoordinateSpan {
    double low_m, high_m;
    double excess_m;  ///< most by which an end lies beyond the last reachable position met; infinite: none was met
};

/// A box that leaves out nothing that is reachable.
struct ReachableBox {
    PositionBox box;
    /// Most by which a side lies beyond the last reachable position met, as a part of the box that was searched;
    /// infinite where none was met.
    double excess_part;
};

/// Reachable positions of a box that are known: home and, if asked for, those of a coarse scan.
class MetPositions {
public:
    /// Of a scan of one orientation, that of home, home counts. The bound is the platform's and must stay.
    MetPositions(const SetBound& bound, const Platform& platform, const PositionBox& box);

    /// Their bounding box, empty where none is known.
    const PositionBox& known() const { return met_; }
    /// The same after a scan of the box, which the first call makes.
    const PositionBox& of_coarse_scan();

private:
    void meet(const Vector& position_m);

    const SetBound& bound_;
    PositionBox box_;
    PositionBox met_{{max_extent_m, max_extent_m, max_extent_m}, {-max_extent_m, -max_extent_m, -max_extent_m}};
    bool is_scanned_ = false;
};

/// What is reachable of a box along one axis, leaving out nothing, and wider on neither side by more than a tolerance
/// unless that takes more than `most_steps` for the side; nothing where no part of the box can be reachable. A search
/// that takes long looks at `met` to know how far it has to go. Before every step it calls `end_if_given_up`
/// (src/scan/plan.h).
std::optional<CoordinateSpan> reachable_span(
    const SetBound& bound, const PositionBox& box, std::size_t axis, double tolerance_m, MetPositions& met,
    int most_steps = tuning::reach_steps, void (*end_if_given_up)() = [] {});

/// The bounding box of what of `within` a machine reaches at an orientation: proved to leave out nothing, and wider on
/// no side by more than `tolerance` of the box that the longest legs leave unless that takes more than `most_steps` for
/// the side. On home's side of the base where there is a home. Nothing where no position is reachable there.
std::optional<ReachableBox> reachable_box(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& within, double tolerance, int most_steps);

/// Whether anything is reachable at an orientation.
enum class Reach { something, nothing, undecided };

/// Steps that several searches may take together, shown as the progress of one work.
class SharedSteps {
public:
    explicit SharedSteps(int most, Observer& observer = nobody())
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

/// Looks where the clearance can be largest first; undecided where no steps are left.
Reach reach_of(const Machine& machine, const Orientation& orientation, SharedSteps& steps);

/// The same with so many steps of its own.
Reach reach_of(const Machine& machine, const Orientation& orientation, int most_steps = tuning::reach_steps);

/// Whether a box holds no position, as where ranges do not meet.
bool is_empty(const PositionBox& box);

}  // namespace hexscan
