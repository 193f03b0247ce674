#include "src/machine/description/linuxcnc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/ascii.h"
#include "src/base/text.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

/// A value and its location in a file.
struct Entry {
    std::string text;
    std::string file;
    std::size_t line = 0;
};
using Entries = std::map<std::string, Entry, std::less<>>;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view part : split(text, '\t'))
        for (const std::string_view word : split(part, ' '))
            if (!trimmed(word).empty()) words.push_back(trimmed(word));
    return words;
}

[[noreturn]] void refuse(const NamedText& file, const std::string& problem) {
    throw InputError(fmt::format("{}: {}", escaped(file.name), problem));
}

[[noreturn]] void refuse(const Entry& entry, const std::string& problem) {
    throw InputError(fmt::format("{}:{}: {}", escaped(entry.file), entry.line, problem));
}

/// Calls use(line, line number) for every line that is not empty once its comment is removed.
template <class Use>
void for_each_line(std::string_view text, std::string_view comment_marks, Use use) {
    std::size_t number = 0;
    for (const std::string_view whole : split(text, '\n')) {
        ++number;
        const std::string_view line = trimmed(whole.substr(0, whole.find_first_of(comment_marks)));
        if (!line.empty()) use(line, number);
    }
}

/// The entries of an INI file. Keys have the form SECTION/KEY, in capitals. If a key is repeated, its first value
/// counts.
Entries ini_entries(const NamedText& ini) {
    Entries entries;
    std::string section;
    for_each_line(ini.text, "#;", [&](std::string_view line, std::size_t number) {
        const std::size_t equals = line.find('=');
        if (line.front() == '[' && line.find(']') != std::string_view::npos)
            section = ascii::upper(trimmed(line.substr(1, line.find(']') - 1)));
        else if (equals != std::string_view::npos)
            entries.try_emplace(section + "/" + ascii::upper(trimmed(line.substr(0, equals))),
                                Entry{std::string(trimmed(line.substr(equals + 1))), ini.name, number});
    });
    return entries;
}

/// True if the genhexkins module has a pin of that name, for a strut or for the whole module.
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

/// "Did you mean ...?" with the most similar pin name, or empty text.
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

/// The lines of HAL files that concern genhexkins. If several lines name a pin, the last one counts.
struct HalLines {
    Entries set;        ///< values of pins
    Entries connected;  ///< lines that connect a pin to a signal
    Entries modules;    ///< loaded kinematics modules
};

constexpr std::string_view module_prefix = "genhexkins.";

/// The name after "genhexkins."; throws InputError if it is not a pin.
std::string pin_of(std::string_view word, const Entry& at) {
    const std::string_view pin = word.substr(module_prefix.size());
    if (!is_pin(pin))
        refuse(at,
               fmt::format("{} is not a pin of genhexkins; {}its pins are base.N.x, base.N.y, base.N.z and the same of "
                           "platform with N from 0 to 5, tool-offset, spindle-offset, screw-lead and those of its "
                           "forward kinematics",
                           escaped(word), meant_pin(pin)));
    return std::string(pin);
}

/// Reads HAL files and those that they source.
class HalReader {
public:
    explicit HalReader(const OpenHal& open) : open_(open) {}

    void read(const NamedText& hal) {
        std::string command;
        std::size_t last = 0;
        const auto read_command = [&] {
            if (const auto words = words_of(command); !words.empty()) read_line(words, Entry{command, hal.name, last});
            command.clear();
        };
        for_each_line(hal.text, "#", [&](std::string_view line, std::size_t number) {
            command += line;
            last = number;
            if (command.ends_with('\\'))  // The command continues on the next line.
                command.back() = ' ';
            else
                read_command();
        });
        read_command();
    }

    HalLines lines;

private:
    void read_line(const std::vector<std::string_view>& words, const Entry& at) {
        if (words[0] == "source" && words.size() > 1) return source(std::string(words[1]), at);
        if (words[0] == "loadrt" && words.size() > 1 && (words[1].ends_with("kins") || words[1].starts_with("[KINS]")))
            lines.modules[std::string(words[1])] = {std::string(words[1]), at.file, at.line};
        else if (words[0] == "net" || words[0].starts_with("link"))
            connect(words, at);
        else
            set(words, at);
    }

    void source(const std::string& name, const Entry& at) {
        constexpr int most_files = 100;
        if (++sourced_ > most_files)
            refuse(at,
                   fmt::format("sources {} after {} other files; does a file source itself?", shown(name), most_files));
        read(open_(name));
    }

    void connect(const std::vector<std::string_view>& words, const Entry& at) {
        for (const std::string_view word : words)
            if (word.starts_with(module_prefix)) lines.connected[pin_of(word, at)] = at;
    }

    void set(const std::vector<std::string_view>& words, const Entry& at) {
        const std::size_t name = words[0] == "setp" ? 1 : 0;
        const std::size_t value = name == 0 && words.size() > 1 && words[1] == "=" ? 2 : name + 1;
        if (words.size() <= name || !words[name].starts_with(module_prefix) || (name == 0 && value == 1)) return;
        if (words.size() <= value)
            refuse(at, fmt::format("{} has no value; write it behind the name", escaped(words[name])));
        lines.set[pin_of(words[name], at)] = {std::string(words[value]), at.file, at.line};
    }

    const OpenHal& open_;
    int sourced_ = 0;
};

HalLines hal_lines(const NamedText& hal, const OpenHal& open) {
    HalReader reader(open);
    reader.read(hal);
    return std::move(reader.lines);
}

/// The HAL and INI files of a configuration, and functions that read numbers from them.
class Configuration {
public:
    Configuration(const NamedText& hal, const NamedText& ini, const OpenHal& open)
        : hal_(hal), ini_(ini), lines_(hal_lines(hal, open)), keys_(ini_entries(ini)) {}

    /// The value of a pin, or nullopt if it keeps its default. Throws InputError if the pin follows a signal.
    std::optional<double> set_number(const std::string& name) const {
        if (const Entry* const connection = connection_of(name))
            refuse(*connection, fmt::format("genhexkins.{0} is connected to a signal, so no file contains its value; "
                                            "replace this line by a value, such as: setp genhexkins.{0} 10.5",
                                            name));
        const auto found = lines_.set.find(name);
        if (found == lines_.set.end()) return std::nullopt;
        return number(resolved(found->second), "genhexkins." + name);
    }

    /// The line that connects a pin to a signal, or null.
    const Entry* connection_of(const std::string& name) const {
        const auto found = lines_.connected.find(name);
        return found == lines_.connected.end() ? nullptr : &found->second;
    }

    /// The kinematics modules that the files name.
    std::vector<Entry> modules() const {
        std::vector<Entry> modules;
        if (const Entry* const entry = find("KINS", "KINEMATICS")) modules.push_back(*entry);
        for (const auto& [name, entry] : lines_.modules) modules.push_back(resolved(entry));
        return modules;
    }
    bool names_pins() const { return !lines_.set.empty() || !lines_.connected.empty(); }

    const Entry* find(const std::string& section, const std::string& key) const {
        const auto found = keys_.find(section + "/" + key);
        return found == keys_.end() ? nullptr : &found->second;
    }

    double number(const Entry& entry, const std::string& what) const {
        const auto value = parse_number<double>(entry.text);
        if (!value || !std::isfinite(*value))
            refuse(entry, fmt::format("{} is {}; must be a number", escaped(what), shown(entry.text)));
        return *value;
    }

    const NamedText& hal() const { return hal_; }
    const NamedText& ini() const { return ini_; }

private:
    /// Looks up a value of the form [SECTION]KEY or [SECTION](KEY) in the INI file. Returns any other value unchanged.
    Entry resolved(const Entry& entry) const {
        const std::size_t end = entry.text.find(']');
        if (!entry.text.starts_with('[') || end == std::string::npos) return entry;
        std::string name = ascii::upper(entry.text.substr(end + 1));
        if (name.starts_with('(') && name.ends_with(')')) name = name.substr(1, name.size() - 2);
        const std::string section = ascii::upper(entry.text.substr(1, end - 1));
        const Entry* const key = find(section, name);
        if (!key)
            refuse(entry,
                   fmt::format("{} is not in {}: no section [{}] has a key {}; add the key, or write its value here",
                               shown(entry.text), escaped(ini_.name), shown(section), shown(name)));
        return *key;
    }

    const NamedText &hal_, &ini_;
    const HalLines lines_;
    const Entries keys_;
};

std::string length_unit(const Configuration& configuration) {
    const Entry* const entry = configuration.find("TRAJ", "LINEAR_UNITS");
    const std::string known = "inch, in or imperial for inches, or mm or metric for millimetres";
    if (!entry) refuse(configuration.ini(), "[TRAJ] LINEAR_UNITS is missing; must be " + known);
    for (const char* inch : {"inch", "in", "imperial"})
        if (entry->text == inch) return "in";
    for (const char* mm : {"mm", "metric"})
        if (entry->text == mm) return "mm";
    refuse(*entry, fmt::format("[TRAJ] LINEAR_UNITS is {}; must be {}", shown(entry->text), known));
}

void require_genhexkins(const Configuration& configuration) {
    const std::vector<Entry> modules = configuration.modules();
    for (const Entry& module : modules)
        if (!module.text.starts_with("genhexkins"))
            refuse(module,
                   fmt::format("the kinematics module is {}; hexscan imports only genhexkins", shown(module.text)));
    if (modules.empty() && !configuration.names_pins())
        refuse(configuration.hal(),
               fmt::format("neither loads genhexkins nor sets its pins, and {} has no [KINS] KINEMATICS; name the HAL "
                           "file with the lines setp genhexkins.base.0.x …",
                           escaped(configuration.ini().name)));
    if (const auto lead = configuration.set_number("screw-lead"); lead.value_or(0) != 0)
        refuse(configuration.hal(),
               fmt::format("genhexkins.screw-lead is {}: the screws turn with the joints, so a "
                           "strut's length depends on the joint angles; hexscan does not support such legs. If the "
                           "file gives 0 instead, the imported lengths are wrong by up to a quarter of the lead",
                           *lead));
}

/// The height by which genhexkins raises the joints of both sides. An offset that follows a signal, such as a tool's
/// length, counts as 0.
double raised(const Configuration& configuration, std::vector<std::string>& notes) {
    double sum = 0;
    for (const char* const name : {"spindle-offset", "tool-offset"}) {
        const Entry* const connection = configuration.connection_of(name);
        if (!connection)
            sum += configuration.set_number(name).value_or(0);
        else
            notes.push_back(
                fmt::format("{}:{}: genhexkins.{} is connected to a signal and is imported as 0; for another value, "
                            "replace this line by: setp genhexkins.{} VALUE",
                            escaped(connection->file), connection->line, name, name));
    }
    return sum;
}

/// Default joints of one side in the struts' order, from genhexkins.h. They apply if the pins are not set.
using JointTable = double[leg_count][3];
constexpr JointTable default_base = {{-22.95, 13.25, 0}, {22.95, 13.25, 0}, {22.95, 13.25, 0},
                                     {0, -26.5, 0},      {0, -26.5, 0},     {-22.95, 13.25, 0}};
constexpr JointTable default_platform = {{-1, 11.5, 0},      {1, 11.5, 0},        {10.459, -4.884, 0},
                                         {9.459, -6.616, 0}, {-9.459, -6.616, 0}, {-10.459, -4.884, 0}};

std::array<Vector, leg_count> joints_of(const Configuration& configuration, const char* side,
                                        const JointTable& defaults, std::vector<std::string>& left) {
    std::array<Vector, leg_count> joints{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        double* const components[] = {&joints[i].x, &joints[i].y, &joints[i].z};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::string name = fmt::format("{}.{}.{}", side, i, "xyz"[k]);
            const auto number = configuration.set_number(name);
            if (!number) left.push_back(fmt::format("{} {}", name, defaults[i][k]));
            *components[k] = number.value_or(defaults[i][k]);
        }
    }
    return joints;
}

void place_joints(const Configuration& configuration, LinuxCncImport& import) {
    std::vector<std::string> left;
    MachineDescription& description = import.description;
    description.base.joints = joints_of(configuration, "base", default_base, left);
    description.platform.joints = joints_of(configuration, "platform", default_platform, left);
    if (!left.empty())
        import.notes.push_back(
            fmt::format("{}: {} of 36 joint coordinates are not set and keep the defaults of genhexkins: {}",
                        escaped(configuration.hal().name), left.size(), joined(left, ", ")));
    const double up = raised(configuration, import.notes);
    for (SideDescription* const side : {&description.base, &description.platform})
        for (Vector& joint : side->joints) joint.z += up;
}

/// A length limit of a strut, with its name and its location in the file.
struct LengthLimit {
    double value;
    std::string name;
    Entry entry;
};

LengthLimit limit_of(const Configuration& configuration, std::size_t joint, const char* key, const char* meaning) {
    const std::string name = fmt::format("[JOINT_{}] {}", joint, key);
    if (const Entry* const entry = configuration.find(fmt::format("JOINT_{}", joint), key))
        return {configuration.number(*entry, name), name, *entry};
    const std::string problem = fmt::format("{} is missing; must be the strut's {} length", name, meaning);
    const std::string old_section = fmt::format("AXIS_{}", joint);
    if (const Entry* const old = configuration.find(old_section, key))
        refuse(*old, fmt::format("{}. This line gives it under its name before LinuxCNC 2.8, [{}] {}: rename the "
                                 "section to [JOINT_{}]",
                                 problem, old_section, key, joint));
    refuse(configuration.ini(), problem);
}

std::optional<HomeDescription> home_of(const Configuration& configuration) {
    const Entry* const entry = configuration.find("TRAJ", "HOME");
    if (!entry) return std::nullopt;
    const std::vector<std::string_view> words = words_of(entry->text);
    std::array<double, 6> at{};
    if (words.empty() || words.size() > at.size()) refuse(*entry, "[TRAJ] HOME must be up to six numbers: X Y Z A B C");
    for (std::size_t k = 0; k < words.size(); ++k)
        at[k] = configuration.number({std::string(words[k]), entry->file, entry->line}, "[TRAJ] HOME");
    return HomeDescription{at[0], at[1], at[2], at[3], at[4], at[5]};
}

/// A strut's length at home, in the file's unit.
std::optional<double> length_at_home(MachineDescription description, std::size_t strut) {
    TelescopicLegs& legs = description.telescopic();
    legs.min_length.fill(0);
    legs.max_length.fill(description.units.from_metres(max_extent_m) / 2);
    const auto home = home_state(build_machine(description));
    if (!home) return std::nullopt;
    return description.units.from_metres(home->length_m[strut]);
}

/// Throws an error about a negative shortest length. Joint values are lengths of whole struts, so they cannot be
/// negative.
[[noreturn]] void refuse_negative(const LengthLimit& shortest, const LengthLimit& longest,
                                  const std::optional<double>& at_home) {
    std::string cure;
    if (at_home) cure = fmt::format(" At home the strut is {:.6g} long", *at_home);
    if (at_home && *at_home + shortest.value > 0)
        cure += fmt::format("; if the limits are travels from home, write MIN_LIMIT = {:.6g} and MAX_LIMIT = {:.6g}",
                            *at_home + shortest.value, *at_home + longest.value);
    if (!cure.empty()) cure += ".";
    refuse(shortest.entry, fmt::format("{} is {}; must be the strut's shortest length from joint to joint, 0 or more: "
                                       "genhexkins takes whole lengths, not travels from home.{}",
                                       shortest.name, shortest.value, cure));
}

void set_lengths(const Configuration& configuration, MachineDescription& description) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const LengthLimit shortest = limit_of(configuration, i, "MIN_LIMIT", "shortest");
        const LengthLimit longest = limit_of(configuration, i, "MAX_LIMIT", "longest");
        if (shortest.value < 0) refuse_negative(shortest, longest, length_at_home(description, i));
        description.telescopic().min_length[i] = shortest.value;
        description.telescopic().max_length[i] = longest.value;
    }
}

}  // namespace

LinuxCncImport read_linuxcnc(const NamedText& hal, const NamedText& ini, const OpenHal& open) {
    const Configuration configuration(hal, ini, open);
    require_genhexkins(configuration);
    LinuxCncImport import;
    MachineDescription& description = import.description;
    const Entry* const name = configuration.find("EMC", "MACHINE");
    description.name = name && !name->text.empty() ? name->text : "LinuxCNC hexapod";
    description.units = {length_unit(configuration), "deg"};
    description.home = home_of(configuration);
    place_joints(configuration, import);
    set_lengths(configuration, description);
    return import;
}

}  // namespace hexscan
