#include "bindings/arrays.h"

#include <string>

namespace hexscan_python {

void require_known_numpy() {
    constexpr int knows_numpy_2 = 0x020C0000;
    const std::string version = py::str(py::module_::import("numpy").attr("__version__"));
    if (PYBIND11_VERSION_HEX >= knows_numpy_2 || std::stoi(version) < 2) return;
    throw py::import_error("hexscan was built with pybind11 " + std::to_string(PYBIND11_VERSION_MAJOR) + "." +
                           std::to_string(PYBIND11_VERSION_MINOR) + ", which does not support NumPy " + version +
                           "; use NumPy below 2, or build hexscan with pybind11 2.12 or newer");
}

std::span<const hexscan::PlatformPose> poses_in(const Poses& poses) {
    static_assert(sizeof(hexscan::PlatformPose) == 6 * sizeof(double));
    if (poses.ndim() != 2 || poses.shape(1) != 6) throw hexscan::UsageError("poses: must have the shape (n, 6)");
    return {reinterpret_cast<const hexscan::PlatformPose*>(poses.data()), static_cast<std::size_t>(poses.shape(0))};
}

}  // namespace hexscan_python
