#pragma once

#include <functional>
#include <string>

namespace hexscan {

/// A launcher's information about this process, which it passes in the environment.
struct Launch {
    int processes = 1;  ///< of the run
    int rank = 0;
    std::string launcher = "";  ///< its name for users; empty if there is none
};

/// Reads the variables that Open MPI's mpirun, MPICH's mpiexec or Slurm's srun sets. `variable` is getenv(), or a
/// substitute in tests. A process counts as alone if it was started inside a batch job but without a launcher. It also
/// counts as alone if the variables are inconsistent, such as a rank beyond the last.
Launch launch_of(const std::function<const char*(const char*)>& variable);

/// The launch of this process.
Launch this_launch();

}  // namespace hexscan
