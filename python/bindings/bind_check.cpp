#include <array>
#include <optional>

#include <pybind11/stl.h>

#include "bindings/attended.h"
#include "bindings/bindings.h"
#include "hexscan/check.h"

namespace hexscan_python {
namespace {

namespace py = pybind11;
using namespace hexscan;
using PoseNumbers = std::array<double, 6>;

PlatformPose pose_of(const PoseNumbers& n) { return {n[0], n[1], n[2], n[3], n[4], n[5]}; }

const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved: return "proved";
        case Verdict::violated: return "violated";
        case Verdict::other_assembly: return "other assembly";
        default: return "undecided";
    }
}

py::dict told(const Proven& proven) {
    const PlatformPose& at = proven.least_at;
    py::dict told;
    told["name"] = proven.name;
    told["verdict"] = name_of(proven.verdict);
    told["clearance"] = proven.least.clearance_m;
    told["limit"] = proven.least.limit_name;
    told["pose"] = py::make_tuple(at.x_m, at.y_m, at.z_m, at.roll_rad, at.pitch_rad, at.yaw_rad);
    return told;
}

using EachLeg = std::optional<std::array<double, 6>>;

py::dict proved(const Hexapod& machine, const PoseNumbers& low, const PoseNumbers& high, double clearance_m,
                std::optional<double> apart_m, std::optional<double> conditioning, std::optional<double> rate,
                const EachLeg& max_force_n, const EachLeg& max_torque_nm, int effort) {
    const AskedOfLegs of_legs{apart_m, conditioning, rate, max_force_n, max_torque_nm};
    std::optional<Proven> proven;
    attended(py::none(), [&](Observer&) {
        proven = prove(machine, {pose_of(low), pose_of(high)}, clearance_m, of_legs, {effort});
    });
    return told(*proven);
}

py::dict checked(const Hexapod& machine, int effort, const py::object& progress) {
    std::optional<Check> result;
    attended(progress, [&](Observer& observer) { result = check(machine, observer, {effort}); });
    py::list requirements;
    for (const Proven& one : result->requirements) requirements.append(told(one));
    py::dict told;
    told["holds"] = result->all_hold();
    told["faults"] = result->faults;
    told["notes"] = result->notes;
    told["requirements"] = requirements;
    told["text"] = result->text;
    told["json"] = result->json;
    return told;
}

}  // namespace

void bind_check(py::module_& module) {
    module.def("prove", &proved);
    module.def("check", &checked);
}

}  // namespace hexscan_python
