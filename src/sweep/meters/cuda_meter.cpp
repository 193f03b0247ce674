#include <algorithm>

#include <tbb/parallel_for.h>

#include "hexscan/errors.h"
#include "kernels/kinematics.h"
#include "src/device/devices.h"
#include "src/engines/axis_verdicts.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/machine_rows.h"
#include "src/sweep/meters/meter.h"
#include "src/sweep/meters/reach_steps.h"
#include "src/sweep/meters/swept_machines.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {
namespace {

constexpr std::int64_t capacity = tuning::machines_on_device;

/// Measures the machines of a sweep whose legs are of one kind. Volumes over sets of orientations are left to the
/// engines of scans.
template <class Swept>
class CudaMeter final : public Meter {
public:
    CudaMeter(const SweepFile& sweep, const Designs& designs, const DeviceInfo& device)
        : sweep_(sweep),
          designs_(designs),
          name_(device.name),
          scan_(workspace_scan(sweep.scan)),
          rows_(make_machine_rows<Swept>(device.index, room(scan_, designs))) {}

    std::string name() const override { return name_; }

    std::vector<Measured> measure(std::int64_t first, std::int64_t count) override {
        const DeviceInUse in_use = rows_->use();
        std::vector<Measured> measured(static_cast<std::size_t>(count));
        for (std::int64_t done = 0; done < count; done += capacity) {
            const std::int64_t some = std::min(capacity, count - done);
            measure_some(first + done,
                         std::span(measured).subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(some)));
        }
        return measured;
    }

    bool uses_all_cores() const override { return false; }

    std::vector<std::uint32_t> reach_counts(int slice) override {
        if (!scan_.orientations.is_single()) return reach_counts_on_host(designs_, scan_, slice);
        const DeviceInUse in_use = rows_->use();
        rows_->begin_reach(scan_.x.count, scan_.y.count);
        ReachSteps reached(scan_.x.count, scan_.y.count);
        for (std::int64_t first = 0; first < designs_.count(); first += capacity) {
            const std::int64_t some = std::min(capacity, designs_.count() - first);
            // If all machines fit into the buffer, they are still on the device from the previous slice.
            if (first != filled_from_ || some != filled_) fill(first, some, nullptr);
            rows_->add_reach(static_cast<std::size_t>(some), slice);
            // The host computes the machines that the closed form cannot solve, because their columns are too close
            // together.
            for (const std::optional<ScanPlan>& plan : plans_)
                if (plan)
                    reached.add(runs_of_slice(*plan, slice), axis_verdicts(plan->slab(slice, 1)).reachable.front());
            for (const Swept& machine : rows_->filled().first(static_cast<std::size_t>(some)))
                if (machine.solvable)
                    reached.add_axis(exactly_reaches(machine, {0, 0, grid_coordinate(grid_of(machine).z, slice)}));
        }
        reached.add(rows_->reach());
        return reached.counts();
    }

private:
    static std::size_t room(const ScanRequest& scan, const Designs& designs) {
        return scan.orientations.is_single() ? static_cast<std::size_t>(std::min(capacity, designs.count())) : 0;
    }

    /// Prepares machines for the device. If `measured` is given, it receives the measures that the host computes for
    /// each machine.
    void fill(std::int64_t first, std::int64_t count, Measured* measured) {
        filled_from_ = first;
        filled_ = count;
        plans_.assign(static_cast<std::size_t>(count), std::nullopt);
        const std::span<Swept> machines = rows_->machines();
        tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t k) {
            const auto index = static_cast<std::size_t>(k);
            if (!machines.empty()) machines[index].solvable = false;
            try {
                const Machine machine = designs_.machine(first + k);
                const ScanPlan plan = make_scan_plan(machine, scan_);
                if (!machines.empty()) {
                    prepare(plan, machines[index]);
                    if (!machines[index].solvable) plans_[index] = plan;
                }
                if (measured != nullptr) measured[index] = measured_beside_cells(machine, plan, sweep_);
            } catch (const DescriptionError&) {
                return;
            }
        });
    }

    void measure_some(std::int64_t first, std::span<Measured> measured) {
        fill(first, static_cast<std::int64_t>(measured.size()), measured.data());
        const bool many_at_once = scan_.orientations.is_single() && sweep_.measures_any(Measure::volume);
        std::span<const MachineTally> tallies;
        if (many_at_once) tallies = rows_->tally(measured.size(), std::int64_t{scan_.y.count} * scan_.z.count);
        for (std::size_t k = 0; k < measured.size(); ++k) {
            if (measured[k].is_machine == 0) continue;
            const auto count = [&](const ScanRequest& scan) -> CountedCells {
                // Machines with a plan in `plans_` are those that the closed form cannot solve.
                if (many_at_once && !plans_[k])
                    return {static_cast<std::int64_t>(tallies[k].eighth_cells), tallies[k].cut_off != 0};
                return counted(make_scan_plan(designs_.machine(first + static_cast<std::int64_t>(k)), scan));
            };
            measure_volumes(sweep_, count, measured[k]);
        }
    }

    static CountedCells counted(const ScanPlan& plan) {
        const Engine* const engine = cuda_engine_for(plan);
        if (plan.is_single() || engine == nullptr) return count_cells(plan);
        const std::unique_ptr<PreparedScan> scan = engine->prepare(plan);
        scan->scan();
        CountedCells counted;
        for (int slice = 0; slice < plan.slices(); ++slice) counted.add(plan, slice, scan->slice(slice));
        return counted;
    }

    const SweepFile& sweep_;
    const Designs& designs_;
    std::string name_;
    ScanRequest scan_;
    std::unique_ptr<MachineRows<Swept>> rows_;
    std::int64_t filled_from_ = 0, filled_ = 0;   ///< Machines that are prepared.
    std::vector<std::optional<ScanPlan>> plans_;  ///< Plans of prepared machines that the closed form cannot
                                                  ///< solve; nullopt for the others.
};

}  // namespace

ScanPlan nominal_plan(const SweepFile& sweep) {
    return make_scan_plan(build_machine(sweep.machine), workspace_scan(sweep.scan));
}

bool devices_measure(const SweepFile& sweep) {
    const ScanPlan plan = nominal_plan(sweep);
    return !plan.has_shared_limits() && (!plan.has_rods() || cuda_engine_for(plan) != nullptr);
}

std::unique_ptr<Meter> make_cuda_meter(const SweepFile& sweep, const Designs& designs, int device) {
    const DeviceList list = list_devices();
    const auto found = std::find_if(list.devices.begin(), list.devices.end(),
                                    [&](const DeviceInfo& info) { return info.index == device; });
    if (found == list.devices.end()) throw DeviceError(list.problem);
    return with_swept(nominal_plan(sweep), [&]<class Swept>() -> std::unique_ptr<Meter> {
        return std::make_unique<CudaMeter<Swept>>(sweep, designs, *found);
    });
}

}  // namespace hexscan
