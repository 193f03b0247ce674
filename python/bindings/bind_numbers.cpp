#include <vector>

#include <pybind11/stl.h>

#include "bindings/bindings.h"

namespace hexscan_python {

void bind_numbers(BoundMachine& machine) {
    using hexscan::Hexapod;
    machine.def_property_readonly("number_keys", &Hexapod::number_keys)
        .def("numbers", [](const Hexapod& self, const std::string& key) { return self.numbers(key); })
        .def("takes_one_number", [](const Hexapod& self, const std::string& key) { return self.takes_one_number(key); })
        .def("with_numbers", [](const Hexapod& self, const std::string& key, const std::vector<double>& numbers) {
            return self.with_numbers(key, numbers);
        });
}

}  // namespace hexscan_python
