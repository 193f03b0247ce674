#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/platform_document.h"
#include "src/sweep/sweep_file/sweep_sections.h"

namespace hexscan {
namespace {

constexpr int most_points = 1'000'000;

/// Suggests a similar key for an unknown one, as a question. Returns an empty text if no key is similar. For a number
/// in a list, it compares only the list's name.
std::string suggestion(const std::string& key, std::span<const std::string_view> words) {
    const std::size_t end = std::min(key.find('['), key.size());
    const auto nearest = nearest_word(key.substr(0, end), words);
    if (!nearest || *nearest == key.substr(0, end)) return {};
    return fmt::format("did you mean {}{}? ", *nearest, shown(key.substr(end)));
}

std::vector<double> grid_points(double from, double to, int count) {
    std::vector<double> points;
    for (int i = 0; i < count; ++i) points.push_back(i == count - 1 ? to : from + i * ((to - from) / (count - 1)));
    return points;
}

/// Reads listed values or a range into `varied`.
void read_values(const Value& value, Sampling::Kind sampling, VariedNumber& varied) {
    if (value.is_list()) {
        varied.listed = true;
        for (const Value& item : value.items("numbers")) varied.values.push_back(item.number());
        if (varied.values.empty()) value.fail("is an empty list; list at least one value");
        return;
    }
    if (!value.is_map())
        value.fail(fmt::format("must be a list of values, or a range {}; {} adds them to the file's value",
                               sampling == Sampling::Kind::grid ? "{from, to, points}" : "{from, to}", "{add: ...}"));
    const Section range(value, {"from", "to", "points"});
    varied.from = range.require("from", "give a number, as for 'to'").number();
    varied.to = range.require("to", "give a number, as for 'from'").number();
    if (!(varied.from < varied.to))
        range.fail(fmt::format("runs from {} to {}; 'from' must be below 'to'", varied.from, varied.to));
    const auto points = range.find("points");
    if (sampling == Sampling::Kind::grid) {
        const int count = range.require("points", "must be the number of values on the grid").count(most_points);
        if (count == 1) points->fail("is 1, but a range has two ends; must be at least 2");
        varied.values = grid_points(varied.from, varied.to, count);
    } else if (points) {
        points->fail("applies only to sampling: grid; remove points");
    }
}

/// Fails if one value cannot be right for all of the numbers that a key names. For pairs and vectors of legs, only an
/// added value can be right.
void require_one_meaning(const std::vector<DescriptionNumber>& numbers, const Value& value, bool is_added) {
    if (may_be_the_same(numbers)) return;
    const std::vector<std::string> parts = keys_of_every_leg(numbers);
    if (parts.empty())
        value.fail(fmt::format("names several different numbers; vary one of them, as in {}", numbers.back().key));
    if (is_added) return;
    value.fail(
        fmt::format("names several different numbers; vary {} for every leg, or {} for one leg, or shift all with {}",
                    joined(parts, " or "), numbers.front().key, "{add: ...}"));
}

VariedNumber read_varied(const MachineDescription& machine, const std::string& key, const Value& value,
                         Sampling::Kind sampling) {
    const std::vector<DescriptionNumber> numbers = numbers_of(machine, key);
    if (numbers.empty()) fail_unknown_number(key, value, machine, number_keys(machine), {});
    const auto added = value.find_in_map("add");
    require_one_meaning(numbers, value, added.has_value());
    VariedNumber varied;
    varied.key = key;
    varied.dimension = numbers.front().dimension;
    for (const DescriptionNumber& number : numbers) varied.places.push_back(number.place);
    varied.added = added.has_value();
    if (added) (void)Section(value, {"add"});
    read_values(added ? *added : value, sampling, varied);
    return varied;
}

std::uint64_t read_seed(const Section& section) {
    const auto seed = section.find("seed");
    return seed ? static_cast<std::uint64_t>(seed->count(std::numeric_limits<int>::max())) : 1;
}

}  // namespace

std::string example_key(const MachineDescription& machine) {
    const std::string usual = "legs.max";
    if (!numbers_of(machine, usual).empty()) return usual;
    for (const std::string& key : number_keys(machine))
        if (key.starts_with("legs.") && may_be_the_same(numbers_of(machine, key))) return key;
    return usual;
}

void fail_unknown_number(const std::string& key, const Value& value, const MachineDescription& machine,
                         const std::vector<std::string>& known, std::initializer_list<std::string_view> others) {
    std::vector<std::string_view> words(known.begin(), known.end());
    words.insert(words.end(), others);
    const std::string example = example_key(machine);
    const bool is_stroke = key.starts_with("legs.stroke") && example == "legs.max";
    value.fail(
        fmt::format("is not the name of a number in this machine's file; {}the names are {}, and those of the "
                    "elements of a list, such as {}[0]",
                    is_stroke ? "name legs.max, which sets the end of the stroke; " : suggestion(key, words),
                    joined(known, ", "), example));
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
    if (const auto seed = section.find("seed"); seed && sobol)
        seed->fail("applies only to random sampling; Sobol's sequence has no seed");
    sampling.seed = read_seed(section);
    return sampling;
}

void read_vary(const std::optional<Value>& value, SweepFile& sweep) {
    if (!value) return;
    const std::string example = fmt::format("{}: [A, B, C]", example_key(sweep.machine));
    for (const auto& [key, entry] : value->entries("keys of the machine file, such as " + example)) {
        VariedNumber varied = read_varied(sweep.machine, key, entry, sweep.sampling.kind);
        for (const VariedNumber& earlier : sweep.varied)
            for (const NumberPlace& place : earlier.places)
                if (std::find(varied.places.begin(), varied.places.end(), place) != varied.places.end())
                    entry.fail(fmt::format("sets a number that {} sets, too; vary each number once", earlier.key));
        sweep.varied.push_back(std::move(varied));
    }
    if (sweep.varied.empty())
        value->fail(fmt::format("is empty; name keys of the machine file with their values, such as {}", example));
    if (sweep.varied.size() > most_sweep_numbers)
        value->fail(fmt::format("varies {} numbers; at most {} are allowed", sweep.varied.size(), most_sweep_numbers));
}

}  // namespace hexscan
