#include "src/scan_cuda/rod_sets.h"

#include <cstdint>
#include <iterator>

#include "kernels/rod_set_rows_kernel.cuh"
#include "kernels/sets/rod_inclusive_rows.h"
#include "src/scan/map_kind.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/scan_cuda/device_rod_set.cuh"
#include "src/scan_cuda/maps/row_maps.cuh"
#include "src/scan_cuda/rows_scan.cuh"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

/// Computes the rows of a set. `Launch` starts the kernel that solves them.
template <class Segment, class Scan, class HostSolver, class Launch>
class RodSetScanOnDevice final : public RowsScan<Segment> {
public:
    explicit RodSetScanOnDevice(const ScanPlan& plan)
        : RowsScan<Segment>(plan), plan_(plan), set_(plan, make_rod_rows<typename Scan::RowLeg>(plan)) {}

private:
    void launch(RowSegments<Segment>& rows, cudaStream_t stream) override {
        const RowTargets<Segment> targets{rows.data(), static_cast<std::uint32_t>(rows.per_slice()), rows.count(),
                                          rows.any_undecided()};
        Launch::start(plan_, set_.scan(), targets, stream);
    }
    void begin_on_host() override {
        if (!host_) host_ = std::make_unique<HostSolver>(plan_, on_all_cores);
    }
    void append_on_host(int slice, int row, WorkspaceSlice& out) const override {
        host_->append(slice, row, row + 1, out);
    }

    ScanPlan plan_;
    DeviceRodSet<Scan> set_;
    std::unique_ptr<HostSolver> host_;  ///< made when the host has to solve a first row
};

unsigned in_steps(std::uint32_t count, int step) {
    return (count + static_cast<unsigned>(step) - 1) / static_cast<unsigned>(step);
}

struct TotalRows {
    template <class Segment, class Scan>
    static void start(const ScanPlan&, const Scan& scan, const RowTargets<Segment>& targets, cudaStream_t stream) {
        constexpr int warps = tuning::total_rows_warps;
        hexapod_rod_set_rows_kernel<Segment, Scan, warps>
            <<<in_steps(targets.segment_count, warps), warps * warp_size, 0, stream>>>(scan, targets);
    }
};
struct InclusiveRows {
    template <class Segment, class Scan>
    static void start(const ScanPlan& plan, const Scan& scan, const RowTargets<Segment>& targets, cudaStream_t stream) {
        const unsigned tiles =
            targets.segments_per_slice * in_steps(static_cast<std::uint32_t>(plan.slices()), RowTile<Segment>::slices);
        using Reach = RodReach<Scan>;
        hexapod_inclusive_rows_kernel<Segment, Reach><<<tiles, warp_size, 0, stream>>>(scan, targets);
    }
};

/// A map of a set for legs with rods. `Base` is a TiltMap or a ShareMap.
template <class Scan, template <class, int> class Base>
class RodSetMap final : public Base<RodSetRows<Scan>, tuning::max_rotary_runs> {
public:
    explicit RodSetMap(const ScanPlan& plan)
        : Base<RodSetRows<Scan>, tuning::max_rotary_runs>(plan),
          set_(plan, make_rod_rows<typename Scan::RowLeg>(plan)) {}

private:
    RodSetRows<Scan> rows() const override { return {set_.scan()}; }

    DeviceRodSet<Scan> set_;
};

/// Calls visit<Scan, HostSolver>() for the legs of a plan. Legs without limited joints have fewer breakpoints.
template <class Visit>
auto with_rods_of(const ScanPlan& plan, Visit visit) {
    const bool has_joints = has_limited_joints(plan);
    if (RotaryRowSolver::supports(plan)) {
        if (has_joints) return visit.template operator()<RotarySetScan<RotaryRowLeg, float>, RotaryRowSolver>();
        return visit.template operator()<RotarySetScan<JointlessRotaryRowLeg, float>, RotaryRowSolver>();
    }
    if (has_joints) return visit.template operator()<SliderSetScan<JointedSliderLeg, float>, SliderRowSolver>();
    return visit.template operator()<SliderSetScan<JointlessSliderLeg, float>, SliderRowSolver>();
}

template <template <class, int> class Base>
std::unique_ptr<SetMap> make_map(const ScanPlan& plan) {
    return with_rods_of(plan, [&]<class Scan, class>() -> std::unique_ptr<SetMap> {
        return std::make_unique<RodSetMap<Scan, Base>>(plan);
    });
}

/// A map for which there are kernels, and the function that makes it.
struct RodMapOfDevice {
    MapKind map;
    std::unique_ptr<SetMap> (*make)(const ScanPlan& plan);
};

constexpr RodMapOfDevice maps_of_device[]{
    {MapKind::tilt, make_map<TiltMap>},
    {MapKind::share, make_map<ShareMap>},
};

template <class Segment, class Launch>
std::unique_ptr<PreparedScan> made_rows(const ScanPlan& plan) {
    return with_rods_of(plan, [&]<class Scan, class HostSolver>() -> std::unique_ptr<PreparedScan> {
        return std::make_unique<RodSetScanOnDevice<Segment, Scan, HostSolver, Launch>>(plan);
    });
}

}  // namespace

bool has_rod_set_rows(const ScanPlan& plan) {
    return RotaryRowSolver::supports(plan) || SliderRowSolver::supports(plan);
}

std::unique_ptr<PreparedScan> make_rod_set_rows(const ScanPlan& plan) {
    if (plan.workspace == WorkspaceKind::inclusive)
        return with_pieced_rod_segment(plan, [&]<class Segment>() { return made_rows<Segment, InclusiveRows>(plan); });
    return with_whole_rod_segment(plan, [&]<class Segment>() { return made_rows<Segment, TotalRows>(plan); });
}

std::vector<std::unique_ptr<SetMap>> make_rod_set_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    for (const auto& [map, make] : maps_of_device)
        if (plan.asks_for(map)) maps.push_back(make(plan));
    return maps;
}

}  // namespace hexscan
