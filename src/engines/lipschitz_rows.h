#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "kernels/rows/column_runs.h"
#include "src/engines/host_engine.h"
#include "src/scan/plan.h"

/// Rows of any machine, from an exact test of a position and a clearance of it: a new kind of leg or limit needs no
/// more to be scanned rightly. A position's clearance tells how far around it nothing changes, so a row is settled
/// where it is asked and as many columns to either side as the clearance spans, reachable or not; what is left on both
/// sides is halved. So ends are found by bisection, and a column whose clearance is so small that rounding might have
/// made its sign is put to the exact test. The method is sphere tracing (Hart, The Visual Computer 12, 1996) in both
/// directions.
namespace hexscan {

/// One condition on the positions of a row.
///   keeps(x_m)        the reference's verdict;
///   clearance_m(x_m)  positive where the condition is kept, negative where not, and no position nearer than its
///                     magnitude has the other verdict. A function that changes by no more than what a position moves
///                     by (1-Lipschitz) and has the verdict's sign is one; so are the least and the largest of such
///                     functions;
///   doubt_m()         of the row: what roundings of the clearance, of the columns' coordinates and of the reference
///                     can amount to together. Farther than this from where the clearance says that the verdict
///                     changes, it does not.
template <class Condition>
concept RowCondition = requires(const Condition& condition, double x_m) {
    { condition.keeps(x_m) } -> std::same_as<bool>;
    { condition.clearance_m(x_m) } -> std::same_as<double>;
    { condition.doubt_m() } -> std::same_as<double>;
};

/// How many of a row's conditions a reachable position must keep.
enum class Demand { all, any };

/// The columns of a row.
struct RowColumnPositions {
    std::span<const double> x_m;
    double columns_per_m;
};

/// Settles rows one after the other. What has decided in one row is asked first in the next one.
template <Demand demand>
class LipschitzRows {
public:
    /// `end_if_given_up` is called before every answer of a condition (src/scan/plan.h).
    explicit LipschitzRows(void (*end_if_given_up)() = [] {}) : end_if_given_up_(end_if_given_up) {}

    /// Calls emit(columns, reachable) for all columns of the row, from the first to the last, a few at a time.
    template <RowCondition Condition, class Emit>
    void settle(const RowColumnPositions& row, std::span<const Condition> conditions, Emit emit) {
        settle(row, conditions, {0, static_cast<int>(row.x_m.size()) - 1}, emit);
    }
    /// The same of some columns of it.
    template <RowCondition Condition, class Emit>
    void settle(const RowColumnPositions& row, std::span<const Condition> conditions, ColumnRange columns, Emit emit) {
        if (open_.size() != conditions.size()) {
            open_.resize(conditions.size());
            std::iota(open_.begin(), open_.end(), 0U);
        }
        settle_columns(row, conditions, columns, open_, emit);
    }

private:
    /// A condition at one column. One that decides makes the verdict by itself: in a row that demands all of them, one
    /// that is not kept. It says the same `span` columns to either side.
    struct Answer {
        bool decides;
        int span;
    };

    template <class Condition>
    static Answer ask(const RowColumnPositions& row, const Condition& condition, int column) {
        const double x_m = row.x_m[static_cast<std::size_t>(column)];
        const double clearance_m = condition.clearance_m(x_m);
        const double sure_m = std::abs(clearance_m) - condition.doubt_m();
        const bool in_doubt = !(sure_m > 0);
        const bool keeps = in_doubt ? condition.keeps(x_m) : clearance_m > 0;
        const double span = in_doubt ? 0 : std::min(sure_m * row.columns_per_m, static_cast<double>(row.x_m.size()));
        return {keeps == (demand == Demand::any), static_cast<int>(span)};
    }

    /// `open` are the conditions whose answer may differ from column to column; they change places.
    template <class Condition, class Emit>
    void settle_columns(const RowColumnPositions& row, std::span<const Condition> conditions, ColumnRange columns,
                        std::span<unsigned> open, Emit& emit) {
        if (columns.empty()) return;
        const int middle = columns.first + (columns.last - columns.first) / 2, half = columns.last - middle;
        int decided = -1, agreed = half;  // columns to either side
        std::size_t still_open = 0;
        for (std::size_t k = 0; k < open.size() && decided < half; ++k) {
            end_if_given_up_();
            const Answer answer = ask(row, conditions[open[k]], middle);
            if (!answer.decides) agreed = std::min(agreed, answer.span);
            if (!answer.decides && answer.span >= half) continue;
            std::swap(open[k], open[still_open]);
            if (answer.decides && answer.span > decided) {
                decided = answer.span;
                std::swap(open[0], open[still_open]);
            }
            ++still_open;
        }
        const int span = decided < 0 ? agreed : decided;
        const ColumnRange settled{std::max(columns.first, middle - span), std::min(columns.last, middle + span)};
        settle_columns(row, conditions, {columns.first, settled.first - 1}, open.first(still_open), emit);
        emit(settled, (decided < 0) == (demand == Demand::all));
        settle_columns(row, conditions, {settled.last + 1, columns.last}, open.first(still_open), emit);
    }

    void (*end_if_given_up_)();
    std::vector<unsigned> open_;
};

/// Scans a plan without maps on all cores. Every verdict equals the double-precision reference.
ScanResult scan_by_clearance(const ScanPlan& plan);

/// The same behind the interface that all engines share. Of sets it keeps the legs at every orientation, so it supports
/// those of `tuning::most_kept_orientations` at most.
const Engine& lipschitz_engine();

}  // namespace hexscan
