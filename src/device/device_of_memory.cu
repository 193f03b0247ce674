#include "src/device/device_of_memory.h"

#include "src/device/cuda_support.h"

namespace hexscan {

DeviceOfMemory::DeviceOfMemory(const void* address) {
    cudaPointerAttributes found{};
    const cudaError_t status = cudaPointerGetAttributes(&found, address);
    if (status != cudaSuccess) {
        (void)cudaGetLastError();
        if (const DeviceList list = list_devices(); list.devices.empty()) throw DeviceError(list.problem);
        HEXSCAN_CUDA_CHECK(status);
    }
    if (found.type != cudaMemoryTypeDevice && found.type != cudaMemoryTypeManaged)
        throw DeviceError("the address is not in the memory of a CUDA device");
    HEXSCAN_CUDA_CHECK(cudaGetDevice(&before_));
    HEXSCAN_CUDA_CHECK(cudaSetDevice(found.device));
}

DeviceOfMemory::~DeviceOfMemory() { HEXSCAN_CUDA_REPORT(cudaSetDevice(before_)); }

}  // namespace hexscan
