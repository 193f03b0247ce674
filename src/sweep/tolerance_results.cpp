#include "src/sweep/tolerance_results.h"

#include <cmath>

#include <fmt/format.h>

#include "src/base/atomic_file.h"
#include "src/base/numbers.h"
#include "src/sweep/designs_file.h"
#include "src/sweep/machine_measures.h"

namespace hexscan {
namespace {

std::optional<Measured> nominal_of(const MeasuredMachines& machines) {
    try {
        return measured_on_host(machines.designs().nominal(0), machines.study());
    } catch (const DescriptionError&) {
        return std::nullopt;
    }
}

}  // namespace

ToleranceResults tolerance_results(const MeasuredMachines& machines) {
    ToleranceResults results;
    bool any = false;
    for (const Measure& measure : machines.study().measures) {
        results.distributions.push_back(distribution_of(machines, 0, measure));
        any |= results.distributions.back().has_value();
    }
    results.nominal = nominal_of(machines);
    if (any) results.sensitivities = sensitivities_of(machines);
    return results;
}

void write_quantiles(const MeasuredMachines& machines, const std::filesystem::path& file) {
    const SweepStudy& study = machines.study();
    AtomicFile out(file);
    std::string header = "design,measure,machines,mean,least";
    for (const double part : quantile_parts) header += fmt::format(",q{:02}", std::lround(100 * part));
    out.write(header + ",largest\n");
    for (std::int64_t design = 0; design < study.designs(); ++design)
        for (const Measure& measure : study.measures) {
            std::string line = fmt::format("{},{}", design, csv_column(measure));
            if (const auto d = distribution_of(machines, design, measure)) {
                line += fmt::format(",{},{},{}", d->machines, shortest(d->mean), shortest(d->least));
                for (const double quantile : d->quantiles) line += "," + shortest(quantile);
                line += "," + shortest(d->largest);
            } else {
                line += ",0" + std::string(quantile_parts.size() + 3, ',');
            }
            out.write(line + "\n");
        }
    out.commit();
}

std::string slope_unit(const SweepStudy& study, const Sensitivity& sensitivity, const std::string& unit) {
    const Dimension dimension = study.tolerances->numbers[sensitivity.number].dimension;
    return fmt::format("{}/{}", unit.empty() ? "1" : unit, unit_of(dimension, study.machine.units));
}

void write_sensitivities(const SweepStudy& study, const std::vector<Sensitivity>& sensitivities,
                         const std::filesystem::path& file) {
    AtomicFile out(file);
    out.write("measure,number,slope,slope_unit,correlation\n");
    for (const Sensitivity& s : sensitivities)
        out.write(fmt::format("{},{},{},{},{}\n", csv_column(s.measure), study.tolerances->numbers[s.number].key,
                              shortest(s.slope), slope_unit(study, s, unit_in(s.measure, Units{})),
                              shortest(s.correlation)));
    out.commit();
}

}  // namespace hexscan
