#include "src/check/figures/least_figure.h"

#include "src/base/best_first.h"
#include "src/base/interval.h"
#include "src/check/box_halves.h"

namespace hexscan {
namespace {

/// Some poses, with a lower bound on a figure at all of them. The search takes the part with the lowest bound first.
struct Part {
    PoseSpan poses;
    const Figure* of;
    double at_least;
    bool operator<(const Part& other) const { return at_least > other.at_least; }
};

class LeastSearch {
public:
    explicit LeastSearch(FigureTolerance tolerance) : met_(tolerance) {}

    void meet_middle(const PoseSpan& poses, const Figure& figure) {
        const Pose middle = poses.middle();
        met_.meet(figure.at(middle), middle, poses.along_middle());
    }

    void meet_corners(const PoseSpan& poses, const Figure& figure) {
        if (poses.is_way) return;
        for (const Pose& corner : corner_poses({poses.from, poses.to}))
            met_.meet(figure.at(corner), corner, poses.along_from);
    }

    void add(const PoseSpan& poses, const Figure& figure) {
        // The box around a straight way also contains poses off the way. Figures of those poses do not count.
        LeastMet elsewhere = met_;
        const double at_least = figure.at_least(poses.box(), poses.is_way ? elsewhere : met_);
        // NaN proves nothing.
        const Part part{poses, &figure, at_least >= -infinity ? at_least : -infinity};
        if (part.at_least >= met_.enough())
            done_ = std::min(done_, part.at_least);
        else
            open_.add(part);
    }

    /// Descends from corner to corner of the part with the lowest bound. Most figures are smallest at a corner.
    void meet_low_corner() {
        const Part* const lowest = open_.search([](const Part&) { return true; }, [](const Part&) {});
        if (!lowest) return;
        const auto& [from, to, is_way, along_from, along_to] = lowest->poses;
        const auto meet = [&](const Pose& pose, double along) {
            const double figure = lowest->of->at(pose);
            met_.meet(figure, pose, along);
            return figure;
        };
        double least = meet(pose_at(from), along_from);
        if (is_way) {
            meet(pose_at(to), along_to);
            return;
        }
        unsigned corner = 0;
        for (bool is_new = true; is_new;) {
            is_new = false;
            for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
                if (!(from[k] < to[k])) continue;
                const double next = meet(corner_of({from, to}, corner ^ 1U << k), along_from);
                if (!(next < least)) continue;
                corner ^= 1U << k;
                least = next;
                is_new = true;
            }
        }
    }

    LeastFigure search(int most_parts) {
        const Part* const left = open_.search([&](const Part& part) { return part.at_least >= met_.enough(); },
                                              [&](const Part& part) {
                                                  meet_middle(part.poses, *part.of);
                                                  const auto [one, other] =
                                                      part.poses.halves(part.of->halved_axis(part.poses.box()));
                                                  add(one, *part.of);
                                                  add(other, *part.of);
                                              },
                                              most_parts);
        const double at_least = left ? std::min(done_, left->at_least) : done_;
        return {at_least, met_.least(), met_.at(), met_.along(), !(at_least >= met_.enough())};
    }

private:
    LeastMet met_;
    BestFirst<Part> open_;
    double done_ = infinity;  ///< lowest bound of the parts that are not halved any more
};

}  // namespace

LeastFigure least_figure(const Figures& figures, std::span<const PoseSpan> poses, FigureTolerance tolerance,
                         int most_parts, FirstMet first) {
    LeastSearch search(tolerance);
    for (const auto& figure : figures)
        for (const PoseSpan& span : poses) {
            search.meet_middle(span, *figure);
            if (first == FirstMet::all_corners) search.meet_corners(span, *figure);
        }
    for (const auto& figure : figures)
        for (const PoseSpan& span : poses) search.add(span, *figure);
    search.meet_low_corner();
    return search.search(most_parts);
}

}  // namespace hexscan
