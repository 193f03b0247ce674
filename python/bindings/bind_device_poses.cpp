#include <cstdint>
#include <vector>

#include <pybind11/stl.h>

#include "bindings/bindings.h"
#include "bindings/unlocked.h"

namespace hexscan_python {
namespace {

namespace py = pybind11;

/// The beginning of the object in a capsule named "dltensor", as DLPack version 0 defines it. The members after it are
/// for the owner only.
struct DlTensor {
    void* data;
    std::int32_t device_type, device_id, dimensions;
    std::uint8_t type_code, type_bits;
    std::uint16_t type_lanes;
    const std::int64_t* shape;
    const std::int64_t* strides;  ///< in elements; null if the array has no gaps
    std::uint64_t byte_offset;
};

/// Returns (address, shape, strides in elements or None, type code, bits). The capsule stays the owner of the memory.
py::tuple seen(const py::capsule& capsule) {
    const auto& tensor = *static_cast<const DlTensor*>(capsule.get_pointer());
    const auto numbers = [&](const std::int64_t* first) {
        return std::vector<std::int64_t>(first, first + tensor.dimensions);
    };
    const py::object strides = tensor.strides ? py::cast(numbers(tensor.strides)) : py::none();
    return py::make_tuple(reinterpret_cast<std::uintptr_t>(tensor.data) + tensor.byte_offset, numbers(tensor.shape),
                          strides, tensor.type_code, tensor.type_bits * tensor.type_lanes);
}

void reachable(const hexscan::Hexapod& machine, std::uintptr_t poses, std::size_t count, std::uintptr_t verdicts,
               std::uintptr_t stream) {
    const Unlocked released;
    machine.reachable_on_device(reinterpret_cast<const hexscan::PlatformPose*>(poses), count,
                                reinterpret_cast<std::uint8_t*>(verdicts), stream);
}

}  // namespace

void bind_device_poses(py::module_& module, BoundMachine& machine) {
    module.def("dlpack_seen", &seen);
    machine.def("reachable_on_device", &reachable);
}

}  // namespace hexscan_python
