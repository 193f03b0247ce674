#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/check/workspace_findings.h"
#include "src/commands/command.h"
#include "src/commands/default_folder.h"
#include "src/commands/engine_choice.h"
#include "src/commands/engine_report.h"
#include "src/commands/option_values.h"
#include "src/commands/platform_options.h"
#include "src/commands/question_options.h"
#include "src/commands/scan_on_ranks.h"
#include "src/console/console.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/engines/delivery.h"
#include "src/files/requirement_file.h"
#include "src/proofs/check_report.h"
#include "src/results/image_files.h"
#include "src/results/map_files.h"
#include "src/results/page_file.h"
#include "src/results/proved_file.h"
#include "src/results/run_record.h"
#include "src/results/surface_file.h"
#include "src/results/volume_file.h"
#include "src/scan/region_points.h"

namespace hexscan {
namespace {

constexpr int default_stage_repeats = 10;

/// Images of more bytes than this are announced before they are written.
constexpr double many_bytes = 100e6;

/// The options of a scan beside what is scanned.
struct ScanOptions {
    std::optional<std::string> stage;
    DeviceChoice device;
    std::optional<int> repeat;
    bool verify = false;
    ImageFormat image = ImageFormat::bmp;
    bool page = true, volume = false, surface = false;
    std::optional<std::filesystem::path> output;
    bool quiet = false;
};

/// What the command line says, and where it says nothing, what the repeated run had asked.
ScanOptions read_options(const Arguments& arguments, const std::optional<RepeatedRun>& repeated) {
    ScanOptions options;
    options.stage = arguments.text("stage");
    if (!options.stage && repeated) options.stage = repeated->stage;
    options.device = requested_device(arguments);
    options.repeat = arguments.parsed("repeat", parse_repeat);
    // Whoever names a stage wants to know its time and occupancy.
    if (options.stage && !options.repeat) options.repeat = default_stage_repeats;
    options.verify = arguments.on("verify") || (repeated && repeated->verify);
    if (repeated && repeated->image) options.image = parse_image_format(*repeated->image);
    options.image = arguments.parsed("image", parse_image_format).value_or(options.image);
    options.page = arguments.parsed("page", parse_page).value_or(!repeated || repeated->page);
    options.volume = arguments.on("volume") || (repeated && repeated->volume);
    options.surface = arguments.on("surface") || (repeated && repeated->surface);
    options.output = arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); });
    options.quiet = arguments.on("quiet");
    return options;
}

void announce_size(const ScanOptions& options, const ScanPlan& plan, const std::filesystem::path& folder) {
    const auto bytes =
        static_cast<double>(image_bytes(options.image, plan.columns(), plan.rows(), shades_of(plan))) * plan.slices();
    if (bytes < many_bytes || options.quiet) return;
    fmt::print(stderr, "Writing {} images, {} GB in all, to {} (--image png takes far less)\n", plan.slices(),
               three_digits(bytes * 1e-9), escaped(folder.string()));
}

/// Everything a scan leaves, in the order it is finished; the record comes last. A new output is one line here.
struct Outputs {
    std::vector<std::unique_ptr<Output>> all;
    const RadiiFile* radii = nullptr;
    const RunRecordFile* record = nullptr;
};

template <class Kind, class... Parameters>
Kind* add(Outputs& outputs, Parameters&&... parameters) {
    auto output = std::make_unique<Kind>(std::forward<Parameters>(parameters)...);
    Kind* const added = output.get();
    outputs.all.push_back(std::move(output));
    return added;
}

Outputs make_outputs(const ScanOptions& options, const ScanPlan& plan, RunRecord& record,
                     const std::filesystem::path& folder) {
    Outputs outputs;
    if (options.image != ImageFormat::none) add<ImageFiles>(outputs, plan, folder, options.image);
    outputs.radii = add<RadiiFile>(outputs, plan, folder);
    if (plan.is_certified()) add<ProvedFile>(outputs, record, folder);
    if (!plan.maps.empty()) add<MapFiles>(outputs, record, plan, folder, options.image != ImageFormat::none);
    if (options.surface) add<SurfaceFile>(outputs, record, plan, folder);
    if (options.page) add<PageFile>(outputs, record, plan, *outputs.radii, folder);
    auto record_file = std::make_unique<RunRecordFile>(record, plan, *outputs.radii, folder);
    const auto record_text = [file = record_file.get()](const Delivery& delivery) {
        return file->untimed_text(delivery);
    };
    if (options.volume) add<VolumeFile>(outputs, record.platform.machine.name, plan, folder, record_text);
    outputs.record = record_file.get();
    outputs.all.push_back(std::move(record_file));
    return outputs;
}

/// The record first: it is the first to go where an earlier run is removed.
std::vector<AnnouncedFiles> announcement(const Outputs& outputs) {
    std::vector<AnnouncedFiles> files;
    for (auto output = outputs.all.rbegin(); output != outputs.all.rend(); ++output)
        for (const AnnouncedFiles& file : (*output)->files()) files.push_back(file);
    return files;
}

std::vector<Consumer*> consumers(const Outputs& outputs) {
    std::vector<Consumer*> list;
    for (const auto& output : outputs.all) list.push_back(output.get());
    return list;
}

nlohmann::json asked_json(const ScanOptions& options, const std::optional<std::filesystem::path>& file) {
    return {{"platform", file ? nlohmann::json(file->string()) : nlohmann::json(nullptr)},
            {"stage", options.stage ? nlohmann::json(*options.stage) : nlohmann::json(nullptr)},
            {"image", options.image == ImageFormat::none ? "none" : file_extension(options.image)},
            {"page", options.page},
            {"volume", options.volume},
            {"surface", options.surface},
            {"verify", options.verify}};
}

/// Reads the poses of paths. A record may have come without them: then the path is left out, and a warning says so.
std::vector<Requirement> with_poses(std::vector<Requirement> requirements, bool of_record, RunRecord& record) {
    std::erase_if(requirements, [&](Requirement& requirement) {
        if (!requirement.path) return false;
        try {
            requirement.path->poses = read_poses(requirement.path->file, record.platform.machine.units);
        } catch (const InputError& error) {
            if (!of_record) throw;
            record.warnings.push_back(
                fmt::format("the requirement {} is left out: {}", requirement.name, error.what()));
            return true;
        }
        return false;
    });
    return requirements;
}

/// What the machine must do, proved or refuted as hexscan check does it.
void prove_requirements(std::vector<Requirement> requirements, RunRecord& record) {
    if (requirements.empty()) return;
    const Stopwatch watch;
    const std::vector<CheckedRequirement> checked =
        check_requirements(record.platform.machine, std::move(requirements), Asked::outcome, *record.observer);
    record.requirements = nlohmann::json::array();
    for (const CheckedRequirement& one : checked) record.requirements.push_back(outcome_json(one));
    record.details.emplace_back("requirements", requirements_text(checked));
    record.requirement_seconds = watch.seconds();
}

/// Scans a plan into a folder. Returns what verification found.
Verification scan_into(OutputFolder& folder, const ScanOptions& options, const ScanPlan& plan,
                       const EngineChoice& choice, const nlohmann::json& ranks, RunRecord& record) {
    const Outputs outputs = make_outputs(options, plan, record, folder.path());
    if (const int removed = folder.begin_run(announcement(outputs)); removed > 0 && !options.quiet)
        fmt::print("Removed {} files of an earlier run from {}.\n", removed, escaped(folder.path().string()));
    describe_engine(choice, plan, options.repeat, record);
    if (!ranks.is_null()) {
        record.engine["ranks"] = ranks;
        record.engine_text += fmt::format(", {} ranks", ranks.size());
    }
    const Delivery delivery =
        deliver(*choice.engine, plan, consumers(outputs),
                {.verify = options.verify, .observer = *record.observer, .referee = choice.referee});
    if (delivery.verification.unwritten_points == 0 && !options.quiet) fmt::print("{}", outputs.record->summary());
    return delivery.verification;
}

/// What several ranks share is not what one device is measured by.
void reject_timed_scans(const ScanOptions& options) {
    const char* const asked = options.stage ? "--stage" : options.repeat ? "--repeat" : nullptr;
    if (asked)
        throw UsageError(
            fmt::format("{}: times one device, and several processes were started; start it without mpirun", asked));
}

int run_scan(const Arguments& arguments) {
    Ranks& ranks = process_ranks();
    if (ranks.rank() != 0) {
        scan_with_first_rank(requested_device(arguments), ranks);
        return exit_code::done;
    }
    const std::optional<RepeatedRun> repeated = repeated_run(arguments);
    ScanOptions options = read_options(arguments, repeated);
    if (ranks.count() > 1) reject_timed_scans(options);
    ConsoleObserver console(!options.quiet);
    RunRecord record;
    record.observer = &console;
    std::vector<Requirement> requirements;
    if (repeated) {
        record.platform = repeated->platform;
        requirements = repeated->requirements;
        apply_overrides(arguments, record.platform);
    } else {
        const PlatformDocument document = requested_document(arguments);
        record.platform = requested_platform(arguments, document);
        requirements = read_requirements(document, record.platform.machine);
    }
    // What was asked of one orientation is not asked of a set that takes its place.
    if (!arguments.on("surface") && !record.platform.scan.orientations.is_single()) options.surface = false;
    record.command_line = arguments.command_line();
    const std::optional<std::filesystem::path> file = repeated ? repeated->file : named_file(arguments);
    record.asked = asked_json(options, file);
    const ScanPlan plan = make_scan_plan(record.platform);
    if (const std::string problem = image_size_problem(options.image, plan.columns(), plan.rows(), shades_of(plan));
        !problem.empty())
        throw UsageError(problem);
    if (const std::string problem = empty_region_problem(record.platform.scan, record.platform.machine.units);
        !problem.empty())
        throw UsageError(fmt::format(
            "{}: {}",
            arguments.text("tilt-inside") ? "--tilt-inside" : "scan.tilt_inside of the platform file or record",
            problem));
    record.warnings = scan_warnings(record.platform);
    requirements = with_poses(std::move(requirements), repeated.has_value(), record);
    for (const std::string& warning : record.warnings) warn(warning);
    const Stopwatch device_watch;
    EngineChoice choice = choose_engine(options.stage, options.device, plan);
    const ScanOnRanks on_ranks(record.platform, choice, ranks);
    record.device_seconds = device_watch.seconds();
    if (!choice.notice.empty()) {
        report(choice.notice);
        record.warnings.push_back(choice.notice);
    }
    OutputFolder folder(
        options.output ? *options.output
                       : default_scan_folder(file, record.platform, options.stage.has_value(), choice.engine->name()),
        "scan", console);
    announce_size(options, plan, folder.path());
    prove_requirements(std::move(requirements), record);
    const Verification verification = scan_into(folder, options, plan, choice, on_ranks.ranks(), record);
    on_ranks.end();
    if (!options.verify || verification.passed) return exit_code::done;
    report(fmt::format("verification failed: {}", describe(verification)));
    return exit_code::verification_failed;
}

}  // namespace

Command scan_command() {
    Command command;
    command.name = "scan";
    command.purpose = "scan what a hexapod can reach: slices as images, radii and volume";
    command.word = "[PLATFORM]";
    command.explanation =
        "Scans where a hexapod (6DOF motion platform: six actuators with a stroke, between joints such as rod ends) "
        "can\n"
        "take its reference point (surge, sway, heave: x, y, z). Leaves one image per slice, radii.csv, run.json, and\n"
        "index.html for a browser. PLATFORM is a YAML file, or the name of a platform that comes with hexscan.\n";
    OptionGroup what = platform_options();
    add_question_options(what);
    add_option(what, "from", "RUN.JSON", "repeat the run that this record tells of");
    OptionGroup how = option_group("How");
    add_option(
        how, "stage", "N|NAME|all",
        "rung of the ladder, timed, with its occupancy (all: hexscan ladder); default: row-runs, not timed apart");
    add_device_option(how);
    add_option(how, "repeat", "N", "timed scans after a warm-up; default: 10 with --stage, else none");
    add_switch(how, "verify", "check every verdict against the double-precision reference");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR",
               "folder for results; default: output/FILE, output/FILE-total and the like, by the platform file's name");
    add_option(results, "image", "bmp|png|none", "one image per slice; default: bmp");
    add_option(results, "page", "html|none", "index.html, the run as one page for a browser; default: html");
    add_switch(results, "volume", "workspace.vtkhdf as well: the whole scan for ParaView, Python and MATLAB");
    add_switch(results, "surface", "workspace.stl as well: the closed surface, in the file's length unit");
    add_switch(results, "quiet", "no progress bar, no summary");
    command.shares_work = true;
    command.groups.push_back(what);
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples =
        "  hexscan my.yaml                          slices, radii and volume of a machine\n"
        "  hexscan --tilt 5:20x36 --workspace total where every tilt up to 5 degrees is reachable\n"
        "  hexscan --stage 7 --verify               one rung, every verdict checked\n"
        "  hexscan --stage all                      the speed-up table of this GPU\n"
        "  mpirun -n 4 hexscan scan my.yaml         one scan, its slices shared by four processes and their GPUs\n";
    command.run = run_scan;
    return command;
}

}  // namespace hexscan
