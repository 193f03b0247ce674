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

/// Solves rows of any machine with two functions: an exact test of a position, and its clearance. A new kind of leg or
/// limit needs only these for correct scans. Within the clearance around a position no verdict changes, whether it is
/// reachable or not. So one evaluation decides its column and as many columns on either side as the clearance spans.
/// The remaining columns on both sides are halved, which finds ends of runs by bisection. If rounding could have
/// changed the clearance's sign, the exact test decides. The method is sphere tracing (Hart, The Visual Computer 12,
/// 1996) in both directions.
namespace hexscan {

/// One condition on the positions of a row.
///   - keeps(x_m): the reference's verdict.
///   - clearance_m(x_m): positive if the condition is kept, negative if not. No position nearer than its magnitude has
///     the other verdict. 1-Lipschitz functions with the verdict's sign qualify. So do the smallest and the largest of
///     such functions.
///   - doubt_m(): a bound for the row on the combined rounding errors of the clearance, the columns' coordinates and
///     the reference. Farther than this from the place where the clearance changes its sign, the verdict does not
///     change.
template <class Condition>
concept RowCondition = requires(const Condition& condition, double x_m) {
    { condition.keeps(x_m) } -> std::same_as<bool>;
    { condition.clearance_m(x_m) } -> std::same_as<double>;
    { condition.doubt_m() } -> std::same_as<double>;
};

/// Says whether a reachable position must satisfy all conditions of a row or any of them.
enum class Demand { all, any };

/// The columns of a row.
struct RowColumnPositions {
    std::span<const double> x_m;
    double columns_per_m;
};

/// Solves rows one after the other. The conditions that decided one row are tested first in the next row.
template <Demand demand>
class LipschitzRows {
public:
    /// Calls `end_if_given_up` before every evaluation of a condition (src/scan/plan.h).
    explicit LipschitzRows(void (*end_if_given_up)() = [] {}) : end_if_given_up_(end_if_given_up) {}

    /// Calls emit(columns, reachable) for consecutive ranges of columns, from the first column of the row to the last.
    template <RowCondition Condition, class Emit>
    void settle(const RowColumnPositions& row, std::span<const Condition> conditions, Emit emit) {
        settle(row, conditions, {0, static_cast<int>(row.x_m.size()) - 1}, emit);
    }
    /// Calls emit(columns, reachable) for a range of the row's columns.
    template <RowCondition Condition, class Emit>
    void settle(const RowColumnPositions& row, std::span<const Condition> conditions, ColumnRange columns, Emit emit) {
        if (open_.size() != conditions.size()) {
            open_.resize(conditions.size());
            std::iota(open_.begin(), open_.end(), 0U);
        }
        settle_columns(row, conditions, columns, open_, emit);
    }

private:
    /// A condition's result at one column, which also holds for `span` columns on either side. `decides` is true if
    /// this result alone determines the verdict of these columns. For Demand::all that is a violated condition, for
    /// Demand::any a kept one.
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

    /// `open` holds the conditions that may have both results within the columns. The function changes the order in
    /// `open`.
    template <class Condition, class Emit>
    void settle_columns(const RowColumnPositions& row, std::span<const Condition> conditions, ColumnRange columns,
                        std::span<unsigned> open, Emit& emit) {
        if (columns.empty()) return;
        const int middle = columns.first + (columns.last - columns.first) / 2, half = columns.last - middle;
        // Numbers of columns on either side of the middle that one condition decides, or on which all conditions agree.
        int decided = -1, agreed = half;
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

}  // namespace hexscan
