#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "src/study/occupancy_model.h"

namespace hexscan {

struct BlockShape {
    int x, y;
};

struct GridShape {
    int x, y, z;
};

/// One row of the published speed-up table. Values that its source (see published_case_study()) does not state are
/// absent, with two exceptions in the comments below.
struct PublishedStep {
    int number;  ///< 1 to 7, as the stages
    std::string_view name;
    BlockShape block;               ///< step 3 inherits step 2's
    std::optional<GridShape> grid;  ///< blocks of one launch
    std::optional<int> launches;
    std::optional<int> registers_per_thread;
    std::optional<int> shared_bytes_per_block;  ///< Step 1: 8 warps x 3977 B per warp = 31816 B. Step 3 runs step 2's
                                                ///< kernel and inherits its value.
    std::optional<double> occupancy_percent;
    std::optional<double> points_in_flight_percent;  ///< The figure in brackets: occupancy x points per thread.
    std::optional<double> time_ms;
    std::optional<double> speed_up;  ///< Relative to step 1, as printed (the times of step 4 give 5.1, not 5.2).
    int points_per_thread;
};

/// The compute capability of the published occupancies.
inline constexpr ComputeCapability published_capability{2, 0};

/// The case study that hexscan's stages reproduce: the workspace of a hexapod, 350 slices of 1000 x 1000 points, tuned
/// in seven steps. The source is a lecture on GPU architecture in two sets of slides, with occupancies for compute
/// capability 2.0. It gives no figures of its own for step 3, which runs step 2's kernel in several iterations with
/// asynchronous copies from pinned memory.
const std::array<PublishedStep, 7>& published_case_study();

/// The resources of the step's kernel, for the occupancy model at compute capability 2.0. The registers of steps 2 and
/// 3 are not published. These steps get the 27 registers of step 1, because they have the same arithmetic. Shared
/// memory limits their occupancy in any case.
KernelResources kernel_resources(const PublishedStep& step);

}  // namespace hexscan
