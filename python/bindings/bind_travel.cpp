#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"

namespace hexscan_python {

void bind_travel(BoundMachine& machine) {
    machine.def("travel", [](const hexscan::Hexapod& self, const Poses& given) {
        const auto poses = poses_in(given);
        const std::vector<py::ssize_t> shape{given.shape(0), 6, 2};
        py::array ends = py::array_t<double>(shape), limits = py::array_t<std::uint8_t>(shape);
        const auto coordinates = elements_of<hexscan::PoseTravel>(ends, poses.size());
        const auto numbers = elements_of<hexscan::PoseTravelLimits>(limits, poses.size());
        in_parts(poses.size(), tuning::travels_at_once, [&](std::size_t first, std::size_t count) {
            self.travel(poses.subspan(first, count), coordinates.subspan(first, count), numbers.subspan(first, count));
        });
        return py::make_tuple(ends, limits);
    });
}

}  // namespace hexscan_python
