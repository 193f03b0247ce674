#include "src/scan/plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "kernels/kinematics.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/shared/shared_limit.h"
#include "src/scan/map_kind.h"
#include "src/scan/rounded_axis.h"
#include "src/scan/rows/free_legs.h"
#include "src/scan/rows/tightened_rods.h"

namespace hexscan {
namespace {

/// The angles of a range, multiplied by `way`, which is 1 or -1.
std::vector<AngleSample> samples_of(const AngleRange& range, double way = 1) {
    std::vector<AngleSample> samples;
    for (int i = 0; i < range.count; ++i) {
        const double angle_rad = way * range.angle_rad(i);
        samples.push_back({angle_rad, exact_sin(angle_rad), exact_cos(angle_rad)});
    }
    return samples;
}

Leg<float> to_float(const Leg<double>& leg) {
    return {to_float(leg.offset_m),
            to_float(leg.base_axis),
            to_float(leg.platform_axis),
            static_cast<float>(leg.min_length_m),
            static_cast<float>(leg.max_length_m),
            static_cast<float>(leg.base_min_elevation_rad),
            static_cast<float>(leg.platform_min_elevation_rad),
            static_cast<float>(leg.min_length_sq_m2),
            static_cast<float>(leg.max_length_sq_m2),
            static_cast<float>(leg.base_signed_cos_sq),
            static_cast<float>(leg.platform_signed_cos_sq)};
}

/// True if the legs, in the form that kernels use, contain everything that the request needs.
bool has_all_in_legs(const Machine& machine, const std::vector<MapKind>& maps) {
    return machine.has_kernels() && !has_shared_limits(machine) &&
           std::none_of(maps.begin(), maps.end(), [](MapKind map) { return definition_of(map).asks_the_machine; });
}

}  // namespace

SetPlan::SetPlan(const Machine& machine, const ScanRequest& request)
    : machine_(has_all_in_legs(machine, request.questions.maps) ? nullptr : std::make_shared<const Machine>(machine)),
      legs_(machine.has_kernels() ? free_legs(machine) : FreeLegs{}),
      limits_(machine.has_kernels() ? leg_limits(machine) : std::array<LegLimits<double>, leg_count>{}) {
    if (has_shared_limits() && request.questions.certified)
        throw UsageError(
            fmt::format("certified: covers strokes and joint tilts, but not limits on several legs together; leave "
                        "out certified or these limits ({})",
                        shared_limit_keys));
    const OrientationSet& set = request.orientations;
    samples_[2] = samples_of(set.yaw);
    if (set.tilt) {
        const AngleRange rings{0, set.tilt->to_rad, set.tilt->rings + 1};
        samples_[0] = samples_of(rings);
        for (int d = 0; d < set.tilt->directions; ++d) {
            const double angle_rad = 2 * std::numbers::pi * d / set.tilt->directions;
            samples_[1].push_back({angle_rad, exact_sin(angle_rad), exact_cos(angle_rad)});
        }
        for (const AngleSample& ring : samples_[0])
            ring_tilt_deg_.push_back(static_cast<float>(ring.angle_rad * 180 / std::numbers::pi));
    } else if (machine.orientation_order == OrientationOrder::zyx) {
        samples_[0] = samples_of(set.roll);
        samples_[1] = samples_of(set.pitch);
    } else {
        samples_[0] = samples_of(set.yaw, -1);
        samples_[1] = samples_of(set.pitch, -1);
        samples_[2] = samples_of(set.roll, -1);
        tables_.mirrored = true;
    }
    tables_.layout = set.tilt ? OrientationLayout::tilts : OrientationLayout::angles;
    put_samples_into_tables();
    if (!request.questions.certified) return;
    if (!has_rods()) {
        proof_parts_ = tightened_legs(machine, set);
        return;
    }
    ScanRequest samples = request;
    samples.questions.certified = false;
    const auto tightened = std::make_shared<SetPlan>(machine, samples);
    tightened->needed_clearances_m_ = needed_clearances_m(machine, set);
    tightened_ = tightened;
}

SetPlan::SetPlan(const SetPlan& set, std::int64_t number)
    : tables_(set.tables_),
      machine_(set.machine_),
      legs_(set.legs_),
      limits_(set.limits_),
      needed_clearances_m_(set.needed_clearances_m_) {
    const OrientationIndex index = orientation_at(set.tables_, number);
    for (std::size_t axis = 0; axis < 3; ++axis)
        samples_[axis] = {set.samples_[axis][static_cast<std::size_t>(index.at[axis])]};
    put_samples_into_tables();
}

void SetPlan::put_samples_into_tables() {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        tables_.counts[axis] = static_cast<int>(samples_[axis].size());
        tables_.samples[axis] = samples_[axis].data();
    }
}

Rotation SetPlan::rotation_at(std::int64_t number) const {
    const Matrix3<double> rotation = exact::rotation_at(tables_, orientation_at(tables_, number));
    return {rotation.x, rotation.y, rotation.z};
}

PosedLegs SetPlan::rods_at(std::int64_t number) const {
    const PosedLegs legs = posed_legs(*machine_, rotation_at(number));
    return needed_clearances_m_ == decltype(needed_clearances_m_){} ? legs : tightened_rods(legs, needed_clearances_m_);
}

PosedSharedLimits SetPlan::shared_limits_at(std::int64_t number) const {
    return posed_shared_limits(*machine_, rotation_at(number));
}

PosedJacobian SetPlan::jacobian_at(std::int64_t number) const { return {*machine_, rotation_at(number)}; }

ScanPlan ScanPlan::slab(int first, int count) const {
    ScanPlan part = *this;
    part.z.begin += first;
    part.z.count = count;
    return part;
}

ScanPlan ScanPlan::at_orientation(std::int64_t number) const {
    ScanPlan plan = *this;
    plan.set = std::make_shared<const SetPlan>(*set, number);
    plan.workspace = WorkspaceKind::constant;
    plan.maps.clear();
    return plan;
}

ScanPlan ScanPlan::tightened() const {
    ScanPlan plan = *this;
    plan.set = set->tightened();
    plan.maps.clear();
    return plan;
}

OrientedPlan ScanPlan::oriented() const { return oriented(set->legs(), {}); }

OrientedPlan ScanPlan::oriented(const FreeLegs& legs, OrientationIndex index) const {
    OrientedPlan plan{{x, y, z, {}}};
    const Matrix3<double> rotation = exact::rotation_at(set->tables(), index);
    for (std::size_t i = 0; i < leg_count; ++i) plan.geometry.legs[i] = exact_leg_at(legs[i], rotation);
    return plan;
}

ScanPlan make_scan_plan(const Machine& machine, const ScanRequest& request) {
    for (const MapKind map : request.questions.maps)
        if (const auto problem = definition_of(map).machine_problem)
            if (const std::string text = problem(machine); !text.empty())
                throw UsageError(fmt::format("map {}: {}", name_of(map), text),
                                 ErrorFacts{.file = {}, .line = 0, .key = "maps"});
    return {scan_grid(request), std::make_shared<const SetPlan>(machine, request), request.workspace,
            request.questions.maps};
}

std::vector<float> tilt_values(const ScanPlan& plan) {
    if (!plan.asks_for(MapKind::tilt)) return {};
    std::set<float> values;
    for (int rings = 0; rings <= static_cast<int>(plan.set->ring_tilt_deg().size()); ++rings)
        values.insert(tilt_of(*plan.set, rings));
    return {values.begin(), values.end()};
}

Vec3<float> to_float(const Vector& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

ScanGeometry<float> to_float(const ScanGeometry<double>& geometry) {
    ScanGeometry<float> rounded{};
    rounded.x = rounded_axis<float>(geometry.x);
    rounded.y = rounded_axis<float>(geometry.y);
    rounded.z = rounded_axis<float>(geometry.z);
    for (int i = 0; i < leg_count; ++i) rounded.legs[i] = to_float(geometry.legs[i]);
    return rounded;
}

}  // namespace hexscan
