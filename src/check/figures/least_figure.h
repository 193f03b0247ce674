#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "src/check/pose_span.h"

/// The least of figures over poses, proved: the part whose bound is the lowest is halved until one that was met is
/// hardly more.
namespace hexscan {

/// How much less than what was met may be told: a number, or a part of what was met.
struct FigureTolerance {
    double absolute = 0, part = 0;
};

/// The least that was met so far.
class LeastMet {
public:
    explicit LeastMet(FigureTolerance tolerance) : tolerance_(tolerance) {}

    void meet(double figure) { least_ = std::min(least_, figure); }
    /// At a pose, and where that is on a path.
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

/// A number that poses have.
class Figure {
public:
    virtual ~Figure() = default;
    virtual double at(const Pose& pose) const = 0;
    /// A lower bound over the box. A bound of at least `met.enough()` need not be tight. Reports to `met` what poses of
    /// the box have.
    virtual double at_least(const PoseBox& box, LeastMet& met) const = 0;
    /// How far the platform's turning by 1 rad moves what decides, in metres; about.
    virtual double lever_m() const = 0;
};
using Figures = std::vector<std::unique_ptr<const Figure>>;

struct LeastFigure {
    double at_least;  ///< no figure is less at any of the poses, proved
    double met;       ///< one of them has this
    Pose at;          ///< where; of a figure that tells what it meets it may be another pose
    double along;
    bool gave_up;  ///< the bound is below what was met by more than the tolerance
};

/// The least of all figures over all poses; give at least one of each. The search first evaluates the corner of a box
/// that seems lowest, or all corners, which shortens the search if figures are cheap. The bound is below the least
/// figure met by at most the tolerance, unless the search ended after `most_parts`.
enum class FirstMet { low_corner, all_corners };
LeastFigure least_figure(const Figures& figures, std::span<const PoseSpan> poses, FigureTolerance tolerance,
                         int most_parts, FirstMet first = FirstMet::low_corner);

}  // namespace hexscan
