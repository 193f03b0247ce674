#include <pybind11/operators.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/pickles.h"
#include "src/results/volume/vtk_hdf_image.h"

/// The extension module inside the package hexscan. Users should not call it directly, because the package checks
/// arguments first.
PYBIND11_MODULE(_hexscan, module) {
    namespace py = pybind11;
    using hexscan::Hexapod;
    using namespace hexscan_python;

    require_known_numpy();
    module.attr("version") = HEXSCAN_VERSION;
    bind_errors();
    module.def("end_all_work", &end_all_work);
    // Loads HDF5 now. Later, if memory were short, its first use would crash on a thread that has not allocated memory
    // before.
    hexscan::VtkHdfImage::start_library();
    BoundMachine machine(module, "Machine");
    machine.def_static("load", &Hexapod::load)
        .def_static("parse",
                    [](const std::string& text, const std::string& source) { return Hexapod::parse(text, source); })
        .def(py::self == py::self)
        .def_property_readonly("name", &Hexapod::name)
        .def_property_readonly("text", &Hexapod::text)
        .def_property_readonly("limit_names", &Hexapod::limit_names);
    bind_pickles(machine);
    for (const auto bind : {bind_numbers, bind_joint_values, bind_reachable, bind_clearance, bind_why_not, bind_travel,
                            bind_poses, bind_pose})
        bind(machine);
    bind_device_poses(module, machine);
    for (const auto bind : {bind_scan, bind_check, bind_sweep}) bind(module);
}
