#include "src/base/errors.h"
#include "src/sweep/meter.h"

namespace hexscan {

std::unique_ptr<Meter> make_cuda_meter(const SweepStudy&, const Designs&, int) {
    throw DeviceError("this hexscan was built without CUDA");
}

}  // namespace hexscan
