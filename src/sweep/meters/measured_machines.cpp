#include "src/sweep/meters/measured_machines.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "src/sweep/sweep_tuning.h"

namespace hexscan {

MachineBlocks::MachineBlocks(const SweepFile& sweep)
    : machines_(sweep.machines()),
      per_block_(std::clamp((machines_ + tuning::blocks_wanted - 1) / tuning::blocks_wanted, std::int64_t{1},
                            tuning::largest_block)),
      own_figures_(sweep.own_figures()) {}

std::int64_t MachineBlocks::size(std::int64_t block) const { return std::min(per_block_, machines_ - first(block)); }

std::string MachineBlocks::packed(std::span<const Measured> measured) const {
    std::string bytes(this->bytes(), '\0');
    char* at = bytes.data();
    for (const Measured& machine : measured) {
        std::memcpy(at, static_cast<const MachineFigures*>(&machine), sizeof(MachineFigures));
        std::byte* const figures = reinterpret_cast<std::byte*>(at + sizeof(MachineFigures));
        const auto behind = std::ranges::copy(std::as_bytes(std::span(machine.figures)), figures).out;
        std::ranges::copy(std::as_bytes(std::span(machine.gave_up)), behind);
        at += machine_bytes();
    }
    return bytes;
}

std::vector<Measured> MachineBlocks::unpacked(std::int64_t block, const std::string& bytes) const {
    std::vector<Measured> measured(static_cast<std::size_t>(size(block)));
    const char* at = bytes.data();
    for (Measured& machine : measured) {
        std::memcpy(static_cast<MachineFigures*>(&machine), at, sizeof(MachineFigures));
        if (machine.is_machine != 0) {
            machine.figures.resize(own_figures_);
            machine.gave_up.resize(own_figures_);
        }
        const std::span<std::byte> figures = std::as_writable_bytes(std::span(machine.figures));
        const std::byte* const kept = reinterpret_cast<const std::byte*>(at + sizeof(MachineFigures));
        std::copy_n(kept, figures.size(), figures.begin());
        const std::span<std::byte> gave_up = std::as_writable_bytes(std::span(machine.gave_up));
        std::copy_n(kept + figures.size(), gave_up.size(), gave_up.begin());
        at += machine_bytes();
    }
    return measured;
}

}  // namespace hexscan
