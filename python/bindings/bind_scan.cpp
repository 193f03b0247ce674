#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings/arrays.h"
#include "bindings/attended.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"
#include "bindings/pickles.h"
#include "hexscan/scan.h"

namespace hexscan_python {
namespace {

using namespace hexscan;
using Steps = std::tuple<double, double, int>;

std::optional<GridRange> range_of(const std::optional<Steps>& steps) {
    if (!steps) return std::nullopt;
    return GridRange{std::get<0>(*steps), std::get<1>(*steps), std::get<2>(*steps)};
}

AngleSteps angles_of(const Steps& steps) { return {std::get<0>(steps), std::get<1>(steps), std::get<2>(steps)}; }

Reached reached_of(const std::optional<std::string>& workspace) {
    if (!workspace) return Reached::as_in_file;
    if (*workspace == "constant") return Reached::at_the_orientation;
    return *workspace == "total" ? Reached::at_every_orientation : Reached::at_one_orientation;
}

Scan scanned(const Hexapod& machine, const std::array<std::optional<Steps>, 3>& ranges,
             const std::optional<std::array<Steps, 3>>& angles, const std::optional<Steps>& tilts,
             const std::optional<std::string>& workspace, const std::optional<std::vector<std::string>>& maps,
             const std::string& device, int index, const py::object& progress) {
    ScanOptions options;
    options.x = range_of(ranges[0]);
    options.y = range_of(ranges[1]);
    options.z = range_of(ranges[2]);
    if (angles) options.orientations = {angles_of((*angles)[0]), angles_of((*angles)[1]), angles_of((*angles)[2])};
    if (tilts)
        options.tilts = TiltRings{std::get<0>(*tilts), static_cast<int>(std::get<1>(*tilts)), std::get<2>(*tilts)};
    options.reached = reached_of(workspace);
    options.maps = maps;
    options.device = device_of(device, index);
    std::optional<Scan> result;
    attended(progress, [&](Observer& observer) { result = scan(machine, options, observer); });
    return *result;
}

std::vector<py::ssize_t> shape_of(const Scan& scan) { return {scan.slices(), scan.rows(), scan.columns()}; }

py::tuple tuple_of(const GridRange& range) { return py::make_tuple(range.from_m, range.to_m, range.points); }

py::array mask_of(const Scan& scan) {
    py::array mask = py::array_t<bool>(shape_of(scan));
    const auto bytes = elements_of<std::uint8_t>(mask, static_cast<std::size_t>(mask.size()));
    attended(py::none(), [&](Observer&) { scan.mask(bytes); });
    return read_only(std::move(mask));
}

/// A read-only array that keeps its elements alive.
template <class Element>
py::array array_of(std::vector<Element> elements) {
    auto kept = std::make_shared<std::vector<Element>>(std::move(elements));
    return shown(py::dtype::of<Element>(), {static_cast<py::ssize_t>(kept->size())}, kept->data(), kept);
}

py::array runs_of(const Scan& scan) {
    py::array runs = py::array_t<PlacedRun>(static_cast<py::ssize_t>(scan.run_count()));
    const auto placed = elements_of<PlacedRun>(runs, scan.run_count());
    if (scan.run_count() <= tuning::runs_placed_unheard)
        do_unlocked([&] { scan.placed_runs(placed); });
    else
        attended(py::none(), [&](Observer&) { scan.placed_runs(placed); });
    return read_only(std::move(runs));
}

py::array circles_of(const Scan& scan) {
    std::vector<SliceCircles> circles;
    attended(py::none(), [&](Observer&) { circles = scan.circles(); });
    return array_of(std::move(circles));
}

py::object map_of(const Scan& scan, const std::string& name) {
    if (const auto numbers = scan.map(name); !numbers.empty())
        return shown(py::dtype::of<float>(), shape_of(scan), numbers.data(), scan);
    const auto limits = scan.limits();
    if (name != "limit" || limits.empty()) return py::none();
    return shown(py::dtype::of<std::uint8_t>(), shape_of(scan), limits.data(), scan);
}

py::object ball_of(const Scan& scan) {
    std::optional<Ball> ball;
    attended(py::none(), [&](Observer&) { ball = scan.largest_ball(); });
    if (!ball) return py::none();
    return py::make_tuple(ball->x_m, ball->y_m, ball->z_m, ball->radius_m, ball->at_most_m);
}

void save(const Scan& scan, const std::filesystem::path& folder, const py::object& progress) {
    attended(progress, [&](Observer& observer) { scan.save(folder, observer); });
}

}  // namespace

void bind_scan(py::module_& module) {
    PYBIND11_NUMPY_DTYPE(PlacedRun, slice, row, first, last);
    PYBIND11_NUMPY_DTYPE(SliceCircles, slice, z_m, reachable_points, area_m2, circumcircle_x_m, circumcircle_y_m,
                         circumcircle_radius_m, inscribed_radius_m);
    module.attr("map_names") = py::tuple(py::cast(all_map_names()));
    module.def("scan", &scanned);
    py::class_<Scan> bound(module, "Scan");
    bind_pickles(bound);
    bound
        .def_property_readonly(
            "ranges",
            [](const Scan& scan) { return py::make_tuple(tuple_of(scan.x()), tuple_of(scan.y()), tuple_of(scan.z())); })
        .def_property_readonly("points", &Scan::reachable_points)
        .def_property_readonly("volume", &Scan::volume_m3)
        .def_property_readonly("engine", [](const Scan& scan) { return std::string(scan.engine()); })
        .def_property_readonly("map_names", &Scan::map_names)
        .def("map_unit", &Scan::map_unit)
        .def("mask", &mask_of)
        .def("runs", &runs_of)
        .def("circles", &circles_of)
        .def("map", &map_of)
        .def("largest_ball", &ball_of)
        .def("save", &save);
}

}  // namespace hexscan_python
