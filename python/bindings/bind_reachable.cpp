#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"

namespace hexscan_python {

void bind_reachable(BoundMachine& machine) {
    machine.def("reachable", [](const hexscan::Hexapod& self, const Poses& given) {
        const auto poses = poses_in(given);
        py::array verdicts = py::array_t<bool>(given.shape(0));
        const auto into = elements_of<std::uint8_t>(verdicts, poses.size());
        in_parts(poses.size(), tuning::verdicts_at_once, [&](std::size_t first, std::size_t count) {
            self.reachable(poses.subspan(first, count), into.subspan(first, count));
        });
        return verdicts;
    });
}

}  // namespace hexscan_python
