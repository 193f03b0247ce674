#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "hexscan/device.h"
#include "hexscan/machine.h"

/// One function per binding file. Each function adds a part of the library to the module or to a class.
namespace hexscan_python {

using BoundMachine = pybind11::class_<hexscan::Hexapod>;

/// The processor that read_device() of the package names.
inline hexscan::Device device_of(const std::string& name, int index) {
    using Kind = hexscan::Device::Kind;
    return {name == "cpu" ? Kind::cpu : name == "cuda" ? Kind::cuda : Kind::automatic, index};
}

void bind_errors();
void bind_numbers(BoundMachine& machine);
void bind_joint_values(BoundMachine& machine);
void bind_reachable(BoundMachine& machine);
void bind_clearance(BoundMachine& machine);
void bind_why_not(BoundMachine& machine);
void bind_travel(BoundMachine& machine);
void bind_poses(BoundMachine& machine);
void bind_pose(BoundMachine& machine);
void bind_device_poses(pybind11::module_& module, BoundMachine& machine);
void bind_scan(pybind11::module_& module);
void bind_check(pybind11::module_& module);
void bind_sweep(pybind11::module_& module);

}  // namespace hexscan_python
