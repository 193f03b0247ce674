#pragma once

#include <cstdint>
#include <memory>

#include "kernels/shared/doubted_columns.cuh"
#include "kernels/shared/row_words.h"
#include "src/device/cuda_support.h"
#include "src/engines/engine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Writes the positions that the legs of a plan reach as words in device memory. Limits that legs share are not
/// applied.
class LegWords {
public:
    virtual ~LegWords() = default;

    /// Starts writing all words. May append undecided rows to `doubted`; the words of these rows are then empty.
    virtual void write(const RowWords& words, const DoubtedColumns& doubted, const Stream& stream) = 0;
    virtual void poison(std::uint8_t pattern) = 0;
};

/// The plan must have no limits that legs share.
std::unique_ptr<LegWords> make_leg_words(const ScanPlan& plan);

/// Memory of one slice in addition to the words, on the host and on the device.
MemoryUse leg_words_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
