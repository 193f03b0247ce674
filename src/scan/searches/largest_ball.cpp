#include "src/scan/searches/largest_ball.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/kinematics.h"
#include "kernels/least_clearance.h"
#include "kernels/sets/set_clearance.h"
#include "src/base/best_first.h"
#include "src/base/infinity.h"
#include "src/machine/pose_clearance.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/scan_tuning.h"
#include "src/scan/searches/ball_by_clearance.h"

namespace hexscan {
namespace {

Vector operator*(double factor, const Vector& v) { return {factor * v.x, factor * v.y, factor * v.z}; }

/// The vector scaled to length 1. A zero vector is returned unchanged.
Vector unit(const Vector& v) { return length_of(v) > 0 ? (1 / length_of(v)) * v : v; }

/// A limit's clearance near a position. After a motion d it is at most value + gain . d + bend |d|^2 / 2.
struct Slope {
    double value_m;
    Vector gain;
    double bend_per_m;

    double after(const Vector& way_m) const { return value_m + dot(gain, way_m); }
};

/// One limit of a leg at one orientation of the plan.
struct MetLimit {
    std::int64_t orientation;
    int limit;  ///< its number in the machine's table
    LegLimit kind;
    LegLimits<double> limits;
    Leg<double> leg;

    bool operator==(const MetLimit& other) const { return orientation == other.orientation && limit == other.limit; }

    /// The derivative of limit_clearance_m() (kernels/clearance.h). Usually the allowed set is convex and the clearance
    /// in it concave. There are two exceptions: a shortest length, and a joint that may lean beyond 90 degrees. In
    /// both, the clearance is the distance from a convex set. A motion d raises it to at most value + gain . d + |d|^2
    /// / (2 value).
    Slope slope_at(const Vector& p) const {
        const double value_m = exact_limit_clearance_m(limits, kind, leg, p);
        const Vector l = leg_vector(leg, p), outwards = unit(l);
        if (kind == LegLimit::shortest) return {value_m, outwards, 1 / length_of(l)};
        if (kind == LegLimit::longest) return {value_m, -1 * outwards, 0};
        const bool base = kind == LegLimit::base_joint;
        const Vector axis = base ? leg.base_axis : leg.platform_axis;
        const TiltLimit<double>& tilt = base ? limits.base : limits.platform;
        const double bend_per_m = tilt.cosine >= 0 ? 0 : value_m > 0 ? 1 / value_m : infinity;
        const Vector sideways = unit(l - dot(l, axis) * axis);
        const bool apex_is_nearest = !(tilt.cosine * dot(l, axis) + tilt.sine * dot(l, sideways) > 0);
        if (apex_is_nearest) return {value_m, value_m < 0 ? -1 * outwards : outwards, bend_per_m};
        return {value_m, tilt.sine * axis - tilt.cosine * sideways, bend_per_m};
    }
};

/// Computes the clearance of a position and the limit that attains it.
class PlanClearance {
public:
    PlanClearance(const Machine& machine, const ScanPlan& plan)
        : geometry_(plan.oriented().geometry), limits_(leg_limits(machine)) {
        if (plan.is_single()) return;
        set_.emplace(plan, plan.set->legs());
        middle_ = middle_of(plan.set->tables());
    }

    LeastOfSet at(const Vector& p) const {
        if (set_) return least_of_set(set_->scan(), limits_.data(), middle_, SingleRow{}, p);
        LeastOfSet least{infinity, 0, 0};
        for (int i = 0; i < leg_count; ++i) {
            const auto leg = static_cast<std::size_t>(i);
            look_at(exact_leg_clearances(limits_[leg], geometry_.legs[leg], p), i, 0, least);
        }
        return least;
    }

    /// The limit whose clearance is the smallest.
    MetLimit limit(const LeastOfSet& least) const {
        const auto leg = static_cast<std::size_t>(leg_of_limit(least.limit));
        const LegLimit kind = which_limit(least.limit);
        if (!set_) return {least.orientation, least.limit, kind, limits_[leg], geometry_.legs[leg]};
        const SetScan<double>& scan = set_->scan();
        const Matrix3<double> rotation = exact::rotation_at(scan.set, orientation_at(scan.set, least.orientation));
        return {least.orientation, least.limit, kind, limits_[leg], exact_leg_at(scan.legs[leg], rotation)};
    }

    /// Upper bound on the smallest clearance at any position: half the smallest stroke, because the clearances from a
    /// leg's shortest and longest length add up to its stroke. A leg without a shortest length counts with its longest
    /// length.
    double most_m() const {
        double most_m = infinity;
        for (const LegLimits<double>& leg : limits_)
            most_m =
                std::min(most_m, leg.min_length_m > 0 ? (leg.max_length_m - leg.min_length_m) / 2 : leg.max_length_m);
        return most_m;
    }

    double longest_m() const {
        double longest_m = 0;
        for (const LegLimits<double>& leg : limits_) longest_m = std::max(longest_m, leg.max_length_m);
        return longest_m;
    }

    const ScanGeometry<double>& geometry() const { return geometry_; }

private:
    ScanGeometry<double> geometry_;
    std::array<LegLimits<double>, leg_count> limits_;
    std::optional<HostRowSolver> set_;  ///< only for several orientations
    OrientationIndex middle_{};
};

Vector clamped(const Vector& v, const Vector& low, const Vector& high) {
    return {std::clamp(v.x, low.x, high.x), std::clamp(v.y, low.y, high.y), std::clamp(v.z, low.z, high.z)};
}

/// A box of centres, within `half_m` of its middle along each axis.
struct CentreBox {
    Vector middle_m, half_m;
};

/// A box, and an upper bound on the clearance in it.
struct BoundedBox {
    double at_most_m;
    CentreBox box;
    bool operator<(const BoundedBox& other) const { return at_most_m < other.at_most_m; }
};

class BallSearch {
public:
    explicit BallSearch(const PlanClearance& clearance)
        : clearance_(clearance),
          low_m_(corner(clearance.geometry(), [](const auto&) { return 0; })),
          high_m_(corner(clearance.geometry(), [](const auto& axis) { return axis.count - 1; })) {}

    std::optional<ReachableBall> best(Effort effort) {
        look_into({0.5 * (low_m_ + high_m_), 0.5 * (high_m_ - low_m_)});
        const BoundedBox* const roomiest =
            open_.search([&](const BoundedBox& bounded) { return !may_hold_larger(bounded.at_most_m); },
                         [&](const BoundedBox& bounded) { split(bounded.box); }, effort.of(tuning::ball_boxes));
        if (!best_) return {};
        const bool gave_up = roomiest && may_hold_larger(roomiest->at_most_m);
        const double left_m = roomiest ? roomiest->at_most_m : 0;
        const double at_most_m = std::min(std::max(left_m, best_->radius_m + tolerance_m()), clearance_.most_m());
        sharpen();
        best_->at_most_m = std::max(at_most_m, best_->radius_m);
        best_->gave_up = gave_up;
        return best_;
    }

private:
    template <class IndexOf>
    static Vector corner(const ScanGeometry<double>& grid, IndexOf index_of) {
        return {grid_coordinate(grid.x, index_of(grid.x)), grid_coordinate(grid.y, index_of(grid.y)),
                grid_coordinate(grid.z, index_of(grid.z))};
    }

    double tolerance_m() const { return tuning::ball_tolerance * clearance_.longest_m(); }

    bool may_hold_larger(double at_most_m) const {
        return std::min(at_most_m, clearance_.most_m()) > (best_ ? best_->radius_m : 0) + tolerance_m();
    }

    void look_into(const CentreBox& box) {
        const double here_m = clearance_at(box.middle_m), reach_m = length_of(box.half_m);
        if (!may_hold_larger(here_m + reach_m)) return;
        const WeightedBound weighed = weigh(slopes_in(box, here_m + 2 * reach_m), box);
        const double at_most_m = std::min(weighed.at_most_m, here_m + reach_m);
        if (!may_hold_larger(at_most_m)) return;
        clearance_at(box.middle_m + weighed.way_m);
        if (may_hold_larger(at_most_m)) open_.add({at_most_m, box});
    }

    /// Improves the ball beyond the tolerance, starting at the best centre and searching in smaller and smaller boxes
    /// around it.
    void sharpen() {
        double half_m = std::sqrt(tuning::ball_tolerance) * clearance_.longest_m();
        for (int step = 0; step < tuning::ball_steps; ++step) {
            const double before_m = best_->radius_m;
            const CentreBox box{best_->centre_m, {half_m, half_m, half_m}};
            clearance_at(box.middle_m + weigh(slopes_in(box, before_m + 4 * half_m), box).way_m);
            if (best_->radius_m < before_m + half_m / 64) half_m /= 2;
        }
    }

    /// Returns the clearance. Records the position if it is the best so far, and the limit that is nearest there.
    double clearance_at(const Vector& position_m) {
        const Vector p = clamped(position_m, low_m_, high_m_);
        const LeastOfSet least = clearance_.at(p);
        const MetLimit limit = clearance_.limit(least);
        if (std::find(met_.begin(), met_.end(), limit) == met_.end()) met_.push_back(limit);
        if (least.clearance_m > (best_ ? best_->radius_m : 0)) best_ = {p, least.clearance_m, least.clearance_m};
        return least.clearance_m;
    }

    /// Slopes at the middle of the box. They belong to those known limits that may be the nearest somewhere in the box.
    std::vector<Slope> slopes_in(const CentreBox& box, double below_m) const {
        std::vector<Slope> slopes;
        for (const MetLimit& limit : met_) slopes.push_back(limit.slope_at(box.middle_m));
        std::erase_if(slopes, [&](const Slope& slope) { return slope.value_m > below_m; });
        return slopes;
    }

    struct WeightedBound {
        double at_most_m;  ///< Upper bound on the smallest clearance in the box.
        Vector way_m;      ///< Motion from the box's middle to where the largest clearance may be.
    };

    /// Weights the limits so that their weighted mean bounds the box as tightly as possible. The mean's slope
    /// determines a motion. Weight moves from the limit with the largest clearance after that motion to the limit with
    /// the smallest. A penalty on long motions makes the motion unique even if slopes cancel each other.
    static WeightedBound weigh(const std::vector<Slope>& slopes, const CentreBox& box) {
        std::vector<double> weights(slopes.size(), 0);
        const auto nearest = std::min_element(slopes.begin(), slopes.end(),
                                              [](const Slope& a, const Slope& b) { return a.value_m < b.value_m; });
        weights[static_cast<std::size_t>(nearest - slopes.begin())] = 1;
        const double reach_m = length_of(box.half_m), trust_m = tuning::ball_trust * reach_m;
        const auto way_of = [&](const Vector& sum) { return clamped(trust_m * sum, -1 * box.half_m, box.half_m); };
        Vector sum = nearest->gain, way_m = way_of(sum);
        for (int exchange = 0; exchange < tuning::ball_exchanges; ++exchange) {
            std::size_t least = 0, most = slopes.size();
            for (std::size_t i = 0; i < slopes.size(); ++i) {
                if (slopes[i].after(way_m) < slopes[least].after(way_m)) least = i;
                if (weights[i] > 0 && (most == slopes.size() || slopes[i].after(way_m) > slopes[most].after(way_m)))
                    most = i;
            }
            const double difference_m = slopes[most].after(way_m) - slopes[least].after(way_m);
            if (!(difference_m > tuning::ball_difference * reach_m)) break;
            const Vector turn = slopes[least].gain - slopes[most].gain;
            const double square_m = trust_m * dot(turn, turn);
            const double moved = square_m * weights[most] > difference_m ? difference_m / square_m : weights[most];
            weights[most] -= moved;
            weights[least] += moved;
            sum = sum + moved * turn;
            way_m = way_of(sum);
        }
        double at_most_m =
            std::abs(sum.x) * box.half_m.x + std::abs(sum.y) * box.half_m.y + std::abs(sum.z) * box.half_m.z;
        for (std::size_t i = 0; i < slopes.size(); ++i)
            if (weights[i] > 0)
                at_most_m += weights[i] * (slopes[i].value_m + slopes[i].bend_per_m * reach_m * reach_m / 2);
        return {at_most_m, way_m};
    }

    /// Splits the box into two halves across its longest axis.
    void split(const CentreBox& box) {
        CentreBox lower = box, upper = box;
        const Vector& half_m = box.half_m;
        const auto halve = [&](double Vector::*axis) {
            lower.half_m.*axis = upper.half_m.*axis = half_m.*axis / 2;
            lower.middle_m.*axis -= half_m.*axis / 2;
            upper.middle_m.*axis += half_m.*axis / 2;
        };
        halve(half_m.x >= half_m.y && half_m.x >= half_m.z ? &Vector::x
              : half_m.y >= half_m.z                       ? &Vector::y
                                                           : &Vector::z);
        look_into(lower);
        look_into(upper);
    }

    const PlanClearance& clearance_;
    Vector low_m_, high_m_;  ///< the plan's ranges
    std::vector<MetLimit> met_;
    std::optional<ReachableBall> best_;
    BestFirst<BoundedBox> open_;
};

}  // namespace

std::optional<ReachableBall> largest_ball(const Machine& machine, const ScanPlan& plan, Effort effort) {
    if (!plan.has_closed_form()) return ball_by_clearance(machine, plan, effort);
    const PlanClearance clearance(machine, plan);
    return BallSearch(clearance).best(effort);
}

}  // namespace hexscan
