#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "src/study/instructions/instruction_model.h"

/// The roofline shows what limits each stage of the recorded case study: its rate of instructions below the roofs of
/// the GPU, and the used share of every unit.
namespace hexscan {

/// The hardware units whose utilization the roofline shows. Memory and L2 belong to the GPU; PCIe is the bus to the
/// host.
enum class GpuUnit { issue_slots, xu, alu, fp32, fp64, l2, memory, pcie };
inline constexpr int gpu_unit_count = 8;

/// A stage in the roofline.
struct RooflineStage {
    int number = 0;
    bool is_modelled = false;        ///< false: `instructions` are the counts of ncu
    InstructionCounts instructions;  ///< of one scan
    InstructionCounts by_ncu;        ///< counts of ncu, to compare with the model's
    double output_bytes = 0;         ///< that leave the GPU
    double alone_s = 0;              ///< kernels in one launch, verdicts left in device memory
    double total_s = 0;              ///< whole scan, verdicts in host memory
    /// The used share of each unit's peak. ncu measured L2 and memory while kernels ran. The share of PCIe is that over
    /// the whole scan. Those of the other units follow from `instructions` and `alone_s`.
    std::array<double, gpu_unit_count> used_percent{};
    double issue_percent_by_ncu = 0;  ///< of the issue slots, while kernels run

    double instructions_per_byte() const { return instructions.all / output_bytes; }
    double alone_per_s() const { return instructions.all / alone_s; }  ///< instructions
    double total_per_s() const { return instructions.all / total_s; }  ///< instructions
    double used(GpuUnit unit) const { return used_percent[static_cast<std::size_t>(unit)]; }
};

struct Roofline {
    std::string device, date;    ///< of the measured times
    double issue_per_s = 0;      ///< the largest number of warp instructions per second
    double bus_bytes_per_s = 0;  ///< of the copy of all verdicts to pinned memory
    std::vector<RooflineStage> stages;
};

/// Builds the roofline from the records in output/case-study/: times from stages.json, the clock rate from memory.json,
/// instructions from the model (src/study/instructions/instruction_model.h), and those of stages 10 and 11 from
/// stage_counters.json.
Roofline recorded_roofline();

/// The tables for a terminal: the roofline, and the model's counts beside those of ncu. And the picture: a standalone
/// SVG.
std::string roofline_text(const Roofline& roofline);
std::string roofline_svg(const Roofline& roofline);

/// The picture and the table as a page in one file.
std::string roofline_page(const Roofline& roofline);

}  // namespace hexscan
