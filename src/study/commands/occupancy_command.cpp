#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/commands/command.h"
#include "src/commands/engine_choice.h"
#include "src/commands/option_values.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/files/json_fields.h"
#include "src/files/platform_file.h"
#include "src/study/case_study_json.h"
#include "src/study/compiled_kernels.h"
#include "src/study/occupancy_report.h"
#include "src/study/recorded_studies.h"
#include "stages/registry.h"

namespace hexscan {

namespace {

/// The hardware of the published study. Current compilers make no code for it, so the rows for it are the published
/// ones.
constexpr ComputeCapability fermi{2, 0};

constexpr ComputeCapability usual_capability{9, 0};

/// The stage that the plots show if the user names none: the last stage of the published ladder.
constexpr const char* default_close_up = "7";

/// Rows of the table, and a paragraph that explains where their figures come from. The paragraph is empty if the rows
/// themselves show their origin.
struct Kernels {
    std::vector<OccupancyRow> rows;
    std::string origin;
};

/// The kernels of this build, as the compiler reported them for the code that a device of this capability runs.
Kernels built_kernels(ComputeCapability capability) {
    const std::vector<CompiledKernel>& compiled = compiled_kernels();
    const ComputeCapability built = built_architecture(compiled, capability).value();
    const ScanPlan plan = make_scan_plan(built_in_platform());
    Kernels kernels;
    for (const StageEntry& entry : stage_registry()) {
        const KernelName name = entry.stage->kernel();
        const CompiledKernel* const kernel = find_compiled(compiled, name, built);
        if (!kernel) {
            warn(fmt::format("stage {} {}: the compiler's report has no {} in {}; check the name of the kernel",
                             entry.number, entry.name, name.name, name.file));
            continue;
        }
        const LaunchShape launch = entry.stage->launch_shape(plan);
        const int threads = launch.block.x * launch.block.y * launch.block.z;
        kernels.rows.push_back({entry.number,
                                entry.name,
                                {threads, kernel->registers_per_thread, kernel->static_shared_bytes},
                                launch.points_per_thread,
                                kernel->stack_bytes,
                                kernel->spill_store_bytes});
    }
    std::string origin = fmt::format(
        "Figures: as the compiler reported them for this build, for compute capability {}.", to_string(built));
    if (!runs_as_built(built, capability))
        origin += fmt::format(
            " It was not built for {0}, where figures may differ (build with -DHEXSCAN_CUDA_ARCHITECTURES={1}{2} to "
            "see them).",
            to_string(capability), capability.major, capability.minor);
    kernels.origin = paragraph(origin);
    return kernels;
}

/// The kernels in the form in which they were compiled for the recorded case study.
Kernels recorded_kernels() {
    const CaseStudy& study = recorded_case_study();
    Kernels kernels;
    for (const StageRecord& stage : study.stages) {
        const Extent3& block = stage.launch.block;
        const StageResources& resources = stage.resources;
        kernels.rows.push_back(
            {stage.number,
             stage.name,
             {block.x * block.y * block.z, resources.registers_per_thread, resources.static_shared_bytes},
             stage.launch.points_per_thread,
             resources.local_bytes,
             std::nullopt});
    }
    kernels.origin = paragraph(fmt::format(
        "Figures: recorded with the case study on {} (compute capability {}.{}). A build with a CUDA compiler shows "
        "its own: cmake --preset release, which needs no GPU.",
        recorded_where(), study.capability_major, study.capability_minor));
    return kernels;
}

/// The options of the command line.
struct OccupancyOptions {
    std::optional<KernelResources> kernel;
    std::optional<ComputeCapability> capability;
    std::optional<std::string> stage;
    DeviceChoice device;
};

KernelResources parse_kernel(const std::string& text) {
    const auto values = parse_integers("hexscan occupancy", text, ',', 3,
                                       "must be THREADS,REGISTERS,SHARED_BYTES: threads per block, registers per "
                                       "thread and bytes per block, such as 256,32,4096");
    return {values[0], values[1], values[2]};
}

/// The given kernel. If none is given: the published kernels, the kernels of this build, or the recorded ones.
Kernels kernels_to_show(const OccupancyOptions& options, ComputeCapability capability) {
    if (options.kernel) return {{{0, "your kernel", *options.kernel, 1, {}, {}}}, ""};
    if (capability == fermi)
        return {published_occupancy_rows(),
                paragraph("Figures: as published; steps without published registers have those of step 1.")};
    return compiled_kernels().empty() ? recorded_kernels() : built_kernels(capability);
}

/// The capability that is used if none is requested. It is the capability of the requested device, or of the first
/// device if none is named. If there is no device, it is the usual capability if this build has machine code for it,
/// otherwise the capability of the build.
ComputeCapability default_capability(const DeviceChoice& choice) {
    if (choice.kind != DeviceChoice::Kind::cpu) {
        const std::vector<DeviceInfo> devices = list_devices().devices;
        const auto index = static_cast<std::size_t>(choice.index.value_or(0));
        if (index < devices.size()) return {devices[index].capability_major, devices[index].capability_minor};
    }
    return built_architecture(compiled_kernels(), usual_capability).value_or(usual_capability);
}

const OccupancyRow& close_up_row(const OccupancyOptions& options, const std::vector<OccupancyRow>& rows) {
    if (options.kernel) return rows.front();
    const std::string wanted = options.stage.value_or(default_close_up);
    const StageEntry* const entry = find_stage(wanted);
    std::vector<std::string> numbers;
    for (const OccupancyRow& row : rows) {
        if (entry && row.number == entry->number) return row;
        numbers.push_back(fmt::format("{}", row.number));
    }
    throw UsageError(
        fmt::format("--stage {}: the table has no such stage; it has {}", shown(wanted), joined(numbers, ", ")));
}

int run_occupancy(const Arguments& arguments) {
    OccupancyOptions options;
    if (arguments.word()) options.kernel = parse_kernel(*arguments.word());
    options.capability = arguments.parsed("compute-capability", parse_capability);
    options.stage = arguments.text("stage");
    options.device = requested_device(arguments);
    // With --device cuda the device must exist.
    if (options.device.kind == DeviceChoice::Kind::cuda)
        cuda_device(options.device.index.value_or(0), "hexscan occupancy --device cuda",
                    "; without --device cuda the model needs no GPU");
    if (options.kernel && options.stage)
        throw UsageError("--stage: cannot be combined with a kernel's figures; give one of them");
    try {
        const ComputeCapability capability =
            options.capability ? *options.capability : default_capability(options.device);
        const Kernels kernels = kernels_to_show(options, capability);
        const OccupancyRow& close_up = close_up_row(options, kernels.rows);
        fmt::print("{}{}\n{}", occupancy_table(kernels.rows, capability), kernels.origin,
                   occupancy_close_up(close_up, capability));
    } catch (const InputError& error) {
        throw UsageError(fmt::format("hexscan occupancy: {}", escaped(error.what())));
    }
    return exit_code::done;
}

}  // namespace

Command occupancy_command() {
    Command command;
    command.name = "occupancy";
    command.purpose = "compute the occupancy of every stage, or of your own kernel";
    command.word = "[THREADS,REGISTERS,SHARED_BYTES]";
    command.explanation =
        "Prints how full a multiprocessor gets with blocks of every stage's kernel, or of a kernel with the given\n"
        "threads per block, registers per thread and bytes of shared memory per block, with plots. The figures of\n"
        "the stages are those that the compiler reported when this hexscan was built. To see the effect of a\n"
        "change, change a stage and build again. No GPU is needed.\n";
    OptionGroup how = option_group("How to run");
    add_option(how, "compute-capability", "X.Y",
               "2.0 ... 12.1; 2.0 shows the published steps; default: that of the GPU here, otherwise 9.0 or that of "
               "this build");
    add_option(how, "stage", "N|NAME", "the kernel that the plots show; default: 7");
    add_device_option(how);
    command.groups.push_back(how);
    command.examples =
        "  hexscan occupancy --compute-capability 2.0        the published occupancies\n"
        "  hexscan occupancy 256,32,4096                     a kernel of yours\n";
    command.run = run_occupancy;
    return command;
}

}  // namespace hexscan
