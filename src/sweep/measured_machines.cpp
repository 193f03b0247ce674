#include "src/sweep/measured_machines.h"

#include <algorithm>
#include <cstring>

namespace hexscan {
namespace {

/// Enough blocks for many ranks to have some each, and enough machines in a block for a GPU to be busy for
/// milliseconds with.
constexpr std::int64_t blocks_wanted = 256;
constexpr std::int64_t largest_block = 4096;

}  // namespace

MachineBlocks::MachineBlocks(const SweepStudy& study)
    : machines_(study.machines()),
      per_block_(std::clamp((machines_ + blocks_wanted - 1) / blocks_wanted, std::int64_t{1}, largest_block)) {}

std::int64_t MachineBlocks::size(std::int64_t block) const { return std::min(per_block_, machines_ - first(block)); }

std::string MachineBlocks::packed(std::span<const Measured> measured) const {
    std::string bytes(this->bytes(), '\0');
    std::memcpy(bytes.data(), measured.data(), measured.size_bytes());
    return bytes;
}

std::vector<Measured> MachineBlocks::unpacked(std::int64_t block, const std::string& bytes) const {
    std::vector<Measured> measured(static_cast<std::size_t>(size(block)));
    std::memcpy(measured.data(), bytes.data(), measured.size() * sizeof(Measured));
    return measured;
}

}  // namespace hexscan
