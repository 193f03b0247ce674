#include "src/sweep/sweep_file/sweep_identity.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/check/pose_box.h"

namespace hexscan {
namespace {

/// This number increases whenever the meaning of figures, or their format in blocks, changes. A sweep does not continue
/// from figures of another revision.
constexpr int figures_revision = 6;

bool is_flat(const YAML::Node& list) {
    return std::all_of(list.begin(), list.end(), [](const YAML::Node& item) { return item.IsScalar(); });
}

/// Adds a line for every value. A list of numbers or words counts as one value.
void add_lines(const YAML::Node& node, const std::string& key, std::string_view whose, std::string& lines) {
    if (node.IsMap() && node.size() > 0) {
        for (const auto& entry : node)
            add_lines(entry.second, (key.empty() ? "" : key + ".") + entry.first.Scalar(), whose, lines);
    } else if (node.IsSequence() && !is_flat(node)) {
        for (std::size_t i = 0; i < node.size(); ++i) add_lines(node[i], fmt::format("{}[{}]", key, i), whose, lines);
    } else {
        std::vector<std::string> values;
        for (const YAML::Node& item : node) values.push_back(item.Scalar());
        lines += escaped(fmt::format("{} of the {}: {}", key, whose,
                                     node.IsSequence() ? "[" + joined(values, ", ") + "]" : node.Scalar()));
        lines += '\n';
    }
}

using Entries = std::vector<std::pair<std::string_view, std::string_view>>;

Entries entries_of(std::string_view identity) {
    constexpr std::string_view separator = ": ";
    Entries entries;
    for (const std::string_view line : split(identity, '\n'))
        if (const std::size_t at = line.find(separator); at != std::string_view::npos)
            entries.emplace_back(line.substr(0, at), line.substr(at + separator.size()));
    return entries;
}

std::string words_for(std::string_view key, std::string_view was, std::string_view is) {
    const auto words = [](std::string_view value) { return value.empty() ? "left out" : shown(value); };
    return fmt::format("{} was {} and is {}", escaped(key), words(was), words(is));
}

}  // namespace

std::string identity_of(const SweepFile& sweep) {
    std::string identity = fmt::format("hexscan {}, figures {}\n", version, figures_revision);
    add_lines(YAML::Load(sweep.sweep_text), "", "sweep file", identity);
    add_lines(YAML::Load(sweep.platform_text), "", "machine file", identity);
    std::set<const std::vector<Pose>*> written;
    for (const Requirement& requirement : sweep.requirements) {
        const PoseFile* const file = requirement.poses->file();
        if (!file || !written.insert(file->poses.get()).second) continue;
        for (std::size_t i = 0; i < file->poses->size(); ++i) {
            identity += fmt::format("pose {} of {}:", i, escaped(requirement.name));
            for (const double c : coordinates_of((*file->poses)[i])) identity += " " + shortest(c);
            identity += '\n';
        }
    }
    const std::pair<char, const ScanRange*> axes[] = {{'x', &sweep.scan.x}, {'y', &sweep.scan.y}, {'z', &sweep.scan.z}};
    for (const auto& [axis, range] : axes)
        identity += fmt::format("{} of the grid: {} points from {} to {} m\n", axis, range->count,
                                shortest(range->from_m), shortest(range->to_m));
    identity += fmt::format("effort: {}\n", sweep.effort.times());
    return identity;
}

std::string difference_of(std::string_view before, std::string_view now) {
    constexpr std::size_t most_listed = 3;
    const auto first_line = [](std::string_view identity) { return split(identity, '\n').front(); };
    if (first_line(before) != first_line(now))
        return fmt::format("that sweep was started by another version of hexscan ({}; this is {})",
                           shown(first_line(before)), first_line(now));
    const Entries entries = entries_of(now), earlier = entries_of(before);
    std::map<std::string_view, std::string_view> were(earlier.begin(), earlier.end());
    std::vector<std::string> differences;
    for (const auto& [key, is] : entries) {
        const auto was = were.find(key);
        if (was == were.end() || was->second != is)
            differences.push_back(words_for(key, was == were.end() ? "" : was->second, is));
        if (was != were.end()) were.erase(was);
    }
    for (const auto& [key, was] : were) differences.push_back(words_for(key, was, ""));
    if (differences.empty()) return "its keys are in another order";
    const std::size_t listed = std::min(differences.size(), most_listed);
    std::string words = joined(std::span(differences).first(listed), "; ");
    if (differences.size() > listed) words += fmt::format("; and {} more", differences.size() - listed);
    return words;
}

}  // namespace hexscan
