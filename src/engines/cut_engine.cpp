#include "src/engines/host_engines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/kinematics.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/lipschitz_rows.h"
#include "src/scan/reference.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan {
namespace {

constexpr int block_slices = tuning::cut_slices_per_block, block_rows = tuning::cut_rows_per_block;
constexpr int few_rows = tuning::cut_rows_per_open_box;

/// A shared limit at one orientation. If a clearance's magnitude is at most `doubt_m`, the exact test must decide.
struct DoubtedLimit {
    std::shared_ptr<const PosedSharedLimit> limit;
    double doubt_m;
};

/// A DoubtedLimit on a row, in the form that LipschitzRows requires.
class LimitOnRow {
public:
    LimitOnRow(const DoubtedLimit& posed, double y_m, double z_m) : posed_(&posed), y_m_(y_m), z_m_(z_m) {}

    bool keeps(double x_m) const { return posed_->limit->keeps({x_m, y_m_, z_m_}); }
    double clearance_m(double x_m) const { return posed_->limit->clearance_m({x_m, y_m_, z_m_}); }
    double doubt_m() const { return posed_->doubt_m; }
    bool keep_row(std::span<const double> x_m, std::span<std::uint8_t> kept) const {
        return posed_->limit->keep_row({x_m, y_m_, z_m_}, kept);
    }
    void append_pieces(double from_m, double to_m, double step_m, std::vector<KnownPiece>& pieces) const {
        posed_->limit->append_pieces({from_m, to_m, y_m_, z_m_, step_m}, posed_->doubt_m, pieces);
    }

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

/// Indices along an axis of the grid; `end` is exclusive.
struct IndexRange {
    int begin, end;

    int count() const { return end - begin; }
};

/// A box of grid points: its slices, rows and columns.
using PointBox = std::array<IndexRange, 3>;

/// The data that all blocks of a plan use.
struct CutPlan {
    const ScanPlan& plan;
    std::vector<double> x_m;
    std::vector<DoubtedLimit> limits;

    explicit CutPlan(const ScanPlan& p) : plan(p), x_m(column_coordinates(p)), limits(limits_of_plan(p)) {}
    RowColumnPositions columns() const { return {x_m, plan.columns() > 1 ? 1 / plan.x.step_m : 1}; }
};

/// Appends what is left of `runs` after removing the columns in `gone`. Both lists are sorted.
void append_left(std::span<const Run> runs, std::span<const Run> gone, std::vector<Run>& out) {
    auto next = gone.begin();
    for (const Run& run : runs) {
        int first = run.first;
        while (next != gone.end() && next->last < first) ++next;
        for (auto at = next; at != gone.end() && at->first <= run.last; ++at) {
            if (at->first > first) out.push_back({first, at->first - 1});
            first = std::max(first, static_cast<int>(at->last) + 1);
        }
        if (first <= run.last) out.push_back({first, run.last});
    }
}

/// The runs that the shared limits removed from each row, in one block of memory.
class LostRuns {
public:
    explicit LostRuns(std::size_t rows) : last_(rows, none) {}

    void add(std::size_t row, const Run& run) {
        links_.push_back({run, last_[row]});
        last_[row] = static_cast<std::int32_t>(links_.size()) - 1;
    }
    /// The removed runs of a row, in order.
    void gather(std::size_t row, std::vector<Run>& runs) const {
        runs.clear();
        for (std::int32_t at = last_[row]; at != none; at = links_[static_cast<std::size_t>(at)].before)
            runs.push_back(links_[static_cast<std::size_t>(at)].run);
        std::ranges::sort(runs, {}, &Run::first);
    }

private:
    static constexpr std::int32_t none = -1;
    struct Link {
        Run run;
        std::int32_t before;
    };

    std::vector<std::int32_t> last_;
    std::vector<Link> links_;
};

/// Removes from a few rows of a few slices the points that violate a shared limit. If a limit gives the same verdict
/// for a whole box of points, that decides the box. Otherwise the box is halved, until it is a few rows high and is
/// decided row by row. Within a row, the limit reports long pieces in which its verdict is the same. Elsewhere, the
/// limit's clearance and its exact test decide.
class BlockCut {
public:
    BlockCut(const CutPlan& cut, const Workspace& legs, IndexRange slices, IndexRange rows)
        : cut_(cut),
          legs_(legs),
          slices_(slices),
          rows_(rows),
          lost_(static_cast<std::size_t>(slices.count() * rows.count())),
          row_solver_(cut.plan.end_if_given_up) {
        for (std::size_t k = 0; k < cut.limits.size(); ++k) unsettled_.push_back(static_cast<unsigned>(k));
        settle({slices, rows, {0, cut.plan.columns()}}, 0);
        settle_rows();
    }

    /// Appends the remaining runs of the block's rows in a slice.
    void append_to(WorkspaceSlice& out, int slice) {
        for (int row = rows_.begin; row < rows_.end; ++row) {
            append_left_of_row(slice, row, out.runs);
            out.row_begin.push_back(static_cast<std::int32_t>(out.runs.size()));
        }
    }

private:
    /// A box of points that a limit has not decided yet.
    struct OpenBox {
        unsigned limit;
        PointBox points;
    };
    struct OpenColumns {
        unsigned limit;
        ColumnRange columns;
    };

    std::size_t index_of(int slice, int row) const {
        return static_cast<std::size_t>((slice - slices_.begin) * rows_.count() + row - rows_.begin);
    }

    template <class Use>
    void for_each_row(const PointBox& box, Use use) {
        for (int slice = box[0].begin; slice < box[0].end; ++slice)
            for (int row = box[1].begin; row < box[1].end; ++row) use(index_of(slice, row));
    }

    /// Appends those columns of a row that the legs reach and that no shared limit removes.
    void append_left_of_row(int slice, int row, std::vector<Run>& out) {
        lost_.gather(index_of(slice, row), lost_of_row_);
        append_left(legs_[static_cast<std::size_t>(slice)].row(row), lost_of_row_, out);
    }

    /// The smallest range of the box's columns that contains all points that the legs reach.
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

    /// Decides a box. `first` is the index in unsettled_ of the first limit to test: the limits from there on left the
    /// enclosing box undecided.
    void settle(PointBox box, std::size_t first) {
        box[2] = reached_columns(box);
        if (box[2].count() <= 0) return;
        const std::array<double, 3> low_m = corner_m(box, 0), high_m = corner_m(box, 1);
        const std::array<double, 3> size_m{high_m[0] - low_m[0], high_m[1] - low_m[1], high_m[2] - low_m[2]};
        const std::size_t end = unsettled_.size();
        for (std::size_t k = first; k < end; ++k) {
            const DoubtedLimit& asked = cut_.limits[unsettled_[k]];
            const Known known = asked.limit->in_box(vector_of(low_m), vector_of(high_m), asked.doubt_m);
            if (known == Known::nothing) unsettled_.push_back(unsettled_[k]);
            if (known != Known::lost) continue;
            for_each_row(box, [&](std::size_t row) { lost_.add(row, {box[2].begin, box[2].end - 1}); });
            unsettled_.resize(end);
            return;
        }
        if (unsettled_.size() > end) settle_part(box, size_m, end);
        unsettled_.resize(end);
    }

    /// Decides a box that some limits left undecided. These are in unsettled_ from index `first` on.
    void settle_part(const PointBox& box, const std::array<double, 3>& size_m, std::size_t first) {
        if (box[0].count() <= few_rows && box[1].count() <= few_rows) {
            for (std::size_t k = first; k < unsettled_.size(); ++k) open_.push_back({unsettled_[k], box});
            if (open_.size() > tuning::most_open_boxes) settle_rows();
            return;
        }
        std::size_t longest = box[0].count() > 1 ? 0 : 1;
        for (std::size_t axis = 1; axis < 3; ++axis)
            if (box[axis].count() > 1 && size_m[axis] > size_m[longest]) longest = axis;
        PointBox low = box, high = box;
        low[longest].end = high[longest].begin = box[longest].begin + box[longest].count() / 2;
        settle(low, first);
        settle(high, first);
    }

    static Vector vector_of(const std::array<double, 3>& zyx_m) { return {zyx_m[2], zyx_m[1], zyx_m[0]}; }

    /// The first point of the box as (z, y, x), or the last one if `last` is 1.
    std::array<double, 3> corner_m(const PointBox& box, int last) const {
        const auto at = [&](const GridAxis<double>& axis, const IndexRange& range) {
            return grid_coordinate(axis, last == 0 ? range.begin : range.end - 1);
        };
        return {at(cut_.plan.z, box[0]), at(cut_.plan.y, box[1]), at(cut_.plan.x, box[2])};
    }

    void settle_rows() {
        spread_over_rows();
        for (int slice = slices_.begin; slice < slices_.end; ++slice)
            for (int row = rows_.begin; row < rows_.end; ++row)
                if (const auto open = open_in(index_of(slice, row)); !open.empty()) settle_row(slice, row, open);
        open_.clear();
    }

    /// Sorts the undecided columns by row, within a row by limit, and then by column.
    void spread_over_rows() {
        std::ranges::sort(open_, [](const OpenBox& a, const OpenBox& b) {
            return a.limit != b.limit ? a.limit < b.limit : a.points[2].begin < b.points[2].begin;
        });
        open_begin_.assign(static_cast<std::size_t>(slices_.count() * rows_.count()) + 1, 0);
        for (const OpenBox& box : open_) for_each_row(box.points, [&](std::size_t row) { ++open_begin_[row + 1]; });
        std::partial_sum(open_begin_.begin(), open_begin_.end(), open_begin_.begin());
        open_end_.assign(open_begin_.begin(), open_begin_.end() - 1);
        open_of_rows_.resize(open_begin_.back());
        for (const auto& [limit, points] : open_) {
            const OpenColumns open{limit, {points[2].begin, points[2].end - 1}};
            for_each_row(points, [&](std::size_t row) {
                const bool is_first = open_end_[row] == open_begin_[row];
                OpenColumns* const before = is_first ? nullptr : &open_of_rows_[open_end_[row] - 1];
                if (before && before->limit == open.limit && before->columns.last + 1 == open.columns.first)
                    before->columns.last = open.columns.last;
                else
                    open_of_rows_[open_end_[row]++] = open;
            });
        }
    }

    std::span<const OpenColumns> open_in(std::size_t row) const {
        return std::span(open_of_rows_).subspan(open_begin_[row], open_end_[row] - open_begin_[row]);
    }

    /// Applies one limit after the other. Each limit is tested only at the points that the earlier limits have left.
    void settle_row(int slice, int row, std::span<const OpenColumns> open) {
        cut_.plan.end_if_given_up();
        left_.clear();
        append_left_of_row(slice, row, left_);
        for (std::size_t k = 0; k < open.size();) {
            const unsigned limit = open[k].limit;
            const LimitOnRow on_row(cut_.limits[limit], grid_coordinate(cut_.plan.y, row),
                                    grid_coordinate(cut_.plan.z, slice));
            lost_of_row_.clear();
            for (; k < open.size() && open[k].limit == limit; ++k)
                for (const Run& run : left_)
                    settle_columns(on_row,
                                   {std::max(open[k].columns.first, static_cast<int>(run.first)),
                                    std::min(open[k].columns.last, static_cast<int>(run.last))},
                                   lost_of_row_);
            if (lost_of_row_.empty()) continue;
            for (const Run& run : lost_of_row_) lost_.add(index_of(slice, row), run);
            left_before_.swap(left_);
            left_.clear();
            append_left(left_before_, lost_of_row_, left_);
        }
    }

    void settle_columns(const LimitOnRow& limit, ColumnRange columns, std::vector<Run>& lost) {
        if (columns.empty()) return;
        if (settle_at_once(limit, columns, lost)) return;
        pieces_.clear();
        limit.append_pieces(x_m(columns.first), x_m(columns.last), 1 / cut_.columns().columns_per_m, pieces_);
        for (const KnownPiece& piece : pieces_) {
            const auto begin = cut_.x_m.begin();
            const ColumnRange of_piece{
                columns.first,
                static_cast<int>(std::upper_bound(begin + columns.first, begin + columns.last + 1, piece.to_m) -
                                 begin) -
                    1};
            columns.first = of_piece.last + 1;
            if (of_piece.empty() || piece.known == Known::kept) continue;
            if (piece.known == Known::lost)
                lost.push_back({of_piece.first, of_piece.last});
            else
                settle_unknown(limit, of_piece, lost);
        }
    }

    /// Returns false, and decides nothing, if the limit is faster in pieces.
    bool settle_at_once(const LimitOnRow& limit, ColumnRange columns, std::vector<Run>& lost) {
        const auto first = static_cast<std::size_t>(columns.first);
        kept_.resize(static_cast<std::size_t>(columns.last) - first + 1);
        if (!limit.keep_row(std::span(cut_.x_m).subspan(first, kept_.size()), kept_)) return false;
        for (int column = columns.first; column <= columns.last; ++column) {
            if (kept_[static_cast<std::size_t>(column) - first] != 0) continue;
            if (!lost.empty() && lost.back().last + 1 == column)
                lost.back().last = column;
            else
                lost.push_back({column, column});
        }
        return true;
    }

    void settle_unknown(const LimitOnRow& limit, ColumnRange columns, std::vector<Run>& lost) {
        // For only one or two columns, for example at the end of a piece, a clearance gives no more information than
        // the exact test.
        if (columns.last - columns.first < 2) {
            for (int column = columns.first; column <= columns.last; ++column)
                if (!limit.keeps(x_m(column))) lost.push_back({column, column});
            return;
        }
        row_solver_.settle(cut_.columns(), std::span(&limit, 1), columns, [&](ColumnRange settled, bool kept) {
            if (!kept) lost.push_back({settled.first, settled.last});
        });
    }

    double x_m(int column) const { return cut_.x_m[static_cast<std::size_t>(column)]; }

    const CutPlan& cut_;
    const Workspace& legs_;
    IndexRange slices_, rows_;
    LostRuns lost_;
    std::vector<unsigned> unsettled_;
    std::vector<OpenBox> open_;
    /// The undecided columns sorted by row: those of row k are at indices open_begin_[k] to open_end_[k] - 1.
    std::vector<OpenColumns> open_of_rows_;
    std::vector<std::size_t> open_begin_, open_end_;
    /// Buffers that are reused from row to row.
    std::vector<Run> lost_of_row_, left_, left_before_;
    std::vector<KnownPiece> pieces_;
    std::vector<std::uint8_t> kept_;
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

ScanResult scan_and_cut(const ScanPlan& plan) {
    ScanPlan legs = plan;
    legs.legs_limits_alone = true;
    legs.maps.clear();
    ScanResult result;
    result.workspace = cut_by_shared_limits(plan, answer_on_host(legs).workspace);
    result.fields = fields_by_rows(plan);
    return result;
}

}  // namespace

const Engine& cut_engine() {
    static const HostEngine engine("cpu-cut", scan_and_cut, [](const ScanPlan& plan) {
        return plan.has_shared_limits() && (plan.is_single() || plan.workspace != WorkspaceKind::inclusive) &&
               plan.set->count() <= tuning::most_kept_orientations;
    });
    return engine;
}

}  // namespace hexscan
