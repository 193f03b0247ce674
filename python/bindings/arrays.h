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

/// NumPy arrays without copies: the library reads the caller's arrays in place, and returned arrays show the library's
/// results in place.
namespace hexscan_python {

namespace py = pybind11;

/// Poses: (n, 6) doubles without gaps. The package converts all forms of poses to this one.
using Poses = py::array_t<double, py::array::c_style>;

/// Throws an ImportError if the module was built with a pybind11 that is too old for this NumPy. Tables would then have
/// wrong rows. NumPy 2 requires pybind11 2.12.
void require_known_numpy();

/// The poses of an array, in place. Throws UsageError unless its shape is (n, 6).
std::span<const hexscan::PlatformPose> poses_in(const Poses& poses);

/// The bytes of a new array, to be written as `count` elements.
template <class Element>
std::span<Element> elements_of(py::array& array, std::size_t count) {
    return {static_cast<Element*>(array.mutable_data()), count};
}

/// Makes an array read-only.
inline py::array read_only(py::array array) {
    array.attr("flags").attr("writeable") = false;
    return array;
}

/// A read-only array of bytes that belong to `owner`. The array keeps `owner` alive.
template <class Owner>
py::array shown(const py::dtype& type, const std::vector<py::ssize_t>& shape, const void* bytes, Owner owner) {
    const py::capsule keeper(new Owner(std::move(owner)), [](void* kept) { delete static_cast<Owner*>(kept); });
    return read_only(py::array(type, shape, bytes, keeper));
}

/// Calls ask(first, count) for one part of `total` poses after the other, without the interpreter's lock. Ctrl-C works
/// between the parts.
template <class Ask>
void in_parts(std::size_t total, std::size_t at_once, Ask ask) {
    for (std::size_t first = 0; first < total; first += at_once) {
        const std::size_t count = std::min(at_once, total - first);
        do_unlocked([&] {
            try {
                ask(first, count);
            } catch (const hexscan::InputError&) {
                // The message counts poses from the first of the part. Ask again for all poses so far, so that it
                // counts from the first of all.
                ask(std::size_t{0}, first + count);
                throw;
            }
        });
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
}

}  // namespace hexscan_python
