#include "src/commands/platform_options.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/check/rods/joint_test.h"
#include "src/commands/machine_options.h"
#include "src/commands/option_values.h"
#include "src/commands/output_options.h"
#include "src/commands/question_options.h"
#include "src/console/console.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/platform_file.h"
#include "src/files/request_json.h"
#include "src/files/requirement_file.h"
#include "src/machine/machine_diagnosis.h"
#include "src/proofs/check_report.h"
#include "src/results/run_record.h"
#include "src/scan/map_kind.h"
#include "src/scan/searches/found_ranges.h"

namespace hexscan {
namespace {

std::array<int, 3> parse_grid(const std::string& text) {
    const auto counts =
        parse_integers("--grid", text, 'x', 3, "must be NXxNYxNZ, three whole numbers such as 1000x1000x350");
    for (const int count : counts)
        if (count < 1 || count > max_axis_points)
            reject_value("--grid", text, fmt::format("each count must be 1 ... {}", max_axis_points));
    return {counts[0], counts[1], counts[2]};
}

/// Both ends in the file's unit. A single number is a range of one point.
std::pair<double, double> parse_range(const std::string& option, const std::string& text) {
    constexpr std::string_view allowed =
        "must be FROM:TO, two numbers in the machine's length unit, or one number for a single point along the axis";
    if (std::count(text.begin(), text.end(), ':') == 2)
        reject_value(option, text, fmt::format("{}; --grid sets the number of points", allowed));
    if (text.find(':') == std::string::npos) {
        const double at = parse_numbers(option, text, ':', 1, allowed)[0];
        return {at, at};
    }
    const auto ends = parse_numbers(option, text, ':', 2, allowed);
    return {ends[0], ends[1]};
}

void override_axis(const std::string& name, const Arguments& arguments, std::optional<int> count, const Units& units,
                   ScanRange& axis) {
    const std::string option = "--" + name;
    const auto range =
        arguments.parsed(name.c_str(), [&](const std::string& text) { return parse_range(option, text); });
    if (range) {
        for (const double end : {range->first, range->second})
            if (const std::string problem = units.coordinate_problem(end); !problem.empty())
                throw UsageError(fmt::format("{}: {} {}", option, name, problem));
        axis.from_m = units.metres(range->first);
        axis.to_m = units.metres(range->second);
        axis.open = false;
        if (range->first == range->second && !count) axis.count = 1;
    }
    if (count) axis.count = *count;
    if (!range && !count) return;
    const std::string problem = scan_range_problem(axis, units);
    if (problem.empty()) return;
    const std::string given = range && count ? fmt::format("{} with --grid", option) : range ? option : "--grid";
    const std::string_view grid = name == "x" ? "1x100x100" : name == "y" ? "100x1x100" : "100x100x1";
    const std::string cure = axis.count == 1 ? fmt::format("; give {0} as one number, such as {0} {1}", option,
                                                           units.from_metres(axis.from_m))
                             : range && range->first == range->second
                                 ? fmt::format("; one number gives one point along {}, as in --grid {}", name, grid)
                                 : "";
    throw UsageError(fmt::format("{}: {} {}{}", given, name, problem, cure));
}

void require_known_schema(const JsonField& field) {
    const int schema = field.integer<int>();
    if (schema > run_record_schema)
        field.fail(
            fmt::format("is {}; this hexscan reads schemas up to {}; use a newer hexscan", schema, run_record_schema));
    if (schema < 1) field.fail(fmt::format("is {}; must be 1 to {}", schema, run_record_schema));
}

/// Throws InputError if a record requests a map that its machine does not support.
void require_possible_maps(const JsonField& request, const Platform& platform) {
    for (const MapKind map : platform.scan.questions.maps)
        if (const auto problem = definition_of(map).machine_problem)
            if (const std::string text = problem(platform.machine); !text.empty())
                request.at("maps").fail(fmt::format("has {}: {}", name_of(map), text));
}

}  // namespace

OptionGroup platform_options() {
    OptionGroup group = option_group("Machine and grid");
    add_option(group, "platform", "FILE", "machine file or included machine; default: the built-in case study");
    add_option(group, "grid", "NXxNYxNZ", "numbers of points along x and y, and of slices along z");
    add_option(group, "x", "FROM:TO", "range along x");
    add_option(group, "y", "FROM:TO", "range along y");
    add_option(group, "z", "FROM:TO", "range along z; a single number gives one slice");
    add_option(group, "orientation", "R,P,Y",
               "roll, pitch, yaw, each a number or FROM:TO:POINTS (R = Rz Ry Rx, or the file's orientation_order)");
    return group;
}

void apply_overrides(const Arguments& arguments, Platform& platform) {
    apply_machine_options(arguments, platform.machine);
    ScanRequest& scan = platform.scan;
    const Units& units = platform.machine.units;
    const auto counts = arguments.parsed("grid", parse_grid);
    const auto count = [&](std::size_t axis) { return counts ? std::optional((*counts)[axis]) : std::nullopt; };
    override_axis("x", arguments, count(0), units, scan.x);
    override_axis("y", arguments, count(1), units, scan.y);
    override_axis("z", arguments, count(2), units, scan.z);
    if (const std::string problem = scan_size_problem(scan); !problem.empty())
        throw UsageError(fmt::format("--grid: {}", problem));
    apply_question(arguments, units, scan);
}

std::optional<std::filesystem::path> named_file(const Arguments& arguments) {
    const auto option =
        arguments.parsed("platform", [](const std::string& text) { return parse_path("--platform", text); });
    if (option && arguments.word())
        throw UsageError(
            fmt::format("{}: --platform already names the machine; remove one of them", shown(*arguments.word())));
    if (option || !arguments.word()) return option;
    return parse_path("the machine's name", *arguments.word());
}

std::optional<RepeatedRun> repeated_run(const Arguments& arguments) {
    const auto file = arguments.parsed("from", [](const std::string& text) { return parse_path("--from", text); });
    if (!file) return std::nullopt;
    if (const auto ending = file->extension(); ending == ".yaml" || ending == ".yml")
        throw UsageError(fmt::format("--from {}: must be the run.json of a run; give a machine file without --from",
                                     shown(file->string())));
    if (named_file(arguments)) throw UsageError("--from: the record names the machine; leave out the other machine");
    const nlohmann::json json = read_json_file(*file);
    const JsonField record(json, escaped(file->string()));
    if (!record.find("asked")) record.fail("is not the record of a scan; name the run.json of a scan");
    require_known_schema(record.at("schema"));
    const JsonField asked = record.at("asked");
    RepeatedRun run;
    run.platform.machine = machine_from_json(record.at("machine"));
    run.platform.scan = request_from_json(record.at("request"));
    require_possible_maps(record.at("request"), run.platform);
    if (const auto requirements = record.find("requirements"))
        run.requirements = requirements_from_json(*requirements, run.platform.machine);
    if (const auto platform = asked.find("platform")) run.file = platform->text();
    if (const auto stage = asked.find("stage")) {
        run.stage = stage->text();
        const auto engine = record.find("engine");
        const auto device = engine ? engine->find("device") : std::nullopt;
        run.stage_on_cpu = device && device->text() == "cpu";
    }
    if (const auto verify = asked.find("verify")) run.verify = verify->flag();
    run.outputs = outputs_of(asked);
    return run;
}

PlatformDocument requested_document(const Arguments& arguments) {
    const auto file = named_file(arguments);
    return file ? PlatformDocument::load(*file) : PlatformDocument::built_in();
}

Platform requested_platform(const Arguments& arguments, const PlatformDocument& document, FileMaps maps) {
    Platform platform = read_platform(document);
    if (maps == FileMaps::left_out) platform.scan.questions = {};
    apply_overrides(arguments, platform);
    try {
        const bool counted = arguments.text("grid") || counts_points(document);
        const FoundSteps steps = counted ? FoundSteps::as_counted : FoundSteps::equal;
        const std::string found = find_open_ranges(
            platform, steps, [] {}, test_of_joints(platform));
        if (!found.empty()) {
            report(fmt::format("ranges found from the machine: {}", found));
            if (const std::string warning = both_sides_warning(platform); !warning.empty()) warn(warning);
        }
    } catch (const InputError&) {
        // A fault of the machine may be the reason why nothing is reachable.
        for (const Finding& finding : machine_findings(platform.machine))
            if (finding.weight != Finding::Weight::note) warn(finding.text);
        throw;
    }
    return platform;
}

}  // namespace hexscan
