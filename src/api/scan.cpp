#include "hexscan/scan.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>
#include <variant>

#include "hexscan/errors.h"
#include "kernels/grid_cells.h"
#include "src/api/machine_inside.h"
#include "src/device/devices.h"
#include "src/engines/cpu_engine.h"
#include "src/engines/delivery.h"
#include "src/engines/reference_engine.h"
#include "src/engines/set_engine.h"
#include "src/scan/found_ranges.h"
#include "src/scan_cuda/set_engine_cuda.h"

namespace hexscan {

static_assert(sizeof(ColumnRun) == sizeof(Run));

struct Scan::Inside {
    ScanGrid grid;
    std::vector<std::vector<std::int32_t>> row_begin;
    std::vector<std::vector<ColumnRun>> runs;
    std::vector<std::vector<SliceField>> fields;
    std::int64_t reachable_points = 0;
    std::string_view engine;
};

namespace {

/// Keeps what is delivered.
class Keeper final : public Consumer {
public:
    explicit Keeper(Scan::Inside& kept, int slices) : kept_(kept) {
        kept_.row_begin.resize(static_cast<std::size_t>(slices));
        kept_.runs.resize(static_cast<std::size_t>(slices));
        kept_.fields.resize(static_cast<std::size_t>(slices));
    }

    void take(const Slice& slice) override {
        const auto index = static_cast<std::size_t>(slice.index);
        kept_.row_begin[index] = slice.runs.row_begin;
        kept_.fields[index] = slice.fields;
        for (const Run& run : slice.runs.runs) kept_.runs[index].push_back({run.first, run.last});
        const std::lock_guard lock(mutex_);
        kept_.reachable_points += slice.runs.reachable_points();
    }

private:
    Scan::Inside& kept_;
    std::mutex mutex_;
};

void ask_for(const std::optional<GridRange>& asked, ScanRange& range) {
    if (asked) range = {asked->from_m, asked->to_m, asked->points, false};
}

void require(const std::string& problem) {
    if (!problem.empty()) throw UsageError(problem);
}

/// What the question changes of what the machine's file asks.
Platform asked_platform(const Hexapod& machine, const Question& question) {
    Platform platform = machine.inside().platform;
    ScanRequest& scan = platform.scan;
    ask_for(question.x, scan.x);
    ask_for(question.y, scan.y);
    ask_for(question.z, scan.z);
    scan.questions.certified = false;
    scan.questions.tilt_inside.reset();
    const auto steps = [](const AngleSteps& a) { return AngleRange{a.from_rad, a.to_rad, a.points}; };
    if (question.orientations) {
        const auto& [roll, pitch, yaw] = *question.orientations;
        scan.orientations = {};
        scan.orientations.roll = steps(roll);
        scan.orientations.pitch = steps(pitch);
        scan.orientations.yaw = steps(yaw);
    }
    if (question.tilts) {
        scan.orientations.roll = scan.orientations.pitch = {};
        scan.orientations.tilt = TiltCone{question.tilts->to_rad, question.tilts->rings, question.tilts->directions};
    }
    if (question.maps) {
        scan.questions.maps.clear();
        for (const std::string& name : *question.maps) {
            const auto map = map_kind(name);
            if (!map) throw UsageError(name + ": is no map; there are " + listed_maps("and"));
            scan.questions.maps.push_back(*map);
        }
    }
    switch (question.reached) {
        case Reached::as_the_file_says:
            if (question.orientations || question.tilts || question.maps) scan.workspace = workspace_unless_named(scan);
            break;
        case Reached::at_the_orientation: scan.workspace = WorkspaceKind::constant; break;
        case Reached::at_every_orientation: scan.workspace = WorkspaceKind::total; break;
        case Reached::at_one_orientation: scan.workspace = WorkspaceKind::inclusive; break;
    }
    const Units& units = platform.machine.units;
    for (const ScanRange* const range : {&scan.x, &scan.y, &scan.z}) require(scan_range_problem(*range, units));
    require(scan_size_problem(scan));
    for (const AngleRange* const range : {&scan.orientations.roll, &scan.orientations.pitch, &scan.orientations.yaw})
        require(angle_range_problem(*range, units));
    if (scan.orientations.tilt) require(tilt_cone_problem(*scan.orientations.tilt, units));
    require(orientation_count_problem(scan.orientations));
    require(workspace_problem(scan));
    require(map_problem(scan));
    find_open_ranges(platform);
    return platform;
}

const Engine& host_engine(const ScanPlan& plan) {
    if (cpu_engine().supports(plan)) return cpu_engine();
    return set_engine().supports(plan) ? set_engine() : reference_engine();
}

const Engine& engine_for(const ScanPlan& plan, const Device& device, Observer& observer) {
    const Engine* const on_device = cuda_set_engine();
    if (device.kind == Device::Kind::cpu) return host_engine(plan);
    const DeviceList list = list_devices();
    if (device.kind == Device::Kind::cuda && device.index >= static_cast<int>(list.devices.size()))
        throw DeviceError(list.devices.empty() ? list.problem
                                               : "there is no cuda:" + std::to_string(device.index) + " here");
    if (list.devices.empty() || on_device == nullptr || !on_device->supports(plan)) return host_engine(plan);
    try {
        use_device(device.index);
        if (on_device->memory_per_slice(plan).device_bytes <= on_device->free_memory().device_bytes) return *on_device;
        throw DeviceFull(full_device_text());
    } catch (const DeviceFull& full) {
        if (device.kind == Device::Kind::cuda) throw;
        observer.warn(std::string(full.what()) + "; the processor scans instead, with the same results");
        return host_engine(plan);
    }
}

GridRange range_of(const GridAxis<double>& axis) { return {axis.from_m, axis.to_m, axis.count}; }

}  // namespace

Scan scan(const Hexapod& machine, const Question& question, Observer& observer) {
    const ScanPlan plan = make_scan_plan(asked_platform(machine, question));
    const Engine& engine = engine_for(plan, question.device, observer);
    const auto kept = std::make_shared<Scan::Inside>();
    kept->grid = plan;
    kept->engine = engine.name();
    Keeper keeper(*kept, plan.slices());
    Consumer* const consumers[] = {&keeper};
    deliver(engine, plan, consumers, {.observer = observer});
    return Scan(kept);
}

int Scan::columns() const noexcept { return inside_->grid.x.count; }
int Scan::rows() const noexcept { return inside_->grid.y.count; }
int Scan::slices() const noexcept { return inside_->grid.z.count; }
GridRange Scan::x() const noexcept { return range_of(inside_->grid.x); }
GridRange Scan::y() const noexcept { return range_of(inside_->grid.y); }
GridRange Scan::z() const noexcept { return range_of(inside_->grid.z); }

std::int64_t Scan::reachable_points() const noexcept { return inside_->reachable_points; }

double Scan::volume_m3() const {
    const ScanGrid& grid = inside_->grid;
    std::int64_t eighths = 0;
    for (int slice = 0; slice < slices(); ++slice)
        for (int row = 0; row < rows(); ++row)
            for (const ColumnRun& run : runs(slice, row))
                eighths += std::int64_t{half_cells(grid.x, run.first, run.last)} * half_cells(grid.y, row) *
                           half_cells(grid.z, slice);
    return hexscan::volume_m3(eighths, grid);
}

std::span<const ColumnRun> Scan::runs(int slice, int row) const {
    const std::vector<std::int32_t>& begin = inside_->row_begin.at(static_cast<std::size_t>(slice));
    const auto first = static_cast<std::size_t>(begin.at(static_cast<std::size_t>(row)));
    const auto end = static_cast<std::size_t>(begin.at(static_cast<std::size_t>(row) + 1));
    return std::span(inside_->runs[static_cast<std::size_t>(slice)]).subspan(first, end - first);
}

void Scan::mask(int slice, std::span<std::uint8_t> mask) const {
    const auto width = static_cast<std::size_t>(columns());
    if (mask.size() != width * static_cast<std::size_t>(rows()))
        throw UsageError("a mask of a slice has columns() * rows() bytes");
    std::fill(mask.begin(), mask.end(), std::uint8_t{0});
    for (int row = 0; row < rows(); ++row)
        for (const ColumnRun& run : runs(slice, row))
            std::memset(mask.data() + static_cast<std::size_t>(row) * width + static_cast<std::size_t>(run.first), 1,
                        static_cast<std::size_t>(run.last - run.first) + 1);
}

std::span<const float> Scan::map(std::string_view name, int slice) const {
    for (const SliceField& field : inside_->fields.at(static_cast<std::size_t>(slice)))
        if (field.name == name)
            if (const auto* const values = std::get_if<std::vector<float>>(&field.values)) return *values;
    return {};
}

std::span<const std::uint8_t> Scan::limits(int slice) const {
    for (const SliceField& field : inside_->fields.at(static_cast<std::size_t>(slice)))
        if (const auto* const values = std::get_if<std::vector<std::uint8_t>>(&field.values)) return *values;
    return {};
}

std::string_view Scan::engine() const noexcept { return inside_->engine; }

}  // namespace hexscan
