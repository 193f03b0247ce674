#include "src/scan_cuda/rod_maps.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "kernels/rod_clearance_kernel.cuh"
#include "src/machine/legs/leg_kinds.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/clearance_map.cuh"

namespace hexscan {
namespace {

template <class Rod>
RodClearanceScan<Rod> rod_clearance_scan(const ScanPlan& plan, const PerLegWord& branch) {
    const PosedLegs posed = plan.set->rods_at(0);
    RodClearanceScan<Rod> scan{plan.x, plan.y, plan.z, {}, static_cast<int>(posed.limits), 0, block_radius_m(plan)};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const PosedLeg& leg = *posed.legs[i];
        scan.legs[i] = {std::get<decltype(Rod::leg)>(*leg.form()), posed.offset_m[i], branch[i] != 0};
        scan.doubt_m = std::max(scan.doubt_m, leg.doubt_m(longest_vector_m(plan, posed.offset_m[i])));
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
