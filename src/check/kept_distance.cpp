#include "src/check/kept_distance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "src/base/best_first.h"
#include "src/base/numbers.h"
#include "src/check/box_halves.h"

namespace hexscan {
namespace {

using BoundNumbers = std::vector<std::size_t>;

/// A box of positions, with a lower bound on their distance from the pose, and the limits that may be violated there.
struct DistancePart {
    PoseBox box;
    double distance_m;
    BoundNumbers open;
    bool operator<(const DistancePart& other) const { return distance_m > other.distance_m; }
};

class DistanceSearch {
public:
    DistanceSearch(const ProvenMachine& machine, const Pose& pose, const DistanceRequest& request)
        : bounds_(machine.shared), pose_(pose), request_(request) {
        const PoseClearance of_legs = pose_clearance(machine.machine, pose);
        found_ = {of_legs.clearance_m, of_legs.clearance_m, of_legs.limit, pose.position_m};
    }

    KeptDistance found() {
        for (std::size_t k = 0; k < bounds_.size(); ++k)
            loose_m_.push_back((1 - rounding) * bounds_[k]->clearance_m(pose_));
        add(box_within(found_.at_most_m), all_bounds());
        const DistancePart* const nearest =
            open_.search([&](const DistancePart& part) { return ends(part.distance_m); },
                         [&](const DistancePart& part) { split(part); });
        found_.at_least_m = nearest ? std::min(nearest->distance_m, found_.at_most_m) : found_.at_most_m;
        if (!loose_m_.empty())
            found_.at_least_m =
                std::max(found_.at_least_m, std::min(found_.at_most_m, *std::ranges::min_element(loose_m_)));
        return found_;
    }

private:
    static constexpr double rounding = 0x1p-40;

    BoundNumbers all_bounds() const {
        BoundNumbers all(bounds_.size());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
        return all;
    }

    PoseBox box_within(double radius_m) const {
        PoseBox box = box_of(pose_);
        for (std::size_t k = 0; k < PoseBox::angles_begin; ++k) {
            box.low[k] -= radius_m;
            box.high[k] += radius_m;
        }
        return box;
    }

    bool ends(double distance_m) const {
        // If a limit of a single leg decides the distance, shared limits are usually satisfied at all nearer positions.
        // Full precision is then cheap.
        const double tolerance = found_.violated_m == pose_.position_m ? 0 : request_.tolerance;
        return distance_m >= (1 - tolerance) * found_.at_most_m || found_.at_most_m <= request_.near_enough_m ||
               found_.parts > request_.most_parts;
    }

    void split(const DistancePart& part) {
        const auto [low, high] = halves_of(part.box, widest_axis(part.box, 0));
        add(low, part.open);
        add(high, part.open);
    }

    void add(const PoseBox& box, const BoundNumbers& open) {
        const Pose nearest = end_of(box, false), farthest = end_of(box, true);
        const double distance_m = (1 - rounding) * distance_of(nearest);
        if (distance_m >= found_.at_most_m) return;
        DistancePart part{box, distance_m, {}};
        for (const std::size_t k : open)
            if (distance_of(farthest) > loose_m_[k] && !is_kept(k, box)) part.open.push_back(k);
        if (part.open.empty()) return;
        for (const std::size_t k : part.open) {
            look_at(k, nearest);
            look_at(k, middle_of(box));
        }
        if (distance_m < found_.at_most_m) open_.add(part);
    }

    bool is_kept(std::size_t bound, const PoseBox& box) {
        ++found_.parts;
        return bounds_[bound]->at_least(box) > 0;
    }

    /// The pose of the box that is nearest to the centre pose, or the farthest one if `farthest` is true.
    Pose end_of(const PoseBox& box, bool farthest) const {
        auto at = coordinates_of(pose_);
        for (std::size_t k = 0; k < PoseBox::angles_begin; ++k) {
            const double far = at[k] - box.low[k] > box.high[k] - at[k] ? box.low[k] : box.high[k];
            at[k] = farthest ? far : std::clamp(at[k], box.low[k], box.high[k]);
        }
        return pose_at(at);
    }

    double distance_of(const Pose& pose) const { return length_of(pose.position_m - pose_.position_m); }
    Pose at(const Vector& way, double distance_m) const {
        return {pose_.position_m + scaled(way, distance_m), pose_.orientation};
    }

    void look_at(std::size_t bound, const Pose& pose) {
        const double distance_m = distance_of(pose);
        if (!(distance_m > 0) || !(distance_m < found_.at_most_m) || bounds_[bound]->keeps(pose)) return;
        walk(bound, scaled(pose.position_m - pose_.position_m, 1 / distance_m), distance_m);
    }

    /// Moves from a violated position to nearer violated positions: sideways with steps that become smaller, and
    /// inwards along the way.
    void walk(std::size_t bound, Vector way, double distance_m) {
        distance_m = nearest_along(bound, way, distance_m);
        for (double step = 0.5; step > tuning::smallest_step_of_walk;) {
            const bool nearer = step_across(bound, way, distance_m, step);
            if (!nearer) step /= 2;
        }
        found_.at_most_m = std::min(found_.at_most_m, distance_m);
        found_.limit = bounds_[bound]->limit();
        found_.violated_m = at(way, distance_m).position_m;
    }

    bool step_across(std::size_t bound, Vector& way, double& distance_m, double step) const {
        const Vector beside = std::abs(way.x) < 0.6 ? Vector{1, 0, 0} : Vector{0, 1, 0};
        const Vector first = direction_of(cross(way, beside)), second = cross(way, first);
        const double less_m = distance_m * (1 - tuning::gain_of_walk);
        for (const Vector& side : {first, scaled(first, -1), second, scaled(second, -1)}) {
            const Vector turned = direction_of(way + scaled(side, step));
            if (bounds_[bound]->keeps(at(turned, less_m))) continue;
            way = turned;
            distance_m = nearest_along(bound, way, less_m);
            return true;
        }
        return false;
    }

    /// The distance along `way` at which a limit begins to be violated. Below that distance the limit is satisfied.
    double nearest_along(std::size_t bound, const Vector& way, double violated_m) const {
        double kept_m = 0;
        while (violated_m - kept_m > rounding * violated_m) {
            const double middle_m = kept_m + (violated_m - kept_m) / 2;
            (bounds_[bound]->keeps(at(way, middle_m)) ? kept_m : violated_m) = middle_m;
        }
        return violated_m;
    }

    const SharedBounds& bounds_;
    Pose pose_;
    DistanceRequest request_;
    std::vector<double> loose_m_;  ///< clearance of each shared limit at the pose
    KeptDistance found_{};
    BestFirst<DistancePart> open_;
};

}  // namespace

KeptDistance kept_distance(const ProvenMachine& machine, const Pose& pose, const DistanceRequest& request) {
    const PoseClearance clearance = pose_clearance(machine.whole, pose);
    if (!(clearance.clearance_m > 0) || machine.shared.empty())
        return {clearance.clearance_m, clearance.clearance_m, clearance.limit, pose.position_m};
    return DistanceSearch(machine, pose, request).found();
}

std::string distance_text(double at_least_m, double at_most_m, const Units& units) {
    constexpr double shown_difference = 0.01;
    if (!(at_most_m - at_least_m > shown_difference * at_most_m)) return units.length_text(at_least_m, 5);
    return fmt::format("{} … {}", significant(units.from_metres(at_least_m), 4), units.length_text(at_most_m, 4));
}

}  // namespace hexscan
