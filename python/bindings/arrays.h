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

/// Poses as an (n, 6) array of contiguous doubles. The package converts all forms of poses to this form.
using Poses = py::array_t<double, py::array::c_style>;

/// Throws an ImportError if the module was built with a pybind11 that is too old for this NumPy: tables would then have
/// wrong rows. NumPy 2 requires pybind11 2.12.
void require_known_numpy();

/// The poses in an array, without a copy. Throws UsageError unless the array's shape is (n, 6).
std::span<const hexscan::PlatformPose> poses_in(const Poses& poses);

/// The bytes of a new array, into which `count` elements are to be written.
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

/// Calls ask(first, count) for consecutive parts of `total` poses, without the interpreter's lock. Between the parts,
/// Ctrl-C works.
template <class Ask>
void in_parts(std::size_t total, std::size_t at_once, Ask ask) {
    for (std::size_t first = 0; first < total; first += at_once) {
        const std::size_t count = std::min(at_once, total - first);
        do_unlocked([&] {
            try {
                ask(first, count);
            } catch (const hexscan::InputError&) {
                // An error message counts poses from the first pose of its part. Calling again with all poses so far
                // makes the message count from the first of all.
                ask(std::size_t{0}, first + count);
                throw;
            }
        });
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
}

}  // namespace hexscan_python
