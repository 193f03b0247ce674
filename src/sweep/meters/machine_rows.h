#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "kernels/machine_tally.h"
#include "kernels/swept_machine.h"
#include "src/device/devices.h"

namespace hexscan {

/// Solves the rows of many machines of one kind over the same grid on a CUDA device.
template <class Swept>
class MachineRows {
public:
    virtual ~MachineRows() = default;

    /// Makes this device the thread's current one. The other functions may be called while the result lives. Throws
    /// DeviceError.
    virtual DeviceInUse use() const = 0;

    /// The buffer for `capacity` machines, which the caller fills before any computation. Only solvable machines are
    /// processed.
    virtual std::span<Swept> machines() = 0;
    /// The machines in that buffer, read-only.
    virtual std::span<const Swept> filled() const = 0;

    /// Counts the cells of the reachable points of the first `count` machines, each of which has `rows` rows over all
    /// slices. Throws DeviceError.
    virtual std::span<const MachineTally> tally(std::size_t count, std::int64_t rows) = 0;

    /// Starts to count the machines that reach the points of one slice. Each row has `columns` + 1 steps.
    virtual void begin_reach(int columns, int rows) = 0;
    /// Adds the reach of the first `count` machines.
    virtual void add_reach(std::size_t count, int slice) = 0;
    /// The steps of the machines added so far. A step is the change of the count from one point of a row to the next,
    /// modulo 2^32.
    virtual std::span<const std::uint32_t> reach() = 0;
};

/// Makes an object for one CUDA device and up to `capacity` machines at a time. Throws DeviceError.
template <class Swept>
std::unique_ptr<MachineRows<Swept>> make_machine_rows(int device, std::size_t capacity);

}  // namespace hexscan
