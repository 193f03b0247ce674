#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/sweep/meters/measured_machines.h"

/// How many machines of a sweep meet every requirement and, where none does, which one comes nearest.
namespace hexscan {

/// By its requirement that is farthest from being met.
struct NearestMachine {
    std::int64_t machine = 0;
    int met = 0;                           ///< requirements that it meets; no machine meets more
    std::size_t requirement = 0;           ///< the farthest one's place among the sweep's
    std::optional<double> growth;          ///< a box of so many times its size is proved; nothing: it has no size
    std::optional<double> most_missing_m;  ///< no more clearance is missing, proved; nothing: not known
    bool is_of_some = false;               ///< more machines meet as many, and were not looked at
};

struct MeetsAll {
    std::int64_t machines = 0;
    std::optional<NearestMachine> nearest;  ///< where none does
};

/// Of a sweep that measures its requirements; else nothing. Of the machines that meet the most, the first
/// tuning::nearest_looks are proved further.
std::optional<MeetsAll> meets_all(const MeasuredMachines& machines);

/// In words, `design` being the machine's name and its varied numbers.
std::string text_of(const MeetsAll& meets, const SweepFile& sweep, const std::string& design);

}  // namespace hexscan
