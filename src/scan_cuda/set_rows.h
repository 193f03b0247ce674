#pragma once

#include <cstdint>
#include <memory>

#include "kernels/shared/row_words.h"
#include "src/device/cuda_support.h"
#include "src/engines/engine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// The runs of a set's workspace, computed on the current device.
class SetRows {
public:
    virtual ~SetRows() = default;

    /// Starts the kernels. finish() waits for them. After that the host solves the rows that the device left undecided.
    virtual void launch() = 0;
    virtual void finish() = 0;

    /// The runs of a slice. Requires RowsGo::home.
    virtual WorkspaceSlice slice(int index) const = 0;
    /// Starts writing all rows as words in device memory. Must be called after finish().
    virtual void write_words(const RowWords& words, const Stream& stream) = 0;
    virtual void poison(std::uint8_t pattern) = 0;
    virtual std::int64_t unwritten_points() const = 0;
    virtual std::int64_t output_bytes() const = 0;
};

/// Where rows are needed: on the host, or on the device, where they become words.
enum class RowsGo { home, to_words };

/// True if double precision is accurate enough to solve the plan's rows in closed form.
bool has_set_rows(const ScanPlan& plan, const FreeLegs& legs);

/// Makes the object that computes the rows for `legs`, which are the plan's own legs or a part of its proof. Returns
/// null if has_set_rows() is false.
std::unique_ptr<SetRows> make_set_rows(const ScanPlan& plan, const FreeLegs& legs, RowsGo go = RowsGo::home);

/// The memory that the rows of one slice take, on the host and on the device.
MemoryUse set_rows_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
