#pragma once

#include <algorithm>
#include <string>

#include <pybind11/pybind11.h>

namespace hexscan_python {

/// Lets objects of the class be pickled as their `bytes()`.
template <class Class, class... Options>
void bind_pickles(pybind11::class_<Class, Options...>& bound) {
    namespace py = pybind11;
    bound.def(py::pickle([](const Class& self) { return py::bytes(self.bytes()); },
                         [](const py::bytes& bytes) { return Class::from_bytes(std::string(bytes)); }));
    // Protocols 0 and 1 would use Python's default. It creates an object of pybind11's base class, which ends the
    // process.
    bound.def("__reduce_ex__", [](const py::object& self, int protocol) {
        return py::module_::import("builtins").attr("object").attr("__reduce_ex__")(self, std::max(protocol, 2));
    });
}

}  // namespace hexscan_python
