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

    /// Starts the kernels. finish() waits for them. The host then settles the rows that the device could not decide.
    virtual void launch() = 0;
    virtual void finish() = 0;

    /// Only for RowsGo::home.
    virtual WorkspaceSlice slice(int index) const = 0;
    /// Starts writing all rows as words in device memory. Must be called after finish().
    virtual void write_words(const RowWords& words, const Stream& stream) = 0;
    virtual void poison(std::uint8_t pattern) = 0;
    virtual std::int64_t unwritten_points() const = 0;
    virtual std::int64_t output_bytes() const = 0;
};

/// Where rows go: to the host, or from device memory into words there.
enum class RowsGo { home, to_words };

/// True if double precision suffices for the closed form of rows.
bool has_set_rows(const ScanPlan& plan, const FreeLegs& legs);

/// Makes the object that computes the rows for the plan's own legs or for a part of its proof. Returns null if
/// has_set_rows() is false.
std::unique_ptr<SetRows> make_set_rows(const ScanPlan& plan, const FreeLegs& legs, RowsGo go = RowsGo::home);

/// Memory of one slice's rows, on the host and on the device.
MemoryUse set_rows_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
