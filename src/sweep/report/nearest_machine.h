#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/sweep/meters/measured_machines.h"

/// Counts the machines of a sweep that meet every requirement. If there is none, finds the machine that comes nearest.
namespace hexscan {

/// The machine that comes nearest to meeting every requirement. The fields describe its worst requirement, the one that
/// is farthest from being met.
struct NearestMachine {
    std::int64_t machine = 0;
    int met = 0;                           ///< Number of requirements that it meets; no machine meets more.
    std::size_t requirement = 0;           ///< Index of the worst requirement in the sweep.
    std::optional<double> growth;          ///< The fraction of the worst requirement's size that is proved; nothing if
                                           ///< it has no size.
    std::optional<double> most_missing_m;  ///< Proved upper bound of the missing clearance; nothing if unknown.
    bool is_of_some = false;               ///< True if other machines meet as many requirements but were not examined.
};

struct MeetsAll {
    std::int64_t machines = 0;              ///< number of machines that meet every requirement
    std::optional<NearestMachine> nearest;  ///< nothing if some machine meets every requirement
};

/// Returns nothing if the sweep does not measure its requirements. If several machines meet the largest number of
/// requirements, proofs examine the first tuning::nearest_looks of them.
std::optional<MeetsAll> meets_all(const MeasuredMachines& machines);

/// The result in words. `design` is the nearest machine's name with its varied numbers.
std::string text_of(const MeetsAll& meets, const SweepFile& sweep, const std::string& design);

}  // namespace hexscan
