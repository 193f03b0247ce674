#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/shared/singularity.h"
#include "src/sweep/report/quantiles.h"
#include "src/sweep/report/sensitivity.h"

namespace hexscan {

/// A scattered number that the pose error at home leaves out.
struct LeftOutNumber {
    std::string key;     ///< as in the sweep file
    std::string reason;  ///< why its derivative at home is unknown
};

/// What a sweep with several machines of one design tells of it.
struct ToleranceResults {
    std::vector<std::optional<Distribution>> distributions;  ///< by measure
    std::optional<Measured> nominal;                         ///< of the design without scatter, where it is a machine
    std::vector<Sensitivity> sensitivities;
    /// Root mean square error of the pose at home, to first order, of machines whose joints and lengths scatter and
    /// whose controller knows the nominal ones. Nothing without a home, where it is singular, or where neither
    /// scatters. It leaves out the numbers of `left_out`.
    std::optional<PoseError> pose_error_at_home;
    std::vector<LeftOutNumber> left_out;
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
