#pragma once

#include <memory>
#include <optional>

#include <driver_types.h>

namespace hexscan::memory {

/// The cuBLAS of the machine, found while hexscan runs: linked in it would add hundreds of megabytes, and linked
/// dynamically it would keep the program from starting where it is not installed.
class Cublas {
public:
    /// The library of the CUDA version hexscan was built with, or of another; nothing where there is none, or it does
    /// not start.
    static std::optional<Cublas> open();

    /// C = A B of square matrices in rows, in single precision throughout, on the stream. Throws DeviceError.
    void multiply(cudaStream_t stream, const float* a, const float* b, float* c, int size) const;

private:
    struct Library;
    explicit Cublas(std::shared_ptr<Library> library) : library_(std::move(library)) {}

    std::shared_ptr<Library> library_;
};

}  // namespace hexscan::memory
