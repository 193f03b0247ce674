#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "src/sweep/block_file.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/measured.h"

namespace hexscan {

/// The division of a sweep's machines into blocks. It does not depend on the number of ranks and devices.
class MachineBlocks {
public:
    explicit MachineBlocks(const SweepFile& sweep);

    std::int64_t count() const { return (machines_ + per_block_ - 1) / per_block_; }
    std::int64_t first(std::int64_t block) const { return block * per_block_; }
    std::int64_t block_of(std::int64_t machine) const { return machine / per_block_; }
    /// The number of machines in a block. The last block may have fewer than the others.
    std::int64_t size(std::int64_t block) const;
    /// The number of bytes of every block in a file.
    std::size_t bytes() const { return static_cast<std::size_t>(per_block_) * machine_bytes(); }

    std::string packed(std::span<const Measured> measured) const;
    std::vector<Measured> unpacked(std::int64_t block, const std::string& bytes) const;

private:
    std::size_t machine_bytes() const { return 2 + figures_ * (sizeof(double) + 1); }

    std::int64_t machines_, per_block_;
    std::size_t figures_;  ///< number of figures per machine
};

/// All measured machines. They are read from the file block by block, so memory does not grow with the number of
/// machines.
class MeasuredMachines {
public:
    MeasuredMachines(const SweepFile& sweep, const Designs& designs, const BlockFile& file)
        : sweep_(sweep), designs_(designs), blocks_(sweep), file_(file) {}

    const SweepFile& sweep() const { return sweep_; }
    const Designs& designs() const { return designs_; }
    const MachineBlocks& blocks() const { return blocks_; }
    std::vector<Measured> block(std::int64_t block) const { return blocks_.unpacked(block, file_.read(block)); }

    /// Calls visit(machine, measured) for all machines, in order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::int64_t b = 0; b < blocks_.count(); ++b) {
            std::int64_t machine = blocks_.first(b);
            for (const Measured& measured : block(b)) visit(machine++, measured);
        }
    }

private:
    const SweepFile& sweep_;
    const Designs& designs_;
    MachineBlocks blocks_;
    const BlockFile& file_;
};

}  // namespace hexscan
