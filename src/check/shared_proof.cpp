#include "src/check/shared_proof.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/base/best_first.h"
#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/stretch_piece.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

/// A part of a box and its bound. The search takes the lowest one first.
struct Part {
    PoseBox box;
    double at_least;
    bool operator<(const Part& other) const { return at_least > other.at_least; }
};

/// The search for one limit. Limits are searched one by one, so that the result does not depend on the other limits.
class SharedSearch {
public:
    SharedSearch(const SharedBound& bound, const Machine& machine, const ProofRequest& request)
        : bound_(bound),
          smallest_m_(1e-9 * longest_leg_m(machine)),
          most_parts_(request.effort.of(std::min(request.most_parts, tuning::parts_of_shared_limits))) {}

    void prove(const PoseBox& box) {
        BestFirst<Part> open;
        add(box, open);
        const Part* const lowest =
            open.search([&](const Part& part) { return part.at_least > 0 || violation_ || undecided_; },
                        [&](const Part& part) { split(part, open); });
        undecided_ = undecided_ || (lowest && !(lowest->at_least > 0) && !violation_);
    }

    void prove(const Pose& pose, double along) {
        if (violation_ || bounded(box_of(pose)) > 0) return;
        if (meet(pose, along)) undecided_ = true;
    }

    void prove(const SharedStretch& stretch) {
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

    void tell(ProofRecord& record) const {
        record.count(parts_);
        if (violation_)
            record.violate(*violation_);
        else if (undecided_)
            record.leave_undecided(bound_.limit(), gave_up_);
    }

private:
    double bounded(const PoseBox& box) {
        ++parts_;
        return bound_.at_least(box);
    }

    void add(const PoseBox& box, BestFirst<Part>& open) {
        if (const double at_least = bounded(box); !(at_least > 0)) open.add({box, at_least});
    }

    /// True if the pose keeps the limit.
    bool meet(const Pose& pose, double along) {
        if (bound_.keeps(pose)) return true;
        // Rounding can put the clearance on the other side of 0.
        violation_ =
            MetClearance{{std::min(bound_.clearance_m(pose), 0.0), bound_.limit()}, pose, along, bound_.state(pose)};
        return false;
    }

    bool gives_up() { return gave_up_ = parts_ > most_parts_; }

    void split(const Part& part, BestFirst<Part>& open) {
        const std::size_t widest = widest_axis(part.box, bound_.lever_m());
        if (!meet(middle_of(part.box), 0)) return;
        if (!(extent_m(part.box, widest, bound_.lever_m()) > smallest_m_) || gives_up()) {
            undecided_ = true;
            return;
        }
        const auto [low, high] = halves_of(part.box, widest);
        add(low, open);
        add(high, open);
    }

    const SharedBound& bound_;
    double smallest_m_;
    std::int64_t most_parts_, parts_ = 0;
    std::optional<MetClearance> violation_;
    bool undecided_ = false, gave_up_ = false;
};

/// Searches every limit and reports them in their order.
template <class Prove>
void search_each(const ProvenMachine& machine, const ProofRequest& request, ProofRecord& record, const Loop& loop,
                 Prove prove) {
    if (machine.shared.empty()) return;
    std::vector<SharedSearch> searches;
    for (const auto& bound : machine.shared) searches.emplace_back(*bound, machine.machine, request);
    loop(searches.size(), [&](std::size_t k) { prove(searches[k]); });
    for (const SharedSearch& search : searches) search.tell(record);
}

}  // namespace

void prove_shared(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop) {
    search_each(machine, request, record, loop, [&](SharedSearch& search) { search.prove(box); });
}

void prove_shared(const ProvenMachine& machine, const std::vector<Pose>& poses,
                  const std::vector<SharedStretch>& stretches, const ProofRequest& request, ProofRecord& record,
                  const Loop& loop) {
    search_each(machine, request, record, loop, [&](SharedSearch& search) {
        for (std::size_t i = 0; i < poses.size(); ++i) search.prove(poses[i], static_cast<double>(i));
        for (const SharedStretch& stretch : stretches) search.prove(stretch);
    });
}

}  // namespace hexscan
