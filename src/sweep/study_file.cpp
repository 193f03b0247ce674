#include "src/sweep/study_file.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/base/version.h"
#include "src/check/box_proof.h"
#include "src/files/installed_platforms.h"
#include "src/files/machine_file.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/sweep/measure_kind.h"
#include "src/system/input_file.h"

namespace hexscan {
namespace {

constexpr int most_points = 1'000'000;
constexpr int most_numbers = 64;
constexpr std::int64_t samples_without_design = 1000;

/// What was meant by a key that names nothing, as a question, or empty text. Of numbers of a list only the list's name is
/// looked at.
std::string suggestion(const std::string& key, std::span<const std::string_view> words) {
    const std::size_t end = std::min(key.find('['), key.size());
    const auto nearest = nearest_word(key.substr(0, end), words);
    if (!nearest || *nearest == key.substr(0, end)) return {};
    return fmt::format("did you mean {}{}? ", *nearest, shown(key.substr(end)));
}

/// Says that a key names no number; `known` do, and `others` are keys that may stand beside them.
[[noreturn]] void fail_unknown(const std::string& key, const Value& value, const std::vector<std::string>& known,
                               std::initializer_list<std::string_view> others) {
    std::vector<std::string_view> words(known.begin(), known.end());
    words.insert(words.end(), others);
    const bool is_stroke = key.starts_with("legs.stroke");
    value.fail(fmt::format(
        "is no number of this machine's file; {}there are {}, and single ones of a list, as in "
        "legs.max[0]",
        is_stroke ? "a stroke ends at legs.max: vary that; " : suggestion(key, words), joined(known, ", ")));
}

std::vector<double> grid_points(double from, double to, int count) {
    std::vector<double> points;
    for (int i = 0; i < count; ++i) points.push_back(i == count - 1 ? to : from + i * ((to - from) / (count - 1)));
    return points;
}

/// The values of a list, or a range of them, into `varied`.
void read_values(const Value& value, Sampling::Kind sampling, VariedNumber& varied) {
    if (value.is_list()) {
        varied.listed = true;
        for (const Value& item : value.items("numbers")) varied.values.push_back(item.number());
        if (varied.values.empty()) value.fail("is an empty list; give the values that it is to have");
        return;
    }
    if (!value.is_map()) value.fail("must be a list of values, or a range {from, to, points}; {add: ...} adds them");
    const Section range(value, {"from", "to", "points"});
    varied.from = range.require("from", "must be a number, as to is").number();
    varied.to = range.require("to", "must be a number, as from is").number();
    if (!(varied.from < varied.to))
        range.fail(fmt::format("runs from {} to {}; from must be below to", varied.from, varied.to));
    const auto points = range.find("points");
    if (sampling == Sampling::Kind::grid) {
        const int count = range.require("points", "must be the number of values on the grid").count(most_points);
        if (count == 1) points->fail("is 1 of a range that has two ends; must be 2 at least");
        varied.values = grid_points(varied.from, varied.to, count);
    } else if (points) {
        points->fail("is for sampling: grid; here the sampling says how many machines there are");
    }
}

VariedNumber read_varied(const MachineDescription& machine, const std::string& key, const Value& value,
                         Sampling::Kind sampling) {
    const std::vector<DescriptionNumber> numbers = numbers_of(machine, key);
    if (numbers.empty()) fail_unknown(key, value, number_keys(machine), {});
    if (key.find(".joints") != std::string::npos && numbers.size() != 1)
        value.fail("names several coordinates; vary one of them, as in base.joints[0][2]");
    VariedNumber varied;
    varied.key = key;
    varied.dimension = numbers.front().dimension;
    for (const DescriptionNumber& number : numbers) varied.places.push_back(number.place);
    const auto added = value.find_in_map("add");
    varied.added = added.has_value();
    if (added) (void)Section(value, {"add"});
    read_values(added ? *added : value, sampling, varied);
    return varied;
}

std::uint64_t read_seed(const Section& section) {
    const auto seed = section.find("seed");
    return seed ? static_cast<std::uint64_t>(seed->count(std::numeric_limits<int>::max())) : 1;
}

Sampling read_sampling(const std::optional<Value>& value) {
    if (!value) return {};
    if (!value->is_map()) {
        (void)choice(*value, {"grid"}, "grid, {sobol: N} or {random: N, seed: S}");
        return {};
    }
    const Section section(*value, {"sobol", "random", "seed"});
    const auto sobol = section.find("sobol"), random = section.find("random");
    if (sobol.has_value() == random.has_value()) section.fail("must be grid, {sobol: N} or {random: N, seed: S}");
    Sampling sampling;
    sampling.kind = sobol ? Sampling::Kind::sobol : Sampling::Kind::random;
    sampling.count = (sobol ? *sobol : *random).count(static_cast<int>(max_machines));
    if (const auto seed = section.find("seed"); seed && sobol) seed->fail("is for random; Sobol's sequence has none");
    sampling.seed = read_seed(section);
    return sampling;
}

ScatteredNumber read_scatter(const DescriptionNumber& number, const Value& value) {
    const Section section(value, {"normal", "uniform"});
    const auto normal = section.find("normal"), uniform = section.find("uniform");
    if (normal.has_value() == uniform.has_value())
        section.fail("must be {normal: STANDARD DEVIATION} or {uniform: HALF THE WIDTH}");
    const Value& width = normal ? *normal : *uniform;
    if (!(width.number() > 0)) width.fail(fmt::format("is {}; must be above 0", width.number()));
    return {number.key, number.dimension, number.place, normal.has_value(), width.number()};
}

/// The joints of a side that is given by a radius can be scattered too: they are written out first.
MachineDescription with_listed_joints(MachineDescription machine, std::string_view key, Tolerances& tolerances) {
    const auto list = [&](std::string_view joints, SideDescription& side, bool& lists) {
        if (!key.starts_with(joints) || !side.pairs) return;
        side.pairs.reset();
        lists = true;
    };
    list("base.joints", machine.base, tolerances.lists_base_joints);
    list("platform.joints", machine.platform, tolerances.lists_platform_joints);
    return machine;
}

/// What can be scattered: the numbers of the file, and the joints that with_listed_joints writes out.
std::vector<std::string> scattered_keys(const MachineDescription& machine) {
    std::vector<std::string> keys = number_keys(machine);
    if (machine.base.pairs) keys.emplace_back("base.joints");
    if (machine.platform.pairs) keys.emplace_back("platform.joints");
    return keys;
}

/// Scattered twice, a number's two widths would add up to a third that nobody wrote.
void check_scattered_once(const ScatteredNumber& number, const Tolerances& tolerances, const Value& value) {
    for (const ScatteredNumber& earlier : tolerances.numbers)
        if (earlier.place == number.place)
            value.fail(fmt::format("scatters {} a second time; scatter each number once", number.key));
}

/// A side whose joints are written out has no radius left that could be scattered.
void check_shorthand(const Tolerances& tolerances, const Value& value) {
    for (const ScatteredNumber& number : tolerances.numbers) {
        const bool written_out = number.place.of_base ? tolerances.lists_base_joints : tolerances.lists_platform_joints;
        const bool shorthand =
            number.place.of == NumberPlace::Of::radius || number.place.of == NumberPlace::Of::spread ||
            number.place.of == NumberPlace::Of::azimuth || number.place.of == NumberPlace::Of::height;
        if (written_out && shorthand)
            value.fail(fmt::format("scatters {} and the joints that come of it; scatter one of the two", number.key));
    }
}

/// Whether axes towards home would follow the number.
bool moves_joints_or_home(const ScatteredNumber& number, const MachineDescription& machine) {
    return number.place.of != NumberPlace::Of::max_tilt && !leg_of_joint_value(machine, number.place);
}

Tolerances read_tolerances(const Value& value, const MachineDescription& machine, bool varies) {
    Tolerances tolerances;
    tolerances.samples = varies ? 1 : samples_without_design;
    tolerances.seed = 1;
    for (const auto& [key, entry] : value.entries("numbers of the platform file, samples and seed")) {
        if (key == "samples") {
            tolerances.samples = entry.count(static_cast<int>(max_machines));
            continue;
        }
        if (key == "seed") {
            tolerances.seed = static_cast<std::uint64_t>(entry.count(std::numeric_limits<int>::max()));
            continue;
        }
        const std::vector<DescriptionNumber> numbers = numbers_of(with_listed_joints(machine, key, tolerances), key);
        if (numbers.empty()) fail_unknown(key, entry, scattered_keys(machine), {"samples", "seed"});
        for (const DescriptionNumber& number : numbers) {
            ScatteredNumber scattered = read_scatter(number, entry);
            check_scattered_once(scattered, tolerances, entry);
            tolerances.numbers.push_back(std::move(scattered));
        }
    }
    if (tolerances.numbers.empty()) value.fail("scatters nothing; give numbers, as in legs.max: {uniform: 0.0005}");
    if (tolerances.numbers.size() > most_numbers)
        value.fail(fmt::format("scatters {} numbers; at most {} are allowed", tolerances.numbers.size(), most_numbers));
    check_shorthand(tolerances, value);
    tolerances.fixes_axes =
        std::any_of(tolerances.numbers.begin(), tolerances.numbers.end(),
                    [&](const ScatteredNumber& number) { return moves_joints_or_home(number, machine); });
    return tolerances;
}

/// The place of the requirement that a measure names.
std::size_t place_of_requirement(const Value& value, const Measure& measure, const SweepStudy& study) {
    std::vector<std::string> known;
    std::vector<std::size_t> places;
    for (std::size_t r = 0; r < study.requirements.size(); ++r) {
        known.push_back(escaped(study.requirements[r].name));
        if (study.requirements[r].name == measure.requirement) places.push_back(r);
    }
    if (known.empty()) value.fail("needs requirements; the platform file has none");
    if (places.empty())
        value.fail(fmt::format("names no requirement of the platform file; it has {}", joined(known, ", ")));
    if (places.size() > 1) value.fail("names several requirements of the platform file; give each a name of its own");
    return places.front();
}

Measure read_measure(const Value& value, const SweepStudy& study) {
    const std::string text = value.text();
    const std::size_t point = std::min(text.find('.'), text.size());
    const auto kind = measure_named(text.substr(0, point));
    if (!kind || definition_of(*kind).of_requirement != (point < text.size())) {
        const std::string list = measure_list();
        std::vector<std::string_view> known = split(list, ' ');
        for (std::string_view& word : known) word = word.substr(0, word.find_first_of(",."));
        value.fail(fmt::format("is \"{}\"; {}must be one of {}", shown(text),
                               kind ? "" : did_you_mean(text.substr(0, point), known), list));
    }
    const MeasureDefinition& definition = definition_of(*kind);
    Measure measure = *kind;
    if (definition.has_own_figure()) measure.figure = study.own_figures();
    if (definition.of_requirement) {
        measure.requirement = text.substr(point + 1);
        measure.place = place_of_requirement(value, measure, study);
    }
    for (const Measure& earlier : study.measures)
        if (name_of(earlier) == text) value.fail("stands twice; each measure may stand once");
    if (definition.problem)
        if (const std::string problem = definition.problem(study, measure); !problem.empty()) value.fail(problem);
    return measure;
}

void read_objectives(const Section& section, const char* key, bool larger, SweepStudy& study) {
    const auto list = section.find(key);
    if (!list) return;
    for (const Value& item : list->items("measures or varied numbers")) {
        const std::string name = item.text();
        const auto measure = std::find_if(study.measures.begin(), study.measures.end(),
                                          [&](const Measure& measured) { return name_of(measured) == name; });
        const bool varied = std::any_of(study.varied.begin(), study.varied.end(),
                                        [&](const VariedNumber& number) { return number.key == name; });
        if (!varied && measure == study.measures.end())
            item.fail("is neither measured nor varied by this study; name what stands under measure or vary");
        for (const Objective& earlier : study.objectives)
            if (earlier.name == name) item.fail("stands twice; each measure or number may stand once");
        Objective objective{name, larger};
        if (measure != study.measures.end())
            objective.measure = static_cast<std::size_t>(measure - study.measures.begin());
        study.objectives.push_back(objective);
    }
}

void read_front(const std::optional<Value>& value, SweepStudy& study) {
    if (value && study.samples_per_design() > 1)
        value->fail("compares single machines; where each design is built several times there is no front");
    if (!value) {
        for (std::size_t m = 0; m < study.measures.size(); ++m)
            study.objectives.push_back({name_of(study.measures[m]), true, m});
        return;
    }
    study.names_objectives = true;
    const Section section(*value, {"maximize", "minimize"});
    read_objectives(section, "maximize", true, study);
    read_objectives(section, "minimize", false, study);
    if (study.objectives.empty()) section.fail("names nothing; give maximize: [...], minimize: [...] or both");
}

void read_vary(const std::optional<Value>& value, SweepStudy& study) {
    if (!value) return;
    for (const auto& [key, entry] : value->entries("numbers of the platform file")) {
        VariedNumber varied = read_varied(study.machine, key, entry, study.sampling.kind);
        for (const VariedNumber& earlier : study.varied)
            for (const NumberPlace& place : earlier.places)
                if (std::find(varied.places.begin(), varied.places.end(), place) != varied.places.end())
                    entry.fail(fmt::format("sets what {} sets too; vary each number once", earlier.key));
        study.varied.push_back(std::move(varied));
    }
    if (study.varied.empty()) value->fail("varies nothing; leave it out or give numbers of the platform file");
    if (study.varied.size() > most_numbers)
        value->fail(fmt::format("varies {} numbers; at most {} are allowed", study.varied.size(), most_numbers));
}

/// A scan of the study's own says what machines are measured over; what else a scan can tell is no measure.
ScanRequest read_own_scan(const Value& scan, const UnitReader& units) {
    for (const std::string_view key : {"map", "certified", "tilt_inside"})
        if (const auto value = scan.find_in_map(key))
            value->fail(
                "is nothing that a sweep measures; ask hexscan scan for it, of a machine that hexscan sweep "
                "--export has written");
    return read_scan(scan, units);
}

/// Everything that the study takes from the platform file; a `scan` of its own takes the place of that file's.
void read_platform_part(const PlatformDocument& platform, const std::optional<Value>& scan, SweepStudy& study) {
    study.platform_text = platform.text();
    study.platform_source = platform.source_name();
    study.platform_folder = platform.folder().string();
    study.machine = read_description(platform);
    const Platform nominal = read_platform(platform);
    study.scan = scan ? read_own_scan(*scan, platform.units()) : nominal.scan;
    study.requirements = read_requirements(platform, nominal.machine);
    for (Requirement& requirement : study.requirements)
        requirement = with_file_read(requirement, nominal.machine.units);
}

/// The product of all counts, held below what can be numbered.
void check_size(const SweepStudy& study, const Section& root) {
    double machines = static_cast<double>(study.samples_per_design());
    if (!study.varied.empty()) {
        if (study.sampling.kind != Sampling::Kind::grid)
            machines *= static_cast<double>(study.sampling.count);
        else
            for (const VariedNumber& number : study.varied) machines *= static_cast<double>(number.values.size());
    }
    if (!(machines <= static_cast<double>(max_machines)))
        root.fail(fmt::format("asks for {:.3g} machines; at most {} are allowed", machines, max_machines));
}

SweepStudy read_study(const Section& root, const PlatformDocument& platform) {
    SweepStudy study;
    read_platform_part(platform, root.find("scan"), study);
    study.sampling = read_sampling(root.find("sampling"));
    read_vary(root.find("vary"), study);
    if (const auto tolerances = root.find("tolerances"))
        study.tolerances = read_tolerances(*tolerances, study.machine, !study.varied.empty());
    if (study.varied.empty() && !study.tolerances)
        root.fail("has neither vary nor tolerances; give the numbers of the platform file that are to differ");
    if (study.varied.empty() && study.sampling.kind != Sampling::Kind::grid)
        root.find("sampling")->fail("is of the ranges under vary, and there are none");
    const Value measures = root.require("measure", "must be a list of measures, as in [volume, largest_ball]");
    for (const Value& value : measures.items("measures")) study.measures.push_back(read_measure(value, study));
    if (study.measures.empty()) measures.fail("is empty; name one measure at least");
    read_front(root.find("front"), study);
    check_size(study, root);
    return study;
}

const std::initializer_list<std::string_view> keys{"machine",    "scan",    "vary", "sampling",
                                                   "tolerances", "measure", "front"};

OtherKind platform_file() {
    return {{"name", "units", "base", "platform", "legs"},
            "this is a platform file, not a study; a study names one, as in machine: my-hexapod.yaml"};
}

/// A study that names its machine is no platform file, whatever else it holds.
Section root_of(const std::string& text, const std::string& source_name) {
    const Value document = read_document(text, source_name);
    return {document, keys, with_records(document.find_in_map("machine") ? OtherKind{} : platform_file())};
}

[[noreturn]] void fail_no_machine(const Value& machine, const std::filesystem::path& named,
                                  const std::filesystem::path& beside) {
    const std::vector<std::string> installed = installed_platform_names();
    const std::string file = file_meant_text(beside);
    machine.fail(fmt::format(
        "is \"{}\", which is no file beside the study or here; {}name a platform file, or a platform that comes with "
        "hexscan: {}",
        shown(named.string()),
        file.empty() ? did_you_mean(named.string(), std::vector<std::string_view>(installed.begin(), installed.end()))
                     : file,
        joined(installed, ", ")));
}

/// The file beside the study, or as seen from here, or a platform that comes with hexscan.
PlatformDocument load_machine(const Value& machine, const std::filesystem::path& folder) {
    const std::filesystem::path named = machine.text(), beside = folder / named;
    std::error_code error;
    if (std::filesystem::exists(beside, error)) return PlatformDocument::load(beside);
    if (!std::filesystem::exists(named, error) && !installed_platform(named.string()))
        fail_no_machine(machine, named, beside);
    return PlatformDocument::load(named);
}

SweepStudy finished(SweepStudy study, const std::filesystem::path& source, const std::string& text) {
    study.name = source.stem().string();
    study.study_text = text;
    study.study_source = source.string();
    return study;
}

}  // namespace

SweepStudy parse_study(const std::string& text, const std::string& source_name, const PlatformDocument& platform) {
    const Section root = root_of(text, source_name);
    return finished(read_study(root, platform), source_name, text);
}

SweepStudy load_study(const std::filesystem::path& file) {
    const std::string source_name = file.string();
    const std::string text = read_input_file(file, max_description_bytes, "name a study file (docs/sweeps.md)");
    const Section root = root_of(text, source_name);
    const Value machine = root.require("machine", "must be a platform file, or a platform that comes with hexscan");
    return finished(read_study(root, load_machine(machine, file.parent_path())), file, text);
}

}  // namespace hexscan
