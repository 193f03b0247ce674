#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "src/base/best_first.h"
#include "src/check/box_halves.h"
#include "src/check/pose_box.h"

namespace hexscan {

/// A condition on poses, with bounds over boxes of poses.
class PoseCondition {
public:
    virtual ~PoseCondition() = default;

    /// A number that proves the condition for all poses of the box if it is above 0. The lower it is, the closer some
    /// pose may be to a violation.
    virtual double at_least(const PoseBox& box) const = 0;
    /// The approximate motion, in metres, of the points that decide the condition while the platform rotates by 1 rad.
    virtual double lever_m() const = 0;
    /// The coordinate across which a box that is not decided should be halved.
    virtual std::size_t halved_axis(const PoseBox& box) const { return widest_axis(box, lever_m()); }
    /// True if this pose satisfies the condition.
    virtual bool keeps(const Pose& pose) const = 0;
};

/// A part of a path whose parameter runs from 0 to 1: its poses, and boxes that contain all poses within `half` of a
/// middle.
struct SharedStretch {
    double index;  ///< index of the path's pose at which this part begins
    std::function<Pose(double at)> pose;
    std::function<PoseBox(double middle, double half)> box;
};

/// Proves one condition over boxes. It halves the part with the lowest bound, until all bounds are above 0 or a pose
/// violates the condition.
class ConditionSearch {
public:
    /// Boxes that are at most `smallest_m` wide are not halved. The search gives up after it has computed `most_parts`
    /// bounds.
    ConditionSearch(const PoseCondition& condition, double smallest_m, std::int64_t most_parts);

    void prove(const PoseBox& box);
    void prove(const Pose& pose, double along);
    void prove(const SharedStretch& stretch);

    /// A pose that violates the condition, and where it is on a path.
    struct Violation {
        Pose pose;
        double along;
    };
    const std::optional<Violation>& violation() const { return violation_; }
    /// True if the condition is neither proved nor violated.
    bool is_undecided() const { return undecided_ && !violation_; }
    /// True if the search is undecided because it reached `most_parts`.
    bool gave_up() const { return gave_up_; }
    std::int64_t parts() const { return parts_; }

private:
    struct Part {
        PoseBox box;
        double at_least;
        bool operator<(const Part& other) const { return at_least > other.at_least; }
    };

    double bounded(const PoseBox& box);
    void add(const PoseBox& box, BestFirst<Part>& open);
    bool meet(const Pose& pose, double along);
    bool gives_up();
    void split(const Part& part, BestFirst<Part>& open);

    const PoseCondition& condition_;
    double smallest_m_;
    std::int64_t most_parts_, parts_ = 0;
    std::optional<Violation> violation_;
    bool undecided_ = false, gave_up_ = false;
};

}  // namespace hexscan
