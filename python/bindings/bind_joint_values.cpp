#include <array>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"

namespace hexscan_python {

void bind_joint_values(BoundMachine& machine) {
    machine.def("joint_values", [](const hexscan::Hexapod& self, const Poses& given) {
        const auto poses = poses_in(given);
        py::array values = py::array_t<double>({given.shape(0), py::ssize_t{6}});
        const auto into = elements_of<std::array<double, 6>>(values, poses.size());
        in_parts(poses.size(), tuning::joint_values_at_once, [&](std::size_t first, std::size_t count) {
            self.joint_values(poses.subspan(first, count), into.subspan(first, count));
        });
        return values;
    });
}

}  // namespace hexscan_python
