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

    /// Makes this object's device the current one of the thread. The other functions may be called only while the
    /// returned object lives. Throws DeviceError.
    virtual DeviceInUse use() const = 0;

    /// The buffer for `capacity` machines, which the caller fills before any computation. Only solvable machines are
    /// processed.
    virtual std::span<Swept> machines() = 0;
    /// The machines in the buffer, read-only.
    virtual std::span<const Swept> filled() const = 0;

    /// Counts the cells of the points that each of the first `count` machines reaches. Each machine has `rows` rows
    /// over all slices. Throws DeviceError.
    virtual std::span<const MachineTally> tally(std::size_t count, std::int64_t rows) = 0;

    /// Starts a count of the machines that reach each point of one slice. A row has `columns` + 1 steps (reach()).
    virtual void begin_reach(int columns, int rows) = 0;
    /// Adds the points of the slice that the first `count` machines reach.
    virtual void add_reach(std::size_t count, int slice) = 0;
    /// The steps of all machines that were added. A step is the change of the count from one point of a row to the
    /// next, modulo 2^32.
    virtual std::span<const std::uint32_t> reach() = 0;
};

/// Makes the object for one CUDA device and up to `capacity` machines at a time. Throws DeviceError.
template <class Swept>
std::unique_ptr<MachineRows<Swept>> make_machine_rows(int device, std::size_t capacity);

}  // namespace hexscan
