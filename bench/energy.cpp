// Measures the energy of a scan with each stage, or with the CPU engine. Prints a table.
//
//   hexscan_energy [SECONDS] [ROW]       time for which each scan repeats; default 5; needs a GPU. ROW is the number of
//                                        a stage or the word cpu; default: all stages
//
// The GPU's energy counter (NVML) is read before and after the repeats. For the column *less idle* the program
// subtracts the energy that the GPU takes in the same time with a context but no work. The processor's counter
// (RAPL) is read where the system allows it.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include <dlfcn.h>

#include "src/device/devices.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/system/stopwatch.h"
#include "stages/registry.h"
#include "stages/stage.h"

namespace {

using namespace hexscan;

/// NVML is part of the driver, so the program loads it at run time. The toolkit contains only its header.
class GpuEnergy {
public:
    GpuEnergy() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
        if (library_ == nullptr) throw std::runtime_error("the driver has no libnvidia-ml.so.1");
        succeed(function<int (*)()>("nvmlInit_v2")());
        succeed(function<int (*)(unsigned, void**)>("nvmlDeviceGetHandleByIndex_v2")(0, &device_));
        energy_ = function<Energy>("nvmlDeviceGetTotalEnergyConsumption");
    }

    /// Joules since the driver was loaded.
    double joules() const {
        unsigned long long millijoules = 0;
        succeed(energy_(device_, &millijoules));
        return static_cast<double>(millijoules) / 1000;
    }

private:
    using Energy = int (*)(void*, unsigned long long*);

    static void succeed(int code) {
        if (code != 0) throw std::runtime_error("NVML cannot read the energy of GPU 0, error " + std::to_string(code));
    }

    template <class Function>
    Function function(const char* name) const {
        auto* const found = reinterpret_cast<Function>(dlsym(library_, name));
        if (found == nullptr) throw std::runtime_error(std::string("libnvidia-ml.so.1 has no ") + name);
        return found;
    }

    void* library_;
    void* device_ = nullptr;
    Energy energy_ = nullptr;
};

/// Joules of the first processor since some arbitrary moment. Returns nothing if the system does not allow reading
/// them.
std::optional<double> processor_joules() {
    std::ifstream file("/sys/class/powercap/intel-rapl:0/energy_uj");
    double microjoules = 0;
    if (!(file >> microjoules)) return std::nullopt;
    return microjoules / 1e6;
}

struct Spent {
    int scans = 0;
    double seconds = 0;
    double gpu_joules = 0;
    std::optional<double> processor_joules{};
};

/// Repeats the work for at least this many seconds. The GPU's counter changes about ten times a second, so the clock
/// starts when it changes.
Spent spent_on(const GpuEnergy& gpu, double seconds, const std::function<void()>& work) {
    const auto next_change = [&] {
        const double joules = gpu.joules();
        int scans = 0;
        while (gpu.joules() == joules) {
            work();
            ++scans;
        }
        return scans;
    };
    work();
    next_change();
    const double joules = gpu.joules();
    const std::optional<double> processor = processor_joules();
    const Stopwatch watch;
    Spent spent;
    while (watch.milliseconds() < 1000 * seconds) {
        work();
        ++spent.scans;
    }
    spent.scans += next_change();
    spent.seconds = watch.milliseconds() / 1000;
    spent.gpu_joules = gpu.joules() - joules;
    if (processor) spent.processor_joules = processor_joules().value_or(*processor) - *processor;
    return spent;
}

void print_row(const char* name, const Spent& spent, double idle_watts) {
    const auto per_scan = [&](double joules) { return joules / spent.scans; };
    std::printf("%-22s%10d%12.1f%14.4g%14.4g", name, spent.scans, spent.gpu_joules / spent.seconds,
                per_scan(spent.gpu_joules), per_scan(spent.gpu_joules - idle_watts * spent.seconds));
    if (spent.processor_joules)
        std::printf("%14.4g\n", per_scan(*spent.processor_joules));
    else
        std::printf("%14s\n", "not readable");
}

void print_energies(double seconds, std::string_view only) {
    const GpuEnergy gpu;
    const ScanPlan plan = make_scan_plan(built_in_platform());
    // After this scan the process has a context on the GPU, so that the idle measurement includes one, too.
    stage_registry().back().stage->prepare(plan)->scan();
    const Spent idle = spent_on(gpu, seconds, [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); });
    const double idle_watts = idle.gpu_joules / idle.seconds;
    std::printf("Energy of a scan on %s, each stage repeated for %g s; the idle GPU takes %.1f W\n\n",
                list_devices().devices.at(0).name.c_str(), seconds, idle_watts);
    std::printf("%-22s%10s%12s%14s%14s%14s\n", "stage", "scans", "W", "J", "J", "processor");
    std::printf("%-22s%10s%12s%14s%14s%14s\n", "", "", "", "per scan", "less idle", "J per scan");
    const auto print_energy = [&](const std::string& name, const std::unique_ptr<PreparedScan>& scan) {
        print_row(name.c_str(), spent_on(gpu, seconds, [&] { scan->scan(); }), idle_watts);
    };
    for (const StageEntry& entry : stage_registry()) {
        const std::string number = std::to_string(entry.number);
        if (only.empty() || only == number) print_energy(number + " " + entry.name, entry.stage->prepare(plan));
    }
    if (only == "cpu") print_energy("CPU engine", cpu_engine().prepare(plan));
    std::printf("\nless idle: without the energy that the idle GPU takes in that time.\n");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        print_energies(argc > 1 ? std::atof(argv[1]) : 5, argc > 2 ? argv[2] : "");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan_energy: %s\n", error.what());
        return 3;
    }
}
