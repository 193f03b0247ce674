#include "src/occupancy_command.h"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/case_study_report.h"
#include "src/commands.h"
#include "src/devices.h"
#include "src/occupancy_report.h"
#include "src/stage.h"

namespace hexscan {

/// The text of output/case-study/stages.json, compiled in.
extern const char* const built_in_case_study_json;

namespace {

/// The hardware of the published study: no compiler of today makes code for it, so its rows are the published ones.
constexpr ComputeCapability fermi{2, 0};

/// The stage shown close up where --stage names none: the end of the published ladder.
constexpr const char* default_close_up = "7";

OccupancyRow row_of(const StageRecord& stage, const std::string& note) {
    const Extent3& block = stage.launch.block;
    return {stage.number, stage.name,
            {block.x * block.y * block.z, stage.resources.registers_per_thread, stage.resources.static_shared_bytes},
            stage.launch.points_per_thread, note};
}

/// The kernels as the compiler made them for the committed case study.
std::vector<OccupancyRow> recorded_rows() {
    const CaseStudy study = case_study_from_json(nlohmann::json::parse(built_in_case_study_json));
    const std::string note = fmt::format("compiled, {}.{}", study.capability_major, study.capability_minor);
    std::vector<OccupancyRow> rows;
    for (const StageRecord& stage : study.stages) rows.push_back(row_of(stage, note));
    return rows;
}

/// The kernels of this program as the device in use runs them.
std::vector<OccupancyRow> compiled_rows(const DeviceInfo& device) {
    use_device(device.index);
    std::vector<OccupancyRow> rows;
    for (const StageEntry& entry : stage_registry()) {
        StageRecord record;
        record.number = entry.number;
        record.name = entry.name;
        record.launch = entry.stage->launch_shape(make_scan_plan(built_in_platform()));
        record.resources = entry.stage->resources();
        rows.push_back(row_of(record, fmt::format("compiled, {}.{}", device.capability_major, device.capability_minor)));
    }
    return rows;
}

/// The rows to show: a kernel as given, the published ones, this device's or the recorded ones.
std::vector<OccupancyRow> rows_to_show(const Options& options, const std::vector<DeviceInfo>& devices,
                                       ComputeCapability capability) {
    if (options.occupancy_kernel) return {{0, "your kernel", *options.occupancy_kernel, 1, "as given"}};
    if (capability == fermi) return published_occupancy_rows();
    return devices.empty() ? recorded_rows() : compiled_rows(devices.front());
}

const OccupancyRow& close_up_row(const Options& options, const std::vector<OccupancyRow>& rows) {
    if (rows.size() == 1) return rows.front();
    const std::string wanted = options.stage.value_or(default_close_up);
    const StageEntry* const entry = find_stage(wanted);
    for (const OccupancyRow& row : rows)
        if (entry && row.number == entry->number) return row;
    throw UsageError(fmt::format("--occupancy --stage {}: no such kernel in the table (see --list-stages)", wanted));
}

}  // namespace

int occupancy_command(const Options& options) {
    std::vector<DeviceInfo> devices;
    // A capability asked for needs no device, so none is looked for.
    if (!options.compute_capability && options.device.kind != DeviceChoice::Kind::cpu)
        devices = list_devices().devices;
    ComputeCapability capability = options.compute_capability.value_or(ComputeCapability{9, 0});
    if (!devices.empty()) capability = {devices.front().capability_major, devices.front().capability_minor};
    try {
        const std::vector<OccupancyRow> rows = rows_to_show(options, devices, capability);
        const OccupancyRow& close_up = close_up_row(options, rows);
        fmt::print("{}\n{}", occupancy_table(rows, capability), occupancy_close_up(close_up, capability));
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--occupancy: {}", error.what()));
    }
    return exit_code::done;
}

}  // namespace hexscan
