#include "src/pose/pose_finder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "src/check/path_proof.h"
#include "src/machine/home_state.h"
#include "src/machine/orientation_of.h"
#include "src/machine/shared/singularity.h"
#include "src/pose/pose_curve.h"
#include "src/pose/pose_tuning.h"

namespace hexscan {
namespace {

/// The machine with a single limit: the determinant must keep the sign that it has at home.
Machine of_home_sign(const Machine& machine) {
    std::vector<LimitId> all;
    Machine legs_alone = with_legs_limits_alone(machine);
    const LimitTable table = limits_of(legs_alone);
    for (const Limit& limit : table.rows()) all.push_back(limit.id);
    Machine free = without_limits(legs_alone, all);
    free.singularity = SingularityLimit{};
    return free;
}

bool is_proved_path(const Machine& machine, const Pose& from, const Pose& to, Effort effort) {
    ProofRequest request;
    request.least_to_m = infinity;
    request.most_parts = request.most_shared_parts = tuning::parts_of_path_from_home;
    request.proves_assembly = false;
    request.effort = effort;
    return prove_path(ProvenMachine(machine), {from, to}, true, request).proves(0);
}

/// The legs that are not on the machine's branch.
std::vector<std::size_t> legs_elsewhere(const RodMachine& machine, const PerLeg& joint_values, const Placed& at) {
    std::vector<std::size_t> legs;
    for (std::size_t i = 0; i < leg_count; ++i)
        if (!on_branch(machine.legs[i], machine.kind, joint_values[i], rod_pose(at))) legs.push_back(i);
    return legs;
}

std::string everywhere_text(const std::string& structure) {
    return "because the machine is singular everywhere: " + structure;
}

std::string followed_text() {
    return fmt::format("which was not proved, but followed in steps of {} % of the platform's size",
                       100 * tuning::step_on_curve);
}

/// Explains why the poses around `at` form a curve. Returns an empty text if they do not.
std::string cause_of_curve(const Machine& machine, const Rods& rods, const Placed& at) {
    if (const std::string structure = singular_structure_text(machine); !structure.empty())
        return everywhere_text(structure);
    return lies_on_curve(rods, at) ? followed_text() : "";
}

/// Converts the region so that it bounds the position of the platform's origin.
UndecidedRegion between_origins(const Rods& rods, const PoseRegion& region) {
    const double chord = 2 * std::sin(std::min(region.radius.rad, std::numbers::pi) / 2);
    const double turned_m = chord * length_of(rods.middles.platform_m);
    return {rods.pose_of(region.at), {(region.radius.m + turned_m) * (1 + 1e-9), region.radius.rad * (1 + 1e-9)}};
}

}  // namespace

const char* status_name(PoseStatus status) noexcept {
    switch (status) {
        case PoseStatus::found: return "found";
        case PoseStatus::none: return "none";
        case PoseStatus::infinite: return "infinite";
        case PoseStatus::fitted: return "fitted";
        case PoseStatus::lost: return "lost";
        default: return "undecided";
    }
}

Pose start_pose(const Machine& machine) {
    if (machine.home) return *machine.home;
    Pose pose;
    double reach = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector apart_m = machine.base.points_m[i] - machine.platform.points_m[i];
        pose.position_m = pose.position_m + scaled(apart_m, 1.0 / leg_count);
        reach += reach_m(machine.legs, i) / leg_count;
    }
    constexpr double high = 0.6;
    pose.position_m.z += high * reach;
    return pose;
}

std::optional<Pose> pose_near(const RodMachine& machine, const PerLeg& joint_values, const Pose& near) {
    const Rods rods = rods_of(machine, joint_values);
    RodPose at = rod_pose(rods.placed(near));
    if (close_rods(rods, at) != RodsClose::yes || !on_branches(machine, joint_values.data(), at)) return std::nullopt;
    return rods.pose_of(placed(at));
}

FoundPose PoseFinder::described(const Rods& rods, const PerLeg& joint_values, const ClosedPose& closed) const {
    FoundPose found;
    found.pose = rods.pose_of(closed.at);
    found.residual_m = rods.residual_m(closed.at);
    found.is_proved = closed.isolation.is_proved;
    static_cast<PoseCertificate&>(found) = closed.isolation.certificate;
    found.other_branch = legs_elsewhere(rod_machine_, joint_values, closed.at);
    found.violated = violated_limits(machine_, state_at(machine_, found.pose));
    found.conditioning = 1 / conditioning(machine_, found.pose).condition;
    connect(found, rods);
    return found;
}

void PoseFinder::connect(FoundPose& found, const Rods& rods) const {
    const auto& home = machine_.home;
    if (!home || !found.is_proved || !found.other_branch.empty()) return;
    if (conditioning(machine_, *home).rank < static_cast<int>(leg_count)) return;
    PerLeg at_home{};
    const auto shapes = leg_shapes(machine_, *home);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!shapes[i].closes) return;
        at_home[i] = shapes[i].value;
    }
    const auto sign_of = [&](const Rods& closed, const Pose& pose) {
        return determinant_of(closed.closing_at(closed.placed(pose)).slopes) > 0;
    };
    if (sign_of(rods, found.pose) != sign_of(rods_of(rod_machine_, at_home), *home)) {
        found.connected_to_home = false;
        return;
    }
    Pose to = found.pose;
    to.orientation = nearest_angles(to.orientation, home->orientation, machine_.orientation_order);
    if (!is_proved_path(of_home_sign(machine_), *home, to, request_.effort)) return;
    found.connected_to_home = true;
    found.path_keeps_limits = is_proved_path(machine_, *home, to, request_.effort);
}

PoseAnswer PoseFinder::alone(FoundPose pose) const {
    PoseAnswer answer;
    answer.status = PoseStatus::found;
    answer.poses.push_back(std::move(pose));
    return answer;
}

void PoseFinder::add_of_curve(PoseAnswer& answer, FoundPose pose, const std::string& cause) const {
    answer.poses.push_back(std::move(pose));
    answer.status = PoseStatus::infinite;
    answer.reason = "poses with these joint values form a curve, " + cause;
}

PoseAnswer PoseFinder::on_curve(FoundPose pose, const std::string& cause) const {
    PoseAnswer answer;
    add_of_curve(answer, std::move(pose), cause);
    return answer;
}

PoseAnswer PoseFinder::nearest(const PerLeg& joint_values, const Pose& near) const {
    const Rods rods = rods_of(rod_machine_, joint_values);
    const Placed start = rods.placed(near);
    if (const auto closed = rods.closed_from(start)) {
        FoundPose found = described(rods, joint_values, {*closed, isolated(rod_machine_, rods, rod_pose(*closed))});
        if (!found.is_proved && found.other_branch.empty())
            if (const std::string cause = cause_of_curve(machine_, rods, *closed); !cause.empty())
                return on_curve(std::move(found), cause);
        if (found.other_branch.empty()) return alone(std::move(found));
    }
    PoseAnswer answer = all(joint_values);
    answer.complete = false;
    if (answer.poses.size() < 2) return answer;
    const auto farther = [&](const FoundPose& pose) {
        return std::pair(!pose.other_branch.empty(), distance_m(rods.placed(pose.pose), start, rods.size_m));
    };
    std::ranges::sort(answer.poses, {}, farther);
    answer.poses.resize(1);
    return answer;
}

PoseAnswer PoseFinder::fitted(const PerLeg& joint_values, const Pose& near) const {
    PoseAnswer answer = nearest(joint_values, near);
    if (!answer.poses.empty()) return answer;
    const Rods rods = rods_of(rod_machine_, joint_values);
    const Placed fitted = rods.fitted_from(rods.placed(near));
    answer.poses.push_back(described(rods, joint_values, {fitted, {}}));
    answer.poses[0].other_branch.clear();
    answer.status = PoseStatus::fitted;
    return answer;
}

PoseAnswer PoseFinder::all(const PerLeg& joint_values) const {
    const Rods rods = rods_of(rod_machine_, joint_values);
    const Placed home = rods.placed(start_pose(machine_));
    if (const std::string structure = singular_structure_text(machine_); !structure.empty()) {
        const auto closed = rods.closed_from(home);
        if (closed) return on_curve(described(rods, joint_values, {*closed, {}}), everywhere_text(structure));
    }
    const ClosedPoses closed = all_poses(rod_machine_, rods, request_);
    PoseAnswer answer;
    answer.complete = closed.complete();
    answer.unsearched = closed.unsearched;
    for (const PoseRegion& region : closed.undecided) answer.undecided.push_back(between_origins(rods, region));
    for (const ClosedPose& pose : closed.poses) answer.poses.push_back(described(rods, joint_values, pose));
    std::ranges::sort(answer.poses, {},
                      [&](const FoundPose& pose) { return distance_m(rods.placed(pose.pose), home, rods.size_m); });
    answer.status = !answer.poses.empty() ? PoseStatus::found
                    : closed.complete()   ? PoseStatus::none
                                          : PoseStatus::undecided;
    if (!answer.complete)
        if (const auto at = pose_on_curve(rods, request_))
            add_of_curve(answer, described(rods, joint_values, {*at, {}}), followed_text());
    if (answer.status == PoseStatus::none) answer.reason = "it is proved that no pose has these joint values";
    if (answer.status == PoseStatus::undecided)
        answer.reason = "no pose was found, but it is not proved that none exists";
    return answer;
}

std::vector<PoseAnswer> PoseFinder::follow(std::span<const PerLeg> rows, const Pose& near) const {
    std::vector<PoseAnswer> answers;
    std::optional<ClosedPose> last;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Rods rods = rods_of(rod_machine_, rows[row]);
        if (row == 0) {
            answers.push_back(nearest(rows[row], near));
            if (answers[0].status != PoseStatus::found || !answers[0].poses[0].is_proved) continue;
            const Placed first = rods.placed(answers[0].poses[0].pose);
            last = ClosedPose{first, isolated(rod_machine_, rods, rod_pose(first))};
            continue;
        }
        if (last) last = followed(*last, rows[row - 1], rows[row]);
        if (last) {
            answers.push_back(alone(described(rods, rows[row], *last)));
            Orientation& angles = answers.back().poses[0].pose.orientation;
            angles = nearest_angles(angles, answers[row - 1].poses[0].pose.orientation, machine_.orientation_order);
            continue;
        }
        PoseAnswer lost;
        lost.status = PoseStatus::lost;
        lost.reason = "no chain of proved poses, each near the one before, leads from the first row's pose to this row";
        answers.push_back(std::move(lost));
    }
    return answers;
}

std::optional<ClosedPose> PoseFinder::followed(ClosedPose at, const PerLeg& from, const PerLeg& to) const {
    constexpr double rounding = 0x1p-48;
    double far = 0, largest = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        far = std::max(far, std::abs(to[i] - from[i]));
        largest = std::max({largest, std::abs(to[i]), std::abs(from[i])});
    }
    const std::int64_t most_steps = request_.effort.of(tuning::steps_between_rows);
    double share = 0;
    for (std::int64_t step = 0; share < 1; ++step) {
        // Rounding errors of the joint values on the way must not take them out of the proved range.
        const double within = at.isolation.certificate.values_within * (1 - 1e-9) - rounding * largest;
        if (step == most_steps || !at.isolation.is_proved || !(within > 0)) return std::nullopt;
        const double next_share = within >= (1 - share) * far ? 1 : share + within / far;
        if (!(next_share > share)) return std::nullopt;
        PerLeg values{};
        for (std::size_t i = 0; i < leg_count; ++i) values[i] = from[i] + next_share * (to[i] - from[i]);
        const Rods rods = rods_of(rod_machine_, values);
        const auto next = rods.closed_from(at.at);
        if (!next) return std::nullopt;
        // The conversion to angles and back makes the rotation orthonormal again.
        const Placed there = rods.placed(rods.pose_of(*next));
        const IsolatedPose isolation = isolated(rod_machine_, rods, rod_pose(there));
        const auto& [unique_m, unique_rad] = at.isolation.alone_within;
        if (!isolation.is_proved || length_of(there.position_m - at.at.position_m) + isolation.error.m > unique_m ||
            angle_between(there.turned, at.at.turned) + isolation.error.rad > unique_rad)
            return std::nullopt;
        at = {there, isolation};
        share = next_share;
    }
    return at;
}

}  // namespace hexscan
