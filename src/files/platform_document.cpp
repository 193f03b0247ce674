#include "src/files/platform_document.h"

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/installed_platforms.h"
#include "src/files/other_names.h"
#include "src/system/input_file.h"

namespace hexscan {

/// The text of platforms/case-study.yaml; the build generates it.
extern const char* const built_in_platform_yaml;

namespace {

/// A unit as people write it, and its name in files.
struct UnitWord {
    std::string_view word, unit;
};

constexpr std::array<UnitWord, 12> length_words{{{"m", "m"},
                                                 {"meter", "m"},
                                                 {"metre", "m"},
                                                 {"cm", "cm"},
                                                 {"centimeter", "cm"},
                                                 {"centimetre", "cm"},
                                                 {"mm", "mm"},
                                                 {"millimeter", "mm"},
                                                 {"millimetre", "mm"},
                                                 {"in", "in"},
                                                 {"inch", "in"},
                                                 {"inches", "in"}}};
constexpr std::array<UnitWord, 4> angle_words{{{"deg", "deg"}, {"degree", "deg"}, {"rad", "rad"}, {"radian", "rad"}}};

/// Suggests the intended unit, as a question. The function makes no suggestion for short words, because a wrong unit is
/// off by a large factor: mm and km differ by one letter.
std::string meant_unit(std::string_view text, std::span<const UnitWord> known) {
    constexpr std::size_t guessed = 4;
    const auto question = [](std::string_view unit) { return fmt::format("did you mean {}? ", unit); };
    std::vector<std::string_view> long_words;
    for (const auto& [word, unit] : known) {
        if (same_but_for_capitals(word, text)) return question(unit);
        if (word.size() >= guessed) long_words.push_back(word);
    }
    const auto nearest = text.size() >= guessed ? nearest_word(text, long_words) : std::nullopt;
    for (const auto& [word, unit] : known)
        if (word == nearest) return question(unit);
    return "";
}

std::string read_unit(const Section& units, const char* key, const char* listed, std::span<const UnitWord> known) {
    const Value value = units.require(key, fmt::format("must be {}", listed));
    const std::string text = value.text();
    const bool is_unit =
        std::any_of(known.begin(), known.end(), [&](const UnitWord& word) { return word.unit == text; });
    if (!is_unit) value.fail(fmt::format("is \"{}\"; {}must be {}", shown(text), meant_unit(text, known), listed));
    return text;
}

Units read_units(const Section& root) {
    constexpr const char* allowed = "must be {length: m|cm|mm|in, angle: deg|rad}";
    const Value value = root.require("units", allowed);
    if (!value.is_map()) value.fail(fmt::format("{}; {}", value.description(), allowed));
    const Section section(value, {"length", "angle"});
    return {read_unit(section, "length", "m, cm, mm or in", length_words),
            read_unit(section, "angle", "deg or rad", angle_words)};
}

}  // namespace

std::vector<OtherKind> with_records(OtherKind other) {
    return {std::move(other),
            {{"asked", "border_points", "command", "hexscan_version"}, "this is the record of a run"},
            {{"cut_off", "designs", "front", "machines"},
             "this is the record of a sweep; the machine files beside it are its results"},
            {{"columns", "compute_capability", "clock_mhz", "date", "lessons", "device", "stages"},
             "this is a record of the case study; a report prints its tables"}};
}

std::string choice(const Value& value, const std::vector<std::string_view>& allowed, std::string_view listed) {
    if (value.is_empty() || value.is_list() || value.is_map())
        value.fail(fmt::format("{}; must be {}", value.description(), listed));
    std::string text = value.text();
    // Any two words of three letters count as similar, so only longer words are compared.
    constexpr std::size_t guessed = 4;
    if (std::find(allowed.begin(), allowed.end(), text) != allowed.end()) return text;
    const auto meant = word_meant_by(text, allowed);
    const std::string hint = meant                   ? fmt::format("did you mean {}? ", *meant)
                             : text.size() < guessed ? ""
                                                     : did_you_mean(text, allowed);
    value.fail(fmt::format("is \"{}\"; {}must be {}", shown(text), hint, listed));
}

void fail_order(const Value& value, double from, double to) {
    value.fail(fmt::format("runs from {} to {}; the first must not be larger", from, to));
}

UnitReader::UnitReader(const Section& root) : units_(read_units(root)) {}

double UnitReader::coordinate_m(const Value& value) const {
    const double coordinate = value.number();
    if (const std::string problem = units_.coordinate_problem(coordinate); !problem.empty()) value.fail(problem);
    return units_.metres(coordinate);
}

double UnitReader::length_m(const Value& value) const {
    const double length = value.number();
    if (const std::string problem = units_.length_problem(length); !problem.empty()) value.fail(problem);
    return units_.metres(length);
}

double UnitReader::angle(const Value& value) const {
    const double angle = value.number();
    if (const std::string problem = units_.angle_problem(angle); !problem.empty()) value.fail(problem);
    return angle;
}

namespace {

const std::initializer_list<std::string_view> platform_keys{
    "name", "units",       "base", "platform", "legs",     "home", "scan", "requirements", "orientation_order",
    "tool", "singularity", "load", "keep_out", "connected"};

OtherKind sweep_file_keys() {
    return {{"machine", "vary", "tolerances", "measure"}, "this is a sweep file, not a machine file; a sweep runs it"};
}

}  // namespace

PlatformDocument::PlatformDocument(std::string_view text, const std::string& source_name, std::filesystem::path folder)
    : source_name_(std::make_unique<const std::string>(source_name)),
      text_(text),
      root_(read_document(text, *source_name_), platform_keys, with_records(sweep_file_keys())),
      units_(root_),
      folder_(std::move(folder)) {}

std::shared_ptr<const std::vector<Pose>> PlatformDocument::kept_poses(std::string_view name) const {
    const auto kept = kept_poses_.find(name);
    return kept == kept_poses_.end() ? nullptr : kept->second;
}

PlatformDocument PlatformDocument::load(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        if (const auto installed = installed_platform(file.string())) return load(*installed);
    std::string cure = "name a YAML or JSON file";
    const auto names = installed_platform_names();
    const std::vector<std::string_view> known(names.begin(), names.end());
    if (!file_meant_by(file)) cure = did_you_mean(file.string(), known) + cure;
    if (!names.empty()) cure += fmt::format(", or a machine that comes with hexscan: {}", joined(names, ", "));
    return {read_input_file(file, max_description_bytes, cure), file.string(), file.parent_path()};
}

PlatformDocument PlatformDocument::built_in() {
    return {built_in_platform_yaml, "platforms/case-study.yaml (built in)"};
}

}  // namespace hexscan
