#include "src/pose/pose_search.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "src/base/interval.h"
#include "src/pose/closed_poses_near.h"
#include "src/pose/pose_tuning.h"

namespace hexscan {
namespace {

/// Bound on the relative error of a few operations.
constexpr double coordinate_rounding = 0x1p-44;

std::array<double, 3> parts_of(const Vector& v) { return {v.x, v.y, v.z}; }

/// Weights of the rods' equations with which the square of the translation s cancels (rod_sum.h). To first order, the
/// three sums with the weights `position` are s plus a constant, and the two sums with `others` do not depend on s.
struct CancellingWeights {
    Eigen::Matrix<double, 3, 6> position;
    Eigen::Matrix<double, 2, 6> others;
};

CancellingWeights cancelling_weights(const Rods& rods, const Placed& at) {
    // the columns are the coefficients of |s|^2 / 2, multiplied by a length, and of s
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

/// Bound on a sum over all motions within reach, without two of its terms: its value at the pose, and `kept` times the
/// translation.
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

PoseRegion PoseSearch::Cell::region() const {
    return {{positions.middle_m(), rotations.middle()}, {positions.radius_m(), rotations.radius_rad()}};
}

bool PoseSearch::start_from(const Placed& at) {
    const auto closed = rods_.closed_from(at);
    const auto is_closed = [&](const ClosedPose& pose) { return is_alone_in(pose, {*closed, {}}); };
    if (!closed || std::ranges::any_of(poses_, is_closed)) return false;
    const IsolatedPose isolation = isolated(machine_, rods_, rod_pose(*closed));
    if (!isolation.is_proved) return false;
    poses_.push_back({*closed, isolation});
    return true;
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

PoseSearch::Outcome PoseSearch::look_near(Cell& cell) {
    const ClosedPosesNear near = closed_poses_near(rods_, cell.region());
    for (std::size_t k = 0; k < near.low_m.size(); ++k) cell.positions.keep(k, near.low_m[k], near.high_m[k]);
    if (!near.may_exist || cell.positions.empty() || near.are_known(poses_)) return Outcome::finished;
    if (near.within) start_from(near.within->at);
    return near.are_known(poses_) ? Outcome::finished : Outcome::open;
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
    return look_near(cell);
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
    const auto [at, radius] = cell.region();
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
