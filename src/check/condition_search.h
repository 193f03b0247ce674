#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "src/base/best_first.h"
#include "src/check/pose_box.h"

namespace hexscan {

/// A condition that a pose satisfies or violates, and its bound over boxes of poses.
class PoseCondition {
public:
    virtual ~PoseCondition() = default;

    /// If it is above 0, every pose of the box satisfies the condition. The lower it is, the nearer some pose may be to
    /// violating it.
    virtual double at_least(const PoseBox& box) const = 0;
    /// About how far a turn of the platform by 1 rad moves what decides, in metres.
    virtual double lever_m() const = 0;
    /// The verdict of a single pose.
    virtual bool keeps(const Pose& pose) const = 0;
};

/// A stretch of a path from 0 to 1: its poses, and boxes that contain the poses within `half` of a middle.
struct SharedStretch {
    double index;  ///< of the path's pose where it begins
    std::function<Pose(double at)> pose;
    std::function<PoseBox(double middle, double half)> box;
};

/// Proves one condition, part by part. It halves the part with the lowest bound across the coordinate that moves the
/// legs most, until all bounds are above 0 or a pose violates the condition.
class ConditionSearch {
public:
    /// Boxes no wider than `smallest_m` are not halved. After `most_parts` bounds the search gives up.
    ConditionSearch(const PoseCondition& condition, double smallest_m, std::int64_t most_parts);

    void prove(const PoseBox& box);
    void prove(const Pose& pose, double along);
    void prove(const SharedStretch& stretch);

    /// A pose that violates the condition, and where on a path it is.
    struct Violation {
        Pose pose;
        double along;
    };
    const std::optional<Violation>& violation() const { return violation_; }
    /// Neither proved nor violated.
    bool is_undecided() const { return undecided_ && !violation_; }
    /// It ended undecided because of `most_parts`.
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
