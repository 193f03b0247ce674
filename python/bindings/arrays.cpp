#include "bindings/arrays.h"

namespace hexscan_python {

std::span<const hexscan::PlatformPose> poses_in(const Poses& poses) {
    static_assert(sizeof(hexscan::PlatformPose) == 6 * sizeof(double));
    if (poses.ndim() != 2 || poses.shape(1) != 6) throw hexscan::UsageError("poses: must have the shape (n, 6)");
    return {reinterpret_cast<const hexscan::PlatformPose*>(poses.data()), static_cast<std::size_t>(poses.shape(0))};
}

}  // namespace hexscan_python
