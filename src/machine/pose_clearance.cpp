#include "src/machine/pose_clearance.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "src/base/infinity.h"
#include "src/machine/legs/telescopic_legs.h"

namespace hexscan {
namespace {

TiltLimit<double> tilt_limit(double max_tilt_rad) {
    if (!(max_tilt_rad < std::numbers::pi)) return {0, -1, false};
    return {exact_sin(max_tilt_rad), exact_cos(max_tilt_rad), true};
}

/// A leg that may have length 0 is never too short. Minus infinity makes its clearance infinite.
double shortest_limit_m(double min_length_m) { return min_length_m > 0 ? min_length_m : -infinity; }

}  // namespace

std::array<LegLimits<double>, leg_count> leg_limits(const Machine& machine) {
    std::array<LegLimits<double>, leg_count> limits{};
    for (std::size_t i = 0; i < leg_count; ++i)
        limits[i] = {shortest_limit_m(machine.telescopic().min_length[i]), machine.telescopic().max_length[i],
                     tilt_limit(machine.base.max_tilt_rad[i]), tilt_limit(machine.platform.max_tilt_rad[i])};
    return limits;
}

OrientedMachine::OrientedMachine(const Machine& machine, const Orientation& orientation) {
    const Rotation turned = rotation_of(orientation, machine.orientation_order);
    shared_ = posed_shared_limits(machine, turned);
    if (!machine.has_kernels()) {
        rods_ = std::make_shared<const PosedLegs>(posed_legs(machine, turned));
        return;
    }
    const auto limits = leg_limits(machine);
    for (std::size_t i = 0; i < leg_count; ++i)
        legs_[i] = {limits[i], turned(machine.platform.points_m[i]) - machine.base.points_m[i], machine.base.axes[i],
                    turned(machine.platform.axes[i])};
}

PoseClearance OrientedMachine::clearance_of_rods(const Vector& position_m, double nearer_than_m) const {
    PoseClearance least{infinity, LimitId::none};
    std::vector<double> clearances(rods_->limits);
    for (std::size_t i = 0; i < leg_count; ++i) {
        rods_->legs[i]->near_clearances_m(position_m + rods_->offset_m[i], std::min(nearer_than_m, least.clearance_m),
                                          clearances);
        const auto nearest = std::min_element(clearances.begin(), clearances.end());
        if (least.limit == LimitId::none || *nearest < least.clearance_m)
            least = {*nearest, static_cast<LimitId>(1 + i * rods_->limits + (nearest - clearances.begin()))};
    }
    return least;
}

std::vector<double> OrientedMachine::clearances_m(const Vector& position_m) const {
    std::vector<double> clearances = clearances_of_legs_m(position_m);
    for (const auto& limit : shared_) clearances.push_back(limit->clearance_m(position_m));
    return clearances;
}

std::vector<double> OrientedMachine::clearances_of_legs_m(const Vector& position_m) const {
    std::vector<double> clearances;
    if (rods_) {
        clearances.resize(leg_count * rods_->limits);
        for (std::size_t i = 0; i < leg_count; ++i)
            rods_->legs[i]->clearances_m(position_m + rods_->offset_m[i],
                                         std::span(clearances).subspan(i * rods_->limits, rods_->limits));
        return clearances;
    }
    for (const OrientedLeg& leg : legs_)
        for (const double clearance_m :
             leg_clearances(leg.limits, position_m + leg.offset_m, leg.base_axis, leg.platform_axis).m)
            clearances.push_back(clearance_m);
    return clearances;
}

PoseClearance OrientedMachine::clearance(const Vector& position_m) const {
    const std::size_t of_legs = leg_count * (rods_ ? rods_->limits : telescopic_limit_count);
    PoseClearance shared{infinity, LimitId::none};
    for (std::size_t k = 0; k < shared_.size(); ++k) {
        const double clearance_m = shared_[k]->clearance_m(position_m);
        if (!(clearance_m >= shared.clearance_m)) shared = {clearance_m, static_cast<LimitId>(1 + of_legs + k)};
    }
    // A leg's search stops once it is known that a shared limit is nearer. If a leg and a shared limit are equally
    // near, the leg is reported.
    const PoseClearance legs = clearance_of_legs(position_m, std::nextafter(shared.clearance_m, infinity));
    return shared.limit == LimitId::none || shared.clearance_m >= legs.clearance_m ? legs : shared;
}

PoseClearance OrientedMachine::clearance_of_legs(const Vector& position_m, double nearer_than_m) const {
    if (rods_) return clearance_of_rods(position_m, nearer_than_m);
    PoseClearance least{infinity, LimitId::none};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const OrientedLeg& leg = legs_[i];
        const LegClearances<double> clearances =
            leg_clearances(leg.limits, position_m + leg.offset_m, leg.base_axis, leg.platform_axis);
        for (const LegLimit which : telescopic_limits) {
            const double clearance_m = clearances.m[static_cast<int>(which)];
            if (!(clearance_m >= least.clearance_m)) least = {clearance_m, limit_id(i, which)};
        }
    }
    return least;
}

PoseClearance pose_clearance(const Machine& machine, const Pose& pose) {
    return OrientedMachine(machine, pose.orientation).clearance(pose.position_m);
}

}  // namespace hexscan
