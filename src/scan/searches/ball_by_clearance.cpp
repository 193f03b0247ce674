#include "src/scan/searches/ball_by_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/kinematics.h"
#include "kernels/least_clearance.h"
#include "src/base/best_first.h"
#include "src/machine/home_state.h"
#include "src/scan/scan_tuning.h"

namespace hexscan {
namespace {

/// The smallest clearance over all orientations of a plan.
class LeastOfPlan {
public:
    explicit LeastOfPlan(const ScanPlan& plan) : plan_(plan) {
        for (std::int64_t o = 0; o < plan.set->count(); ++o) {
            if (plan.has_rods())
                rods_.push_back(plan.set->rods_at(o));
            else
                telescopic_.push_back(plan.oriented(plan.set->legs(), orientation_at(plan.set->tables(), o)).geometry);
            if (!plan.has_shared_limits()) continue;
            const PosedSharedLimits shared = plan.set->shared_limits_at(o);
            shared_.insert(shared_.end(), shared.begin(), shared.end());
        }
        if (!rods_.empty()) clearances_m_.resize(rods_.front().limits);
    }

    double at(const Vector& p) {
        double least_m = std::numeric_limits<double>::infinity();
        for (const PosedLegs& posed : rods_)
            for (std::size_t i = 0; i < leg_count; ++i) {
                posed.legs[i]->near_clearances_m(p + posed.offset_m[i], least_m, clearances_m_);
                least_m = std::min(least_m, *std::min_element(clearances_m_.begin(), clearances_m_.end()));
            }
        for (const ScanGeometry<double>& geometry : telescopic_)
            for (std::size_t i = 0; i < leg_count; ++i)
                for (const exact::Number& clearance_m :
                     exact_leg_clearances(plan_.set->limits()[i], geometry.legs[i], p).m)
                    least_m = std::min(least_m, clearance_m.value);
        for (const auto& limit : shared_) least_m = std::min(least_m, limit->clearance_m(p));
        return least_m;
    }

private:
    const ScanPlan& plan_;
    std::vector<PosedLegs> rods_;
    std::vector<ScanGeometry<double>> telescopic_;
    PosedSharedLimits shared_;
    std::vector<double> clearances_m_;
};

/// A box of centres, within `half_m` of its middle along each axis, and an upper bound on the clearance in it.
struct Centres {
    double at_most_m;
    std::array<double, 3> middle_m, half_m;

    bool operator<(const Centres& other) const { return at_most_m < other.at_most_m; }
};

}  // namespace

std::optional<ReachableBall> ball_by_clearance(const Machine& machine, const ScanPlan& plan, Effort effort) {
    LeastOfPlan clearance(plan);
    double most_m = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < leg_count; ++i) most_m = std::min(most_m, most_clearance_m(machine.legs, i));
    const double tolerance_m = tuning::ball_by_clearance_tolerance * longest_leg_m(machine);
    std::optional<ReachableBall> best;
    BestFirst<Centres> open;
    const auto look_into = [&](const std::array<double, 3>& middle_m, const std::array<double, 3>& half_m) {
        const double here_m = clearance.at({middle_m[0], middle_m[1], middle_m[2]});
        if (here_m > (best ? best->radius_m : 0))
            best = ReachableBall{{middle_m[0], middle_m[1], middle_m[2]}, here_m, here_m};
        open.add({std::min(most_m, here_m + std::hypot(half_m[0], half_m[1], half_m[2])), middle_m, half_m});
    };
    std::array<double, 3> middle_m{}, half_m{};
    const GridAxis<double>* const axes[] = {&plan.x, &plan.y, &plan.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const double low_m = grid_coordinate(*axes[k], 0), high_m = grid_coordinate(*axes[k], axes[k]->count - 1);
        middle_m[k] = (low_m + high_m) / 2;
        half_m[k] = (high_m - low_m) / 2;
    }
    look_into(middle_m, half_m);
    const auto is_enough = [&](const Centres& box) {
        return !(box.at_most_m > (best ? best->radius_m : 0) + tolerance_m);
    };
    const auto halve = [&](const Centres& box) {
        const auto longest =
            static_cast<std::size_t>(std::max_element(box.half_m.begin(), box.half_m.end()) - box.half_m.begin());
        for (const double way : {-0.5, 0.5}) {
            std::array<double, 3> middle = box.middle_m, half = box.half_m;
            middle[longest] += way * half[longest];
            half[longest] /= 2;
            look_into(middle, half);
        }
    };
    const Centres* const left = open.search(is_enough, halve, effort.of(tuning::ball_by_clearance_boxes));
    if (!best) return best;
    // Clearances of rods and of shared limits are only lower bounds, so a larger ball may exist.
    best->at_most_m = most_m;
    best->gave_up = left && !is_enough(*left);
    return best;
}

}  // namespace hexscan
