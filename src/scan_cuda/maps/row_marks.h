#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/row_mark.h"
#include "src/device/cuda_support.h"
#include "src/scan/grid.h"

namespace hexscan {

/// Consecutive rows of a slice, from `begin` to end - 1. The band is empty if `begin` equals `end`.
struct RowBand {
    int begin, end;
};

/// The marks that kernels set for a plan's rows, one byte each, in mapped memory.
class RowMarks {
public:
    explicit RowMarks(const ScanGrid& grid)
        : rows_(grid.rows()), marks_(static_cast<std::size_t>(grid.rows()) * static_cast<std::size_t>(grid.slices())) {
        poison();
    }
    RowMark* data() { return marks_.data(); }

    /// Sets every mark to a value with which all rows are copied, for a map whose kernel sets no marks.
    void poison() {
        std::memset(static_cast<void*>(marks_.data()), static_cast<int>(RowMark::numbers), marks_.bytes());
    }

    /// The band from the first to the last row that has values other than 0 in at least one of these slices.
    RowBand rows_with_numbers(int first_slice, int slices) const {
        RowBand band{rows_, 0};
        for (int slice = first_slice; slice < first_slice + slices; ++slice) {
            const RowMark* const marks = marks_.data() + std::ptrdiff_t{slice} * rows_;
            if (const RowMark* const first = find(RowMark::numbers, marks, marks + band.begin))
                band.begin = static_cast<int>(first - marks);
            int end = rows_;
            while (end > band.end && marks[end - 1] != RowMark::numbers) --end;
            band.end = end;
        }
        return band.begin < band.end ? band : RowBand{0, 0};
    }

    bool any_undecided() const { return find(RowMark::undecided, marks_.data(), marks_.data() + marks_.size()); }

    std::int64_t undecided() const {
        return std::count(marks_.data(), marks_.data() + marks_.size(), RowMark::undecided);
    }

    /// Calls settle(slice, row) for every undecided row, on all cores.
    template <class Settle>
    void settle(Settle settle) const {
        const RowMark *const begin = marks_.data(), *const end = begin + marks_.size();
        std::vector<std::pair<int, int>> undecided;
        for (const RowMark* at = find(RowMark::undecided, begin, end); at; at = find(RowMark::undecided, at + 1, end))
            undecided.emplace_back(static_cast<int>((at - begin) / rows_), static_cast<int>((at - begin) % rows_));
        tbb::parallel_for(std::size_t{0}, undecided.size(),
                          [&](std::size_t i) { settle(undecided[i].first, undecided[i].second); });
    }

private:
    /// The first of the elements from `begin` to `end` with this mark; null if there is none.
    static const RowMark* find(RowMark mark, const RowMark* begin, const RowMark* end) {
        return static_cast<const RowMark*>(
            std::memchr(begin, static_cast<int>(mark), static_cast<std::size_t>(end - begin)));
    }

    int rows_;
    MappedBuffer<RowMark> marks_;
};

}  // namespace hexscan
