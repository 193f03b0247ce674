#include "src/scan_cuda/rod_maps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "kernels/rod_clearance_kernel.cuh"
#include "src/machine/legs/leg_kinds.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/clearance_map.cuh"
#include "src/scan_cuda/rod_guesses.h"

namespace hexscan {
namespace {

/// An axis of the grid as seen from its middle.
GridAxis<float> seen_from(double middle_m, const GridAxis<double>& axis) {
    return {static_cast<float>(axis.from_m - middle_m),
            static_cast<float>(axis.to_m - middle_m),
            static_cast<float>(axis.step_m),
            axis.count,
            axis.begin,
            axis.full_count};
}
double middle_m(const GridAxis<double>& axis) { return (axis.from_m + axis.to_m) / 2; }

SliderOfMap rod_of_map(const SliderLeg& leg, const Vector& offset_m, bool ahead, const GuessedSlider& guess) {
    return {leg, offset_m, ahead, leg.carriage.is_limited(), leg.platform.is_limited(), guess};
}
RotaryOfMap rod_of_map(const RotaryLeg& leg, const Vector& offset_m, bool ahead, const GuessedRotary& guess) {
    return {leg, offset_m, ahead, guess};
}

template <class Rod>
RodClearanceScan<Rod> rod_clearance_scan(const ScanPlan& plan, const PerLegWord& branch) {
    const PosedLegs posed = plan.set->rods_at(0);
    const Vector middle{middle_m(plan.x), middle_m(plan.y), middle_m(plan.z)};
    const Vector corner{plan.x.to_m - middle.x, plan.y.to_m - middle.y, plan.z.to_m - middle.z};
    RodClearanceScan<Rod> scan{};
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.guess_x = seen_from(middle.x, plan.x);
    scan.guess_y = seen_from(middle.y, plan.y);
    scan.guess_z = seen_from(middle.z, plan.z);
    scan.limits_of_leg = static_cast<int>(posed.limits);
    scan.block_radius_m = std::nextafter(static_cast<float>(block_radius_m(plan)), INFINITY);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const PosedLeg& leg = *posed.legs[i];
        const auto form = std::get<decltype(Rod::leg)>(*leg.form());
        const Vector& offset_m = posed.offset_m[i];
        const double longest_m = longest_vector_m(plan, offset_m);
        const auto guess = guessed_leg(form, branch[i] != 0, {offset_m + middle, length_of(corner), longest_m});
        scan.legs[i] = rod_of_map(form, offset_m, branch[i] != 0, guess.leg);
        scan.guess_off_m = std::max(scan.guess_off_m, guess.off_m);
        scan.doubt_m = std::max(scan.doubt_m, leg.doubt_m(longest_m));
    }
    return scan;
}

template <class Rod>
class RodClearanceMap final : public ClearanceMapBase {
public:
    RodClearanceMap(const ScanPlan& plan, const PerLegWord& branch)
        : ClearanceMapBase(plan), scan_(rod_clearance_scan<Rod>(plan, branch)) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps = 4;
        const BlocksOfWarps blocks(plan_, count, warps);
        hexapod_rod_clearance_kernel<Rod, warps>
            <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, maps(), first, blocks.per_row);
    }

private:
    RodClearanceScan<Rod> scan_;
};

}  // namespace

bool has_rod_maps(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits() || !plan.is_single()) return false;
    if (!std::ranges::all_of(plan.maps, [](MapKind map) { return map == MapKind::clearance || map == MapKind::limit; }))
        return false;
    const PosedLegs posed = plan.set->rods_at(0);
    return std::ranges::all_of(posed.legs, [](const auto& leg) {
        const std::optional<RodForm> form = leg->form();
        if (!form) return false;
        const auto* const arm = std::get_if<RotaryLeg>(&*form);
        return arm == nullptr || (!arm->arm_end.is_limited() && !arm->platform_end.is_limited());
    });
}

std::unique_ptr<SetMap> make_rod_maps(const ScanPlan& plan) {
    if (const auto* const sliders = std::get_if<SliderLegs>(&plan.set->machine().legs))
        return std::make_unique<RodClearanceMap<SliderOfMap>>(plan, sliders->branch);
    return std::make_unique<RodClearanceMap<RotaryOfMap>>(plan, std::get<RotaryLegs>(plan.set->machine().legs).branch);
}

}  // namespace hexscan
