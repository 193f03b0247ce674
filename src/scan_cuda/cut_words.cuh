#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "src/engines/host_engines.h"
#include "src/scan_cuda/added_runs.cuh"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/leg_words.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/shared_cuts.cuh"

namespace hexscan {

/// Writes the positions of a plan as words in device memory, one bit per position. They satisfy the limits of single
/// legs and those that legs share. The plan has a single orientation or a total workspace, and no maps.
class CutWords {
public:
    CutWords(const ScanPlan& plan, DoubtedList& doubted)
        : plan_(plan), doubted_(doubted), legs_(make_leg_words(of_legs_alone(plan))), cuts_(plan, doubted) {}

    /// Starts writing all words. settle() must follow.
    void start(const RowWords& words, const Stream& stream) {
        doubted_.begin(stream);
        legs_->write(words, doubted_.columns(), stream);
        cuts_.launch(words, stream);
    }
    /// Lets the host decide what the device left undecided. Must be called after the stream has finished. Returns true
    /// if work in the stream changes the words.
    bool settle(const RowWords& words, const Stream& stream) {
        const SharedCuts::Settled settled = cuts_.settle(words, stream);
        if (settled.too_many) {
            const auto scan = fastest_host_engine(plan_).prepare(plan_);
            scan->scan();
            host_runs_ = runs_of_scan(*scan, plan_);
            rows_of_host_ = std::int64_t{plan_.rows()} * plan_.slices();
            added_.replace(words, host_runs_, stream);
            return true;
        }
        host_runs_ = runs_of_rows(settled.rows_of_host);
        rows_of_host_ = static_cast<std::int64_t>(settled.rows_of_host.size());
        added_.add(words, host_runs_, stream);
        return settled.any_lost || !host_runs_.empty();
    }
    /// The number of rows that the host solved in the last scan. Valid after settle().
    std::int64_t rows_of_host() const { return rows_of_host_; }
    void poison(std::uint8_t pattern) { legs_->poison(pattern); }

private:
    std::vector<RowRun> runs_of_rows(const std::vector<std::pair<int, int>>& rows) const {
        std::vector<std::vector<RowRun>> solved(rows.size());
        tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
            const auto [slice, row] = rows[i];
            append_runs(answer_on_host(plan_of_row(plan_, slice, row)).workspace[0], slice, row, solved[i]);
        });
        std::vector<RowRun> all;
        for (const auto& runs : solved) all.insert(all.end(), runs.begin(), runs.end());
        return all;
    }

    ScanPlan plan_;
    DoubtedList& doubted_;
    std::unique_ptr<LegWords> legs_;
    SharedCuts cuts_;
    AddedRuns added_;
    std::vector<RowRun> host_runs_;  ///< kept until the stream has copied them
    std::int64_t rows_of_host_ = 0;
};

}  // namespace hexscan
