#include "src/commands.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/atomic_file.h"
#include "src/case_study_report.h"
#include "src/device_error.h"
#include "src/engine_choice.h"
#include "src/interruption.h"
#include "src/intrinsics_price.h"
#include "src/occupancy_command.h"
#include "src/output_folder.h"
#include "src/run_record.h"
#include "src/runner.h"
#include "src/scan_plan.h"
#include "src/slice_sink.h"
#include "src/verification.h"
#include "src/version.h"

namespace hexscan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int device_repeats = 10;
constexpr int cpu_repeats = 1;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void say(const Options& options, const std::string& text) {
    if (!options.quiet) fmt::print("{}", text);
}

Platform requested_platform(const Options& options) {
    Platform platform = options.platform ? load_platform(*options.platform) : built_in_platform();
    apply_overrides(options, platform);
    return platform;
}

void require_drawable(ImageFormat format, const ScanPlan& plan) {
    const std::string problem = image_size_problem(format, plan.columns(), plan.rows());
    if (!problem.empty()) throw UsageError(problem);
}

std::filesystem::path stage_folder(const std::filesystem::path& parent, const StageEntry* stage) {
    return parent / (stage ? fmt::format("stage-{}", stage->number) : std::string("cpu"));
}

/// Timings of scans of the whole plan where it fits the memory. A plan that does not is timed while it is
/// delivered, slab by slab.
Timing time_whole_plan(const EngineChoice& choice, const ScanPlan& plan, int repeats) {
    const bool on_device = choice.stage != nullptr;
    if (slices_that_fit(*choice.engine, plan, on_device) < plan.slices()) {
        Timing timing;
        timing.remarks = {"timed once, slab by slab: the plan does not fit the memory at once"};
        return timing;
    }
    const auto start = Clock::now();
    const std::unique_ptr<PreparedScan> scan = choice.engine->prepare(plan);
    const double setup_ms = 1e3 * seconds_since(start);
    Timing timing = time_scans(*scan, repeats, on_device);
    timing.setup_ms = setup_ms;
    return timing;
}

/// One engine, one folder of slices, radii and record. Returns whether verification passed.
bool scan_into(const std::filesystem::path& output, const Options& options, const Platform& platform,
               const EngineChoice& choice, RunRecord record) {
    const ImageFormat format = options.image.value_or(ImageFormat::bmp);
    OutputFolder folder(output);
    if (const int removed_images = folder.remove_earlier_run(); removed_images > 0)
        say(options, fmt::format("Removed {} images of an earlier run from {}.\n", removed_images, output.string()));
    record.platform = platform;
    record.plan = make_scan_plan(platform);
    record.engine = choice;
    record.output_folder = output.string();
    record.image_format = format == ImageFormat::none ? "none" : file_extension(format);
    record.repeats = options.repeat.value_or(choice.stage ? device_repeats : cpu_repeats);

    const bool on_device = choice.stage != nullptr;
    const auto start = Clock::now();
    if (on_device || options.repeat) record.timing = time_whole_plan(choice, record.plan, record.repeats);
    record.seconds.timed_scans = seconds_since(start);

    const auto delivery_start = Clock::now();
    SliceSink sink(record.plan, folder, format, interrupted());
    record.delivery = deliver(*choice.engine, record.plan, on_device, options.verify, !options.quiet, sink);
    if (record.delivery.verification.unwritten_points != 0) {
        std::fprintf(stderr, "hexscan: %s\n", describe(record.delivery.verification).c_str());
        return false;
    }
    const auto results = sink.finish();
    if (!results) throw Interrupted();
    record.results = *results;
    record.seconds.delivery = seconds_since(delivery_start);
    record.timed_at_once = record.timing.total_ms.median > 0;
    if (!record.timed_at_once) {
        const double total_ms = 1e3 * record.delivery.scan_seconds;
        record.timing.total_ms = {total_ms, total_ms, total_ms};
        record.repeats = 1;
    }
    record.seconds.total = record.seconds.device + seconds_since(start);
    write_whole_file(folder.run_record_path(), run_json(record).dump(2) + "\n");
    say(options, run_summary(record));
    return !options.verify || record.delivery.verification.passed;
}

int scan_command(const Options& options) {
    const Platform platform = requested_platform(options);
    require_drawable(options.image.value_or(ImageFormat::bmp), make_scan_plan(platform));
    const auto start = Clock::now();
    const EngineChoice choice = choose_engine(options);
    RunRecord record;
    record.seconds.device = seconds_since(start);
    if (!choice.notice.empty()) say(options, choice.notice + "\n");
    const std::filesystem::path output = options.output.value_or(stage_folder("output", choice.stage));
    const bool passed = scan_into(output, options, platform, choice, record);
    if (!passed) std::fprintf(stderr, "hexscan: verification failed; see %s\n", output.c_str());
    return passed ? exit_code::done : exit_code::verification_failed;
}

/// The CUDA device of a command that cannot do without one, made current; `cure` is what helps where there is none.
DeviceInfo required_device(const Options& options, const char* command, const char* cure) {
    if (options.device.kind == DeviceChoice::Kind::cpu)
        throw UsageError(fmt::format("{}: measures a GPU; leave --device cpu out", command));
    const DeviceInfo device = cuda_device(options.device.index, command, cure);
    use_device(device.index);
    return device;
}

bool all_verified(const CaseStudy& study) {
    bool passed = true;
    for (const StageRecord& stage : study.stages) passed &= stage.verification.passed;
    return passed;
}

/// The whole ladder: one table, its files, and images per stage if asked for.
int ladder_command(const Options& options) {
    const Platform platform = requested_platform(options);
    const ScanPlan plan = make_scan_plan(platform);
    const ImageFormat images = options.image.value_or(ImageFormat::none);
    require_drawable(images, plan);
    const DeviceInfo device = required_device(options, "--stage all",
                                              "; --report output/case-study/stages.json shows a recorded table");
    const std::filesystem::path output = options.output.value_or("output/stages");
    const OutputFolder folder(output);
    const CaseStudy study = measure_ladder(plan, platform.name, options.repeat.value_or(device_repeats), device,
                                           !options.quiet);
    write_case_study(study, folder.path());
    say(options, stage_table(study));
    say(options, fmt::format("Tables and chart: {}\n", output.string()));
    bool passed = all_verified(study);
    if (images != ImageFormat::none) {
        for (const StageEntry& entry : stage_registry())
            passed &= scan_into(stage_folder(output, &entry), options, platform, {entry.stage, &entry, device, {}}, {});
    }
    if (!passed) std::fputs("hexscan: verification failed for a stage; see the table\n", stderr);
    return passed ? exit_code::done : exit_code::verification_failed;
}

int intrinsics_command(const Options& options) {
    const DeviceInfo device =
        required_device(options, "--intrinsics", "; output/case-study/intrinsics.txt is a recorded one");
    const IntrinsicsPrice price = measure_intrinsics(device.index, options.repeat.value_or(device_repeats));
    const std::filesystem::path output = options.output.value_or("output/intrinsics");
    const OutputFolder folder(output);
    write_whole_file(folder.path() / "intrinsics.json", price_json(price).dump(2) + "\n");
    write_whole_file(output / "intrinsics.txt", price_table(price));
    say(options, price_table(price));
    say(options, fmt::format("The same as JSON: {}\n", (output / "intrinsics.json").string()));
    return exit_code::done;
}

CaseStudy read_case_study(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) throw UsageError(fmt::format("--report {}: the file cannot be read", file.string()));
    try {
        return case_study_from_json(nlohmann::json::parse(stream));
    } catch (const std::exception& error) {
        throw UsageError(fmt::format("--report {}: not the stages.json that hexscan --stage all writes ({})",
                                     file.string(), error.what()));
    }
}

/// Prints the tables of an earlier run and draws its files again beside it.
int report_command(const Options& options) {
    const CaseStudy study = read_case_study(*options.report);
    write_case_study(study, options.output.value_or(options.report->parent_path()));
    say(options, stage_table(study));
    return exit_code::done;
}

int list_stages_command() {
    for (const StageEntry& entry : stage_registry())
        fmt::print("{:>3}  {:<18} {}\n", entry.number, entry.name, entry.change);
    return exit_code::done;
}

int list_devices_command() {
    const DeviceList list = list_devices();
    for (const DeviceInfo& device : list.devices)
        fmt::print("cuda:{}  {}, compute capability {}.{}, {} multiprocessors, {:.1f} GB at {:.0f} GB/s, "
                   "driver CUDA {}\n",
                   device.index, device.name, device.capability_major, device.capability_minor, device.multiprocessors,
                   static_cast<double>(device.memory_bytes) / 1e9, device.memory_bandwidth_gb_s, device.driver_version);
    if (!list.problem.empty()) fmt::print("No CUDA device: {}.\n", list.problem);
    fmt::print("cpu     always there\n");
    return exit_code::done;
}

}  // namespace

int run_command(const Options& options) {
    if (options.help) {
        fmt::print("{}", help_text());
        return exit_code::done;
    }
    if (options.version) {
        fmt::print("hexscan {}\n", version);
        return exit_code::done;
    }
    if (options.list_stages) return list_stages_command();
    if (options.list_devices) return list_devices_command();
    if (options.occupancy) return occupancy_command(options);
    if (options.report) return report_command(options);
    catch_interrupts();
    if (options.intrinsics) return intrinsics_command(options);
    return options.stage == "all" ? ladder_command(options) : scan_command(options);
}

}  // namespace hexscan
