#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "bindings/unlocked.h"
#include "hexscan/errors.h"
#include "hexscan/machine.h"

/// NumPy arrays without copies: what a caller gives is looked at where it lies, what is told lies where it was
/// computed.
namespace hexscan_python {

namespace py = pybind11;

/// (n, 6) doubles without gaps: what the package makes of whatever poses it is given.
using Poses = py::array_t<double, py::array::c_style>;

/// Throws an ImportError where NumPy keeps its arrays' layouts in a way that pybind11, as it was when the module was
/// built, does not know: tables would have the wrong rows. NumPy 2 is known from pybind11 2.12 on.
void require_known_numpy();

std::span<const hexscan::PlatformPose> poses_in(const Poses& poses);

/// A new array whose bytes are written as those of `Element`.
template <class Element>
std::span<Element> elements_of(py::array& array, std::size_t count) {
    return {static_cast<Element*>(array.mutable_data()), count};
}

/// The array, which nobody can write to from now on.
inline py::array read_only(py::array array) {
    array.attr("flags").attr("writeable") = false;
    return array;
}

/// An array that keeps `owner` alive and cannot be written to: the bytes are the owner's.
template <class Owner>
py::array shown(const py::dtype& type, const std::vector<py::ssize_t>& shape, const void* bytes, Owner owner) {
    const py::capsule keeper(new Owner(std::move(owner)), [](void* kept) { delete static_cast<Owner*>(kept); });
    return read_only(py::array(type, shape, bytes, keeper));
}

/// Calls ask(first, count) for one part of `total` poses after the other, without the interpreter's lock; between
/// them Ctrl-C is heard.
template <class Ask>
void in_parts(std::size_t total, std::size_t at_once, Ask ask) {
    for (std::size_t first = 0; first < total; first += at_once) {
        const std::size_t count = std::min(at_once, total - first);
        do_unlocked([&] {
            try {
                ask(first, count);
            } catch (const hexscan::InputError&) {
                // Poses are counted from the first of all.
                ask(std::size_t{0}, first + count);
                throw;
            }
        });
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
}

}  // namespace hexscan_python
