#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "src/check/pose_span.h"

/// The proved least of figures over poses. The search halves the part with the lowest bound until a figure that was met
/// is hardly larger.
namespace hexscan {

/// Largest difference between the least figure met and the proved bound: a number, or a part of the figure met.
struct FigureTolerance {
    double absolute = 0, part = 0;
};

/// The least figure met so far.
class LeastMet {
public:
    explicit LeastMet(FigureTolerance tolerance) : tolerance_(tolerance) {}

    void meet(double figure) { least_ = std::min(least_, figure); }
    /// Records a figure at a pose, whose place on a path is `along`.
    void meet(double figure, const Pose& pose, double along) {
        if (!(figure < least_)) return;
        least_ = figure;
        at_ = pose;
        along_ = along;
    }
    double enough() const { return least_ - std::max(tolerance_.absolute, tolerance_.part * std::abs(least_)); }
    double least() const { return least_; }
    const Pose& at() const { return at_; }
    double along() const { return along_; }

private:
    FigureTolerance tolerance_;
    double least_ = std::numeric_limits<double>::infinity(), along_ = 0;
    Pose at_;
};

/// A number that each pose has.
class Figure {
public:
    virtual ~Figure() = default;
    virtual double at(const Pose& pose) const = 0;
    /// A lower bound over the box. A bound of at least `met.enough()` need not be tight. Reports figures of poses in
    /// the box to `met`.
    virtual double at_least(const PoseBox& box, LeastMet& met) const = 0;
    /// How far a rotation of the platform by 1 rad moves the decisive points, in metres; approximate.
    virtual double lever_m() const = 0;
};
using Figures = std::vector<std::unique_ptr<const Figure>>;

struct LeastFigure {
    double at_least;  ///< Proved lower bound on all figures at all poses.
    double met;       ///< The least figure met.
    Pose at;          ///< Its pose. A figure that reports poses to LeastMet may have met it elsewhere.
    double along;
    bool gave_up;  ///< The bound is below `met` by more than the tolerance.
};

/// The least of all figures over all poses; give at least one of each. The search first evaluates the corner of a box
/// that seems lowest, or all corners, which shortens the search if figures are cheap. The bound is below the least
/// figure met by at most the tolerance, unless the search ended after `most_parts`.
enum class FirstMet { low_corner, all_corners };
LeastFigure least_figure(const Figures& figures, std::span<const PoseSpan> poses, FigureTolerance tolerance,
                         int most_parts, FirstMet first = FirstMet::low_corner);

}  // namespace hexscan
