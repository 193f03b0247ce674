#include "src/study/memory/cublas.h"

#include <string>
#include <utility>

#include <dlfcn.h>

#include "src/device/cuda_support.h"

namespace hexscan::memory {
namespace {

// The declarations of cuBLAS from its documentation: an opaque handle, 0 for success, 0 for "not transposed".
using Handle = void*;
constexpr int success = 0;
constexpr int not_transposed = 0;
using Create = int(Handle*);
using Destroy = int(Handle);
using SetStream = int(Handle, cudaStream_t);
using Sgemm = int(Handle, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*,
                  float*, int);

}  // namespace

struct Cublas::Library {
    void* file = nullptr;
    Handle handle = nullptr;
    Destroy* destroy = nullptr;
    SetStream* set_stream = nullptr;
    Sgemm* sgemm = nullptr;

    Library() = default;
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() {
        if (handle) destroy(handle);
        if (file) dlclose(file);
    }

    template <class Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(dlsym(file, name));
    }
};

std::optional<Cublas> Cublas::open() {
    auto library = std::make_shared<Library>();
    const std::string own = "libcublas.so." + std::to_string(CUDART_VERSION / 1000);
    for (const std::string& name : {own, std::string("libcublas.so.13"), std::string("libcublas.so.12")})
        if (!library->file) library->file = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library->file) return std::nullopt;
    auto* const create = library->function<Create>("cublasCreate_v2");
    library->destroy = library->function<Destroy>("cublasDestroy_v2");
    library->set_stream = library->function<SetStream>("cublasSetStream_v2");
    library->sgemm = library->function<Sgemm>("cublasSgemm_v2");
    const bool whole = create && library->destroy && library->set_stream && library->sgemm;
    if (!whole || create(&library->handle) != success) return std::nullopt;
    return Cublas(std::move(library));
}

void Cublas::multiply(cudaStream_t stream, const float* a, const float* b, float* c, int size) const {
    const float one = 1, zero = 0;
    int status = library_->set_stream(library_->handle, stream);
    // cuBLAS stores matrices by columns. Its C^T = B^T A^T is C = A B stored by rows.
    if (status == success)
        status = library_->sgemm(library_->handle, not_transposed, not_transposed, size, size, size, &one, b, size, a,
                                 size, &zero, c, size);
    if (status != success) throw DeviceError("cuBLAS failed with status " + std::to_string(status));
}

}  // namespace hexscan::memory
