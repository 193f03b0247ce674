#include "src/ranks/launcher.h"

#include "src/base/text.h"

namespace hexscan {
namespace {

struct Launcher {
    const char *name, *processes, *rank;
};

/// The first launcher whose variables are set is used. So mpirun inside a Slurm job counts as mpirun. SLURM_NTASKS is
/// not used, because it is also set for a process that a batch script starts directly.
constexpr Launcher launchers[] = {{"mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                  {"mpiexec", "PMI_SIZE", "PMI_RANK"},
                                  {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

}  // namespace

Launch launch_of(const std::function<const char*(const char*)>& variable) {
    for (const Launcher& launcher : launchers) {
        const char *const processes = variable(launcher.processes), *const rank = variable(launcher.rank);
        if (processes == nullptr || rank == nullptr) continue;
        const auto count = parse_number<int>(processes), own = parse_number<int>(rank);
        if (count && own && *count >= 1 && *own >= 0 && *own < *count) return {*count, *own, launcher.name};
    }
    return {};
}

}  // namespace hexscan
