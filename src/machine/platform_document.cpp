#include "src/machine/platform_document.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "src/base/input_file.h"
#include "src/base/text.h"
#include "src/machine/installed_platforms.h"

namespace hexscan {

/// The text of platforms/case-study.yaml; the build generates it.
extern const char* const built_in_platform_yaml;

namespace {

Units read_units(const Section& root) {
    const Section section(root.require("units", "must be {length: m|cm|mm|in, angle: deg|rad}"), {"length", "angle"});
    const auto unit = [&](const char* key, std::initializer_list<std::string_view> allowed, const char* listed) {
        return choice(section.require(key, fmt::format("must be {}", listed)), allowed, listed);
    };
    return {unit("length", {"m", "cm", "mm", "in"}, "m, cm, mm or in"), unit("angle", {"deg", "rad"}, "deg or rad")};
}

}  // namespace

std::string choice(const Value& value, std::initializer_list<std::string_view> allowed, std::string_view listed) {
    std::string text = value.text();
    if (std::find(allowed.begin(), allowed.end(), text) == allowed.end())
        value.fail(fmt::format("is \"{}\"; must be {}", shown(text), listed));
    return text;
}

void fail_order(const Value& value, double from, double to) {
    value.fail(fmt::format("runs from {} to {}; the first must be the smaller", from, to));
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

const std::initializer_list<std::string_view> platform_keys{"name", "units", "base",         "platform",         "legs",
                                                            "home", "scan",  "requirements", "orientation_order"};
const std::initializer_list<std::string_view> keys_of_studies{"machine", "vary", "tolerances", "measure"};
constexpr std::string_view is_a_study = "this is a study of many machines, not a platform file: hexscan sweep runs it";

}  // namespace

PlatformDocument::PlatformDocument(std::string_view text, const std::string& source_name, std::filesystem::path folder)
    : source_name_(std::make_unique<const std::string>(source_name)),
      text_(text),
      root_(read_document(text, *source_name_), platform_keys, {keys_of_studies, is_a_study}),
      units_(root_),
      folder_(std::move(folder)) {}

PlatformDocument PlatformDocument::load(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        if (const auto installed = installed_platform(file.string())) return load(*installed);
    std::string cure = "name a YAML or JSON file";
    if (const auto names = installed_platform_names(); !names.empty())
        cure += fmt::format(", or a platform that comes with hexscan: {}", joined(names, ", "));
    return {read_input_file(file, max_description_bytes, cure), file.string(), file.parent_path()};
}

PlatformDocument PlatformDocument::built_in() {
    return {built_in_platform_yaml, "platforms/case-study.yaml (built in)"};
}

}  // namespace hexscan
