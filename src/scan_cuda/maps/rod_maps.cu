#include "src/scan_cuda/maps/rod_maps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <variant>

#include "kernels/maps/map_tuning.h"
#include "kernels/rod_clearance_kernel.cuh"
#include "src/machine/legs/leg_forms.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/rows/standing_legs.h"
#include "src/scan_cuda/maps/clearance_map.cuh"

namespace hexscan {
namespace {

ArmDirection<float> to_float(const ArmDirection<double>& arm) {
    return {static_cast<float>(arm.u), static_cast<float>(arm.w)};
}

/// An end of the rail is moved to infinity if its distance from the carriage always exceeds the rod's length. Such an
/// end is never the nearest limit.
template <class Real>
QuickSlider<Real> quick_slider(const SliderLeg& leg, const Vec3<Real>& offset_m, double vector_m, bool ahead) {
    const auto rounded = [](const Vector& v) -> Vec3<Real> { return {Real(v.x), Real(v.y), Real(v.z)}; };
    const double far_m = vector_m + 3 * leg.rod_m;
    const Vector& rail = leg.rail;
    const Vector beside = std::abs(rail.z) < 0.6 ? Vector{rail.y, -rail.x, 0} : Vector{0, rail.z, -rail.y};
    const Vector u = scaled(beside, 1 / std::sqrt(dot(beside, beside)));
    return {{offset_m, rounded(u), rounded(cross(rail, u)), rounded(rail)},
            Real(leg.rod_m),
            leg.from_m < -far_m ? -Real(INFINITY) : Real(leg.from_m),
            leg.to_m > far_m ? Real(INFINITY) : Real(leg.to_m),
            ahead};
}
SliderOfMap leg_of_map(const WholeSlider& whole, const Vector& offset_m, const Vec3<float>& seen_offset_m,
                       double vector_m) {
    return {whole.leg,
            offset_m,
            whole.ahead,
            quick_slider<float>(whole.leg, seen_offset_m, vector_m, whole.ahead),
            quick_slider<double>(whole.leg, offset_m, vector_m, whole.ahead),
            0,
            0};
}

RotaryOfMap leg_of_map(const WholeArm& whole, const Vector& offset_m, const Vec3<float>& seen_offset_m, double) {
    const RotaryLeg& leg = whole.leg;
    const QuickRotary quick{{seen_offset_m, to_float(leg.u), to_float(leg.w), to_float(leg.axis)},
                            static_cast<float>(leg.arm_m),
                            static_cast<float>(leg.rod_m),
                            to_float(leg.from),
                            to_float(leg.to),
                            to_float(leg.middle),
                            leg.range,
                            whole.ahead};
    return {leg, offset_m, whole.ahead, quick};
}

/// Error bound of a clearance in single precision for leg vectors of this length. It covers fewer than 30 roundings of
/// lengths that are at most the sum of their terms. If an arm is almost stretched, the root of a difference of squares
/// decides on which side of the middle of its range it is. Even in double precision, the error of that root is the
/// square root of a rounding error.
double quick_doubt_of_m(double longest_m) { return 48 * double{unit_roundoff<float>} * longest_m; }
double quick_doubt_m(const QuickSlider<float>& leg, double vector_m) {
    const auto finite_m = [](float end_m) { return std::isfinite(end_m) ? std::abs(double{end_m}) : 0.0; };
    return quick_doubt_of_m(vector_m + double{leg.rod_m} + std::max(finite_m(leg.from_m), finite_m(leg.to_m)));
}
double quick_doubt_m(const QuickRotary& leg, double vector_m) {
    const double arm_m = double{leg.arm_m}, longest_m = vector_m + arm_m + double{leg.rod_m};
    return quick_doubt_of_m(longest_m) + 0x1p-24 * longest_m * std::sqrt(longest_m / arm_m);
}

/// True if the second slider is a slightly shifted copy of the first. Single precision can hardly distinguish the
/// limits of such twins.
bool are_twins(const SliderOfMap& a, const SliderOfMap& b) {
    constexpr double little = 1e-3;
    const auto same = [](const Vector& v, const Vector& w) { return v.x == w.x && v.y == w.y && v.z == w.z; };
    return same(a.leg.rail, b.leg.rail) && a.leg.rod_m == b.leg.rod_m && a.leg.from_m == b.leg.from_m &&
           a.leg.to_m == b.leg.to_m && a.ahead == b.ahead && length_of(b.offset_m - a.offset_m) < little * a.leg.rod_m;
}

/// Pairs sliders that are twins. Each slider has at most one twin.
void find_twins(RodClearanceScan<SliderOfMap>& scan) {
    for (std::size_t i = 0; i < leg_count; ++i) scan.legs[i].twin = static_cast<int>(i);
    for (std::size_t i = 0; i < leg_count; ++i)
        for (std::size_t j = i + 1; j < leg_count; ++j) {
            SliderOfMap &a = scan.legs[i], &b = scan.legs[j];
            if (a.twin != static_cast<int>(i) || b.twin != static_cast<int>(j) || !are_twins(a, b)) continue;
            a.twin = static_cast<int>(j);
            b.twin = static_cast<int>(i);
            a.twin_apart_m = b.twin_apart_m = length_of(b.offset_m - a.offset_m);
            scan.has_twins = true;
        }
}

/// True if there is a device type for clearance maps with legs of this kind.
template <class Whole>
concept HasLegOfMap = requires(Whole leg) {
    leg_of_map(leg, Vector(), Vec3<float>(), 0);
};
template <class Whole>
using LegOfMap = decltype(leg_of_map(Whole(), Vector(), Vec3<float>(), 0));

template <class Whole>
RodClearanceScan<LegOfMap<Whole>> rod_clearance_scan(const ScanPlan& plan) {
    using Rod = LegOfMap<Whole>;
    const PosedLegs posed = plan.set->rods_at(0);
    ScanGeometry<double> geometry{plan.x, plan.y, plan.z, {}};
    for (std::size_t i = 0; i < leg_count; ++i) geometry.legs[i].offset_m = posed.offset_m[i];
    const ScanGeometry<double> seen = seen_from_the_middle(geometry);
    const ScanGeometry<float> quick = to_float(seen);
    RodClearanceScan<Rod> scan{
        plan.x, plan.y, plan.z, {quick.x, quick.y, quick.z}, {}, false, static_cast<int>(posed.limits), 0, 0, 0, 0};
    const double vector_m = extent_m(seen);
    double quick_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const PosedLeg& leg = *posed.legs[i];
        scan.legs[i] = leg_of_map(std::get<Whole>(leg.whole()), posed.offset_m[i], quick.legs[i].offset_m, vector_m);
        const double longest_m = longest_vector_m(plan, posed.offset_m[i]);
        scan.doubt_m = std::max(scan.doubt_m, leg.doubt_m(longest_m));
        // Far from the machine, coordinates have considerable rounding errors even in double precision.
        quick_m = std::max(quick_m, quick_doubt_m(scan.legs[i].quick, vector_m) + 0x1p-48 * longest_m);
    }
    if constexpr (std::is_same_v<Rod, SliderOfMap>) find_twins(scan);
    scan.fine_doubt_m = 0x1p-20 * quick_m;
    // The squares of these lengths must be representable in single precision, too.
    scan.quick_doubt_m = quick_m > 0x1p-60 && quick_m < 0x1p40 ? static_cast<float>(quick_m) : INFINITY;
    scan.within_m =
        std::nextafter(static_cast<float>(block_radius_m(plan) + scan.doubt_m + double{scan.quick_doubt_m}), INFINITY);
    return scan;
}

template <class Whole>
class RodClearanceMap final : public ClearanceMapBase {
public:
    explicit RodClearanceMap(const ScanPlan& plan) : ClearanceMapBase(plan), scan_(rod_clearance_scan<Whole>(plan)) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps = tuning::rod_clearance_warps;
        const BlocksOfWarps blocks(plan_, count, warps);
        hexapod_rod_clearance_kernel<Rod, warps>
            <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, maps(), first, blocks.per_row);
    }

private:
    using Rod = LegOfMap<Whole>;

    RodClearanceScan<Rod> scan_;
};

/// True if every limit of the leg has a form in single precision. The limits of an arm's joints have none.
bool float_knows(const SliderLeg&) { return true; }
bool float_knows(const RotaryLeg& leg) { return !leg.arm_end.is_limited() && !leg.platform_end.is_limited(); }

}  // namespace

bool has_rod_maps(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits() || !plan.is_single()) return false;
    if (!std::ranges::all_of(plan.maps, [](MapKind map) { return map == MapKind::clearance || map == MapKind::limit; }))
        return false;
    const PosedLegs posed = plan.set->rods_at(0);
    return std::ranges::all_of(posed.legs, [](const auto& leg) {
        const std::optional<RodForm> form = leg->form();
        return form && std::visit([](const auto& of_kind) { return float_knows(of_kind); }, *form);
    });
}

std::unique_ptr<SetMap> make_rod_maps(const ScanPlan& plan) {
    return with_whole_legs(plan, [&]<class Whole>() -> std::unique_ptr<SetMap> {
        if constexpr (HasLegOfMap<Whole>)
            return std::make_unique<RodClearanceMap<Whole>>(plan);
        else
            return nullptr;
    });
}

}  // namespace hexscan
