#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/study/occupancy_model.h"

namespace hexscan {

/// A kernel for the table of occupancies.
struct OccupancyRow {
    int number = 0;  ///< of the stage; 0 for a kernel that is not a stage's
    std::string name;
    KernelResources resources{};
    int points_per_thread = 1;
    std::optional<int> local_bytes;    ///< per thread: stack and spilled registers
    std::optional<int> spilled_bytes;  ///< per thread: stored by the instructions that spill registers
};

/// The published steps 1 to 7 as rows, for the model at compute capability 2.0.
std::vector<OccupancyRow> published_occupancy_rows();

/// The model's occupancy of each kernel at the capability, as an aligned table. It shows resident blocks, warps,
/// percent, percent x points per thread, and the limiter. A kernel that cannot launch at the capability shows 0 blocks
/// and the reason. Throws as occupancy() does.
std::string occupancy_table(std::span<const OccupancyRow> rows, ComputeCapability capability);

/// Text about one kernel at the capability: its resources, then occupancy_plots(). Throws as occupancy() does.
std::string occupancy_close_up(const OccupancyRow& row, ComputeCapability capability);

}  // namespace hexscan
