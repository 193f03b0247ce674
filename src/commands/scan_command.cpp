#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/check/workspace_findings.h"
#include "src/commands/command.h"
#include "src/commands/default_folder.h"
#include "src/commands/engine_choice.h"
#include "src/commands/engine_report.h"
#include "src/commands/machine_options.h"
#include "src/commands/option_values.h"
#include "src/commands/output_options.h"
#include "src/commands/platform_options.h"
#include "src/commands/question_options.h"
#include "src/commands/scan_on_ranks.h"
#include "src/console/console.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/engines/connected_part.h"
#include "src/engines/delivery.h"
#include "src/files/machine_file.h"
#include "src/files/requirement_file.h"
#include "src/proofs/check_report.h"
#include "src/proofs/requirement_record.h"
#include "src/results/scan_outputs.h"
#include "src/scan/searches/region_points.h"
#include "src/system/stopwatch.h"
#include "stages/registry.h"

namespace hexscan {
namespace {

constexpr int default_stage_repeats = 10;

/// The options of a scan, except those that describe the machine and the grid.
struct ScanCommandOptions {
    std::optional<std::string> stage;
    DeviceChoice device;
    std::optional<int> repeat;
    std::optional<ComputeCapability> capability;
    bool verify = false;
    RequestedOutputs outputs;
    std::optional<std::filesystem::path> output;
    bool quiet = false;
    bool keep = false;  ///< do not remove another scan's files
};

/// Reads the options of the command line. Options that it does not give have the values of the repeated run.
ScanCommandOptions read_options(const Arguments& arguments, const std::optional<RepeatedRun>& repeated) {
    ScanCommandOptions options;
    options.stage = arguments.text("stage");
    if (!options.stage && repeated) options.stage = repeated->stage;
    options.device = requested_device(arguments);
    if (repeated && repeated->stage_on_cpu && !arguments.text("stage") && !arguments.text("device"))
        options.device = {DeviceChoice::Kind::cpu};
    options.capability = arguments.parsed("compute-capability", parse_capability);
    if (options.capability && !options.stage)
        throw UsageError(
            "--compute-capability: applies only to the occupancy of a stage's kernel; give --stage N as well");
    options.repeat = arguments.parsed("repeat", parse_repeat);
    // A user who names a stage wants its time and occupancy.
    if (options.stage && !options.repeat) options.repeat = default_stage_repeats;
    options.verify = arguments.on("verify") || (repeated && repeated->verify);
    options.outputs = requested_outputs(arguments, repeated ? repeated->outputs : RequestedOutputs{});
    options.output = arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); });
    options.quiet = arguments.on("quiet");
    options.keep = arguments.on("keep");
    return options;
}

nlohmann::json asked_json(const ScanCommandOptions& options, const std::optional<std::filesystem::path>& file) {
    nlohmann::json asked = {{"platform", file ? nlohmann::json(file->string()) : nlohmann::json(nullptr)},
                            {"stage", options.stage ? nlohmann::json(*options.stage) : nlohmann::json(nullptr)},
                            {"verify", options.verify}};
    add_outputs(options.outputs, asked);
    return asked;
}

/// Reads the files of poses that requirements name. Throws InputError if one cannot be read. If the requirements come
/// from the record of an earlier run (`of_record`, option --from), leaves out a requirement whose file cannot be read,
/// because records are also used on other hosts. A warning then names the requirement.
std::vector<Requirement> with_files_read(std::vector<Requirement> requirements, bool of_record, const Units& units,
                                         std::vector<std::string>& warnings) {
    std::erase_if(requirements, [&](Requirement& requirement) {
        try {
            requirement = with_file_read(requirement, units);
        } catch (const InputError& error) {
            if (!of_record) throw;
            warnings.push_back(fmt::format("the requirement {} is not checked: {}", requirement.name, error.what()));
            return true;
        }
        return false;
    });
    return requirements;
}

/// Proves or refutes the machine's requirements as hexscan check does.
OutputReport prove_requirements(const Machine& machine, std::vector<Requirement> requirements, Observer& observer) {
    if (requirements.empty()) return {};
    const std::vector<CheckedRequirement> checked =
        check_requirements(machine, std::move(requirements), Asked::outcome, observer);
    OutputReport report{.json = nlohmann::json::array()};
    for (const CheckedRequirement& one : checked) report.json.push_back(recorded_json(one, machine));
    report.lines.emplace_back("requirements", requirements_text(checked));
    return report;
}

/// Throws UsageError if an output is impossible, before any work is done for it.
void require_outputs(const OutputOrder& order) {
    for (const OutputKind& kind : output_kinds())
        if (kind.problem)
            if (const std::string problem = kind.problem(order); !problem.empty()) throw UsageError(problem);
}

void announce_outputs(const OutputOrder& order) {
    for (const OutputKind& kind : output_kinds())
        if (kind.notice)
            if (const std::string notice = kind.notice(order); !notice.empty()) fmt::print(stderr, "{}\n", notice);
}

/// Reports the number of parts of the workspace and their sizes.
OutputReport parts_report(const std::vector<std::int64_t>& points) {
    const std::int64_t all = std::accumulate(points.begin(), points.end(), std::int64_t{0});
    OutputReport report{.json = {{"part_points", points}}};
    const auto share = [&](std::int64_t part) { return 100 * static_cast<double>(part) / static_cast<double>(all); };
    std::string text = points.empty() ? "none: no point is reachable" : "all in one part";
    if (points.size() > 1)
        text = fmt::format(
            "{} parts; the part with home has {} points ({:.1f} %), the others have {} together, at most {} each",
            points.size(), points[0], share(points[0]), all - points[0], points[1]);
    report.lines.emplace_back("connected part", text);
    return report;
}

/// Describes and times the engine. If the device of a stage fails, the stage's CPU form replaces it.
DescribedEngine described(EngineChoice& choice, const ScanCommandOptions& options, const ScanPlan& plan,
                          const nlohmann::json& ranks, Observer& observer, std::vector<std::string>& warnings) {
    try {
        return describe_engine(choice, plan, options.repeat, options.capability, ranks, observer);
    } catch (const DeviceError& error) {
        if (!fall_back_to_host(options.device, error, choice)) throw;
    }
    report(choice.notice);
    warnings.push_back(choice.notice);
    return describe_engine(choice, plan, options.repeat, options.capability, ranks, observer);
}

/// Text about the files of an earlier run that were removed or kept; empty if there are none.
std::string text_of(const EarlierRun& earlier, const std::filesystem::path& folder) {
    const std::string place = escaped(folder.string());
    if (!earlier.removed_names.empty())
        return fmt::format("Removed {} of an earlier run from {}: {}.\n",
                           earlier.removed == 1 ? "1 file" : fmt::format("{} files", earlier.removed), place,
                           earlier.removed_names);
    if (!earlier.kept_names.empty())
        return fmt::format("Files kept in {} from an earlier scan with the same request: {}.\n", place,
                           earlier.kept_names);
    return "";
}

/// Scans a plan into a folder. Returns the result of the verification.
Verification scan_into(OutputFolder& folder, const ScanCommandOptions& options, const ScanPlan& plan,
                       EngineChoice& choice, const nlohmann::json& ranks, Observer& observer, RunRecord& record) {
    ScanOutputs outputs({record.platform, plan, options.outputs, folder.path()});
    const EarlierRun earlier = folder.begin_run(outputs.files(), {subject_of(record), options.keep});
    record.kept_files = earlier.kept_files;
    if (!options.quiet) fmt::print("{}", text_of(earlier, folder.path()));
    const DescribedEngine engine = described(choice, options, plan, ranks, observer, record.warnings);
    record.engine = engine.description;
    const std::vector<Consumer*> consumers = outputs.consumers();
    const DeliveryOptions how{
        .verify = options.verify, .observer = observer, .referee = choice.referee, .finished = engine.finished};
    ConnectedPart part;
    const bool connected = record.platform.scan.questions.connected;
    const Delivery delivery =
        connected
            ? deliver_connected(*choice.engine, plan, record.platform.machine.home->position_m, consumers, how, part)
            : deliver(*choice.engine, plan, consumers, how);
    if (connected) record.connected = parts_report(part.part_points);
    if (delivery.verification.unwritten_points != 0) return delivery.verification;
    const FinishedRun run = outputs.finish(record, delivery);
    for (const std::string& warning : new_warnings(run)) warn(warning);
    if (!options.quiet) fmt::print("{}", summary(run, folder.path()));
    return delivery.verification;
}

/// Rejects options that time scans if several ranks were started, because a time is that of one device.
void reject_timed_scans(const ScanCommandOptions& options) {
    const char* const asked = options.stage ? "--stage" : options.repeat ? "--repeat" : nullptr;
    if (asked)
        throw UsageError(fmt::format(
            "{}: measures one device, but several processes were started; start hexscan without mpirun", asked));
}

void require_connected(const Machine& machine, const Ranks& ranks) {
    if (!machine.home) throw UsageError("--connected: needs a home pose; give the machine file a home");
    if (ranks.count() > 1)
        throw UsageError(
            "--connected, or connected: true in the file: needs the whole workspace in one process; start hexscan "
            "without mpirun");
}

void require_region(const Platform& platform, const Arguments& arguments) {
    const std::string problem = empty_region_problem(platform.scan, platform.machine.units);
    if (problem.empty()) return;
    if (arguments.text("tilt-inside")) throw UsageError("--tilt-inside: " + problem);
    const auto record = arguments.text("from");
    const auto file = named_file(arguments);
    const std::string key = record ? "request.tilt_inside" : "scan.tilt_inside";
    const std::string from = record ? *record : file ? file->string() : platform.machine.name;
    throw InputError(fmt::format("{}: {}: {}", escaped(from), key, problem), {from, 0, key});
}

/// Reads machine and scan from the record of an earlier run or from a file. Returns the requirements in it.
std::vector<Requirement> read_platform(const Arguments& arguments, const std::optional<RepeatedRun>& repeated,
                                       Platform& platform) {
    if (repeated) {
        platform = repeated->platform;
        apply_overrides(arguments, platform);
        return repeated->requirements;
    }
    const PlatformDocument document = requested_document(arguments);
    // Requirements are read first. The search for open ranges may take long, and an error in a requirement would end
    // the run only after it.
    std::vector<Requirement> requirements = read_requirements(document, read_machine(document));
    platform = requested_platform(arguments, document);
    return requirements;
}

int run_scan(const Arguments& arguments) {
    Ranks& ranks = process_ranks();
    if (ranks.rank() != 0) {
        scan_with_first_rank(requested_device(arguments), ranks);
        return exit_code::done;
    }
    const std::optional<RepeatedRun> repeated = repeated_run(arguments);
    ScanCommandOptions options = read_options(arguments, repeated);
    if (ranks.count() > 1) reject_timed_scans(options);
    ConsoleObserver console(!options.quiet);
    RunRecord record;
    std::vector<Requirement> requirements = read_platform(arguments, repeated, record.platform);
    require_ground(requirements, record.platform.machine);
    if (!record.platform.scan.orientations.is_single()) leave_out_of_sets(arguments, options.outputs);
    record.command_line = arguments.command_line();
    const std::optional<std::filesystem::path> file = repeated ? repeated->file : named_file(arguments);
    record.asked = asked_json(options, file);
    if (record.platform.scan.questions.connected) require_connected(record.platform.machine, ranks);
    const ScanPlan plan = make_scan_plan(record.platform);
    require_outputs({record.platform, plan, options.outputs, {}});
    require_region(record.platform, arguments);
    record.warnings = scan_warnings(record.platform);
    requirements =
        with_files_read(std::move(requirements), repeated.has_value(), record.platform.machine.units, record.warnings);
    for (const std::string& warning : record.warnings) warn(warning);
    const Stopwatch device_watch;
    EngineChoice choice =
        engine_of_run({.stage = options.stage, .device = options.device, .timed = options.repeat.has_value()}, plan);
    const ScanOnRanks on_ranks(record.platform, choice, ranks);
    record.device_seconds = device_watch.seconds();
    if (!choice.notice.empty()) {
        report(choice.notice);
        record.warnings.push_back(choice.notice);
    }
    OutputFolder folder(options.output
                            ? *options.output
                            : default_scan_folder(file, record.platform, options.stage.has_value(),
                                                  options.stage ? choice.stage->name : choice.engine->name()),
                        "scan", console);
    if (!options.quiet) announce_outputs({record.platform, plan, options.outputs, folder.path()});
    const Stopwatch requirement_watch;
    record.requirements = prove_requirements(record.platform.machine, std::move(requirements), console);
    if (!record.requirements.json.is_null()) record.requirement_seconds = requirement_watch.seconds();
    const Verification verification = scan_into(folder, options, plan, choice, on_ranks.ranks(), console, record);
    on_ranks.end();
    if (!options.verify || verification.passed) return exit_code::done;
    report(fmt::format("verification failed: {}", describe(verification)));
    return exit_code::verification_failed;
}

}  // namespace

Command scan_command() {
    Command command;
    command.name = "scan";
    command.purpose = "scan which positions a hexapod can reach: images, radii, volume";
    command.word = "[PLATFORM]";
    command.explanation =
        "Tests for every point of a grid whether a hexapod can reach it. Writes one image per slice, "
        "radii.csv,\nrun.json and the page index.html. PLATFORM is a machine file (YAML) or the name of a machine that "
        "comes with\n"
        "hexscan. Lengths and angles are in the units of that file.\n";
    OptionGroup what = platform_options();
    add_option(what, "from", "RUN.JSON", "repeat the run that wrote this record");
    OptionGroup question = option_group("Sets of orientations, and maps");
    add_question_options(question);
    OptionGroup limits = option_group("Limits that replace those in the file");
    add_machine_options(limits);
    OptionGroup how = option_group("How to run");
    add_option(how, "stage", "N|NAME|all",
               "a stage of the CUDA study, with its time and occupancy; all: every stage, like hexscan ladder; "
               "default: the fastest engine");
    add_device_option(how);
    add_option(
        how, "repeat", "N",
        "number of timed scans after a warm-up; default with --stage: 10, but on a CPU no more than fit into 2 s");
    add_option(how, "compute-capability", "X.Y", "with --stage on a CPU: also print that GPU's occupancy");
    add_switch(how, "verify", "compare every verdict with the double-precision reference");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder; default: output/NAME, named after machine file, set and stage");
    add_output_options(results);
    add_switch(results, "keep", "refuse to remove the files of another scan from that folder");
    add_switch(results, "quiet,q", "print neither progress nor summary");
    command.shares_work = true;
    command.groups.push_back(what);
    command.groups.push_back(question);
    command.groups.push_back(limits);
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples =
        "  hexscan my.yaml                          slices, radii and volume of a machine\n"
        "  hexscan --tilt 5:20x36 --workspace total where every tilt up to 5 degrees is reachable\n"
        "  hexscan --stage 7 --verify               one stage, every verdict compared\n"
        "  hexscan --stage all                      the speed-up table of this computer\n"
        "  mpirun -n 4 hexscan scan my.yaml         one scan by four processes, each with a GPU of its own\n";
    command.run = run_scan;
    return command;
}

}  // namespace hexscan
