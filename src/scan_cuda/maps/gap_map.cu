#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "kernels/maps/gap_map_kernel.cuh"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_bodies.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/posed_obstacles.h"
#include "src/scan_cuda/maps/clearance_map.cuh"
#include "src/scan_cuda/maps/float_map.cuh"
#include "src/scan_cuda/maps/shared_map_makers.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

void add_pair(GapScan& scan, std::size_t leg, std::size_t other) {
    scan.pair[scan.pairs++] = {static_cast<std::uint8_t>(leg), static_cast<std::uint8_t>(other)};
}

/// Puts an obstacle into the kernel's input at place `obstacle`.
void put_obstacle(GapScan& scan, int obstacle, const PosedObstacle& posed) {
    if (const Segment3* const line = std::get_if<Segment3>(&posed.shape))
        scan.lines[obstacle] = *line;
    else
        scan.plate[obstacle - GapScan::most_lines] = std::get<Disc3>(posed.shape);
}

/// Adds the obstacles, and the pairs of legs and obstacles that must keep a gap.
void add_obstacles(GapScan& scan, const Machine& machine, const Rotation& turned) {
    const LegsApart& apart = *machine.legs_apart;
    const std::vector<PosedObstacle> posed = posed_obstacles(machine.obstacles, turned);
    int lines = 0;
    for (std::size_t k = 0; k < posed.size(); ++k) {
        const bool is_line = std::holds_alternative<Segment3>(posed[k].shape);
        const int obstacle = is_line ? lines++ : GapScan::most_lines + (posed[k].on_platform ? 1 : 0);
        put_obstacle(scan, obstacle, posed[k]);
        scan.apart_m[1 + obstacle] = apart.diameter / 2 + posed[k].radius_m + apart.gap;
        for (std::size_t leg = 0; leg < leg_count; ++leg)
            if (!machine.obstacles.freed.test(k * leg_count + leg))
                add_pair(scan, leg, leg_count + static_cast<std::size_t>(obstacle));
    }
}

/// Upper bound on the change of telescopic legs' gaps between the middle of a ClearanceBlock and its corners, with
/// rounding. A gap changes by at most the distance that the platform moves (src/machine/shared/legs_apart.cpp).
double change_in_block_m(const ScanPlan& plan, std::int64_t orientation) {
    double doubt_m = 0;
    for (const auto& limit : plan.set->shared_limits_at(orientation))
        doubt_m = std::max(doubt_m, limit->doubt_m(farthest_m(plan)));
    return block_radius_m(plan) + doubt_m;
}

/// The kernel's input at an orientation. Pairs of legs without a required gap are omitted.
GapScan gap_scan(const ScanPlan& plan, std::int64_t orientation) {
    const Machine& machine = plan.set->machine();
    const LegsApart& apart = *machine.legs_apart;
    const Rotation turned = plan.set->rotation_at(orientation);
    const PosedLegs posed = posed_rods(machine, turned);
    GapScan scan{};
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.have_rods = !machine.is_telescopic();
    scan.apart_m[0] = apart.least();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const PosedBodies bodies(machine, turned, posed, i);
        const StraightLeg& straight = bodies.straight();
        scan.legs[i] =
            bodies.has_rod() ? bodies.rod() : RodBodies{{}, straight.base_m, straight.joint_m, straight.free_m};
    }
    for (std::size_t k = 0; k < pair_count; ++k)
        if (!apart.free_pairs.test(k)) add_pair(scan, leg_pairs[k].first, leg_pairs[k].second);
    add_obstacles(scan, machine, turned);
    scan.within_m = scan.have_rods ? INFINITY : change_in_block_m(plan, orientation);
    return scan;
}

/// True if all legs are single lines, and there are no plates. The kernel for such machines is faster.
bool are_lines(const Machine& machine) {
    return machine.is_telescopic() && !machine.obstacles.base_plate && !machine.obstacles.platform_plate;
}

class GapMap final : public FloatMap {
public:
    explicit GapMap(const ScanPlan& plan) : FloatMap(plan, MapKind::gap), are_lines_(are_lines(plan.set->machine())) {}

protected:
    void turn_to(std::int64_t orientation) override { scan_ = gap_scan(plan_, orientation); }
    void launch_chunk(float* values, int first, int count, const Stream& stream) override {
        constexpr int warps = tuning::gap_warps;
        const BlocksOfWarps blocks(plan_, count, warps);
        if (are_lines_)
            hexapod_gap_kernel<true, warps>
                <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, values, first, blocks.per_row);
        else
            hexapod_gap_kernel<false, warps>
                <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, values, first, blocks.per_row);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

private:
    GapScan scan_{};
    bool are_lines_;
};

}  // namespace

std::unique_ptr<SetMap> make_gap_map(const ScanPlan& plan) { return std::make_unique<GapMap>(plan); }

}  // namespace hexscan
