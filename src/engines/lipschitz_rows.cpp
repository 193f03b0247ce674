#include "src/engines/lipschitz_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "kernels/clearance.h"
#include "kernels/kinematics.h"
#include "kernels/sets/orientation_set.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/host_engine.h"
#include "src/engines/host_engines.h"
#include "src/engines/parallel_rows.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/reference.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan {
namespace {

TiltLimit<double> tilt_limit(double signed_cos_sq) {
    if (signed_cos_sq == unlimited_signed_cos_sq) return {0, -1, false};
    const double cos_sq = std::abs(signed_cos_sq);
    // If the sine were 0, the cone of allowed directions would be a line, and a leg along it could not be distinguished
    // from a leg in the opposite direction.
    const double sin_sq = std::max(0x1p-120, 1 - cos_sq);
    return {std::sqrt(sin_sq), std::copysign(std::sqrt(cos_sq), signed_cos_sq), true};
}

/// A leg at one orientation.
struct TelescopicLeg {
    Leg<double> leg;
    LegLimits<double> limits;
    double doubt_m;

    TelescopicLeg(const ScanGrid& grid, const Leg<double>& of)
        : leg(of),
          limits{of.min_length_sq_m2 > 0 ? std::sqrt(of.min_length_sq_m2) : -INFINITY, std::sqrt(of.max_length_sq_m2),
                 tilt_limit(of.base_signed_cos_sq), tilt_limit(of.platform_signed_cos_sq)},
          doubt_m(clearance_doubt_m(grid, of)) {}
};

/// A telescopic leg on a row, whose four limits form one condition.
class LegOnRow {
public:
    LegOnRow(const TelescopicLeg& posed, double y_m, double z_m)
        : posed_(&posed), row_(exact_leg_row(posed.leg, y_m, z_m)) {}

    bool keeps(double x_m) const { return exact_leg_within_limits(posed_->leg, row_, x_m); }
    double clearance_m(double x_m) const {
        const Leg<double>& leg = posed_->leg;
        const LegLimits<double>& limits = posed_->limits;
        const double lx = x_m + leg.offset_m.x, square = lx * lx + row_.yz_sq_m2, length = std::sqrt(square);
        const auto joint = [&](const TiltLimit<double>& limit, double along) {
            return joint_clearance_m(limit, along, std::sqrt(std::max(0.0, square - along * along)), length);
        };
        return std::min({clearance_outside_sphere_m(limits.min_length_m, length),
                         clearance_inside_sphere_m(limits.max_length_m, length),
                         joint(limits.base, leg.base_axis.x * lx + row_.base_d_m),
                         joint(limits.platform, leg.platform_axis.x * lx + row_.platform_d_m)});
    }
    double doubt_m() const { return posed_->doubt_m; }

private:
    const TelescopicLeg* posed_;
    LegRow row_;
};

/// All legs at one orientation, which form one condition on a row.
template <class OnRow>
class MachineOnRow {
public:
    template <class Posed>
    MachineOnRow(std::span<const Posed> legs, double y_m, double z_m) {
        for (const Posed& leg : legs) legs_.emplace_back(leg, y_m, z_m);
    }
    bool keeps(double x_m) const {
        return std::ranges::all_of(legs_, [&](const OnRow& leg) { return leg.keeps(x_m); });
    }
    double clearance_m(double x_m) const {
        double least = INFINITY;
        for (const OnRow& leg : legs_) least = std::min(least, leg.clearance_m(x_m));
        return least;
    }
    double doubt_m() const {
        double most = 0;
        for (const OnRow& leg : legs_) most = std::max(most, leg.doubt_m());
        return most;
    }

private:
    std::vector<OnRow> legs_;
};

/// A leg with a rod at one orientation.
struct PosedRod {
    std::shared_ptr<const PosedLeg> leg;
    Vector offset_m;
    std::size_t limits;
    double doubt_m;
};

/// A leg with a rod on a row, whose limits form one condition.
class RodOnRow {
public:
    RodOnRow(const PosedRod& posed, double y_m, double z_m)
        : posed_(&posed), y_m_(y_m + posed.offset_m.y), z_m_(z_m + posed.offset_m.z) {}

    bool keeps(double x_m) const { return posed_->leg->keeps(leg_vector(x_m)); }
    double clearance_m(double x_m) const {
        std::array<double, most_limits> clearances{};
        const std::span<double> of_leg = std::span(clearances).first(posed_->limits);
        return posed_->leg->rough_clearance_m(leg_vector(x_m), of_leg, INFINITY);
    }
    double doubt_m() const { return posed_->doubt_m; }

private:
    static constexpr std::size_t most_limits = 16;

    Vector leg_vector(double x_m) const { return {x_m + posed_->offset_m.x, y_m_, z_m_}; }

    const PosedRod* posed_;
    double y_m_, z_m_;
};

/// The legs at every orientation of the plan's set, six per orientation.
std::vector<TelescopicLeg> telescopic_legs(const ScanPlan& plan, const FreeLegs& legs) {
    const OrientationTables& set = plan.set->tables();
    std::vector<TelescopicLeg> posed;
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        plan.end_if_given_up();
        for (const FreeLeg& leg : legs)
            posed.emplace_back(plan, exact_leg_at(leg, exact::rotation_at(set, orientation_at(set, o))));
    }
    return posed;
}

std::vector<PosedRod> posed_rods(const ScanPlan& plan) {
    std::vector<PosedRod> posed;
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        plan.end_if_given_up();
        const PosedLegs legs = plan.set->rods_at(o);
        for (std::size_t i = 0; i < leg_count; ++i)
            posed.push_back({legs.legs[i], legs.offset_m[i], legs.limits,
                             legs.legs[i]->doubt_m(longest_vector_m(plan, legs.offset_m[i]))});
    }
    return posed;
}

/// Scans a plan with the conditions that `conditions_on(y_m, z_m)` returns for a row. `demand` says whether a reachable
/// position must satisfy all of them or any of them.
template <Demand demand, class ConditionsOn>
Workspace scan_under(const ScanPlan& plan, ConditionsOn conditions_on) {
    const std::vector<double> x_m = column_coordinates(plan);
    const RowColumnPositions columns{x_m, plan.columns() > 1 ? 1 / plan.x.step_m : 1};
    return scan_rows_in_parallel(
        plan, tuning::lipschitz_rows_per_block, [&](int slice, int first, int end, WorkspaceSlice& out) {
            LipschitzRows<demand> rows(plan.end_if_given_up);
            for (int r = first; r < end; ++r) {
                const auto conditions = conditions_on(grid_coordinate(plan.y, r), grid_coordinate(plan.z, slice));
                const std::size_t begin = out.runs.size();
                rows.settle(columns, std::span(conditions), [&](ColumnRange settled, bool reachable) {
                    if (!reachable) return;
                    if (out.runs.size() > begin && out.runs.back().last + 1 == settled.first)
                        out.runs.back().last = settled.last;
                    else
                        out.runs.push_back({settled.first, settled.last});
                });
                out.row_begin.push_back(static_cast<std::int32_t>(out.runs.size()));
            }
        });
}

template <class OnRow, class Posed>
Workspace scan_with(const ScanPlan& plan, const std::vector<Posed>& legs) {
    if (plan.workspace == WorkspaceKind::inclusive)
        return scan_under<Demand::any>(plan, [&](double y_m, double z_m) {
            std::vector<MachineOnRow<OnRow>> machines;
            for (std::size_t i = 0; i < legs.size(); i += leg_count)
                machines.emplace_back(std::span(legs).subspan(i, leg_count), y_m, z_m);
            return machines;
        });
    return scan_under<Demand::all>(plan, [&](double y_m, double z_m) {
        std::vector<OnRow> on_row;
        for (const Posed& leg : legs) on_row.emplace_back(leg, y_m, z_m);
        return on_row;
    });
}

}  // namespace

ScanResult scan_by_clearance(const ScanPlan& plan) {
    ScanResult result;
    if (plan.has_rods()) {
        result.workspace = scan_with<RodOnRow>(plan, posed_rods(plan));
        if (plan.is_certified()) {
            const ScanPlan tightened = plan.tightened();
            result.proved = scan_with<RodOnRow>(tightened, posed_rods(tightened));
        }
        result.fields = fields_by_rows(plan);
        return result;
    }
    result.workspace = scan_with<LegOnRow>(plan, telescopic_legs(plan, plan.set->legs()));
    if (plan.is_certified()) {
        std::vector<Workspace> parts;
        for (const FreeLegs& legs : plan.set->proof_parts())
            parts.push_back(scan_with<LegOnRow>(plan, telescopic_legs(plan, legs)));
        result.proved = intersection(parts);
    }
    return result;
}

const Engine& lipschitz_engine() {
    static const HostEngine engine("lipschitz", scan_by_clearance, [](const ScanPlan& plan) {
        return (plan.maps.empty() || plan.has_rods()) && !plan.has_shared_limits() &&
               plan.set->count() <= tuning::most_kept_orientations;
    });
    return engine;
}

}  // namespace hexscan
