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
    std::string key;     ///< the key, as in the sweep file
    std::string reason;  ///< the reason why the number's contribution is unknown
};

/// Results of a sweep with several machines of one design.
struct ToleranceResults {
    std::vector<std::optional<Distribution>> distributions;  ///< by measure
    std::optional<Measured> nominal;                         ///< figures of the design without scatter, if it can
                                                             ///< be built
    std::vector<Sensitivity> sensitivities;
    /// Root mean square error of the pose at home, to first order. The machines' joints and lengths scatter, but the
    /// controller assumes the nominal ones. Absent if there is no home, if home is singular, or if no joint or length
    /// scatters. The error leaves out the numbers in `left_out`.
    std::optional<PoseError> pose_error_at_home;
    std::vector<LeftOutNumber> left_out;
};

/// The results of the sweep's only design.
ToleranceResults tolerance_results(const MeasuredMachines& machines);

/// Writes quantiles.csv, with one line per design and measure. Throws OutputError.
void write_quantiles(const MeasuredMachines& machines, const std::filesystem::path& file);

/// Writes sensitivities.csv, with one line per measure and scattered number. Throws OutputError.
void write_sensitivities(const SweepFile& sweep, const std::vector<Sensitivity>& sensitivities,
                         const std::filesystem::path& file);

/// The unit of a slope, such as "m^3/mm". `unit` is the measure's unit.
std::string slope_unit(const SweepFile& sweep, const Sensitivity& sensitivity, const std::string& unit);

}  // namespace hexscan
