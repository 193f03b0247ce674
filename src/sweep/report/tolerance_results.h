#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/shared/singularity.h"
#include "src/sweep/report/quantiles.h"
#include "src/sweep/report/sensitivity.h"

namespace hexscan {

/// What a sweep with several machines of one design tells of it.
struct ToleranceResults {
    std::vector<std::optional<Distribution>> distributions;  ///< by measure
    std::optional<Measured> nominal;                         ///< of the design without scatter, where it is a machine
    std::vector<Sensitivity> sensitivities;
    /// Root mean square error of the pose at home, to first order, of machines whose joints and lengths scatter and
    /// whose controller knows the nominal ones. Nothing without a home, where it is singular, or where neither
    /// scatters.
    std::optional<PoseError> pose_error_at_home;
};

/// Of the sweep's only design.
ToleranceResults tolerance_results(const MeasuredMachines& machines);

/// quantiles.csv: one line per design and measure. Throws OutputError.
void write_quantiles(const MeasuredMachines& machines, const std::filesystem::path& file);

/// sensitivities.csv: one line per measure and scattered number. Throws OutputError.
void write_sensitivities(const SweepFile& sweep, const std::vector<Sensitivity>& sensitivities,
                         const std::filesystem::path& file);

/// "m^3/mm": what a slope is in whose measure is in `unit`.
std::string slope_unit(const SweepFile& sweep, const Sensitivity& sensitivity, const std::string& unit);

}  // namespace hexscan
