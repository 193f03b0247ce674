#include <optional>
#include <utility>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings/arrays.h"
#include "bindings/attended.h"
#include "bindings/bindings.h"
#include "hexscan/sweep.h"

namespace hexscan_python {
namespace {

using namespace hexscan;

/// Returns the names, columns and summary. A column of text becomes a list, every other column an array.
py::tuple swept(const std::filesystem::path& sweep_file, const SweepOptions& options, const py::object& progress) {
    std::optional<Sweep> result;
    attended(progress, [&](Observer& observer) { result = sweep(sweep_file, options, observer); });
    py::list names, columns;
    for (const SweepColumn& column : result->columns) {
        names.append(column.name);
        if (column.texts.empty())
            columns.append(py::array_t<double>(static_cast<py::ssize_t>(column.values.size()), column.values.data()));
        else
            columns.append(py::cast(column.texts));
    }
    return py::make_tuple(names, columns, result->summary);
}

}  // namespace

void bind_sweep(py::module_& module) {
    module.def("sweep", [](const std::filesystem::path& sweep_file, const std::filesystem::path& folder, bool restart,
                           bool files, const std::string& device, int index, int effort, const py::object& progress) {
        return swept(sweep_file, {folder, restart, files, files, device_of(device, index), effort}, progress);
    });
}

}  // namespace hexscan_python
