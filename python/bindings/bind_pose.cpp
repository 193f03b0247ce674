#include <array>
#include <optional>

#include <pybind11/stl.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/bindings_tuning.h"
#include "bindings/unlocked.h"
#include "hexscan/pose.h"

namespace hexscan_python {
namespace {

using namespace hexscan;
using Row = std::array<double, 6>;

std::span<const Row> rows_in(const Poses& values) {
    const auto poses = poses_in(values);
    return {reinterpret_cast<const Row*>(poses.data()), poses.size()};
}

py::tuple tuple_of(const PlatformPose& at) {
    return py::make_tuple(at.x_m, at.y_m, at.z_m, at.roll_rad, at.pitch_rad, at.yaw_rad);
}

py::tuple tuple_of(const PoseRadius& radius) { return py::make_tuple(radius.m, radius.rad); }

py::dict dict_of(const AssembledPose& found) {
    py::dict pose;
    pose["pose"] = tuple_of(found.pose);
    pose["residual"] = found.residual_m;
    pose["conditioning"] = found.conditioning;
    pose["violated"] = found.violated;
    pose["other_branch"] = found.other_branch;
    pose["connected_to_home"] = found.connected_to_home;
    pose["path_keeps_limits"] = found.path_keeps_limits;
    pose["unique_within"] = tuple_of(found.unique_within);
    pose["converges_within"] = tuple_of(found.converges_within);
    pose["values_within"] = found.values_within;
    return pose;
}

py::dict dict_of(const AssembledPoses& answer) {
    py::list poses;
    for (const AssembledPose& found : answer.poses) poses.append(dict_of(found));
    py::list undecided;
    for (const UndecidedPoses& region : answer.undecided) {
        py::dict where;
        where["pose"] = tuple_of(region.pose);
        where["within"] = tuple_of(region.within);
        undecided.append(std::move(where));
    }
    py::dict row;
    row["undecided"] = std::move(undecided);
    row["status"] = status_name(answer.status);
    row["complete"] = answer.complete;
    row["unsearched"] = answer.unsearched;
    row["reason"] = answer.reason;
    row["poses"] = std::move(poses);
    return row;
}

py::list find(const Hexapod& machine, const Poses& values, const std::optional<Row>& near, bool all, bool follow,
              bool fit, int effort, std::uint64_t seed) {
    const auto rows = rows_in(values);
    PoseOptions options{.near = {}, .all = all, .follow = follow, .fit = fit, .effort = effort, .seed = seed};
    if (near) options.near = PlatformPose{(*near)[0], (*near)[1], (*near)[2], (*near)[3], (*near)[4], (*near)[5]};
    std::vector<AssembledPoses> answers;
    in_parts(rows.size(), follow ? rows.size() : tuning::assemblies_at_once, [&](std::size_t first, std::size_t count) {
        for (AssembledPoses& answer : find_poses(machine, rows.subspan(first, count), options))
            answers.push_back(std::move(answer));
    });
    py::list list;
    for (const AssembledPoses& answer : answers) list.append(dict_of(answer));
    return list;
}

py::array near(const Hexapod& machine, const Poses& values, const Poses& starts) {
    const auto rows = rows_in(values);
    const auto near = poses_in(starts);
    py::array poses = py::array_t<double>({values.shape(0), py::ssize_t{6}});
    const auto into = elements_of<PlatformPose>(poses, rows.size());
    in_parts(rows.size(), tuning::joint_values_at_once, [&](std::size_t first, std::size_t count) {
        poses_near(machine, rows.subspan(first, count), near.size() == 1 ? near : near.subspan(first, count),
                   into.subspan(first, count));
    });
    return poses;
}

void near_on_device(const Hexapod& machine, std::uintptr_t values, std::size_t count, std::uintptr_t starts,
                    std::size_t start_count, std::uintptr_t poses, std::uintptr_t stream) {
    const Unlocked released;
    poses_near_on_device(machine, reinterpret_cast<const double*>(values), count,
                         reinterpret_cast<const PlatformPose*>(starts), start_count,
                         reinterpret_cast<PlatformPose*>(poses), stream);
}

py::array certificates(const Hexapod& machine, const Poses& values, const Poses& given) {
    const auto rows = rows_in(values);
    const auto poses = poses_in(given);
    py::array proved = py::array_t<double>({values.shape(0), py::ssize_t{5}});
    const auto into = elements_of<PoseCertificate>(proved, rows.size());
    in_parts(rows.size(), tuning::clearances_at_once, [&](std::size_t first, std::size_t count) {
        certify_poses(machine, rows.subspan(first, count), poses.subspan(first, count), into.subspan(first, count));
    });
    return proved;
}

void certificates_on_device(const Hexapod& machine, std::uintptr_t values, std::size_t count, std::uintptr_t poses,
                            std::uintptr_t proved, std::uintptr_t stream) {
    const Unlocked released;
    certify_poses_on_device(machine, reinterpret_cast<const double*>(values), count,
                            reinterpret_cast<const PlatformPose*>(poses), reinterpret_cast<PoseCertificate*>(proved),
                            stream);
}

py::array jacobian(const Hexapod& machine, const Poses& given) {
    const auto poses = poses_in(given);
    py::array rows = py::array_t<double>({given.shape(0), py::ssize_t{6}, py::ssize_t{6}});
    const auto into = elements_of<std::array<double, 36>>(rows, poses.size());
    in_parts(poses.size(), tuning::clearances_at_once, [&](std::size_t first, std::size_t count) {
        inverse_jacobian(machine, poses.subspan(first, count), into.subspan(first, count));
    });
    return rows;
}

}  // namespace

void bind_pose(BoundMachine& machine) {
    machine.def("find_poses", &find)
        .def("poses_near", &near)
        .def("poses_near_on_device", &near_on_device)
        .def("certificates", &certificates)
        .def("certificates_on_device", &certificates_on_device)
        .def("jacobian", &jacobian);
}

}  // namespace hexscan_python
