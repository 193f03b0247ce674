#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hexscan/device.h"
#include "hexscan/observer.h"

/// Sweeps: measure many machines to find out which one to build, and how exactly.
namespace hexscan {

/// The options of a sweep.
struct SweepOptions {
    /// The folder of the results and of finished work. A sweep that was interrupted continues there.
    std::filesystem::path folder;
    bool restart = false;  ///< True: removes what another sweep left in the folder.
    bool page = true;      ///< True: writes index.html.
    bool images = true;    ///< True: writes images of the positions that machines reach together.
    Device device{};       ///< The processor to use.
    int effort = 1;        ///< From 1 to 1000: searches split this many times as many parts before they give up.
};

/// A column of designs.csv: one number per machine. Yes is 1 and no is 0; NaN means that the machine has no such
/// number.
struct SweepColumn {
    std::string name;                ///< with its unit, as in "volume_m3"
    std::vector<double> values;      ///< one for each machine
    std::vector<std::string> texts;  ///< one per machine in a column of text such as "problem"; else empty
};

/// A finished sweep.
struct Sweep {
    std::filesystem::path folder;      ///< the folder of its files
    std::int64_t machines = 0;         ///< number of machines in the sweep
    std::int64_t measured = 0;         ///< machines measured in this run; earlier runs measured the others
    std::vector<SweepColumn> columns;  ///< the columns of designs.csv
    std::vector<std::pair<std::string, std::string>> summary;  ///< labels and texts, for people

    /// The values of a column; empty if no column has that name.
    const std::vector<double>& column(std::string_view name) const;
};

/// Measures every machine of a sweep file (docs/reference/sweeps.md) and writes the files that `hexscan sweep` writes.
/// Throws InputError, OutputError and DeviceError, and UsageError if the folder holds another sweep.
Sweep sweep(const std::filesystem::path& sweep_file, const SweepOptions& options,
            Observer& observer = silent_observer());

}  // namespace hexscan
