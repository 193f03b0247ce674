#include "src/scan/maps/clearance_rows.h"

#include <algorithm>
#include <cmath>

#include "kernels/kinematics.h"
#include "kernels/least_clearance.h"
#include "src/base/vector_level.h"
#include "src/scan/reference.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/scan_tuning.h"

namespace hexscan {
namespace {

constexpr unsigned joint_bits = leg_bit(LegLimit::base_joint) | leg_bit(LegLimit::platform_joint);
constexpr unsigned length_bits = all_leg_bits & ~joint_bits;

/// A part of a row, in metres.
struct Columns {
    const double* x_m;
    int count;
    double y_m, z_m;
};

/// Writes a leg's clearances, limit by limit.
HEXSCAN_HD_INLINE void put_clearances(const LegLimits<double>& limits, const Leg<double>& leg, const Columns& columns,
                                      double* clearances_m) {
    for (int c = 0; c < columns.count; ++c) {
        const auto found = exact_leg_clearances(limits, leg, {columns.x_m[c], columns.y_m, columns.z_m});
        HEXSCAN_UNROLL
        for (int k = 0; k < telescopic_limit_count; ++k) clearances_m[k * columns.count + c] = found.m[k].value;
    }
}

/// Lowers least_m[c] and sets limit[c] in every column c where one of the leg's limits `wanted` has a smaller
/// clearance.
template <unsigned wanted>
HEXSCAN_HD_INLINE void look_at_part(const LegLimits<double>& limits, const Leg<double>& leg, int index,
                                    const Columns& columns, double* least_m, double* limit) {
    for (int c = 0; c < columns.count; ++c) {
        const Vec3<double> p{columns.x_m[c], columns.y_m, columns.z_m};
        HEXSCAN_UNROLL
        for (int k = 0; k < telescopic_limit_count; ++k) {
            if ((wanted >> k & 1U) == 0) continue;
            const double clearance_m = exact_limit_clearance_m(limits, static_cast<LegLimit>(k), leg, p);
            const bool less = clearance_m < least_m[c];
            least_m[c] = less ? clearance_m : least_m[c];
            limit[c] = less ? limit_number(index, k) : limit[c];
        }
    }
}

/// Looks at any limits of a leg. Both lengths are compared together, because they share a square root.
void look_at_limits(unsigned wanted, const LegLimits<double>& limits, const Leg<double>& leg, int index,
                    const Columns& columns, double* least_m, double* limit) {
    constexpr unsigned base = leg_bit(LegLimit::base_joint), platform = leg_bit(LegLimit::platform_joint);
    const auto look = [&](const auto& at_level) { at_level(limits, leg, index, columns, least_m, limit); };
    switch (wanted & joint_bits) {
        case 0: return look(at_vector_level<look_at_part<length_bits>>);
        case base: return look(at_vector_level<look_at_part<length_bits | base>>);
        case platform: return look(at_vector_level<look_at_part<length_bits | platform>>);
        default: return look(at_vector_level<look_at_part<all_leg_bits>>);
    }
}

}  // namespace

ClearanceRows::ClearanceRows(const ScanPlan& plan)
    : limits_(plan.set->limits()), geometry_(plan.oriented().geometry), x_m_(column_coordinates(plan)), doubt_m_(0) {
    for (const Leg<double>& leg : geometry_.legs) doubt_m_ = std::max(doubt_m_, clearance_doubt_m(plan, leg));
    // Beside a cone that is a line, clearances jump.
    for (const LegLimits<double>& limits : limits_)
        for (const TiltLimit<double>& tilt : {limits.base, limits.platform})
            if (tilt.limited && tilt.sine == 0) doubt_m_ = INFINITY;
    for (int first = 0; first < plan.columns(); first += tuning::clearance_part_columns) {
        const int end = std::min(first + tuning::clearance_part_columns, plan.columns());
        const auto x_m = [&](int column) { return x_m_[static_cast<std::size_t>(column)]; };
        const double middle_m = x_m(first + (end - first) / 2);
        middles_m_.push_back(middle_m);
        parts_.push_back({first, end, std::max(middle_m - x_m(first), x_m(end - 1) - middle_m)});
    }
}

ClearanceRows::Row ClearanceRows::at(double y_m, double z_m) const {
    Row row{std::vector<double>(x_m_.size(), INFINITY), std::vector<double>(x_m_.size(), 0)};
    const Columns middles{middles_m_.data(), static_cast<int>(middles_m_.size()), y_m, z_m};
    const std::size_t parts = parts_.size(), of_leg = telescopic_limit_count * parts;
    std::vector<double> clearances_m(leg_count * of_leg);
    for (std::size_t i = 0; i < leg_count; ++i)
        at_vector_level<put_clearances>(limits_[i], geometry_.legs[i], middles, clearances_m.data() + i * of_leg);
    for (std::size_t part = 0; part < parts; ++part) {
        double least_m = INFINITY;
        for (std::size_t k = part; k < clearances_m.size(); k += parts) least_m = std::min(least_m, clearances_m[k]);
        const auto [first, end, half_m] = parts_[part];
        const double near_m = least_m + 2 * half_m + 4 * doubt_m_;
        const Columns columns{x_m_.data() + first, end - first, y_m, z_m};
        for (std::size_t i = 0; i < leg_count; ++i) {
            unsigned wanted = 0;
            for (std::size_t k = 0; k < telescopic_limit_count; ++k)
                wanted |= clearances_m[i * of_leg + k * parts + part] <= near_m ? 1U << k : 0U;
            if (wanted != 0)
                look_at_limits(wanted, limits_[i], geometry_.legs[i], static_cast<int>(i), columns,
                               row.least_m.data() + first, row.limit.data() + first);
        }
    }
    return row;
}

bool ClearanceRows::is_reachable(double least_m, const Vector& position_m) const {
    if (std::abs(least_m) > doubt_m_) return least_m > 0;
    return exact_reachable(geometry_, position_m.x, position_m.y, position_m.z);
}

}  // namespace hexscan
