#include "src/sweep/study.h"

#include <algorithm>
#include <array>

namespace hexscan {
namespace {

/// What is to be known of a kind of measure; its unit is a power of the length's.
struct MeasureNames {
    std::string_view name, unit;
    int power;
};

/// In the order of Measure::Kind.
constexpr std::array<MeasureNames, 6> names{{{"volume", "_m3", 3},
                                             {"largest_ball", "_m", 1},
                                             {"total_volume", "_m3", 3},
                                             {"requirements", "_met", 0},
                                             {"least_clearance_in", "_m", 1},
                                             {"growth_of", "", 0}}};

const MeasureNames& names_of(const Measure& measure) { return names[static_cast<std::size_t>(measure.kind)]; }

}  // namespace

std::string name_of(const Measure& measure) {
    return std::string(names_of(measure).name) + (measure.requirement.empty() ? "" : "." + measure.requirement);
}
std::string column_of(const Measure& measure) { return name_of(measure).append(names_of(measure).unit); }

std::string measure_list() {
    std::string list;
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        list.append(list.empty() ? "" : ", ").append(names[kind].name);
        if (names_requirement(static_cast<Measure::Kind>(kind))) list += ".NAME";
    }
    return list;
}

std::string unit_in(const Measure& measure, const Units& units) {
    const int power = names_of(measure).power;
    return power == 0 ? "" : power == 1 ? units.length : units.length + "^" + std::to_string(power);
}

double in_units(const Measure& measure, double si, const Units& units) {
    for (int i = 0; i < names_of(measure).power; ++i) si = units.from_metres(si);
    return si;
}

std::optional<Measure::Kind> measure_named(std::string_view name) {
    for (std::size_t kind = 0; kind < names.size(); ++kind)
        if (names[kind].name == name) return static_cast<Measure::Kind>(kind);
    return std::nullopt;
}

std::int64_t SweepStudy::designs() const {
    if (varied.empty()) return 1;
    if (sampling.kind != Sampling::Kind::grid) return sampling.count;
    std::int64_t designs = 1;
    for (const VariedNumber& number : varied) designs *= static_cast<std::int64_t>(number.values.size());
    return designs;
}

bool SweepStudy::measures_any(Measure::Kind kind) const {
    return std::any_of(measures.begin(), measures.end(), [&](const Measure& m) { return m.kind == kind; });
}

std::size_t SweepStudy::figures_of_requirements() const {
    return static_cast<std::size_t>(
        std::count_if(measures.begin(), measures.end(), [](const Measure& m) { return names_requirement(m.kind); }));
}

}  // namespace hexscan
