#pragma once

#include <functional>
#include <string>

namespace hexscan {

/// What a launcher says of this process in its environment.
struct Launch {
    int processes = 1;  ///< of the run
    int rank = 0;
    std::string launcher = "";  ///< what users call it; empty where there is none
};

/// Reads what Open MPI's mpirun, MPICH's mpiexec or Slurm's srun has set; `variable` is getenv(), or in a test what
/// stands for it. Inside a batch job but started without a launcher, a process is alone, and so is one whose variables
/// no launcher sets, such as a rank beyond the last.
Launch launch_of(const std::function<const char*(const char*)>& variable);

/// Of this process.
Launch this_launch();

}  // namespace hexscan
