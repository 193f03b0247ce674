#include "hexscan/errors.h"
#include "src/study/intrinsics_price.h"

/// The price of intrinsics in a build without CUDA.
namespace hexscan {

IntrinsicsPrice measure_intrinsics(int, int) {
    throw DeviceError("hexscan intrinsics: measures a GPU, but this hexscan was built without CUDA");
}

}  // namespace hexscan
