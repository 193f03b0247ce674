#include "src/check/condition_search.h"

#include <vector>

#include "src/check/stretch_piece.h"

namespace hexscan {

ConditionSearch::ConditionSearch(const PoseCondition& condition, double smallest_m, std::int64_t most_parts)
    : condition_(condition), smallest_m_(smallest_m), most_parts_(most_parts) {}

void ConditionSearch::prove(const PoseBox& box) {
    BestFirst<Part> open;
    add(box, open);
    const Part* const lowest = open.search([&](const Part&) { return violation_ || undecided_; },
                                           [&](const Part& part) { split(part, open); });
    undecided_ = undecided_ || lowest;
}

void ConditionSearch::prove(const Pose& pose, double along) {
    if (violation_ || bounded(box_of(pose)) > 0) return;
    if (meet(pose, along)) undecided_ = true;
}

void ConditionSearch::prove(const SharedStretch& stretch) {
    constexpr double shortest = 0x1p-30;
    std::vector<StretchPiece> open{{}};
    while (!open.empty() && !violation_) {
        const StretchPiece piece = open.back();
        const auto [middle, half] = piece;
        open.pop_back();
        if (bounded(stretch.box(middle, half)) > 0) continue;
        if (!meet(stretch.pose(middle), stretch.index + middle)) return;
        if (half < shortest || gives_up()) {
            undecided_ = true;
            return;
        }
        for (const StretchPiece& of_piece : piece.halves()) open.push_back(of_piece);
    }
}

double ConditionSearch::bounded(const PoseBox& box) {
    ++parts_;
    return condition_.at_least(box);
}

void ConditionSearch::add(const PoseBox& box, BestFirst<Part>& open) {
    if (const double at_least = bounded(box); !(at_least > 0)) open.add({box, at_least});
}

/// Evaluates a pose and records a violation. Returns true if the pose satisfies the condition.
bool ConditionSearch::meet(const Pose& pose, double along) {
    if (condition_.keeps(pose)) return true;
    violation_ = {pose, along};
    return false;
}

bool ConditionSearch::gives_up() { return gave_up_ = parts_ > most_parts_; }

void ConditionSearch::split(const Part& part, BestFirst<Part>& open) {
    const std::size_t widest = condition_.halved_axis(part.box);
    if (!meet(middle_of(part.box), 0)) return;
    if (!(extent_m(part.box, widest, condition_.lever_m()) > smallest_m_) || gives_up()) {
        undecided_ = true;
        return;
    }
    const auto [low, high] = halves_of(part.box, widest);
    add(low, open);
    add(high, open);
}

}  // namespace hexscan
