#include <algorithm>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/sweep/measure_kind.h"
#include "src/sweep/sweep_file/study_sections.h"

namespace hexscan {
namespace {

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

}  // namespace

void read_measures(const Value& value, SweepStudy& study) {
    for (const Value& item : value.items("measures")) study.measures.push_back(read_measure(item, study));
    if (study.measures.empty()) value.fail("is empty; name one measure at least");
}

void read_front(const std::optional<Value>& value, SweepStudy& study) {
    if (value && study.samples_per_design() > 1)
        value->fail("compares single machines; where each design is built several times there is no front");
    if (!value) {
        for (std::size_t m = 0; m < study.measures.size(); ++m)
            study.objectives.push_back(
                {name_of(study.measures[m]), !definition_of(study.measures[m].kind).less_is_better, m});
        return;
    }
    study.names_objectives = true;
    const Section section(*value, {"maximize", "minimize"});
    read_objectives(section, "maximize", true, study);
    read_objectives(section, "minimize", false, study);
    if (study.objectives.empty()) section.fail("names nothing; give maximize: [...], minimize: [...] or both");
}

}  // namespace hexscan
