#include "src/base/errors.h"
#include "src/study/intrinsics_price.h"

/// The price of intrinsics in a build without CUDA.
namespace hexscan {

IntrinsicsPrice measure_intrinsics(int, int) {
    throw DeviceError("--intrinsics: this hexscan is built without CUDA; install the CUDA toolkit and build again");
}

}  // namespace hexscan
