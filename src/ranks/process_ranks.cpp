#include <cstdlib>
#include <memory>

#include <dlfcn.h>
#include <unistd.h>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/ranks/launcher.h"
#include "src/ranks/mpi/mpi_ranks.h"
#include "src/ranks/ranks.h"
#include "src/system/loaded_module.h"

namespace hexscan {
namespace {

/// A process that was started alone.
class Alone final : public Ranks {
public:
    int rank() const override { return 0; }
    int count() const override { return 1; }
    int local_rank() const override { return 0; }
    std::string host() const override {
        std::string name(256, '\0');
        return gethostname(name.data(), name.size() - 1) == 0 ? name.c_str() : "";
    }
    void send(int, int, std::string) override {}
    std::optional<Message> try_receive() override { return std::nullopt; }
    void finish() override {}
};

/// Throws DeviceError if MPI is missing. Without this error, each process would act as the whole run, and all would
/// write to one folder.
std::unique_ptr<Ranks> join(const Launch& launch) {
    // Open MPI's plugins look up its symbols globally.
    const ModuleSymbol mpi = module_symbol("hexscan_mpi.so", mpi_symbol, RTLD_NOW | RTLD_GLOBAL);
    const std::string who = fmt::format("{} started {} processes", launch.launcher, launch.processes);
    if (!mpi.is_there)
        throw DeviceError(
            fmt::format("{}, but this hexscan was built without MPI; install Open MPI (Debian, Ubuntu: "
                        "libopenmpi-dev, openmpi-bin) and build hexscan again, or start it alone",
                        who));
    if (mpi.address == nullptr)
        throw DeviceError(
            fmt::format("{}, but MPI cannot be loaded ({}); install Open MPI (Debian, Ubuntu: "
                        "openmpi-bin), or start hexscan alone",
                        who, mpi.problem));
    std::unique_ptr<Ranks> ranks;
    reinterpret_cast<JoinMpi>(mpi.address)(ranks);
    if (ranks->count() != launch.processes)
        throw DeviceError(
            fmt::format("{}, but MPI finds {}: use the launcher of the MPI that hexscan was built with "
                        "(Open MPI: mpirun, or srun --mpi=pmix)",
                        who, ranks->count()));
    return ranks;
}

std::unique_ptr<Ranks> find_ranks() {
    const Launch launch = this_launch();
    if (launch.processes == 1) return std::make_unique<Alone>();
    return join(launch);
}

}  // namespace

Launch this_launch() {
    return launch_of([](const char* name) { return std::getenv(name); });
}

Ranks& process_ranks() {
    // The object is never destroyed. Threads may outlive main(), and run_together() ends it properly.
    static Ranks* const ranks = find_ranks().release();
    return *ranks;
}

}  // namespace hexscan
