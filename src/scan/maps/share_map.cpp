#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/platform.h"
#include "src/scan/rows/cpu_rows.h"
#include "src/scan/scan_tuning.h"
#include "src/scan/set_reference.h"

namespace hexscan {
namespace {

std::string share_problem(const OrientationSet& orientations) {
    if (!orientations.is_single()) return "";
    return "share: needs more than one orientation, because it counts those at which a position is reachable";
}

constexpr int rows_per_block = tuning::share_rows_per_block;

/// Solves every orientation in closed form, one after the other, by blocks of rows.
void fill_share(const MapFields& fields) {
    const ScanPlan& plan = fields.plan;
    const int blocks = (plan.rows() + rows_per_block - 1) / rows_per_block;
    const auto width = static_cast<std::size_t>(plan.columns()) + 1;
    // For each column, the change of the number of orientations that reach it. The running sum along a row is that
    // number.
    std::vector<std::vector<std::int32_t>> steps(static_cast<std::size_t>(plan.slices()));
    fields.loop(steps.size(), [&](std::size_t s) { steps[s].resize(width * static_cast<std::size_t>(plan.rows())); });
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        const CpuRows rows(plan.oriented(plan.set->legs(), orientation_at(plan.set->tables(), o)));
        fields.loop(steps.size() * static_cast<std::size_t>(blocks), [&](std::size_t index) {
            const auto slice = index / static_cast<std::size_t>(blocks);
            const int first = static_cast<int>(index % static_cast<std::size_t>(blocks)) * rows_per_block;
            WorkspaceSlice block;
            rows.append(static_cast<int>(slice), first, std::min(first + rows_per_block, plan.rows()), block);
            for (int r = 0; r < block.rows(); ++r)
                for (const Run& run : block.row(r)) {
                    std::int32_t* const row = &steps[slice][static_cast<std::size_t>(first + r) * width];
                    ++row[run.first];
                    --row[run.last + 1];
                }
        });
    }
    fields.loop(steps.size(), [&](std::size_t s) {
        std::vector<float>& share = float_values(fields.slices[s], MapKind::share);
        std::size_t at = 0;
        for (int r = 0; r < plan.rows(); ++r) {
            std::int64_t reached = 0;
            for (int c = 0; c < plan.columns(); ++c) {
                reached += steps[s][static_cast<std::size_t>(r) * width + static_cast<std::size_t>(c)];
                share[at++] = share_of(reached, plan.set->count());
            }
        }
    });
}

void fill_share_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    std::vector<std::int32_t> reached(static_cast<std::size_t>(plan.columns()));
    count_orientations_by_reference(plan, slice, row, reached);
    put_shares(plan, reached, float_row(plan, MapKind::share, row, fields));
}

MapScale share_scale(const Platform&) {
    return {.title = "share of the orientations", .low_text = "0 %", .high_text = "100 %", .below_text = ""};
}

}  // namespace

/// The fraction of a set's orientations at which the position is reachable.
MapDefinition share_map() {
    return {.name = "share",
            .title = "share of the orientations",
            .remark = "of the set",
            .in_percent = true,
            .problem = share_problem,
            .fill = fill_share,
            .fill_row = fill_share_row,
            .scale = share_scale};
}

}  // namespace hexscan
