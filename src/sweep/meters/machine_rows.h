#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "kernels/machine_tally.h"
#include "kernels/swept_machine.h"

namespace hexscan {

/// Rows of many machines of a kind over the same grid, solved by a CUDA device.
template <class Swept>
class MachineRows {
public:
    virtual ~MachineRows() = default;

    /// Makes its device the thread's own. Whoever calls the rest has called it. Throws DeviceError.
    virtual void use() const = 0;

    /// Room for as many machines as it was made for, which the caller fills before it asks for anything: only solvable
    /// ones are looked at.
    virtual std::span<Swept> machines() = 0;
    /// The same as they are, to look at.
    virtual std::span<const Swept> filled() const = 0;

    /// Counts the cells of the reachable points of the first `count` machines, which have `rows` rows each in all
    /// slices. Throws DeviceError.
    virtual std::span<const MachineTally> tally(std::size_t count, std::int64_t rows) = 0;

    /// Begins counting the machines that reach the points of one slice: rows of `columns` + 1 steps.
    virtual void begin_reach(int columns, int rows) = 0;
    /// Adds the first `count` machines.
    virtual void add_reach(std::size_t count, int slice) = 0;
    /// Steps of what was added: how many machines more reach a point than the one before it in its row, modulo 2^32.
    virtual std::span<const std::uint32_t> reach() = 0;
};

/// On that CUDA device, for `capacity` machines at a time. Throws DeviceError.
template <class Swept>
std::unique_ptr<MachineRows<Swept>> make_machine_rows(int device, std::size_t capacity);

}  // namespace hexscan
