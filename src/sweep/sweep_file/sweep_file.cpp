#include "src/sweep/sweep_file/sweep_file.h"

#include <algorithm>

#include "src/base/text.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {

std::string name_of(const Measure& measure) {
    return std::string(definition_of(measure.kind).name) +
           (measure.requirement.empty() ? "" : "." + measure.requirement);
}
std::string column_of(const Measure& measure) {
    return escaped(name_of(measure)).append(definition_of(measure.kind).column_unit);
}

std::string measure_list() {
    std::string list;
    for (const Measure::Kind kind : all_measures()) {
        list.append(list.empty() ? "" : ", ").append(definition_of(kind).name);
        if (definition_of(kind).of_requirement) list += ".NAME";
    }
    return list;
}

std::string unit_in(const Measure& measure, const Units& units) {
    const MeasureDefinition& definition = definition_of(measure.kind);
    const int power = definition.length_power;
    return power == 0   ? std::string(definition.unit)
           : power == 1 ? units.length
                        : units.length + "^" + std::to_string(power);
}

double in_units(const Measure& measure, double si, const Units& units) {
    for (int i = 0; i < definition_of(measure.kind).length_power; ++i) si = units.from_metres(si);
    return si;
}

std::optional<Measure::Kind> measure_named(std::string_view name) {
    for (const Measure::Kind kind : all_measures())
        if (definition_of(kind).name == name) return kind;
    return std::nullopt;
}

std::int64_t SweepFile::designs() const {
    if (varied.empty()) return 1;
    if (sampling.kind != Sampling::Kind::grid) return sampling.count;
    std::int64_t designs = 1;
    for (const VariedNumber& number : varied) designs *= static_cast<std::int64_t>(number.values.size());
    return designs;
}

std::optional<std::size_t> SweepFile::place_of(Measure::Kind kind) const {
    const auto found = std::ranges::find(measures, kind, &Measure::kind);
    if (found == measures.end()) return std::nullopt;
    return static_cast<std::size_t>(found - measures.begin());
}

}  // namespace hexscan
