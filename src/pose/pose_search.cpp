#include "src/pose/pose_search.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "src/base/interval.h"
#include "src/pose/pose_tuning.h"

namespace hexscan {
namespace {

/// Relative error of a few operations, with room to spare.
constexpr double coordinate_rounding = 0x1p-44;

std::array<double, 3> parts_of(const Vector& v) { return {v.x, v.y, v.z}; }

/// Weights of the rods' equations that cancel |s|^2. The first three sums give the translation to first order, the
/// others do not depend on it to first order.
struct CancellingWeights {
    Eigen::Matrix<double, 3, 6> position;
    Eigen::Matrix<double, 2, 6> others;
};

CancellingWeights cancelling_weights(const Rods& rods, const Placed& at) {
    // Columns: of |s|^2 / 2, times a length, and of s.
    Eigen::Matrix<double, 6, 4> equations;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = at.position_m - rods.feet_m[i] + at.turned(rods.joints_m[i]);
        equations.row(static_cast<Eigen::Index>(i)) << rods.size_m, l.x, l.y, l.z;
    }
    const Eigen::HouseholderQR<Eigen::Matrix<double, 6, 4>> qr(equations);
    const Matrix6 q = qr.householderQ() * Matrix6::Identity();
    const Eigen::Matrix4d r = qr.matrixQR().topRows<4>();
    const Eigen::Matrix<double, 4, 6> all = r.triangularView<Eigen::Upper>().solve(q.leftCols<4>().transpose());
    return {all.bottomRows<3>(), q.rightCols<2>().transpose()};
}

RodSum sum_of(const Rods& rods, const Placed& at, const Eigen::Matrix<double, 1, leg_count>& weights) {
    double of_rods[leg_count];
    Eigen::Map<Eigen::Matrix<double, 1, leg_count>>{of_rods} = weights;
    return rod_sum(rods, rod_pose(at), of_rods);
}

/// Bound on a sum at any motion within reach, without its value at the pose and its derivative along `kept`.
double change_of(const RodSum& sum, const Vector& kept, const MotionReach& reach) {
    return outwards * (sum.off_error + (length_of(sum.by_sine) + sum.by_sine_error) * reach.sine + sum.rest(reach) +
                       (length_of(sum.by_moved - kept) + sum.by_moved_error) * reach.moved_m);
}

}  // namespace

void PoseSearch::Positions::keep(std::size_t axis, double low_m, double high_m) {
    low[axis] = std::max(low[axis], low_m);
    high[axis] = std::min(high[axis], high_m);
}

bool PoseSearch::Positions::empty() const {
    for (std::size_t k = 0; k < low.size(); ++k)
        if (!(low[k] <= high[k])) return true;
    return false;
}

Vector PoseSearch::Positions::middle_m() const {
    return {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
}

double PoseSearch::Positions::radius_m() const {
    return outwards * std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
}

bool PoseSearch::start_from(const Placed& at) {
    const auto closed = rods_.closed_from(at);
    if (!closed || all_known(*closed, 0, 0)) return false;
    const IsolatedPose isolation = isolated(machine_, rods_, rod_pose(*closed));
    if (!isolation.is_proved) return false;
    poses_.push_back({*closed, isolation});
    return true;
}

bool PoseSearch::all_known(const Placed& at, double radius_m, double radius_rad) const {
    return std::ranges::any_of(poses_, [&](const ClosedPose& pose) {
        const PoseRadius& within = pose.isolation.alone_within;
        return length_of(pose.at.position_m - at.position_m) + radius_m <= within.m &&
               angle_between(pose.at.turned, at.turned) + radius_rad <= within.rad;
    });
}

bool PoseSearch::reach_any(Positions& positions, const Rotation& middle, double chord) const {
    std::array<Vector, leg_count> centres_m{};
    PerLeg moved_m{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        centres_m[i] = rods_.feet_m[i] - middle(rods_.joints_m[i]);
        moved_m[i] =
            chord * length_of(rods_.joints_m[i]) + coordinate_rounding * (length_of(centres_m[i]) + rods_.lengths_m[i]);
        const double far_m = outwards * (rods_.lengths_m[i] + moved_m[i]);
        const auto centre = parts_of(centres_m[i]);
        for (std::size_t k = 0; k < centre.size(); ++k) positions.keep(k, centre[k] - far_m, centre[k] + far_m);
    }
    if (positions.empty()) return false;
    const double radius_m = positions.radius_m();
    const Vector at_m = positions.middle_m();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double off_m = std::abs(length_of(at_m - centres_m[i]) - rods_.lengths_m[i]);
        if (off_m > outwards * (radius_m + moved_m[i])) return false;
    }
    return true;
}

bool PoseSearch::narrow(Positions& positions, const Rotation& middle, double sine) const {
    const Placed at{positions.middle_m(), middle};
    const MotionReach reach{positions.radius_m(), sine};
    const CancellingWeights weights = cancelling_weights(rods_, at);
    const auto middles = parts_of(at.position_m);
    for (Eigen::Index k = 0; k < weights.others.rows(); ++k) {
        const RodSum sum = sum_of(rods_, at, weights.others.row(k));
        if (std::abs(sum.off) > change_of(sum, {0, 0, 0}, reach)) return false;
    }
    for (Eigen::Index k = 0; k < weights.position.rows(); ++k) {
        const RodSum sum = sum_of(rods_, at, weights.position.row(k));
        const Vector along{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
        const double change_m = change_of(sum, along, reach), there_m = middles[static_cast<std::size_t>(k)] - sum.off;
        if (change_m < reach.moved_m)
            positions.keep(static_cast<std::size_t>(k), there_m - change_m, there_m + change_m);
    }
    return !positions.empty();
}

PoseSearch::Outcome PoseSearch::look_near(Cell& cell, const Rotation& middle, double radius_rad) {
    const Placed at{cell.positions.middle_m(), middle};
    const double radius_m = cell.positions.radius_m();
    if (all_known(at, radius_m, radius_rad)) return Outcome::finished;
    const double sine = std::sin(radius_rad);
    const NearPose near = near_pose(rods_, rod_pose(at));
    const Vector6 step = Eigen::Map<const Vector6>(near.step);
    Vector6 rest;
    for (int k = 0; k < leg_count; ++k) rest(k) = near.rest(k, {radius_m, sine});
    if (!step.allFinite() || !rest.allFinite()) return Outcome::open;
    const auto middles = parts_of(at.position_m);
    for (std::size_t k = 0; k < middles.size(); ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        const double there_m = middles[k] + rods_.size_m * step(row), off_m = outwards * rods_.size_m * rest(row);
        cell.positions.keep(k, there_m - off_m, there_m + off_m);
    }
    const Eigen::Vector3d beyond = (step.tail<3>().cwiseAbs() - rest.tail<3>()).cwiseMax(0);
    if (cell.positions.empty() || beyond.norm() > outwards * sine) return Outcome::finished;
    const double most_sine = std::max(sine, step.tail<3>().norm());
    if (!(most_sine < Rods::most_sine)) return Outcome::open;
    const Placed there = moved(at, rods_.motion(step));
    const double off_m = outwards * rods_.size_m * rest.head<3>().norm();
    const double off_rad = outwards * rest.tail<3>().norm() / MotionReach{0, most_sine}.cosine();
    if (all_known(there, off_m, off_rad)) return Outcome::finished;
    if (start_from(there) && all_known(there, off_m, off_rad)) return Outcome::finished;
    return Outcome::open;
}

PoseSearch::Outcome PoseSearch::look_at(Cell& cell) {
    const double radius_rad = cell.rotations.radius_rad();
    if (radius_rad > tuning::widest_rotations_rad) return Outcome::open;
    const Rotation middle = cell.rotations.middle();
    const double sine = std::sin(radius_rad), chord = MotionReach{0, sine}.chord();
    for (double before_m = infinity;;) {
        if (!reach_any(cell.positions, middle, chord) || !narrow(cell.positions, middle, sine))
            return Outcome::finished;
        const double now_m = cell.positions.radius_m();
        if (!(now_m < tuning::worthwhile_narrowing * before_m)) break;
        before_m = now_m;
    }
    return look_near(cell, middle, radius_rad);
}

ClosedPoses PoseSearch::finish(std::int64_t most_parts) {
    std::vector<Cell> open;
    Positions everywhere;
    everywhere.low.fill(-infinity), everywhere.high.fill(infinity);
    for (const RotationCell& face : all_rotations()) open.push_back({face, everywhere});
    bool gives_up = false;
    while (poses_.size() < most_assemblies && !open.empty()) {
        gives_up |= ++parts_ > most_parts;
        if (gives_up) break;
        Cell cell = open.back();
        open.pop_back();
        if (look_at(cell) == Outcome::finished) continue;
        const double turned_m = rods_.size_m * cell.rotations.radius_rad(), radius_m = cell.positions.radius_m();
        if (radius_m + turned_m < tuning::least_part * rods_.size_m) {
            gives_up = !leave_undecided(cell);
            continue;
        }
        if (radius_m > tuning::positions_per_turn * turned_m && turned_m < rods_.size_m) {
            for (const Positions& half : cell.positions.halves()) open.push_back({cell.rotations, half});
        } else {
            for (const RotationCell& half : cell.rotations.halves()) open.push_back({half, cell.positions});
        }
    }
    double unsearched = 0;
    if (gives_up)
        for (const Cell& cell : open) unsearched += cell.rotations.share();
    return {poses_, undecided_, unsearched, parts_};
}

bool PoseSearch::leave_undecided(const Cell& cell) {
    const Placed at{cell.positions.middle_m(), cell.rotations.middle()};
    const PoseRadius radius{cell.positions.radius_m(), cell.rotations.radius_rad()};
    const double near_m = tuning::regions_apart * tuning::least_part * rods_.size_m, near_rad = near_m / rods_.size_m;
    for (PoseRegion& region : undecided_) {
        const double apart_m = length_of(region.at.position_m - at.position_m);
        const double apart_rad = angle_between(region.at.turned, at.turned);
        if (apart_m > near_m || apart_rad > near_rad) continue;
        region.radius.m = std::max(region.radius.m, outwards * (apart_m + radius.m));
        region.radius.rad = std::max(region.radius.rad, outwards * (apart_rad + radius.rad));
        return true;
    }
    undecided_.push_back({at, radius});
    return undecided_.size() <= tuning::most_regions;
}

std::array<PoseSearch::Positions, 2> PoseSearch::Positions::halves() const {
    std::size_t longest = 0;
    for (std::size_t k = 1; k < low.size(); ++k)
        if (high[k] - low[k] > high[longest] - low[longest]) longest = k;
    std::array<Positions, 2> both{*this, *this};
    both[0].high[longest] = both[1].low[longest] = (low[longest] + high[longest]) / 2;
    return both;
}

}  // namespace hexscan
