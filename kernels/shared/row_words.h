#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/bits.h"
#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"

/// Workspaces as one bit per grid point, in words of 32 columns. In this format kernels can remove positions without
/// handling runs.
namespace hexscan {

inline constexpr int columns_per_word = 32;

/// The words of a grid. The words of a row lie next to each other, then come the other rows, then the other slices.
struct RowWords {
    std::uint32_t* words;
    int words_per_row, rows, slices;

    HEXSCAN_HD_INLINE std::size_t row_begin(int slice, int row) const {
        return (static_cast<std::size_t>(slice) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row)) *
               static_cast<std::size_t>(words_per_row);
    }
    HEXSCAN_HD_INLINE std::uint32_t& at(int slice, int row, int word) const {
        return words[row_begin(slice, row) + static_cast<std::size_t>(word)];
    }
};

/// A run, with its row and slice.
struct RowRun {
    std::int32_t slice, row, first, last;
};

/// The bits `first` to `last` of a word, both included.
HEXSCAN_HD_INLINE std::uint32_t bits_between(int first, int last) {
    return (0xFFFFFFFFU >> (columns_per_word - 1 - last)) & (0xFFFFFFFFU << first);
}

/// The bits of word number `word` whose columns lie in a run.
HEXSCAN_HD_INLINE std::uint32_t bits_of_run(int word, int first_column, int last_column) {
    const int first = first_column - word * columns_per_word, last = last_column - word * columns_per_word;
    if (last < 0 || first >= columns_per_word) return 0;
    return bits_between(first > 0 ? first : 0, last < columns_per_word ? last : columns_per_word - 1);
}

/// Reads the runs of a row from its words. The caller passes the words in order.
class RunsOfWords {
public:
    /// Calls emit(first, last) for each run that ends before the last column of this word.
    template <class Emit>
    HEXSCAN_HD_INLINE void read(int word, std::uint32_t bits, Emit emit) {
        // Bits at which a run begins or has just ended. They differ from the bit before.
        std::uint32_t changes = bits ^ (bits << 1 | (inside_ & 1U));
        HEXSCAN_ROLLED
        for (; changes != 0; changes &= changes - 1) {
            const int column = word * columns_per_word + lowest_bit(changes);
            if (inside_ == 0)
                first_ = column;
            else
                emit(first_, column - 1);
            inside_ = ~inside_;
        }
    }
    /// Must be called after the row's last word. If a run extends to the end of the row, calls emit() for it.
    template <class Emit>
    HEXSCAN_HD_INLINE void finish(int words, Emit emit) const {
        if (inside_ != 0) emit(first_, words * columns_per_word - 1);
    }

private:
    std::uint32_t inside_ = 0;  ///< all bits are 1 inside a run, otherwise 0
    int first_ = 0;
};

}  // namespace hexscan
