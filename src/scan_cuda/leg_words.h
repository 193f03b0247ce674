#pragma once

#include <cstdint>
#include <memory>

#include "kernels/shared/doubted_columns.cuh"
#include "kernels/shared/row_words.h"
#include "src/device/cuda_support.h"
#include "src/engines/engine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Writes the positions that the legs of a plan reach as words in device memory, one bit per position. Limits that legs
/// share are not applied.
class LegWords {
public:
    virtual ~LegWords() = default;

    /// Starts writing all words. May append undecided rows to `doubted` and leave their words empty.
    virtual void write(const RowWords& words, const DoubtedColumns& doubted, const Stream& stream) = 0;
    virtual void poison(std::uint8_t pattern) = 0;
};

/// The plan must ignore limits that legs share, or have none.
std::unique_ptr<LegWords> make_leg_words(const ScanPlan& plan);

/// The memory that one slice takes in addition to the words, on the host and on the device.
MemoryUse leg_words_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
