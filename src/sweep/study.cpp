#include "src/sweep/study.h"

#include <algorithm>

namespace hexscan {
namespace {

/// What is to be known of a measure; its unit is a power of the length's.
struct MeasureNames {
    Measure measure;
    std::string_view name, column;
    int power;
};

constexpr std::array<MeasureNames, all_measures.size()> names{{
    {Measure::volume, "volume", "volume_m3", 3},
    {Measure::largest_ball, "largest_ball", "largest_ball_m", 1},
    {Measure::total_volume, "total_volume", "total_volume_m3", 3},
    {Measure::requirements, "requirements", "requirements_met", 0},
}};

const MeasureNames& names_of(Measure measure) { return names[static_cast<std::size_t>(measure)]; }

}  // namespace

std::string_view name_of(Measure measure) { return names_of(measure).name; }
std::string_view column_of(Measure measure) { return names_of(measure).column; }

std::string measure_list() {
    std::string list;
    for (const MeasureNames& entry : names) list += (list.empty() ? "" : ", ") + std::string(entry.name);
    return list;
}

std::string unit_in(Measure measure, const Units& units) {
    const int power = names_of(measure).power;
    return power == 0 ? "" : power == 1 ? units.length : units.length + "^" + std::to_string(power);
}

double in_units(Measure measure, double si, const Units& units) {
    for (int i = 0; i < names_of(measure).power; ++i) si = units.from_metres(si);
    return si;
}

std::optional<Measure> measure_named(std::string_view name) {
    for (const MeasureNames& entry : names)
        if (entry.name == name) return entry.measure;
    return std::nullopt;
}

std::int64_t SweepStudy::designs() const {
    if (varied.empty()) return 1;
    if (sampling.kind != Sampling::Kind::grid) return sampling.count;
    std::int64_t designs = 1;
    for (const VariedNumber& number : varied) designs *= static_cast<std::int64_t>(number.values.size());
    return designs;
}

bool SweepStudy::measures_any(Measure measure) const {
    return std::find(measures.begin(), measures.end(), measure) != measures.end();
}

}  // namespace hexscan
