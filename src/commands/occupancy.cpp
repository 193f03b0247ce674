#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/engine_choice.h"
#include "src/commands/option_values.h"
#include "src/study/case_study_json.h"
#include "src/study/ladder.h"
#include "src/study/occupancy_report.h"

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
    return {stage.number,
            stage.name,
            {block.x * block.y * block.z, stage.resources.registers_per_thread, stage.resources.static_shared_bytes},
            stage.launch.points_per_thread,
            note};
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
        rows.push_back(row_of(describe_stage(entry, make_scan_plan(built_in_platform()), device),
                              fmt::format("compiled, {}.{}", device.capability_major, device.capability_minor)));
    }
    return rows;
}

/// What the command line asks for.
struct OccupancyOptions {
    std::optional<KernelResources> kernel;
    std::optional<ComputeCapability> capability;
    std::optional<std::string> stage;
    DeviceChoice device;
};

KernelResources parse_kernel(const std::string& text) {
    const auto values = parse_integers("hexscan occupancy", text, ',', 3,
                                       "must be THREADS,REGISTERS,SHARED_BYTES per block, such as 256,32,4096");
    return {values[0], values[1], values[2]};
}

ComputeCapability parse_capability(const std::string& text) {
    try {
        return parse_compute_capability(text);
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--compute-capability: {}", escaped(error.what())));
    }
}

/// The rows to show: a kernel as given, the published ones, this device's or the recorded ones.
std::vector<OccupancyRow> rows_to_show(const OccupancyOptions& options, const std::vector<DeviceInfo>& devices,
                                       ComputeCapability capability) {
    if (options.kernel) return {{0, "your kernel", *options.kernel, 1, "as given"}};
    if (capability == fermi) return published_occupancy_rows();
    return devices.empty() ? recorded_rows() : compiled_rows(devices.front());
}

const OccupancyRow& close_up_row(const OccupancyOptions& options, const std::vector<OccupancyRow>& rows) {
    if (options.kernel) return rows.front();
    const std::string wanted = options.stage.value_or(default_close_up);
    const StageEntry* const entry = find_stage(wanted);
    for (const OccupancyRow& row : rows)
        if (entry && row.number == entry->number) return row;
    throw UsageError(fmt::format("--stage {}: no such kernel in the table (see hexscan stages)", shown(wanted)));
}

int run(const Arguments& arguments) {
    OccupancyOptions options;
    if (arguments.word()) options.kernel = parse_kernel(*arguments.word());
    options.capability = arguments.parsed("compute-capability", parse_capability);
    options.stage = arguments.text("stage");
    options.device = requested_device(arguments);
    if (options.kernel && options.stage) throw UsageError("--stage: a kernel is given already");
    std::vector<DeviceInfo> devices;
    // A capability asked for needs no device, so none is looked for.
    if (!options.capability && options.device.kind != DeviceChoice::Kind::cpu) devices = list_devices().devices;
    ComputeCapability capability = options.capability.value_or(ComputeCapability{9, 0});
    if (!devices.empty()) capability = {devices.front().capability_major, devices.front().capability_minor};
    try {
        const std::vector<OccupancyRow> rows = rows_to_show(options, devices, capability);
        const OccupancyRow& close_up = close_up_row(options, rows);
        fmt::print("{}\n{}", occupancy_table(rows, capability), occupancy_close_up(close_up, capability));
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("hexscan occupancy: {}", escaped(error.what())));
    }
    return exit_code::done;
}

}  // namespace

Command occupancy_command() {
    Command command;
    command.name = "occupancy";
    command.purpose = "occupancy of every stage, or of a kernel of yours, by a model";
    command.word = "[THREADS,REGISTERS,SHARED_BYTES]";
    command.explanation =
        "How full a multiprocessor gets with blocks of every stage's kernel, or of one with the given threads\n"
        "per block, registers per thread and bytes of shared memory per block; with plots. Needs no GPU.\n";
    OptionGroup how = option_group("How");
    add_option(how, "compute-capability", "X.Y",
               "2.0 ... 12.1; 2.0 shows the published steps; default: that of the GPU here, else 9.0");
    add_option(how, "stage", "N|NAME", "the kernel that the plots show; default: 7");
    add_device_option(how);
    command.groups.push_back(how);
    command.examples =
        "  hexscan occupancy --compute-capability 2.0        the published occupancies\n"
        "  hexscan occupancy 256,32,4096                     a kernel of yours\n";
    command.run = run;
    return command;
}

}  // namespace hexscan
