#include "src/engines/cut_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/kinematics.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/fastest_engine.h"
#include "src/engines/lipschitz_rows.h"
#include "src/engines/reference_engine.h"
#include "src/scan/reference.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan {
namespace {

constexpr std::int64_t most_orientations = 65536;
constexpr int block_slices = tuning::cut_slices_per_block, block_rows = tuning::cut_rows_per_block;

/// A shared limit at one orientation, and where its clearance says nothing.
struct DoubtedLimit {
    std::shared_ptr<const PosedSharedLimit> limit;
    double doubt_m;
};

/// The same on a row, as LipschitzRows has it.
class LimitOnRow {
public:
    LimitOnRow(const DoubtedLimit& posed, double y_m, double z_m) : posed_(&posed), y_m_(y_m), z_m_(z_m) {}

    bool keeps(double x_m) const { return posed_->limit->keeps({x_m, y_m_, z_m_}); }
    double clearance_m(double x_m) const { return posed_->limit->clearance_m({x_m, y_m_, z_m_}); }
    double doubt_m() const { return posed_->doubt_m; }

private:
    const DoubtedLimit* posed_;
    double y_m_, z_m_;
};

std::vector<DoubtedLimit> limits_of_plan(const ScanPlan& plan) {
    const double longest_m = longest_vector_m(plan, {0, 0, 0});
    std::vector<DoubtedLimit> limits;
    for (std::int64_t o = 0; o < plan.set->count(); ++o)
        for (auto& limit : plan.set->shared_limits_at(o)) limits.push_back({limit, limit->doubt_m(longest_m)});
    return limits;
}

/// From the first to before the last index along an axis of the grid.
struct IndexRange {
    int begin, end;

    int count() const { return end - begin; }
};

/// Grid points: slices, rows and columns.
using PointBox = std::array<IndexRange, 3>;

/// What all blocks of a plan need.
struct CutPlan {
    const ScanPlan& plan;
    std::vector<double> x_m;
    std::vector<DoubtedLimit> limits;

    explicit CutPlan(const ScanPlan& p) : plan(p), x_m(column_coordinates(p)), limits(limits_of_plan(p)) {}
    RowColumnPositions columns() const { return {x_m, plan.columns() > 1 ? 1 / plan.x.step_m : 1}; }
};

/// Cuts a few rows of a few slices out of what the legs reach. Boxes of points that a clearance in their middle says
/// the same of are settled at once; others are halved until they are parts of rows.
class BlockCut {
public:
    BlockCut(const CutPlan& cut, const Workspace& legs, IndexRange slices, IndexRange rows)
        : cut_(cut),
          legs_(legs),
          slices_(slices),
          rows_(rows),
          lost_(static_cast<std::size_t>(slices.count() * rows.count())),
          row_solver_(cut.plan.end_if_given_up) {
        std::vector<unsigned> all(cut.limits.size());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<unsigned>(k);
        settle({slices, rows, {0, cut.plan.columns()}}, all);
    }

    /// What is left of the block's rows of a slice.
    void append_to(WorkspaceSlice& out, int slice) {
        for (int row = rows_.begin; row < rows_.end; ++row) {
            append_row(legs_[static_cast<std::size_t>(slice)].row(row), lost(slice, row), out.runs);
            out.row_begin.push_back(static_cast<std::int32_t>(out.runs.size()));
        }
    }

private:
    std::vector<Run>& lost(int slice, int row) {
        return lost_[static_cast<std::size_t>((slice - slices_.begin) * rows_.count() + row - rows_.begin)];
    }

    static void append_row(std::span<const Run> legs, std::vector<Run>& lost, std::vector<Run>& out) {
        std::ranges::sort(lost, {}, &Run::first);
        for (const Run& run : legs) {
            int first = run.first;
            for (const Run& gone : lost) {
                if (gone.last < first || gone.first > run.last) continue;
                if (gone.first > first) out.push_back({first, gone.first - 1});
                first = gone.last + 1;
            }
            if (first <= run.last) out.push_back({first, run.last});
        }
    }

    /// The columns of the box between which the legs reach something.
    IndexRange reached_columns(const PointBox& box) const {
        IndexRange reached{box[2].end, box[2].begin};
        for (int slice = box[0].begin; slice < box[0].end; ++slice)
            for (int row = box[1].begin; row < box[1].end; ++row) {
                const std::span<const Run> runs = legs_[static_cast<std::size_t>(slice)].row(row);
                if (runs.empty()) continue;
                reached.begin = std::min(reached.begin, static_cast<int>(runs.front().first));
                reached.end = std::max(reached.end, static_cast<int>(runs.back().last) + 1);
            }
        return {std::max(reached.begin, box[2].begin), std::min(reached.end, box[2].end)};
    }

    /// `open` are the limits that the box may keep in part.
    void settle(PointBox box, const std::vector<unsigned>& open) {
        box[2] = reached_columns(box);
        if (box[2].count() <= 0) return;
        const std::array<double, 3> low_m = corner_m(box, 0), high_m = corner_m(box, 1);
        const std::array<double, 3> size_m{high_m[0] - low_m[0], high_m[1] - low_m[1], high_m[2] - low_m[2]};
        const Vector middle_m{(low_m[2] + high_m[2]) / 2, (low_m[1] + high_m[1]) / 2, (low_m[0] + high_m[0]) / 2};
        const double radius_m = std::hypot(size_m[0], size_m[1], size_m[2]) / 2;
        std::vector<unsigned> still_open;
        for (const unsigned k : open) {
            const double clearance_m = cut_.limits[k].limit->clearance_m(middle_m);
            if (!(std::abs(clearance_m) - cut_.limits[k].doubt_m > radius_m))
                still_open.push_back(k);
            else if (clearance_m < 0)
                return lose(box);
        }
        if (still_open.empty()) return;
        if (box[0].count() == 1 && box[1].count() == 1) return settle_row(box, still_open);
        std::size_t longest = box[0].count() > 1 ? 0 : 1;
        for (std::size_t axis = 1; axis < 3; ++axis)
            if (box[axis].count() > 1 && size_m[axis] > size_m[longest]) longest = axis;
        PointBox low = box, high = box;
        low[longest].end = high[longest].begin = box[longest].begin + box[longest].count() / 2;
        settle(low, still_open);
        settle(high, still_open);
    }

    /// The box's first or last point.
    std::array<double, 3> corner_m(const PointBox& box, int last) const {
        const auto at = [&](const GridAxis<double>& axis, const IndexRange& range) {
            return grid_coordinate(axis, last == 0 ? range.begin : range.end - 1);
        };
        return {at(cut_.plan.z, box[0]), at(cut_.plan.y, box[1]), at(cut_.plan.x, box[2])};
    }

    void lose(const PointBox& box) {
        for (int slice = box[0].begin; slice < box[0].end; ++slice)
            for (int row = box[1].begin; row < box[1].end; ++row)
                lost(slice, row).push_back({box[2].begin, box[2].end - 1});
    }

    void settle_row(const PointBox& box, const std::vector<unsigned>& open) {
        const double y_m = grid_coordinate(cut_.plan.y, box[1].begin), z_m = grid_coordinate(cut_.plan.z, box[0].begin);
        std::vector<LimitOnRow> conditions;
        for (const unsigned k : open) conditions.emplace_back(cut_.limits[k], y_m, z_m);
        std::vector<Run>& lost_here = lost(box[0].begin, box[1].begin);
        for (const Run& run : legs_[static_cast<std::size_t>(box[0].begin)].row(box[1].begin)) {
            const ColumnRange columns{std::max(box[2].begin, static_cast<int>(run.first)),
                                      std::min(box[2].end - 1, static_cast<int>(run.last))};
            row_solver_.settle(cut_.columns(), std::span<const LimitOnRow>(conditions), columns,
                               [&](ColumnRange settled, bool kept) {
                                   if (!kept) lost_here.push_back({settled.first, settled.last});
                               });
        }
    }

    const CutPlan& cut_;
    const Workspace& legs_;
    IndexRange slices_, rows_;
    std::vector<std::vector<Run>> lost_;  ///< of every row of the block
    LipschitzRows<Demand::all> row_solver_;
};

Workspace cut_by_shared_limits(const ScanPlan& plan, const Workspace& legs) {
    const CutPlan cut(plan);
    const auto blocks = [](int count, int per_block) { return (count + per_block - 1) / per_block; };
    const int row_blocks = blocks(plan.rows(), block_rows);
    Workspace workspace(legs.size());
    tbb::parallel_for(0, blocks(plan.slices(), block_slices), [&](int s) {
        const IndexRange slices{s * block_slices, std::min((s + 1) * block_slices, plan.slices())};
        std::vector<std::vector<WorkspaceSlice>> parts(static_cast<std::size_t>(slices.count()));
        for (auto& of_slice : parts) of_slice.resize(static_cast<std::size_t>(row_blocks));
        tbb::parallel_for(0, row_blocks, [&](int r) {
            BlockCut block(cut, legs, slices, {r * block_rows, std::min((r + 1) * block_rows, plan.rows())});
            for (int slice = slices.begin; slice < slices.end; ++slice)
                block.append_to(parts[static_cast<std::size_t>(slice - slices.begin)][static_cast<std::size_t>(r)],
                                slice);
        });
        plan.end_if_given_up();
        for (int slice = slices.begin; slice < slices.end; ++slice)
            workspace[static_cast<std::size_t>(slice)] =
                concatenate(parts[static_cast<std::size_t>(slice - slices.begin)]);
    });
    plan.end_if_given_up();
    return workspace;
}

}  // namespace

ScanResult scan_and_cut(const ScanPlan& plan) {
    ScanPlan legs = plan;
    legs.legs_limits_alone = true;
    legs.maps.clear();
    ScanResult result;
    result.workspace = cut_by_shared_limits(plan, scan_on_host(legs));
    result.fields = fields_by_definition(plan);
    return result;
}

const Engine& cut_engine() {
    static const HostEngine engine("cpu-cut", scan_and_cut, [](const ScanPlan& plan) {
        return plan.has_shared_limits() && (plan.is_single() || plan.workspace != WorkspaceKind::inclusive) &&
               plan.set->count() <= most_orientations;
    });
    return engine;
}

}  // namespace hexscan
