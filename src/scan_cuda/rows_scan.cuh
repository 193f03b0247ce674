#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "src/device/cuda_support.h"
#include "src/engines/engine.h"
#include "src/scan_cuda/row_segments.h"

namespace hexscan {

/// Rows that a kernel solves. The host solves the rows that the kernel leaves undecided.
template <class Segment>
class RowsScan : public PreparedScan {
public:
    explicit RowsScan(const ScanPlan& plan) : rows_(plan) {}

    void scan() override {
        rows_.begin();
        launch(rows_, stream_.get());
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        stream_.synchronize();
        settle_undecided_rows();
    }

    void poison(std::uint8_t pattern) override { rows_.poison(pattern); }
    std::int64_t unwritten_points() const override { return rows_.unwritten_points(); }
    WorkspaceSlice slice(int index) const override { return rows_.slice(index); }
    std::int64_t output_bytes() const override { return rows_.output_bytes(); }

private:
    virtual void launch(RowSegments<Segment>& rows, cudaStream_t stream) = 0;
    /// Called before the host solves its first row.
    virtual void begin_on_host() {}
    virtual void append_on_host(int slice, int row, WorkspaceSlice& out) const = 0;

    void settle_undecided_rows() {
        const auto rows = rows_.undecided_rows();
        if (rows.empty()) return;
        begin_on_host();
        std::vector<WorkspaceSlice> solved(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(),
                          [&](std::size_t i) { append_on_host(rows[i].first, rows[i].second, solved[i]); });
        for (std::size_t i = 0; i < rows.size(); ++i) rows_.settle(rows[i], std::move(solved[i].runs));
    }

    RowSegments<Segment> rows_;
    Stream stream_;
};

}  // namespace hexscan
