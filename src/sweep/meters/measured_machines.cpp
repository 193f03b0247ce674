#include "src/sweep/meters/measured_machines.h"

#include <algorithm>

#include "src/base/byte_stream.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {

MachineBlocks::MachineBlocks(const SweepFile& sweep)
    : machines_(sweep.machines()),
      per_block_(std::clamp((machines_ + tuning::blocks_wanted - 1) / tuning::blocks_wanted, std::int64_t{1},
                            tuning::largest_block)),
      figures_(sweep.measures.size()) {}

std::int64_t MachineBlocks::size(std::int64_t block) const { return std::min(per_block_, machines_ - first(block)); }

std::string MachineBlocks::packed(std::span<const Measured> measured) const {
    ByteWriter writer;
    for (const Measured& machine : measured) {
        writer.add(machine.is_machine);
        writer.add(machine.cut_off);
        for (std::size_t m = 0; m < figures_; ++m) {
            const Found<double> figure = machine.is_machine != 0 ? machine.figures[m] : Found<double>{};
            writer.add(figure.value);
            writer.add(figure.gave_up);
        }
    }
    std::string bytes = writer.take();
    bytes.resize(this->bytes());
    return bytes;
}

std::vector<Measured> MachineBlocks::unpacked(std::int64_t block, const std::string& bytes) const {
    std::vector<Measured> measured(static_cast<std::size_t>(size(block)));
    ByteReader reader(bytes);
    for (Measured& machine : measured) {
        machine.is_machine = reader.next<std::uint8_t>();
        machine.cut_off = reader.next<std::uint8_t>();
        std::vector<Found<double>> figures(figures_);
        for (Found<double>& figure : figures) {
            figure.value = reader.next<double>();
            figure.gave_up = reader.next<std::uint8_t>() != 0;
        }
        if (machine.is_machine != 0) machine.figures = std::move(figures);
    }
    return measured;
}

}  // namespace hexscan
