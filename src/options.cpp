#include "src/options.h"

#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

namespace hexscan {
namespace {

namespace po = boost::program_options;

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

[[noreturn]] void reject(std::string_view option, std::string_view value, std::string_view allowed) {
    throw UsageError(fmt::format("{} {}: {}", option, value, allowed));
}

/// `count` numbers between separators, or an error that says what is allowed.
template <class Number>
std::vector<Number> numbers(std::string_view option, std::string_view text, char separator, std::size_t count,
                            std::string_view allowed) {
    std::vector<Number> values;
    for (const std::string_view part : split(text, separator)) {
        const auto value = parse_number<Number>(part);
        if (!value) reject(option, text, allowed);
        if constexpr (std::is_floating_point_v<Number>)
            if (!std::isfinite(*value)) reject(option, text, allowed);
        values.push_back(*value);
    }
    if (values.size() != count) reject(option, text, allowed);
    return values;
}

RangeOverride parse_range(std::string_view option, const std::string& text) {
    const auto ends =
        numbers<double>(option, text, ':', 2, "must be FROM:TO, two numbers in the platform's length unit");
    return {ends[0], ends[1]};
}

GridCounts parse_grid(const std::string& text) {
    constexpr std::string_view allowed = "must be NXxNYxNZ, three whole numbers such as 1000x1000x350";
    const auto counts = numbers<int>("--grid", text, 'x', 3, allowed);
    for (const int count : counts)
        if (count < 1 || count > max_axis_points)
            reject("--grid", text, fmt::format("each count must be 1 ... {}", max_axis_points));
    return {counts[0], counts[1], counts[2]};
}

DeviceChoice parse_device(const std::string& text) {
    if (text == "auto") return {};
    if (text == "cpu") return {DeviceChoice::Kind::cpu, 0};
    if (text == "cuda") return {DeviceChoice::Kind::cuda, 0};
    constexpr std::string_view allowed = "must be auto, cpu, cuda or cuda:N (see --list-devices)";
    if (!text.starts_with("cuda:")) reject("--device", text, allowed);
    const auto index = parse_number<int>(std::string_view(text).substr(5));
    if (!index || *index < 0) reject("--device", text, allowed);
    return {DeviceChoice::Kind::cuda, *index};
}

ImageFormat parse_image(const std::string& text) {
    if (text == "bmp") return ImageFormat::bmp;
    if (text == "png") return ImageFormat::png;
    if (text == "none") return ImageFormat::none;
    reject("--image", text, "must be bmp, png or none");
}

KernelResources parse_kernel(const std::string& text) {
    const auto values = numbers<int>("--occupancy", text, ',', 3,
                                     "must be THREADS,REGISTERS,SHARED_BYTES per block, such as 256,32,4096");
    return {values[0], values[1], values[2]};
}

ComputeCapability parse_capability(const std::string& text) {
    try {
        return parse_compute_capability(text);
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--compute-capability: {}", error.what()));
    }
}

struct Groups {
    po::options_description scan{"What to scan"}, how{"How"}, results{"Results"}, teach{"Learn and inspect"};

    po::options_description all() const {
        po::options_description everything;
        everything.add(scan).add(how).add(results).add(teach);
        return everything;
    }
};

Groups option_groups() {
    using po::value;
    using std::string;
    constexpr unsigned columns = 100;
    const auto group = [](const char* title) { return po::options_description(title, columns, columns / 2); };
    Groups groups{group("What to scan"), group("How"), group("Results"), group("Learn and inspect")};
    groups.scan.add_options()
        ("platform", value<string>()->value_name("FILE"), "hexapod in YAML; default: the built-in case study")
        ("grid", value<string>()->value_name("NXxNYxNZ"), "points along x and y, slices along z")
        ("x", value<string>()->value_name("FROM:TO"), "range along x in the file's unit; --y, --z alike")
        ("y", value<string>()->value_name("FROM:TO"), "range along y")
        ("z", value<string>()->value_name("FROM:TO"), "range along z")
        ("orientation", value<string>()->value_name("R,P,Y"), "roll, pitch, yaw in the file's unit");
    groups.how.add_options()
        ("stage", value<string>()->value_name("N|NAME|all"),
         "rung of the ladder, or all with a table; default: row-runs")
        ("device", value<string>()->value_name("D"), "auto, cpu, cuda or cuda:N; default: auto")
        ("repeat", value<string>()->value_name("N"), "timed scans after a warm-up; default: 10, on the CPU 1")
        ("verify", po::bool_switch(), "check every verdict against the double-precision reference");
    groups.results.add_options()
        ("output", value<string>()->value_name("DIR"), "folder for results; default: output/stage-N or output/cpu")
        ("image", value<string>()->value_name("F"), "bmp, png or none; default: bmp, with --stage all none")
        ("quiet", po::bool_switch(), "no progress bar, no summary");
    groups.teach.add_options()
        ("list-stages", po::bool_switch(), "the stages and what each one changes")
        ("list-devices", po::bool_switch(), "the CUDA devices here")
        ("occupancy", value<string>()->implicit_value("")->value_name("[T,R,S]"),
         "occupancy model of every stage, or of a kernel of T threads, R registers, S shared bytes")
        ("compute-capability", value<string>()->value_name("X.Y"), "for --occupancy: 2.0 ... 12.1")
        ("intrinsics", po::bool_switch(), "measure what intrinsics cost and gain on this GPU")
        ("report", value<string>()->value_name("FILE"),
         "print an earlier stages.json and redraw its tables beside it, or in --output")
        ("version", po::bool_switch(), "the version")
        ("help", po::bool_switch(), "this text");
    return groups;
}

/// The first word that belongs to no option, for the message; Boost does not say which.
std::string first_stray_word(int argc, const char* const* argv) {
    const auto parsed = po::command_line_parser(argc, argv).options(option_groups().all()).allow_unregistered().run();
    for (const auto& option : parsed.options)
        if (option.position_key >= 0 && !option.value.empty()) return option.value.front();
    return argv[argc - 1];
}

po::variables_map parse_arguments(int argc, const char* const* argv) {
    const po::options_description everything = option_groups().all();
    // Abbreviated options would break scripts whenever a new option shares their beginning.
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::variables_map values;
    try {
        po::store(po::command_line_parser(argc, argv)
                      .options(everything)
                      .positional(po::positional_options_description{})
                      .style(style)
                      .run(),
                  values);
    } catch (const po::too_many_positional_options_error&) {
        throw UsageError(fmt::format("{}: takes options only, each with two dashes (see hexscan --help)",
                                     first_stray_word(argc, argv)));
    } catch (const po::error& error) {
        throw UsageError(fmt::format("{} (see hexscan --help)", error.what()));
    }
    return values;
}

template <class Parse>
auto optional_value(const po::variables_map& values, const char* name, Parse parse)
    -> std::optional<decltype(parse(std::string{}))> {
    if (values.count(name) == 0) return std::nullopt;
    return parse(values[name].as<std::string>());
}

int parse_repeat(const std::string& text) {
    const auto count = parse_number<int>(text);
    if (!count || *count < 1 || *count > 1'000'000)
        reject("--repeat", text, "must be a whole number from 1 to 1000000");
    return *count;
}

std::filesystem::path parse_path(const char* option, const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("{}: must not be empty", option));
    return text;
}

void override_axis(const char* option, const std::optional<RangeOverride>& range, std::optional<int> count,
                   const Units& units, ScanRange& axis) {
    if (range) {
        axis.from_m = units.metres(range->first);
        axis.to_m = units.metres(range->second);
    }
    if (count) axis.count = *count;
    if (!range && !count) return;
    const std::string problem = scan_range_problem(axis);
    if (problem.empty()) return;
    const std::string given = range && count ? fmt::format("{} with --grid", option) : range ? option : "--grid";
    const std::string cure =
        axis.count == 1 ? fmt::format("; add {0} V:V, such as {0} {1}:{1}", option, units.from_metres(axis.from_m))
                        : "";
    throw UsageError(fmt::format("{}: {} {}{}", given, std::string(option).substr(2), problem, cure));
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
    const po::variables_map values = parse_arguments(argc, argv);
    const auto text = [](const std::string& value) { return value; };
    Options options;
    options.platform = optional_value(values, "platform", [](const auto& v) { return parse_path("--platform", v); });
    options.stage = optional_value(values, "stage", text);
    options.device = optional_value(values, "device", parse_device).value_or(DeviceChoice{});
    options.grid = optional_value(values, "grid", parse_grid);
    options.x = optional_value(values, "x", [](const auto& v) { return parse_range("--x", v); });
    options.y = optional_value(values, "y", [](const auto& v) { return parse_range("--y", v); });
    options.z = optional_value(values, "z", [](const auto& v) { return parse_range("--z", v); });
    options.orientation = optional_value(values, "orientation", [](const auto& v) {
        const auto angles = numbers<double>("--orientation", v, ',', 3,
                                            "must be ROLL,PITCH,YAW, three numbers in the platform's angle unit");
        return std::array{angles[0], angles[1], angles[2]};
    });
    options.output = optional_value(values, "output", [](const auto& v) { return parse_path("--output", v); });
    options.image = optional_value(values, "image", parse_image);
    options.repeat = optional_value(values, "repeat", parse_repeat);
    options.verify = values["verify"].as<bool>();
    options.quiet = values["quiet"].as<bool>();
    options.help = values["help"].as<bool>();
    options.version = values["version"].as<bool>();
    options.list_stages = values["list-stages"].as<bool>();
    options.list_devices = values["list-devices"].as<bool>();
    options.intrinsics = values["intrinsics"].as<bool>();
    options.occupancy = values.count("occupancy") != 0;
    if (options.occupancy && !values["occupancy"].as<std::string>().empty())
        options.occupancy_kernel = parse_kernel(values["occupancy"].as<std::string>());
    options.compute_capability = optional_value(values, "compute-capability", parse_capability);
    if (options.compute_capability && !options.occupancy)
        throw UsageError("--compute-capability: goes with --occupancy");
    options.report = optional_value(values, "report", [](const auto& v) { return parse_path("--report", v); });
    return options;
}

std::string help_text() {
    const Groups groups = option_groups();
    std::ostringstream text;
    text << "hexscan scans what a Stewart-Gough platform (hexapod) can reach and draws it, slice by slice.\n"
            "usage: hexscan [options]\n\n"
         << groups.scan << groups.how << groups.results << groups.teach
         << "\nExit codes: 0 done, 1 a verification failed, 2 bad usage or input, 3 device or output failure,\n"
            "130 interrupted.\n"
            "Examples:\n"
            "  hexscan --platform platforms/rubin-camera-hexapod.yaml   slices, radii and volume of a machine\n"
            "  hexscan --stage 7 --verify                               one rung, every verdict checked\n"
            "  hexscan --stage all --output output/mine                 the speed-up table of this GPU\n";
    return text.str();
}

void apply_overrides(const Options& options, Platform& platform) {
    ScanSettings& scan = platform.scan;
    const auto count = [&](int GridCounts::* member) {
        return options.grid ? std::optional((*options.grid).*member) : std::nullopt;
    };
    override_axis("--x", options.x, count(&GridCounts::x), platform.units, scan.x);
    override_axis("--y", options.y, count(&GridCounts::y), platform.units, scan.y);
    override_axis("--z", options.z, count(&GridCounts::z), platform.units, scan.z);
    const std::string problem = scan_size_problem(scan);
    if (!problem.empty()) throw UsageError(fmt::format("--grid: {}", problem));
    if (!options.orientation) return;
    scan.roll_rad = platform.units.radians((*options.orientation)[0]);
    scan.pitch_rad = platform.units.radians((*options.orientation)[1]);
    scan.yaw_rad = platform.units.radians((*options.orientation)[2]);
}

}  // namespace hexscan
