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

py::dict dict_of(const ProofResult& proof) {
    const PlatformPose& at = proof.least_at;
    py::dict result_dict;
    result_dict["name"] = proof.name;
    result_dict["verdict"] = name_of(proof.verdict);
    result_dict["clearance"] = proof.least.clearance_m;
    result_dict["limit"] = proof.least.limit_name;
    result_dict["pose"] = py::make_tuple(at.x_m, at.y_m, at.z_m, at.roll_rad, at.pitch_rad, at.yaw_rad);
    return result_dict;
}

using EachLeg = std::optional<std::array<double, 6>>;

py::dict proved(const Hexapod& machine, const PoseNumbers& low, const PoseNumbers& high, double clearance_m,
                std::optional<double> apart_m, std::optional<double> conditioning, std::optional<double> rate,
                std::optional<double> stiffness_n_per_m, const EachLeg& max_force_n, const EachLeg& max_torque_nm,
                int effort) {
    const LegRequirements of_legs{apart_m, conditioning, rate, max_force_n, max_torque_nm, stiffness_n_per_m};
    std::optional<ProofResult> proof;
    attended(py::none(), [&](Observer&) {
        proof = prove(machine, {pose_of(low), pose_of(high)}, clearance_m, of_legs, {effort});
    });
    return dict_of(*proof);
}

py::dict checked(const Hexapod& machine, int effort, const py::object& progress) {
    std::optional<Check> result;
    attended(progress, [&](Observer& observer) { result = check(machine, observer, {effort}); });
    py::list requirements;
    for (const ProofResult& one : result->requirements) requirements.append(dict_of(one));
    py::dict result_dict;
    result_dict["holds"] = result->all_hold();
    result_dict["faults"] = result->faults;
    result_dict["notes"] = result->notes;
    result_dict["requirements"] = requirements;
    result_dict["text"] = result->text;
    result_dict["json"] = result->json;
    return result_dict;
}

}  // namespace

void bind_check(py::module_& module) {
    module.def("prove", &proved);
    module.def("check", &checked);
}

}  // namespace hexscan_python
