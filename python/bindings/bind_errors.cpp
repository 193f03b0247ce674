#include <exception>
#include <new>
#include <system_error>

#include "bindings/bindings.h"
#include "bindings/unlocked.h"
#include "hexscan/errors.h"
#include "src/system/refusal.h"

namespace hexscan_python {
namespace {

namespace py = pybind11;
using hexscan::ErrorKind;

/// The name of the class in hexscan/_errors.py for a kind of error.
const char* class_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
        case ErrorKind::input: return "InputError";
        case ErrorKind::device:
        case ErrorKind::device_full: return "DeviceError";
        case ErrorKind::output: return "OutputError";
        default: return "Error";
    }
}

void raise(const hexscan::Error& error) {
    const py::object type = py::module_::import("hexscan._errors").attr(class_of(error.kind()));
    const auto& [file, line, key] = error.facts();
    PyErr_SetObject(type.ptr(), call_python(type, error.what(), key, file, line).ptr());
}

}  // namespace

void bind_errors() {
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(std::move(thrown));
        } catch (const hexscan::Error& error) {
            raise(error);
        } catch (const std::system_error& error) {
            raise(hexscan::refusal_of(error));
        } catch (const py::error_already_set&) {
            throw;
        } catch (const py::builtin_exception&) {
            throw;
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& error) {
            raise(hexscan::InternalError(error.what()));
        }
    });
}

}  // namespace hexscan_python
