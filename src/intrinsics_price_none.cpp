#include "src/device_error.h"
#include "src/intrinsics_price.h"

/// The price of intrinsics in a build without CUDA.
namespace hexscan {

IntrinsicsPrice measure_intrinsics(int, int) {
    throw DeviceError("--intrinsics: this hexscan is built without CUDA; install the CUDA toolkit and build again");
}

}  // namespace hexscan
