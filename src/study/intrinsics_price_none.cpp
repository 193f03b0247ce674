#include "hexscan/errors.h"
#include "src/study/intrinsics_price.h"

/// The price of intrinsics in a build without CUDA.
namespace hexscan {

IntrinsicsPrice measure_intrinsics(int, int) {
    throw DeviceError("hexscan intrinsics: this program has no CUDA code, but the command measures a GPU");
}

}  // namespace hexscan
