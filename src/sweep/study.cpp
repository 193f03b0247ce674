#include "src/sweep/study.h"

#include <algorithm>

namespace hexscan {
namespace {

struct MeasureNames {
    Measure measure;
    std::string_view name, column, unit;
};

constexpr std::array<MeasureNames, all_measures.size()> names{{
    {Measure::volume, "volume", "volume_m3", "m^3"},
    {Measure::largest_ball, "largest_ball", "largest_ball_m", "m"},
    {Measure::total_volume, "total_volume", "total_volume_m3", "m^3"},
    {Measure::requirements, "requirements", "requirements_met", ""},
}};

const MeasureNames& names_of(Measure measure) { return names[static_cast<std::size_t>(measure)]; }

}  // namespace

std::string_view name_of(Measure measure) { return names_of(measure).name; }
std::string_view column_of(Measure measure) { return names_of(measure).column; }
std::string_view unit_of(Measure measure) { return names_of(measure).unit; }

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
