#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

/// The roofline shows what limits each stage of the recorded case study: its rate of instructions below the roofs of
/// the GPU, and the used share of every unit.
namespace hexscan {

/// The hardware units whose utilization the roofline shows. Memory and L2 belong to the GPU; PCIe is the bus to the
/// host.
enum class GpuUnit { issue_slots, xu, alu, fp32, fp64, l2, memory, pcie };
inline constexpr int gpu_unit_count = 8;

/// A stage in the roofline. `ncu` counted the warp instructions of one scan.
struct RooflineStage {
    int number = 0;
    double instructions = 0;
    double output_bytes = 0;                            ///< that leave the GPU
    double alone_s = 0;                                 ///< kernels in one launch, verdicts left in device memory
    double total_s = 0;                                 ///< whole scan, verdicts in host memory
    double active_lanes = 0;                            ///< of a warp's 32, on average over instructions
    std::array<double, gpu_unit_count> used_percent{};  ///< of the unit's peak: PCIe over the whole scan, the other
                                                        ///< units while kernels run

    double instructions_per_byte() const { return instructions / output_bytes; }
    double used(GpuUnit unit) const { return used_percent[static_cast<std::size_t>(unit)]; }
};

struct Roofline {
    std::string device, date;    ///< of the measured times
    double issue_per_s = 0;      ///< the largest number of warp instructions per second
    double bus_bytes_per_s = 0;  ///< of the copy of all verdicts to pinned memory
    std::vector<RooflineStage> stages;
};

/// Builds the roofline from the records in output/case-study/: times from stages.json, counters from
/// stage_counters.json, and the clock rate from memory.json.
Roofline recorded_roofline();

/// The utilization of the issue slots in percent, predicted from the number of instructions and the kernels' time
/// `alone_s`. `used(GpuUnit::issue_slots)` is the utilization that ncu measured.
double predicted_issue_percent(const Roofline& roofline, const RooflineStage& stage);

/// A table for a terminal, and the picture: a standalone SVG.
std::string roofline_text(const Roofline& roofline);
std::string roofline_svg(const Roofline& roofline);

/// The picture and the table as a page in one file.
std::string roofline_page(const Roofline& roofline);

}  // namespace hexscan
