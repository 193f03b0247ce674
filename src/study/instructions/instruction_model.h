#pragma once

#include <optional>

/// The model of the instructions that stages 1 to 9 execute in a scan of the case study. It multiplies two counts that
/// need no GPU: the instructions on each way through a kernel's machine code, and the warps that take this way.
namespace hexscan {

/// Warp instructions of one scan.
struct InstructionCounts {
    double all = 0;
    double xu = 0, alu = 0, fp32 = 0, fp64 = 0;  ///< by the unit that executes them
};

/// The counts of the model. Returns nullopt for stages 10 and 11: how far they search a row is not a number of limits.
/// The records are output/case-study/stage_paths.json (instructions on each way) and passed_limits.json (warps).
std::optional<InstructionCounts> modelled_instructions(int stage);

/// The counts of `ncu` in output/case-study/stage_counters.json.
InstructionCounts counted_instructions(int stage);

}  // namespace hexscan
