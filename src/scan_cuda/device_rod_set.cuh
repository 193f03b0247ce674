#pragma once

#include <cstddef>

#include "kernels/rod_set_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/scan/rows/rod_set_data.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// A scan of a set for legs with rods, in device memory. The device makes the cells.
template <class Scan>
class DeviceRodSet {
public:
    /// The constructor returns when the cells are made.
    DeviceRodSet(const ScanPlan& plan, const RodRowsOfPlan<typename Scan::RowLeg>& rows)
        : scan_(make_rod_set_scan<Scan>(plan, rows)),
          tables_(scan_.set),
          middle_(rows.middle),
          cells_(static_cast<std::size_t>(scan_.tree.level_begin[scan_.tree.levels]) * leg_count) {
        scan_.set = tables_.tables();
        scan_.middle = middle_.get();
        constexpr unsigned threads = tuning::cells_per_block;
        const auto count = static_cast<std::int64_t>(cells_.size());
        const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
        make_rod_cells_kernel<Scan><<<blocks, threads>>>(scan_, cells_.data(), count);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
        scan_.cells = cells_.data();
    }

    /// The scan, with pointers to device memory.
    const Scan& scan() const { return scan_; }

private:
    Scan scan_;
    DeviceTables tables_;
    DeviceValue<RodGeometry<typename Scan::RowLeg>> middle_;
    DeviceBuffer<RodCell<typename Scan::Real>> cells_;
};

}  // namespace hexscan
