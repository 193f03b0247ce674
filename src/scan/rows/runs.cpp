#include "src/scan/rows/runs.h"

#include <algorithm>
#include <cstring>

namespace hexscan {
namespace {

void close_row(WorkspaceSlice& slice) { slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size())); }

/// Appends the runs of a row in which column c is reachable if `reachable(c)` is true.
template <class Reachable>
void append_runs(int columns, WorkspaceSlice& slice, Reachable reachable) {
    for (int column = 0; column < columns;) {
        if (!reachable(column)) {
            ++column;
            continue;
        }
        const int first = column;
        while (column < columns && reachable(column)) ++column;
        slice.runs.push_back({first, column - 1});
    }
    close_row(slice);
}

/// Appends the columns that both rows contain.
void append_common_runs(std::span<const Run> a, std::span<const Run> b, WorkspaceSlice& out) {
    for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
        const Run common{std::max(a[i].first, b[k].first), std::min(a[i].last, b[k].last)};
        if (common.first <= common.last) out.runs.push_back(common);
        ++(a[i].last < b[k].last ? i : k);
    }
    close_row(out);
}

}  // namespace

std::int64_t WorkspaceSlice::reachable_points() const {
    std::int64_t points = 0;
    for (const Run& run : runs) points += run.last - run.first + 1;
    return points;
}

void append_row_from_bytes(std::span<const std::uint8_t> verdicts, WorkspaceSlice& slice) {
    const auto find = [&](std::size_t from, int value) {
        const void* hit =
            from < verdicts.size() ? std::memchr(verdicts.data() + from, value, verdicts.size() - from) : nullptr;
        return hit ? static_cast<std::size_t>(static_cast<const std::uint8_t*>(hit) - verdicts.data())
                   : verdicts.size();
    };
    for (std::size_t first = find(0, 1); first < verdicts.size();) {
        const std::size_t end = find(first, 0);
        slice.runs.push_back({static_cast<std::int32_t>(first), static_cast<std::int32_t>(end) - 1});
        first = find(end, 1);
    }
    close_row(slice);
}

void append_row_from_bits(std::span<const std::uint8_t> bits, int columns, WorkspaceSlice& slice) {
    append_runs(columns, slice,
                [&](int column) { return (bits[static_cast<std::size_t>(column) / 8] >> (column % 8)) & 1; });
}

WorkspaceSlice concatenate(std::span<const WorkspaceSlice> parts) {
    std::size_t rows = 0, runs = 0;
    for (const WorkspaceSlice& part : parts) {
        rows += static_cast<std::size_t>(part.rows());
        runs += part.runs.size();
    }
    WorkspaceSlice whole;
    whole.row_begin.reserve(rows + 1);
    whole.runs.reserve(runs);
    for (const WorkspaceSlice& part : parts) {
        const auto before = static_cast<std::int32_t>(whole.runs.size());
        for (int row = 1; row <= part.rows(); ++row)
            whole.row_begin.push_back(before + part.row_begin[static_cast<std::size_t>(row)]);
        whole.runs.insert(whole.runs.end(), part.runs.begin(), part.runs.end());
    }
    return whole;
}

Workspace intersection(std::span<const Workspace> workspaces) {
    Workspace common = workspaces.front();
    for (const Workspace& other : workspaces.subspan(1))
        for (std::size_t s = 0; s < common.size(); ++s) {
            WorkspaceSlice both;
            for (int row = 0; row < common[s].rows(); ++row)
                append_common_runs(common[s].row(row), other[s].row(row), both);
            common[s] = std::move(both);
        }
    return common;
}

std::int64_t count_bytes_above_one(std::span<const std::uint8_t> verdicts) {
    return std::count_if(verdicts.begin(), verdicts.end(), [](std::uint8_t verdict) { return verdict > 1; });
}

void fill_bytes(std::span<const Run> runs, std::span<std::uint8_t> row, std::uint8_t reachable) {
    std::fill(row.begin(), row.end(), std::uint8_t{0});
    for (const Run& run : runs) std::fill(row.begin() + run.first, row.begin() + run.last + 1, reachable);
}

}  // namespace hexscan
