#include "hexscan/errors.h"
#include "src/study/intrinsics_price.h"

/// The price of intrinsics in a build without CUDA.
namespace hexscan {

IntrinsicsPrice measure_intrinsics(int, int) {
    throw DeviceError(
        "hexscan intrinsics: this hexscan is built without CUDA, and needs a GPU to measure; what it measured on one "
        "stands in "
        "output/case-study/intrinsics.txt");
}

}  // namespace hexscan
