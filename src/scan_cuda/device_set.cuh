#pragma once

#include <cstddef>

#include "kernels/set_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/device_value.h"
#include "src/scan/set_scan_data.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// A set of orientations in device memory: the three lists of angles that are combined.
class DeviceTables {
public:
    explicit DeviceTables(const OrientationTables& host) : tables_(host) {
        for (int axis = 0; axis < 3; ++axis) {
            samples_[axis] = DeviceBuffer<AngleSample>(static_cast<std::size_t>(host.counts[axis]));
            HEXSCAN_CUDA_CHECK(
                cudaMemcpy(samples_[axis].data(), host.samples[axis], samples_[axis].bytes(), cudaMemcpyHostToDevice));
            tables_.samples[axis] = samples_[axis].data();
        }
    }

    /// The tables, with pointers to device memory.
    const OrientationTables& tables() const { return tables_; }

private:
    OrientationTables tables_;
    DeviceBuffer<AngleSample> samples_[3];
};

/// The scan of a set of orientations, in device memory. The device makes the cells.
template <class Real>
class DeviceSet {
public:
    /// `data` comes from prepare_set_scan(). The constructor returns when the cells are made.
    explicit DeviceSet(const SetScanData<Real>& data)
        : scan_(data.scan),
          tables_(data.scan.set),
          cells_(static_cast<std::size_t>(scan_.tree.level_begin[scan_.tree.levels]) * leg_count) {
        scan_.set = tables_.tables();
        constexpr unsigned threads = tuning::cells_per_block;
        const auto count = static_cast<std::int64_t>(cells_.size());
        const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
        make_cells_kernel<Real><<<blocks, threads>>>(scan_, cells_.data(), count);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
        scan_.cells = cells_.data();
    }

    /// The scan, with pointers to device memory.
    const SetScan<Real>& scan() const { return scan_; }
    std::size_t bytes() const { return cells_.bytes(); }

private:
    SetScan<Real> scan_;
    DeviceTables tables_;
    DeviceBuffer<LegCell<Real>> cells_;
};

}  // namespace hexscan
