#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/study/occupancy_model.h"
#include "stages/stage.h"

/// The compiler's results for every kernel of this build, available without a GPU.
namespace hexscan {

/// One kernel compiled for one architecture.
struct CompiledKernel {
    KernelName name;
    ComputeCapability capability{};
    int registers_per_thread = 0;
    int static_shared_bytes = 0;  ///< per block
    int stack_bytes = 0;          ///< per thread, in local memory; includes spilled registers
    int spill_store_bytes = 0;    ///< per thread, over all instructions that spill a register
    int spill_load_bytes = 0;     ///< per thread, over all instructions that reload one
};

/// Reads the output of nvcc --resource-usage. The report of each object follows a line "object NAME.cu.o". Everything
/// except complete reports of kernels is ignored.
std::vector<CompiledKernel> parse_compiler_report(std::string_view report);

/// The stages' kernels as this build compiled them, for every architecture of the build. Empty in a build without a
/// CUDA compiler.
const std::vector<CompiledKernel>& compiled_kernels();

/// The highest compiled architecture that is not above `wanted`. If there is none, the lowest. Returns nothing if
/// nothing was compiled.
std::optional<ComputeCapability> built_architecture(const std::vector<CompiledKernel>& kernels,
                                                    ComputeCapability wanted);

/// True if machine code for `built` runs on a device of capability `device`: the major numbers must be equal, and the
/// minor number must be at most the device's. Otherwise the device's driver compiles PTX.
bool runs_as_built(ComputeCapability built, ComputeCapability device);

/// The kernel with that name for that architecture; null if there is none.
const CompiledKernel* find_compiled(const std::vector<CompiledKernel>& kernels, const KernelName& name,
                                    ComputeCapability capability);

}  // namespace hexscan
