#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"

namespace hexscan_python {

void bind_why_not(BoundMachine& machine) {
    machine.def("why_not", [](const hexscan::Hexapod& self, const Poses& given) {
        const auto poses = poses_in(given);
        py::array limits = py::array_t<std::uint8_t>(given.shape(0));
        const auto into = elements_of<std::uint8_t>(limits, poses.size());
        in_parts(poses.size(), tuning::clearances_at_once, [&](std::size_t first, std::size_t count) {
            self.why_not(poses.subspan(first, count), into.subspan(first, count));
        });
        return limits;
    });
}

}  // namespace hexscan_python
