#include <algorithm>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/sweep/measure_kind.h"
#include "src/sweep/sweep_file/sweep_sections.h"

namespace hexscan {
namespace {

/// The index of the requirement that a measure names.
std::size_t place_of_requirement(const Value& value, const Measure& measure, const SweepFile& sweep) {
    std::vector<std::string> known;
    std::vector<std::size_t> places;
    for (std::size_t r = 0; r < sweep.requirements.size(); ++r) {
        known.push_back(escaped(sweep.requirements[r].name));
        if (sweep.requirements[r].name == measure.requirement) places.push_back(r);
    }
    if (known.empty()) value.fail("needs requirements, but the machine file has none; give requirements there");
    if (places.empty())
        value.fail(fmt::format("names \"{}\", which is not a requirement of the machine file; it has {}",
                               shown(measure.requirement), joined(known, ", ")));
    if (places.size() > 1) value.fail("names several requirements of the machine file; give each a name of its own");
    return places.front();
}

Measure read_measure(const Value& value, const SweepFile& sweep) {
    const std::string text = value.text();
    const std::size_t point = std::min(text.find('.'), text.size());
    const auto kind = measure_named(text.substr(0, point));
    if (!kind || definition_of(*kind).of_requirement != (point < text.size())) {
        const std::string list = measure_list();
        std::vector<std::string_view> known = split(list, ' ');
        for (std::string_view& word : known) word = word.substr(0, word.find_first_of(",."));
        value.fail(fmt::format("is \"{}\"; {}must be one of {}; NAME is a requirement of the machine file", shown(text),
                               kind ? "" : did_you_mean(text.substr(0, point), known), list));
    }
    const MeasureDefinition& definition = definition_of(*kind);
    Measure measure = *kind;
    if (definition.of_requirement) {
        measure.requirement = text.substr(point + 1);
        measure.place = place_of_requirement(value, measure, sweep);
    }
    for (const Measure& earlier : sweep.measures)
        if (name_of(earlier) == text) value.fail("appears twice; each measure may appear once");
    if (definition.problem)
        if (const std::string problem = definition.problem(sweep, measure); !problem.empty()) value.fail(problem);
    return measure;
}

void read_objectives(const Section& section, const char* key, bool larger, SweepFile& sweep) {
    const auto list = section.find(key);
    if (!list) return;
    for (const Value& item : list->items("measures or varied numbers")) {
        const std::string name = item.text();
        const auto measure = std::find_if(sweep.measures.begin(), sweep.measures.end(),
                                          [&](const Measure& measured) { return name_of(measured) == name; });
        const bool varied = std::any_of(sweep.varied.begin(), sweep.varied.end(),
                                        [&](const VariedNumber& number) { return number.key == name; });
        if (!varied && measure == sweep.measures.end())
            item.fail(
                fmt::format("is \"{}\", which this sweep neither measures nor varies; name an entry of measure or vary",
                            shown(name)));
        for (const Objective& earlier : sweep.objectives)
            if (earlier.name == name) item.fail("appears twice; each measure or number may appear once");
        Objective objective{name, larger};
        if (measure != sweep.measures.end())
            objective.measure = static_cast<std::size_t>(measure - sweep.measures.begin());
        sweep.objectives.push_back(objective);
    }
}

}  // namespace

void read_measures(const Value& value, SweepFile& sweep) {
    for (const Value& item : value.items("measures")) sweep.measures.push_back(read_measure(item, sweep));
    if (sweep.measures.empty()) value.fail("is empty; name at least one measure, such as volume");
}

void read_front(const std::optional<Value>& value, SweepFile& sweep) {
    if (value && sweep.samples_per_design() > 1)
        value->fail(
            fmt::format("compares designs that are built once, but tolerances build each {} times; remove front",
                        sweep.samples_per_design()));
    if (!value) {
        for (std::size_t m = 0; m < sweep.measures.size(); ++m)
            sweep.objectives.push_back(
                {name_of(sweep.measures[m]), !definition_of(sweep.measures[m].kind).less_is_better, m});
        return;
    }
    sweep.names_objectives = true;
    const Section section(*value, {"maximize", "minimize"});
    read_objectives(section, "maximize", true, sweep);
    read_objectives(section, "minimize", false, sweep);
    if (sweep.objectives.empty())
        section.fail("is empty; list entries of measure or vary under maximize, minimize or both");
}

}  // namespace hexscan
