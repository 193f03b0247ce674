#pragma once

#include <memory>
#include <optional>

#include <driver_types.h>

namespace hexscan::memory {

/// The host's cuBLAS, loaded at run time. Static linking would add hundreds of megabytes. Dynamic linking would prevent
/// the program from starting without cuBLAS.
class Cublas {
public:
    /// Opens the cuBLAS of the CUDA version with which hexscan was built, or of another version. Returns nothing if
    /// there is none or it does not start.
    static std::optional<Cublas> open();

    /// Computes C = A B on the stream, for square matrices that are stored by rows. All arithmetic is single precision.
    /// Throws DeviceError.
    void multiply(cudaStream_t stream, const float* a, const float* b, float* c, int size) const;

private:
    struct Library;
    explicit Cublas(std::shared_ptr<Library> library) : library_(std::move(library)) {}

    std::shared_ptr<Library> library_;
};

}  // namespace hexscan::memory
