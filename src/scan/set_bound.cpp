#include "src/scan/set_bound.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "kernels/sets/set_clearance.h"
#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/telescopic_legs.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan/scan_tuning.h"

namespace hexscan {
namespace {

/// A few extreme members of the set.
OrientationSet extremes(OrientationSet set) {
    for (AngleRange* const range : {&set.roll, &set.pitch, &set.yaw}) range->count = std::min(range->count, 2);
    if (set.tilt) {
        int directions = std::min(set.tilt->directions, tuning::bound_directions);
        while (set.tilt->directions % directions != 0) --directions;
        set.tilt = TiltCone{set.tilt->to_rad, 1, directions};
    }
    return set;
}

ScanRequest request_of(const OrientationSet& set) {
    ScanRequest request;
    request.orientations = set;
    return request;
}

OrientationIndex middle_of(const IndexBox& part) {
    return {{(part.begin[0] + part.end[0] - 1) / 2, (part.begin[1] + part.end[1] - 1) / 2,
             (part.begin[2] + part.end[2] - 1) / 2}};
}

/// Largest motion of a point at this distance from the platform's origin while the platform turns by `turn_rad`.
double shift_of(double radius_m, double turn_rad) {
    return turn_rad == 0 ? 0 : 2 * radius_m * std::sin(std::min(turn_rad, std::numbers::pi) / 2);
}

PositionBox anywhere() {
    return {{-max_extent_m, -max_extent_m, -max_extent_m}, {max_extent_m, max_extent_m, max_extent_m}};
}

/// The clearance, negative if the limit is violated. The limit's own clearance_m() can be 0 although the limit is
/// violated, because it is only a bound.
double signed_clearance_m(const PosedSharedLimit& limit, const Vector& position_m) {
    const double clearance_m = limit.clearance_m(position_m);
    return clearance_m == 0 && !limit.keeps(position_m) ? -std::numeric_limits<double>::min() : clearance_m;
}

}  // namespace

void narrow(PositionBox& box, std::size_t axis, double low_m, double high_m) {
    box.low_m[axis] = std::max(box.low_m[axis], low_m);
    box.high_m[axis] = std::min(box.high_m[axis], high_m);
}

SetBound::SetBound(const Platform& platform)
    : inclusive_(platform.scan.workspace == WorkspaceKind::inclusive),
      plan_(platform.machine,
            request_of(inclusive_ ? platform.scan.orientations : extremes(platform.scan.orientations))) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        longest_m_[i] = reach_m(platform.machine.legs, i);
        const Vector& b = platform.machine.platform.points_m[i];
        joint_radius_m_[i] = std::hypot(b.x, b.y, b.z);
        // If a platform joint's axis tilts by an angle, the leg's end moves by at most this distance times the angle.
        const JointSet& joints = platform.machine.platform;
        axis_reach_m_[i] = LegJoint(joints, i).is_limited() ? tilting_m(platform.machine.legs, i) : 0;
    }
    if (const auto side = base_side(platform.machine); side && side->is_homes) side_ = side;
    if (inclusive_) return;
    for (std::int64_t number = 0; number < plan_.count(); ++number)
        extremes_.push_back(posed_at(orientation_at(plan_.tables(), number)));
}

std::vector<IndexBox> SetBound::parts() const {
    const OrientationTables& set = plan_.tables();
    const IndexBox all{{0, 0, 0}, {set.counts[0], set.counts[1], set.counts[2]}};
    if (!inclusive_ || set.layout == OrientationLayout::angles) return {all};
    IndexBox level = all, tilted = all;
    level.end[0] = level.end[1] = tilted.begin[0] = 1;
    return tilted.begin[0] < tilted.end[0] ? std::vector{level, tilted} : std::vector{level};
}

std::array<IndexBox, 2> SetBound::halves_of(const IndexBox& part) const {
    std::size_t widest = 0;
    double most_rad = -1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (part.end[axis] - part.begin[axis] < 2) continue;
        const double turn_rad = turn_along(part, axis);
        if (turn_rad <= most_rad) continue;
        most_rad = turn_rad;
        widest = axis;
    }
    std::array<IndexBox, 2> both{part, part};
    both[0].end[widest] = both[1].begin[widest] = (part.begin[widest] + part.end[widest]) / 2;
    return both;
}

PartClearance SetBound::clearance(const Vector& position_m, const IndexBox& part, double enough_m) const {
    PartClearance least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0};
    if (inclusive_) return least_of(least, posed_at(middle_of(part)), position_m, turn_of(part), enough_m);
    for (const Posed& posed : extremes_) {
        least = least_of(least, posed, position_m, 0, enough_m);
        if (least.at_most_m < -enough_m) break;
    }
    return least;
}

PositionBox SetBound::outer_box() const {
    PositionBox box = anywhere();
    for (std::size_t i = 0; i < leg_count; ++i) {
        PositionBox leg{{max_extent_m, max_extent_m, max_extent_m}, {-max_extent_m, -max_extent_m, -max_extent_m}};
        const auto widen = [&](const Posed& posed, double reach_m) {
            const Vector offset = posed.offset_m(i);
            const std::array<double, 3> offset_m{offset.x, offset.y, offset.z};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                leg.low_m[axis] = std::min(leg.low_m[axis], -offset_m[axis] - reach_m);
                leg.high_m[axis] = std::max(leg.high_m[axis], -offset_m[axis] + reach_m);
            }
        };
        for (const Posed& posed : extremes_) widen(posed, longest_m_[i]);
        if (inclusive_)
            for (const IndexBox& part : parts())
                widen(posed_at(middle_of(part)), longest_m_[i] + shift_of(joint_radius_m_[i], turn_of(part)));
        for (std::size_t axis = 0; axis < 3; ++axis) narrow(box, axis, leg.low_m[axis], leg.high_m[axis]);
    }
    return box;
}

PositionBox SetBound::home_side() const {
    PositionBox box = anywhere();
    if (!side_) return box;
    const std::array<double, 3> normal{side_->normal.x, side_->normal.y, side_->normal.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::abs(normal[axis]) != 1) continue;
        double height_m = -max_extent_m;
        for (const Posed& posed : extremes_) height_m = std::max(height_m, -posed.height_m);
        if (inclusive_) height_m = max_extent_m;
        for (const IndexBox& part : inclusive_ ? parts() : std::vector<IndexBox>{})
            height_m = std::min(height_m, -posed_at(middle_of(part)).height_m - side_shift(turn_of(part)));
        // A rotation leaves rounding errors of this size where the result should be 0.
        if (std::abs(height_m) < 1e-15) height_m = 0;
        if (normal[axis] > 0)
            box.low_m[axis] = height_m;
        else
            box.high_m[axis] = -height_m;
    }
    return box;
}

SetBound::Posed SetBound::posed_at(const OrientationIndex& index) const {
    const Matrix3<double> rotation = exact::rotation_at(plan_.tables(), index);
    Posed posed{};
    // It is unknown how much a rotation of the platform changes shared limits. So parts of a set are bounded by the
    // limits of single legs only.
    if (!inclusive_ && plan_.has_shared_limits())
        posed.shared = plan_.shared_limits_at(orientation_number(plan_.tables(), index));
    if (plan_.has_rods())
        posed.rods = plan_.rods_at(orientation_number(plan_.tables(), index));
    else
        for (std::size_t i = 0; i < leg_count; ++i) posed.legs[i] = exact_leg_at(plan_.legs()[i], rotation);
    if (side_) posed.height_m = side_->height_m({0, 0, 0}, {rotation.x, rotation.y, rotation.z});
    return posed;
}

/// Largest rotation between the middle of the part and its orientations, along one index. The angle between two
/// rotations is at most the difference of their rotation vectors.
double SetBound::turn_along(const IndexBox& part, std::size_t axis) const {
    const OrientationTables& set = plan_.tables();
    const auto angle_rad = [&](int index) { return set.samples[axis][index].angle_rad; };
    const double middle_rad = angle_rad(middle_of(part).at[axis]);
    const double turn_rad = std::max(std::abs(angle_rad(part.begin[axis]) - middle_rad),
                                     std::abs(angle_rad(part.end[axis] - 1) - middle_rad));
    if (set.layout == OrientationLayout::angles || axis != 1) return turn_rad;
    const double tilt_rad = set.samples[0][part.end[0] - 1].angle_rad;
    return 2 * tilt_rad * std::sin(std::min(turn_rad, std::numbers::pi) / 2);
}

double SetBound::turn_of(const IndexBox& part) const {
    return turn_along(part, 0) + turn_along(part, 1) + turn_along(part, 2);
}

double SetBound::side_shift(double turn_rad) const {
    return shift_of(std::hypot(side_->platform_m.x, side_->platform_m.y, side_->platform_m.z), turn_rad);
}

PartClearance SetBound::least_of(PartClearance least, const Posed& posed, const Vector& position_m, double turn_rad,
                                 double enough_m) const {
    const auto take = [&](double clearance_m, double allowance_m) {
        least.at_middle_m = std::min(least.at_middle_m, clearance_m);
        least.at_most_m = std::min(least.at_most_m, clearance_m + allowance_m);
        least.allowance_m = std::max(least.allowance_m, allowance_m);
    };
    std::vector<double> of_rods(posed.rods.limits);
    for (std::size_t i = 0; i < leg_count; ++i) {
        // A rotation adds the motion of the leg's joint. For a joint's tilt it also adds the motion that the rotation
        // of the joint's axis is equivalent to.
        const double shift_m = shift_of(joint_radius_m_[i], turn_rad);
        const double turned_m = axis_reach_m_[i] > 0 ? shift_m + (axis_reach_m_[i] + shift_m) * turn_rad : shift_m;
        if (!of_rods.empty()) {
            // Only the leg's smallest clearance matters, so it gets the largest allowance of the leg's limits.
            const Vector vector_m = position_m + posed.rods.offset_m[i];
            // Clearances larger than the distance that dismisses the cell need not be exact.
            take(posed.rods.legs[i]->rough_clearance_m(vector_m, of_rods, 2 * (enough_m + turned_m)), turned_m);
            if (least.at_most_m < -enough_m) return least;
            continue;
        }
        const LegClearances<exact::Number> clearances =
            exact_leg_clearances(plan_.limits()[i], posed.legs[i], position_m);
        for (const LegLimit limit : telescopic_limits)
            take(clearances.m[static_cast<int>(limit)].value, limit == LegLimit::platform_joint ? turned_m : shift_m);
    }
    // Home's side of the base acts as one more limit.
    if (side_) take(dot(side_->normal, position_m) + posed.height_m, side_shift(turn_rad));
    for (const auto& limit : posed.shared) {
        if (least.at_most_m < -enough_m) break;
        take(signed_clearance_m(*limit, position_m), 0);
    }
    return least;
}

}  // namespace hexscan
