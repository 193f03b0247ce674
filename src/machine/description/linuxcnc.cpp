#include "src/machine/description/linuxcnc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/ascii.h"
#include "src/base/text.h"

namespace hexscan {
namespace {

/// A value with the line that it stands in.
struct Entry {
    std::string text;
    std::size_t line = 0;
};
using Entries = std::map<std::string, Entry, std::less<>>;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && ascii::is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && ascii::is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view part : split(text, '\t'))
        for (const std::string_view word : split(part, ' '))
            if (!trimmed(word).empty()) words.push_back(trimmed(word));
    return words;
}

[[noreturn]] void fail(const NamedText& file, std::size_t line, const std::string& problem) {
    throw InputError(line == 0 ? fmt::format("{}: {}", escaped(file.name), problem)
                               : fmt::format("{}:{}: {}", escaped(file.name), line, problem));
}

/// Calls use(line without its comment, number) for every line that is not empty.
template <class Use>
void for_each_line(std::string_view text, std::string_view comment_marks, Use use) {
    std::size_t number = 0;
    for (const std::string_view whole : split(text, '\n')) {
        ++number;
        const std::string_view line = trimmed(whole.substr(0, whole.find_first_of(comment_marks)));
        if (!line.empty()) use(line, number);
    }
}

/// Keys as SECTION/KEY, in capitals. The first value of a key counts.
Entries ini_entries(const NamedText& ini) {
    Entries entries;
    std::string section;
    for_each_line(ini.text, "#;", [&](std::string_view line, std::size_t number) {
        const std::size_t equals = line.find('=');
        if (line.front() == '[' && line.find(']') != std::string_view::npos)
            section = ascii::upper(trimmed(line.substr(1, line.find(']') - 1)));
        else if (equals != std::string_view::npos)
            entries.try_emplace(section + "/" + ascii::upper(trimmed(line.substr(0, equals))),
                                Entry{std::string(trimmed(line.substr(equals + 1))), number});
    });
    return entries;
}

/// Whether genhexkins has a pin of that name: a strut's, or one of its own.
bool is_pin(std::string_view name) {
    constexpr std::array own{"correction",     "tool-offset",      "spindle-offset",        "screw-lead",
                             "max-error",      "limit-iterations", "convergence-criterion", "last-iterations",
                             "max-iterations", "fwd-kins-fail"};
    constexpr std::array of_struts{"base", "platform", "base-n", "platform-n"};
    const std::vector<std::string_view> parts = split(name, '.');
    const auto is_strut = [](std::string_view text) { return text.size() == 1 && text[0] >= '0' && text[0] <= '5'; };
    const auto is_one_of = [](std::string_view text, std::string_view letters) {
        return text.size() == 1 && letters.find(text[0]) != std::string_view::npos;
    };
    const auto has = [&](const auto& names) { return std::ranges::find(names, parts[0]) != names.end(); };
    switch (parts.size()) {
        case 1: return (has(own) && parts[0] != own[0]) || is_one_of(parts[0], "xyzabc");
        case 2:
            return (parts[0] == own[0] && is_strut(parts[1])) || (parts[0] == "gui" && is_one_of(parts[1], "xyzabc"));
        case 3: return has(of_struts) && is_strut(parts[1]) && is_one_of(parts[2], "xyz");
        default: return false;
    }
}

/// The pin that was meant, as a question, or empty text.
std::string meant_pin(std::string_view name) {
    constexpr std::array<std::string_view, 3> known{"tool-offset", "spindle-offset", "screw-lead"};
    const std::size_t end = std::min(name.find('.'), name.size());
    constexpr std::array<std::string_view, 4> struts{"base", "platform", "base-n", "platform-n"};
    if (end == name.size()) return did_you_mean(name, known);
    const auto nearest = nearest_word(name.substr(0, end), struts);
    return nearest && *nearest != name.substr(0, end)
               ? fmt::format("did you mean {}{}? ", *nearest, shown(name.substr(end)))
               : std::string();
}

/// What a HAL file sets of genhexkins; the last value of a name counts.
Entries hal_entries(const NamedText& hal) {
    constexpr std::string_view module = "genhexkins.";
    Entries entries;
    for_each_line(hal.text, "#", [&](std::string_view line, std::size_t number) {
        const std::vector<std::string_view> words = words_of(line);
        const std::size_t name = words[0] == "setp" ? 1 : 0;
        const std::size_t value = name == 0 && words.size() > 1 && words[1] == "=" ? 2 : name + 1;
        if (words.size() <= name || !words[name].starts_with(module) || (name == 0 && value == 1)) return;
        if (words.size() <= value) fail(hal, number, fmt::format("{} is set to nothing", escaped(words[name])));
        const std::string_view pin = words[name].substr(module.size());
        if (!is_pin(pin))
            fail(hal, number,
                 fmt::format(
                     "{} is no pin of genhexkins; {}it has base.N.x, y and z, platform.N.x, y and z, N from 0 to "
                     "5, tool-offset, spindle-offset, screw-lead and those of its forward kinematics",
                     escaped(words[name]), meant_pin(pin)));
        entries[std::string(pin)] = {std::string(words[value]), number};
    });
    return entries;
}

/// Both files, and how numbers are read from them.
class Configuration {
public:
    Configuration(const NamedText& hal, const NamedText& ini)
        : hal_(hal), ini_(ini), set_(hal_entries(hal)), keys_(ini_entries(ini)) {}

    std::optional<double> set_number(const std::string& name) const {
        const auto found = set_.find(name);
        if (found == set_.end()) return std::nullopt;
        const Entry& entry = found->second;
        const std::size_t end = entry.text.find(']');
        if (!entry.text.starts_with('[') || end == std::string::npos) return number(hal_, entry, "genhexkins." + name);
        const Entry* const key = find(entry.text.substr(1, end - 1), entry.text.substr(end + 1));
        if (!key)
            fail(hal_, entry.line, fmt::format("{} is in no section of {}", shown(entry.text), escaped(ini_.name)));
        return number(ini_, *key, entry.text);
    }

    const Entry* find(const std::string& section, const std::string& key) const {
        const auto found = keys_.find(section + "/" + key);
        return found == keys_.end() ? nullptr : &found->second;
    }

    double number(const NamedText& file, const Entry& entry, const std::string& what) const {
        const auto value = parse_number<double>(entry.text);
        if (!value || !std::isfinite(*value))
            fail(file, entry.line, fmt::format("{} is {}; must be a number", escaped(what), shown(entry.text)));
        return *value;
    }

    const NamedText& hal() const { return hal_; }
    const NamedText& ini() const { return ini_; }

private:
    const NamedText &hal_, &ini_;
    const Entries set_, keys_;
};

std::string length_unit(const Configuration& configuration) {
    const Entry* const entry = configuration.find("TRAJ", "LINEAR_UNITS");
    const std::string known = "inch (or in, imperial) and mm (or metric)";
    if (!entry) fail(configuration.ini(), 0, "[TRAJ] LINEAR_UNITS is missing; hexscan knows " + known);
    for (const char* inch : {"inch", "in", "imperial"})
        if (entry->text == inch) return "in";
    for (const char* mm : {"mm", "metric"})
        if (entry->text == mm) return "mm";
    fail(configuration.ini(), entry->line,
         fmt::format("[TRAJ] LINEAR_UNITS is {}; hexscan knows {}", shown(entry->text), known));
}

void require_genhexkins(const Configuration& configuration) {
    const Entry* const entry = configuration.find("KINS", "KINEMATICS");
    if (entry && !entry->text.starts_with("genhexkins"))
        fail(configuration.ini(), entry->line,
             fmt::format("[KINS] KINEMATICS is {}; only hexapods of genhexkins are imported", shown(entry->text)));
    if (const auto lead = configuration.set_number("screw-lead"); lead.value_or(0) != 0)
        fail(configuration.hal(), 0,
             fmt::format(
                 "genhexkins.screw-lead is {}: the screws turn with the joints, so that a strut's length depends on "
                 "how they are turned; hexscan has no such legs. With 0 lengths are off by up to a quarter of a lead",
                 *lead));
}

std::array<Vector, leg_count> joints_of(const Configuration& configuration, const char* side) {
    const double raised =
        configuration.set_number("spindle-offset").value_or(0) + configuration.set_number("tool-offset").value_or(0);
    std::array<Vector, leg_count> joints{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        double* const components[] = {&joints[i].x, &joints[i].y, &joints[i].z};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::string name = fmt::format("{}.{}.{}", side, i, "xyz"[k]);
            const auto number = configuration.set_number(name);
            if (!number)
                fail(configuration.hal(), 0,
                     fmt::format("genhexkins.{0} is missing; must be set, as in: setp genhexkins.{0} 10.5", name));
            *components[k] = *number;
        }
        joints[i].z += raised;
    }
    return joints;
}

double limit_of(const Configuration& configuration, std::size_t joint, const char* key, const char* meaning) {
    const std::string section = fmt::format("JOINT_{}", joint);
    const Entry* const entry = configuration.find(section, key);
    if (!entry)
        fail(configuration.ini(), 0,
             fmt::format("[{}] {} is missing; must be the strut's {} length", section, key, meaning));
    return configuration.number(configuration.ini(), *entry, fmt::format("[{}] {}", section, key));
}

std::optional<HomeDescription> home_of(const Configuration& configuration) {
    const Entry* const entry = configuration.find("TRAJ", "HOME");
    if (!entry) return std::nullopt;
    const std::vector<std::string_view> words = words_of(entry->text);
    std::array<double, 6> at{};
    if (words.empty() || words.size() > at.size())
        fail(configuration.ini(), entry->line, "[TRAJ] HOME must be up to six numbers: X Y Z A B C");
    for (std::size_t k = 0; k < words.size(); ++k)
        at[k] = configuration.number(configuration.ini(), {std::string(words[k]), entry->line}, "[TRAJ] HOME");
    return HomeDescription{at[0], at[1], at[2], at[3], at[4], at[5]};
}

}  // namespace

MachineDescription read_linuxcnc(const NamedText& hal, const NamedText& ini) {
    const Configuration configuration(hal, ini);
    require_genhexkins(configuration);
    MachineDescription description;
    const Entry* const name = configuration.find("EMC", "MACHINE");
    description.name = name && !name->text.empty() ? name->text : "LinuxCNC hexapod";
    description.units = {length_unit(configuration), "deg"};
    description.base.joints = joints_of(configuration, "base");
    description.platform.joints = joints_of(configuration, "platform");
    for (std::size_t i = 0; i < leg_count; ++i) {
        description.telescopic().min_length[i] = std::max(0.0, limit_of(configuration, i, "MIN_LIMIT", "shortest"));
        description.telescopic().max_length[i] = limit_of(configuration, i, "MAX_LIMIT", "longest");
    }
    description.home = home_of(configuration);
    return description;
}

}  // namespace hexscan
