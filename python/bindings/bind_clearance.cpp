#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"

namespace hexscan_python {

void bind_clearance(BoundMachine& machine) {
    machine.def("clearance", [](const hexscan::Hexapod& self, const Poses& given) {
        const auto poses = poses_in(given);
        py::array clearances_m = py::array_t<double>(given.shape(0)),
                  limits = py::array_t<std::uint8_t>(given.shape(0));
        const auto metres = elements_of<double>(clearances_m, poses.size());
        const auto numbers = elements_of<std::uint8_t>(limits, poses.size());
        in_parts(poses.size(), tuning::clearances_at_once, [&](std::size_t first, std::size_t count) {
            self.clearance(poses.subspan(first, count), metres.subspan(first, count), numbers.subspan(first, count));
        });
        return py::make_tuple(clearances_m, limits);
    });
}

}  // namespace hexscan_python
