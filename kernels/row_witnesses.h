#pragma once

#include "column_runs.h"
#include "host_device.h"
#include "orientation_set.h"

/// What a row of an inclusive workspace teaches the rows around: what bounds a row hardly differs from row to row, so an
/// orientation that reaches the column beside a gap mostly reaches as far in the next row.
namespace hexscan {

/// Orientations that reach the columns beside a row's gaps.
struct RowWitnesses {
    static constexpr int most = 6;
    int count = 0;
    OrientationIndex orientations[most];
};

/// The latest orientations that closed columns of a row, and between which columns.
class ClosingLog {
public:
    static constexpr int most = 32;

    HEXSCAN_HD_INLINE void clear() { count_ = 0; }

    /// An orientation reached columns from the first to the last of a range.
    HEXSCAN_HD_INLINE void note(ColumnRange range, OrientationIndex orientation) {
        columns_[count_ % most] = range;
        orientations_[count_++ % most] = orientation;
    }

    /// Of the gaps that are left, as many as there is room for.
    template <class Runs>
    HEXSCAN_HD_INLINE RowWitnesses witnesses_beside(const Runs& gaps) const {
        RowWitnesses witnesses;
        for (int g = 0; g < gaps.count(); ++g) {
            add_witness(gaps.get(g).first - 1, witnesses);
            add_witness(gaps.get(g).last + 1, witnesses);
        }
        return witnesses;
    }

private:
    /// The latest that reached a column, if it is not among the witnesses, becomes one.
    HEXSCAN_HD_INLINE void add_witness(int column, RowWitnesses& witnesses) const {
        if (witnesses.count == RowWitnesses::most) return;
        for (int k = count_ - 1; k >= 0 && k >= count_ - most; --k) {
            if (column < columns_[k % most].first || column > columns_[k % most].last) continue;
            const OrientationIndex& found = orientations_[k % most];
            for (int w = 0; w < witnesses.count; ++w) {
                const OrientationIndex& known = witnesses.orientations[w];
                if (known.at[0] == found.at[0] && known.at[1] == found.at[1] && known.at[2] == found.at[2]) return;
            }
            witnesses.orientations[witnesses.count++] = found;
            return;
        }
    }

    int count_ = 0;  ///< all that there were
    ColumnRange columns_[most];
    OrientationIndex orientations_[most];
};

}  // namespace hexscan
