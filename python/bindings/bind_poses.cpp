#include "bindings/arrays.h"
#include "bindings/bindings.h"

namespace hexscan_python {
namespace {

Poses poses_of(const hexscan::Hexapod& machine, const Poses& matrices) {
    if (matrices.ndim() != 3 || matrices.shape(1) != 4 || matrices.shape(2) != 4)
        throw hexscan::UsageError("matrices: must have the shape (n, 4, 4)");
    Poses poses({matrices.shape(0), py::ssize_t{6}});
    const double* matrix = matrices.data();
    auto* pose = reinterpret_cast<hexscan::PlatformPose*>(poses.mutable_data());
    for (py::ssize_t i = 0; i < matrices.shape(0); ++i, matrix += 16)
        *pose++ = machine.pose_of(std::span<const double, 16>(matrix, 16));
    return poses;
}

py::object home_of(const hexscan::Hexapod& machine) {
    const auto home = machine.home();
    if (!home) return py::none();
    return py::make_tuple(home->x_m, home->y_m, home->z_m, home->roll_rad, home->pitch_rad, home->yaw_rad);
}

}  // namespace

void bind_poses(BoundMachine& machine) { machine.def("poses_of", poses_of).def_property_readonly("home", home_of); }

}  // namespace hexscan_python
