#include "src/check/limit_bounds.h"

#include <algorithm>
#include <optional>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"

namespace hexscan {
namespace {

using Coordinates = std::array<double, PoseBox::dimensions>;
using SlopesInBox = std::array<Interval, PoseBox::dimensions>;

/// Upper bound on how far a number with these slopes can fall in the box below its value at a pose.
Interval loss_from(const Coordinates& at, const SlopesInBox& slopes, const PoseBox& box) {
    Interval loss;
    for (std::size_t k = 0; k < at.size(); ++k)
        loss += maximum(maximum(Interval(slopes[k].hi) * (Interval(at[k]) - Interval(box.low[k])),
                                -Interval(slopes[k].lo) * (Interval(box.high[k]) - Interval(at[k]))),
                        0);
    return loss;
}

/// The pose about which the slopes give the best bound (Baumann, Optimal centered forms, BIT 28, 1988).
Coordinates best_centre(const SlopesInBox& slopes, const PoseBox& box) {
    Coordinates at{};
    for (std::size_t k = 0; k < at.size(); ++k) {
        const Interval& slope = slopes[k];
        const double part = slope.lo >= 0 ? 0 : slope.hi <= 0 ? 1 : -slope.lo / (slope.hi - slope.lo);
        at[k] = std::clamp(box.low[k] + part * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
    }
    return at;
}

using Bends = Eigen::Matrix<double, PoseBox::dimensions, PoseBox::dimensions>;

Bends::Scalar& at(Bends& bends, std::size_t i, std::size_t j) {
    return bends(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
}

/// Second derivatives of a clearance over a box: the middles of their intervals, and the radii.
struct BendsInBox {
    Bends middle = Bends::Zero(), off = Bends::Zero();

    BendsInBox(const LegClearance& clearance, const PosesNear& poses, const PoseBox& box) {
        for (std::size_t i = 0; i < PoseBox::dimensions; ++i)
            for (std::size_t j = 0; j <= i && box.low[i] != box.high[i]; ++j) {
                if (box.low[j] == box.high[j]) continue;
                const Interval bend = clearance.bend(poses, i, j);
                at(middle, i, j) = at(middle, j, i) = bend.middle();
                at(off, i, j) = at(off, j, i) = (bend - bend.middle()).magnitude();
            }
    }

    Interval operator()(std::size_t i, std::size_t j) const {
        const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
        return Interval(middle(row, column)) + Interval(-off(row, column), off(row, column));
    }
};

/// The slopes over a box, computed from those at one of its poses (mean value theorem). They are contained in `known`.
SlopesInBox slopes_in(const PoseBox& box, const BendsInBox& bends, const Coordinates& from, const SlopesInBox& there,
                      const SlopesInBox& known) {
    SlopesInBox slopes = there;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        for (std::size_t j = 0; j < slopes.size(); ++j)
            slopes[i] += bends(i, j) * (Interval(box.low[j], box.high[j]) - Interval(from[j]));
        slopes[i] = {std::max(slopes[i].lo, known[i].lo), std::min(slopes[i].hi, known[i].hi)};
    }
    return slopes;
}

/// Upper bound on how far a number can fall in the box below its first-order expansion about a pose. A bound of at
/// least `most` may be returned as infinity. If the scaled matrix of middles has no negative eigenvalue, the middles
/// cannot lower the number.
double bent_below(const BendsInBox& bends, const Coordinates& from, const PoseBox& box, double most) {
    // This share exceeds by far the rounding errors of products and eigenvalues of 6 x 6 matrices.
    constexpr double rounding = 1e-12;
    Eigen::Vector<double, PoseBox::dimensions> far;
    for (std::size_t k = 0; k < from.size(); ++k)
        far[static_cast<Eigen::Index>(k)] = std::max(from[k] - box.low[k], box.high[k] - from[k]);
    const double off = 0.5 * (1 + rounding) * far.dot(bends.off * far);
    if (!(off < most)) return infinity;
    const Bends scaled = far.asDiagonal() * bends.middle * far.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Bends> solver(scaled, Eigen::EigenvaluesOnly);
    // Eigen sorts eigenvalues only if the solver has converged.
    if (solver.info() != Eigen::Success) return infinity;
    const double least = solver.eigenvalues()[0];
    const double negative = std::max(0.0, -least) + rounding * scaled.norm();
    return off + (1 + rounding) * 0.5 * negative * static_cast<double>((far.array() > 0).count());
}

/// The pose of the box at which a function is approximately smallest. Its first and second derivatives at `from` are
/// given.
Coordinates lowest_of(Bends bends, const SlopesInBox& slopes, const Coordinates& from, const PoseBox& box) {
    Coordinates lowest = from;
    for (int round = 0; round < tuning::rounds_of_lowest_pose; ++round)
        for (std::size_t k = 0; k < lowest.size(); ++k) {
            if (box.low[k] == box.high[k]) continue;
            double slope = slopes[k].middle();
            for (std::size_t j = 0; j < lowest.size(); ++j) slope += at(bends, k, j) * (lowest[j] - from[j]);
            const double bend = at(bends, k, k);
            const double to = bend > 0 ? lowest[k] - slope / bend : slope > 0 ? box.low[k] : box.high[k];
            lowest[k] = std::clamp(to, box.low[k], box.high[k]);
        }
    return lowest;
}

/// Chooses the coordinate along which the slopes vary most, because that variation loosens the bound most.
void choose_axis(const SlopesInBox& slopes, bool is_concave, ClearanceBound& bound) {
    double most = 0;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double low = bound.box.low[k], high = bound.box.high[k], halfway = 0.5 * low + 0.5 * high;
        const double cost = (high - low) * (slopes[k].hi - slopes[k].lo);
        if (!(cost > most) || !(low < halfway && halfway < high)) continue;
        most = cost;
        bound.axis = k;
        bound.is_at_an_end = k < PoseBox::angles_begin && is_concave;
    }
}

}  // namespace

std::vector<LimitProblem> limit_problems(const std::array<LegBounds, leg_count>& legs, const PoseBox& box) {
    std::vector<LimitProblem> problems;
    for (int leg = 0; leg < leg_count; ++leg)
        for (const BoundedLimit limit : bounded_limits(legs[static_cast<std::size_t>(leg)]))
            problems.push_back({leg, limit, box});
    return problems;
}

std::array<PoseBox, 2> ClearanceBound::parts() const {
    auto [first, second] = halves_of(box, axis);
    if (is_at_an_end) {
        first.high[axis] = first.low[axis];
        second.low[axis] = second.high[axis];
    }
    return {first, second};
}

ClearanceBound clearance_bound(const LegBounds& leg, const LimitProblem& problem, double enough_m) {
    const auto clearance_in = [&](const PosesNear& poses) {
        return LegClearance(leg, problem.limit, leg_vector(leg, problem.limit, poses));
    };
    ClearanceBound bound{-infinity, {}, problem.box};
    const auto suffices = [&](double at_least_m) {
        bound.at_least_m = std::max(bound.at_least_m, at_least_m);
        return bound.at_least_m >= enough_m;
    };
    for (PoseBox& box = bound.box;;) {
        const PosesNear poses(moved(box, 0), leg.order);
        const LegClearance clearance = clearance_in(poses);
        PoseSlopes number = clearance.number();
        bound.lowest = middle_of(box);
        if (suffices(poses.least(number))) return bound;
        const auto is_moved_to_end = [&] {
            const std::optional<PoseBox> end = poses.least_end(number);
            if (end) box = *end;
            return end.has_value();
        };
        if (is_moved_to_end()) continue;
        std::optional<BendsInBox> bends;
        if (clearance.has_bends()) bends.emplace(clearance, poses, box);
        const Coordinates lowest = bends ? lowest_of(bends->middle, number.by, coordinates_of(bound.lowest), box)
                                         : best_centre(number.by, box);
        bound.lowest = pose_at(lowest);
        const PoseSlopes there = clearance_in(PosesNear(moved(box_of(bound.lowest), 0), leg.order)).number();
        if (bends) number.by = slopes_in(box, *bends, lowest, there.by, number.by);
        if (suffices((there.value - loss_from(lowest, number.by, box)).lo)) return bound;
        if (is_moved_to_end()) continue;
        if (bends) {
            const Interval straight = there.value - loss_from(lowest, there.by, box);
            const double helps_below =
                straight.lo - std::max(bound.at_least_m, enough_m < infinity ? enough_m : -infinity);
            if (suffices((straight - Interval(bent_below(*bends, lowest, box, helps_below))).lo)) return bound;
        }
        choose_axis(number.by, allows_convex_set(leg, problem.limit), bound);
        return bound;
    }
}

}  // namespace hexscan
