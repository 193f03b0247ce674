#include <chrono>
#include <cstring>
#include <optional>
#include <vector>

#include <dlfcn.h>

#include "src/device/cuda_support.h"
#include "src/device/devices.h"

namespace hexscan {
namespace {

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Describes the problem to the user, given the status of the first call that failed.
std::string problem_text(cudaError_t status) {
    int driver = 0, runtime = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
    if (cudaRuntimeGetVersion(&runtime) != cudaSuccess) runtime = 0;
    if (driver == 0) return "no NVIDIA driver is installed (nvidia-smi checks this)";
    if (status == cudaErrorInsufficientDriver)
        return "the NVIDIA driver is too old: it supports CUDA " + version_text(driver) + ", this hexscan needs CUDA " +
               version_text(runtime);
    if (status == cudaErrorNoDevice) return "the NVIDIA driver finds no device (is CUDA_VISIBLE_DEVICES empty?)";
    return std::string("the CUDA runtime reports ") + cudaGetErrorName(status) + ": " + cudaGetErrorString(status);
}

int attribute(cudaDeviceAttr name, int device) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, name, device) == cudaSuccess ? value : 0;
}

DeviceInfo describe(int index) {
    cudaDeviceProp properties{};
    HEXSCAN_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
    int driver = 0, runtime = 0;
    HEXSCAN_CUDA_CHECK(cudaDriverGetVersion(&driver));
    HEXSCAN_CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    DeviceInfo info;
    info.index = index;
    info.name = properties.name;
    info.capability_major = properties.major;
    info.capability_minor = properties.minor;
    info.multiprocessors = properties.multiProcessorCount;
    info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    // The factor 2 is for double-data-rate memory, which transfers twice per clock. The other factors convert kHz times
    // bits to GB/s.
    info.memory_bandwidth_gb_s = 2.0 * attribute(cudaDevAttrMemoryClockRate, index) *
                                 attribute(cudaDevAttrGlobalMemoryBusWidth, index) / 8 / 1e6;
    info.driver_version = version_text(driver);
    info.runtime_version = version_text(runtime);
    return info;
}

/// The functions of NVIDIA's management library that report free memory. These functions need no context, which would
/// itself take memory. The driver installs the library but not its header, so the published names and types are
/// repeated here.
class ManagementLibrary {
public:
    struct Memory {
        unsigned long long total_bytes, free_bytes, used_bytes;
    };

    ManagementLibrary() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {}
    ~ManagementLibrary() {
        if (library_ != nullptr) dlclose(library_);
    }
    ManagementLibrary(const ManagementLibrary&) = delete;
    ManagementLibrary& operator=(const ManagementLibrary&) = delete;

    /// The memory of the device at a PCI address; nothing if the library is absent or fails.
    std::optional<Memory> memory_of(const char* pci_address) const {
        const auto begin = function<int()>("nvmlInit_v2"), end = function<int()>("nvmlShutdown");
        const auto find = function<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
        const auto ask = function<int(void*, Memory*)>("nvmlDeviceGetMemoryInfo");
        if (!begin || !end || !find || !ask || begin() != 0) return {};
        void* device = nullptr;
        Memory memory{};
        const bool answered = find(pci_address, &device) == 0 && ask(device, &memory) == 0;
        (void)end();
        return answered ? std::optional(memory) : std::nullopt;
    }

private:
    template <class Signature>
    Signature* function(const char* name) const {
        return library_ == nullptr ? nullptr : reinterpret_cast<Signature*>(dlsym(library_, name));
    }

    void* library_;
};

std::string mebibytes(unsigned long long bytes) { return std::to_string(bytes >> 20) + " MiB"; }

/// Counts multiprocessor cycles over at least `duration_ns` of the global timer.
/// Grid: 1. Block: 1. No shared memory. The thread counts.
__global__ void clock_kernel(std::uint64_t duration_ns, std::uint64_t* cycles_and_ns) {
    std::uint64_t start_ns, now_ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start_ns));
    const std::uint64_t start_cycles = static_cast<std::uint64_t>(clock64());
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
    } while (now_ns - start_ns < duration_ns);
    cycles_and_ns[0] = static_cast<std::uint64_t>(clock64()) - start_cycles;
    cycles_and_ns[1] = now_ns - start_ns;
}

/// Pinned or pageable host memory. It is written once at the start, so that no timed copy includes the first page
/// faults.
class HostMemory {
public:
    HostMemory(std::size_t bytes, bool pinned) : pinned_(pinned ? bytes : 0), pageable_(pinned ? 0 : bytes) {
        std::memset(data(), 0xCD, bytes);
    }
    std::uint8_t* data() { return pinned_.size() ? pinned_.data() : pageable_.data(); }

private:
    PinnedBuffer<std::uint8_t> pinned_;
    std::vector<std::uint8_t> pageable_;
};

}  // namespace

std::string full_device_text() {
    int index = 0;
    char pci_address[32] = "";
    std::optional<ManagementLibrary::Memory> memory;
    if (cudaGetDevice(&index) == cudaSuccess &&
        cudaDeviceGetPCIBusId(pci_address, sizeof pci_address, index) == cudaSuccess)
        memory = ManagementLibrary().memory_of(pci_address);
    (void)cudaGetLastError();
    const std::string who = "cuda:" + std::to_string(index) + " is out of memory: ";
    if (!memory) return who + "another program may use that memory (nvidia-smi shows which)";
    return who + mebibytes(memory->free_bytes) + " of " + mebibytes(memory->total_bytes) +
           " are free, and this and other programs use the rest (nvidia-smi shows which)";
}

DeviceList list_devices() {
    DeviceList list;
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
        list.problem = problem_text(status == cudaSuccess ? cudaErrorNoDevice : status);
        return list;
    }
    try {
        for (int index = 0; index < count; ++index) list.devices.push_back(describe(index));
    } catch (const DeviceError& error) {
        list.problem = error.what();
    }
    return list;
}

void use_device(int index) {
    // From CUDA 12 on, this also creates the context.
    HEXSCAN_CUDA_CHECK(cudaSetDevice(index));
}

DeviceInUse::DeviceInUse(int index) {
    int before = index;
    HEXSCAN_CUDA_CHECK(cudaGetDevice(&before));
    use_device(index);
    if (before != index) before_ = before;
}

DeviceInUse::~DeviceInUse() {
    if (before_) HEXSCAN_CUDA_REPORT(cudaSetDevice(*before_));
}

int device_of_memory(const void* address) {
    cudaPointerAttributes found{};
    const cudaError_t status = cudaPointerGetAttributes(&found, address);
    if (status != cudaSuccess) {
        (void)cudaGetLastError();
        if (const DeviceList list = list_devices(); list.devices.empty()) throw DeviceError(list.problem);
        HEXSCAN_CUDA_CHECK(status);
    }
    if (found.type != cudaMemoryTypeDevice && found.type != cudaMemoryTypeManaged)
        throw DeviceError("the address is not in the memory of a CUDA device");
    return found.device;
}

std::int64_t free_device_bytes() {
    std::size_t free = 0, total = 0;
    HEXSCAN_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return static_cast<std::int64_t>(free);
}

double multiprocessor_clock_mhz() {
    constexpr std::uint64_t duration_ns = 500'000;
    DeviceBuffer<std::uint64_t> measured(2);
    clock_kernel<<<1, 1>>>(duration_ns, measured.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    std::uint64_t cycles_and_ns[2] = {};
    HEXSCAN_CUDA_CHECK(cudaMemcpy(cycles_and_ns, measured.data(), sizeof cycles_and_ns, cudaMemcpyDeviceToHost));
    return 1e3 * static_cast<double>(cycles_and_ns[0]) / static_cast<double>(cycles_and_ns[1]);
}

Spread measure_copy_ms(std::int64_t bytes, bool pinned, int repeats) {
    const auto size = static_cast<std::size_t>(bytes);
    DeviceBuffer<std::uint8_t> device(size);
    HEXSCAN_CUDA_CHECK(cudaMemset(device.data(), 0, size));
    HostMemory host(size, pinned);
    std::vector<double> times_ms;
    for (int repeat = 0; repeat <= repeats; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        HEXSCAN_CUDA_CHECK(cudaMemcpy(host.data(), device.data(), size, cudaMemcpyDeviceToHost));
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
        if (repeat > 0) times_ms.push_back(elapsed.count());
    }
    return spread_of(std::move(times_ms));
}

}  // namespace hexscan
