#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hexscan/observer.h"

/// Many machines at once: which one to build, and how exactly.
namespace hexscan {

/// How a sweep is done.
struct SweepOptions {
    std::filesystem::path
        folder;            ///< where the results go, and finished work is kept: a sweep that was ended goes on there
    bool restart = false;  ///< what another sweep left there goes first
    bool page = true;      ///< index.html
    bool images = true;    ///< of what the machines reach together
    bool on_cpu = false;   ///< leaves CUDA devices alone; figures are the same to the bit
};

/// A column of designs.csv: a number for every machine, 1 and 0 for yes and no, NaN where there is none.
struct SweepColumn {
    std::string name;                ///< with its unit, as in "volume_m3"
    std::vector<double> values;      ///< one for each machine
    std::vector<std::string> texts;  ///< of a column of text, as "problem" is where there is one; else empty
};

/// A finished sweep.
struct Sweep {
    std::filesystem::path folder;                              ///< where its files are
    std::int64_t machines = 0;                                 ///< of the sweep
    std::int64_t measured = 0;                                 ///< in this run; the others were found done
    std::vector<SweepColumn> columns;                          ///< those of designs.csv
    std::vector<std::pair<std::string, std::string>> summary;  ///< label and text, for people

    /// The values of a column; empty where there is none of that name.
    const std::vector<double>& column(std::string_view name) const;
};

/// Measures every machine of a sweep file (docs/sweeps.md) and writes what hexscan sweep writes. Throws InputError,
/// UsageError where another sweep was begun in the folder, OutputError, DeviceError.
Sweep sweep(const std::filesystem::path& sweep_file, const SweepOptions& options, Observer& observer = nobody());

}  // namespace hexscan
