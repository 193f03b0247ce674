#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "src/check/box_halves.h"
#include "src/check/pose_span.h"

/// A proved lower bound on the smallest value of figures over poses. The search halves the part with the lowest bound
/// until the smallest figure found is hardly larger.
namespace hexscan {

/// Largest difference between the smallest figure found and the proved bound: an absolute number, or a share of the
/// figure if that is larger.
struct FigureTolerance {
    double absolute = 0, part = 0;
};

/// The smallest figure found so far.
class LeastMet {
public:
    explicit LeastMet(FigureTolerance tolerance) : tolerance_(tolerance) {}

    void meet(double figure) { least_ = std::min(least_, figure); }
    /// Records the figure of a pose. `along` is where the pose is on a path.
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

/// A quantity of a pose, such as a gap.
class Figure {
public:
    virtual ~Figure() = default;
    virtual double at(const Pose& pose) const = 0;
    /// A lower bound on the figure over the box. A bound of at least `met.enough()` need not be tight. Reports figures
    /// of poses in the box to `met`.
    virtual double at_least(const PoseBox& box, LeastMet& met) const = 0;
    /// The approximate motion, in metres, of the points that decide the figure while the platform rotates by 1 rad.
    virtual double lever_m() const = 0;
    /// The coordinate across which a box that is not decided should be halved.
    virtual std::size_t halved_axis(const PoseBox& box) const { return widest_axis(box, lever_m()); }
};
using Figures = std::vector<std::unique_ptr<const Figure>>;

struct LeastFigure {
    double at_least;  ///< proved lower bound on all figures at all poses
    double met;       ///< smallest figure found
    Pose at;          ///< pose of that figure; an earlier one if a Figure reported the number without its pose
    double along;
    bool gave_up;  ///< true if the search ended before the bound was within the tolerance of `met`
};

/// The corners of boxes that a search evaluates first: the one that seems lowest, or all. Evaluating all shortens the
/// search if figures are cheap.
enum class FirstMet { low_corner, all_corners };
/// Finds the smallest of all figures over all poses. There must be at least one figure and one pose. The bound is below
/// the smallest figure found by at most the tolerance, unless the search gave up after `most_parts` halvings.
LeastFigure least_figure(const Figures& figures, std::span<const PoseSpan> poses, FigureTolerance tolerance,
                         int most_parts, FirstMet first = FirstMet::low_corner);

}  // namespace hexscan
