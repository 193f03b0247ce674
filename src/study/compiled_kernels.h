#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/study/occupancy_model.h"
#include "stages/stage.h"

/// What the compiler made of every kernel of this very build, without asking a GPU.
namespace hexscan {

/// One kernel compiled for one architecture.
struct CompiledKernel {
    KernelName name;
    ComputeCapability capability{};
    int registers_per_thread = 0;
    int static_shared_bytes = 0;  ///< per block
    int stack_bytes = 0;          ///< per thread, in local memory; spilled registers are part of it
    int spill_store_bytes = 0;    ///< per thread, over all instructions that spill a register
    int spill_load_bytes = 0;     ///< per thread, over all that bring one back
};

/// Reads what nvcc --resource-usage prints. Lines "object NAME.cu.o" say whose report follows; what is no kernel, or is
/// cut short, is left out.
std::vector<CompiledKernel> parse_compiler_report(std::string_view report);

/// The stages' kernels as this build compiled them, for every architecture it was built for. Empty in a build without a
/// CUDA compiler.
const std::vector<CompiledKernel>& compiled_kernels();

/// Of the architectures built for, the highest that is not above `wanted`, else the lowest. Nothing where nothing was
/// compiled.
std::optional<ComputeCapability> built_architecture(const std::vector<CompiledKernel>& kernels,
                                                    ComputeCapability wanted);

/// Whether machine code made for `built` runs on a device of capability `device`: same major number, minor not above
/// the device's. Otherwise the device's driver makes code of its own, from PTX.
bool runs_as_built(ComputeCapability built, ComputeCapability device);

/// The kernel of that name for that architecture, or nothing.
const CompiledKernel* find_compiled(const std::vector<CompiledKernel>& kernels, const KernelName& name,
                                    ComputeCapability capability);

}  // namespace hexscan
