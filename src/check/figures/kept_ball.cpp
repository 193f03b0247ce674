#include "src/check/figures/kept_ball.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/kinematics.h"
#include "src/base/best_first.h"
#include "src/check/box_halves.h"
#include "src/check/kept_distance.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

/// A box of centres, with an upper bound on the radius of the reachable ball about any of them.
struct Centres {
    PoseBox box;
    double at_most_m;
    bool operator<(const Centres& other) const { return at_most_m < other.at_most_m; }
};

/// Finds the largest ball by branch and bound over boxes of centres. Two distances limit the radius about a centre: the
/// clearance of the legs, and the distance to a position that violates a shared limit.
class KeptBall {
public:
    KeptBall(const Machine& machine, const PoseBox& centres, Effort effort)
        : effort_(effort),
          machine_(machine),
          legs_(machine_.machine, middle_of(centres).orientation),
          centres_(centres) {
        for (std::size_t i = 0; i < leg_count; ++i) most_m_ = std::min(most_m_, most_clearance_m(machine.legs, i));
    }

    std::optional<ReachableBall> best() {
        add(centres_);
        const Centres* const roomiest =
            open_.search([&](const Centres& centres) { return !(centres.at_most_m > enough_m()) || gives_up(); },
                         [&](const Centres& centres) { split(centres); });
        if (!best_) return best_;
        best_->gave_up = roomiest && gave_up_;
        best_->at_most_m = std::max(best_->at_most_m, roomiest ? roomiest->at_most_m : enough_m());
        // Without kernels, the clearances of legs are only lower bounds, so a larger ball may exist.
        if (!machine_.machine.has_kernels()) best_->at_most_m = most_m_;
        return best_;
    }

private:
    bool gives_up() {
        return gave_up_ =
                   parts_ > effort_.of(tuning::parts_of_kept_ball) || boxes_ > effort_.of(tuning::boxes_of_kept_ball);
    }
    double radius_m() const { return best_ ? best_->radius_m : 0; }
    double enough_m() const {
        return radius_m() + std::max(tuning::kept_distance_tolerance * radius_m(),
                                     tuning::kept_ball_tolerance * longest_leg_m(machine_.machine));
    }

    double at_most_m(const PoseBox& box) const {
        const Vector middle_m = middle_of(box).position_m;
        double at_middle_m = std::min(most_m_, legs_.clearance(middle_m).clearance_m);
        for (const Vector& violated_m : violated_m_)
            at_middle_m = std::min(at_middle_m, length_of(violated_m - middle_m));
        const Pose low = pose_at(box.low);
        return at_middle_m + length_of(middle_m - low.position_m);
    }

    void add(const PoseBox& box) {
        ++boxes_;
        if (const double most_m = std::min(most_m_, at_most_m(box)); most_m > enough_m()) open_.add({box, most_m});
    }

    void split(const Centres& centres) {
        // This bound may be lower than the one in the queue, because violations have been found since.
        const double most_m = at_most_m(centres.box);
        if (!(most_m > enough_m())) return;
        look_at(middle_of(centres.box));
        const auto [low, high] = halves_of(centres.box, widest_axis(centres.box, 0));
        add(low);
        add(high);
    }

    void look_at(const Pose& centre) {
        if (!(at_most_m(box_of(centre)) > enough_m())) return;
        DistanceRequest request;
        request.near_enough_m = radius_m();
        const KeptDistance kept = kept_distance(machine_, centre, request);
        parts_ += kept.parts;
        if (kept.violated_m != centre.position_m) violated_m_.push_back(kept.violated_m);
        if (kept.at_least_m <= 0 && machine_.shared.size() > 0 && legs_.clearance(centre.position_m).clearance_m > 0)
            violated_m_.push_back(centre.position_m);
        if (kept.at_least_m > radius_m()) best_ = {centre.position_m, kept.at_least_m, kept.at_most_m, false};
    }

    Effort effort_;
    bool gave_up_ = false;
    ProvenMachine machine_;
    OrientedMachine legs_;
    PoseBox centres_;
    double most_m_ = infinity;
    std::optional<ReachableBall> best_;
    std::vector<Vector> violated_m_;
    std::int64_t parts_ = 0, boxes_ = 0;
    BestFirst<Centres> open_;
};

PoseBox centres_of(const ScanPlan& plan, const Orientation& orientation) {
    PoseBox box = box_of({{}, orientation});
    const GridAxis<double>* const axes[] = {&plan.x, &plan.y, &plan.z};
    for (std::size_t k = 0; k < PoseBox::angles_begin; ++k) {
        box.low[k] = grid_coordinate(*axes[k], 0);
        box.high[k] = grid_coordinate(*axes[k], axes[k]->count - 1);
    }
    return box;
}

}  // namespace

std::optional<ReachableBall> largest_kept_ball(const Machine& machine, const ScanPlan& plan,
                                               const Orientation& orientation, Effort effort) {
    if (!plan.is_single() || !plan.has_shared_limits()) return largest_ball(machine, plan, effort);
    return KeptBall(machine, centres_of(plan, orientation), effort).best();
}

}  // namespace hexscan
