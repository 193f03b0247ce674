#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/maps/gap_map_kernel.cuh"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_bodies.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/obstacles.h"
#include "src/scan_cuda/maps/clearance_map.cuh"
#include "src/scan_cuda/maps/float_map.h"
#include "src/scan_cuda/maps/shared_map_makers.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

class GapMap final : public FloatMap {
public:
    GapMap(const ScanPlan& plan, const GapScan& scan) : FloatMap(plan, MapKind::gap), scan_(scan) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps = tuning::gap_warps;
        const BlocksOfWarps blocks(plan_, count, warps);
        hexapod_gap_kernel<warps>
            <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, values(), first, blocks.per_row);
    }

private:
    GapScan scan_;
};

/// The kernel's input. Pairs of legs without a required gap are omitted.
GapScan gap_scan(const ScanPlan& plan) {
    const Machine& machine = plan.set->machine();
    const LegsApart& apart = *machine.legs_apart;
    const Rotation turned = plan.set->rotation_at(0);
    GapScan scan{};
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.free_m = apart.free_ends;
    scan.apart_m[0] = apart.least();
    for (std::size_t i = 0; i < leg_count; ++i) {
        scan.base_m[i] = machine.base.points_m[i];
        scan.joint_m[i] = turned(machine.platform.points_m[i]);
    }
    const auto add = [&](std::size_t leg, std::size_t other) {
        scan.pair[scan.pairs++] = {static_cast<std::uint8_t>(leg), static_cast<std::uint8_t>(other)};
    };
    for (std::size_t k = 0; k < pair_count; ++k)
        if (!apart.free_pairs.test(k)) add(leg_pairs[k].first, leg_pairs[k].second);
    for (std::size_t k = 0; k < machine.obstacles.keep_out.size(); ++k) {
        const KeptOut& out = machine.obstacles.keep_out[k];
        scan.obstacles[k] = {vector_of(out.from), vector_of(out.is_capsule ? out.to : out.from)};
        scan.apart_m[1 + k] = apart.diameter / 2 + out.radius + apart.gap;
        for (std::size_t leg = 0; leg < leg_count; ++leg)
            if (!machine.obstacles.freed.test(k * leg_count + leg)) add(leg, leg_count + k);
    }
    double doubt_m = 0;
    for (const auto& limit : plan.set->shared_limits_at(0))
        doubt_m = std::max(doubt_m, limit->doubt_m(farthest_m(plan)));
    scan.within_m = block_radius_m(plan) + doubt_m;
    return scan;
}

}  // namespace

bool has_gap_kernel(const ScanPlan& plan) {
    const Machine& machine = plan.set->machine();
    const Obstacles& obstacles = machine.obstacles;
    return machine.is_telescopic() && !obstacles.base_plate && !obstacles.platform_plate;
}

std::unique_ptr<SetMap> make_gap_map(const ScanPlan& plan) { return std::make_unique<GapMap>(plan, gap_scan(plan)); }

}  // namespace hexscan
