#include "src/machine/shared/obstacles.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "kernels/shared/move_within.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_bodies.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/posed_obstacles.h"

namespace hexscan {
namespace {

constexpr Rotation unturned{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

Disc3 disc_of(const Plate& plate, const Rotation& turned) {
    return {turned(vector_of(plate.middle)), turned({0, 0, 1}), plate.radius};
}

}  // namespace

std::vector<PosedObstacle> posed_obstacles(const Obstacles& obstacles, const Rotation& turned) {
    std::vector<PosedObstacle> posed;
    if (obstacles.base_plate)
        posed.push_back({disc_of(*obstacles.base_plate, unturned), 0, false, &base_plate_limit, 0});
    if (obstacles.platform_plate)
        posed.push_back({disc_of(*obstacles.platform_plate, turned), 0, true, &platform_plate_limit, 0});
    for (std::size_t k = 0; k < obstacles.keep_out.size(); ++k) {
        const KeptOut& out = obstacles.keep_out[k];
        const Segment3 line{vector_of(out.from), vector_of(out.is_capsule ? out.to : out.from)};
        posed.push_back({line, out.radius, false, &keep_out_limit, k});
    }
    return posed;
}

namespace {

/// The gap between a leg and an obstacle at one orientation (change_of_gap_m()). The rotation of a telescopic leg
/// does not increase the bound (legs_apart.cpp).
class PosedWay final : public PosedSharedLimit {
public:
    PosedWay(const PosedBodies& leg, const PosedObstacle& obstacle, const LegsApart& apart)
        : leg_(leg), obstacle_(obstacle), gap_m_(apart.gap), thickness_m_(apart.diameter / 2 + obstacle.radius_m) {}

    bool keeps(const Vector& position_m) const override { return room_m(position_m) >= 0; }

    double clearance_m(const Vector& position_m) const override {
        const double slack_m = room_m(position_m);
        if (!leg_.has_rod()) return slack_m;
        const auto changed_m = [&](double moved_m) {
            return std::visit(
                [&](const auto& shape) {
                    return change_of_gap_m(leg_.rod(), shape, obstacle_.on_platform, position_m, {moved_m, 0});
                },
                obstacle_.shape);
        };
        return std::copysign(move_within_m(std::abs(slack_m), std::abs(slack_m) / 2, changed_m), slack_m);
    }

    /// The error of a distance is less than 2e-8 of the lengths from which it is computed (segment_distance.h).
    double noise_m(double longest_m) const {
        const double extent_m = std::visit([](const auto& shape) { return farthest_m(shape); }, obstacle_.shape);
        return 0x1p-22 * (2 * longest_m + leg_.extent_m() + extent_m);
    }
    double doubt_m(double longest_m) const override { return noise_m(longest_m) + leg_.doubt_m(longest_m); }

    LimitState state(const Vector& position_m) const override {
        const double room = room_m(position_m);
        return {gap_m_ + room, gap_m_, room};
    }

    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        const double longest_m = length_of(middle_m) + farthest_m;
        return form_with<LimitForm>(noise_m(longest_m), doubt_m(longest_m));
    }
    std::optional<ClearanceForm> clearance_form() const override { return form_with<ClearanceForm>(0, 0); }

private:
    template <class Form>
    Form form_with(double noise_m, double doubt_m) const {
        const double least_m = thickness_m_ + gap_m_;
        return std::visit(
            [&]<class Shape>(const Shape& shape) {
                if (leg_.has_rod())
                    return Form{
                        RodBesideForm<Shape>{leg_.rod(), shape, obstacle_.on_platform, least_m, noise_m, doubt_m}};
                return Form{BesideForm<Shape>{leg_.straight(), shape, obstacle_.on_platform, least_m, doubt_m}};
            },
            obstacle_.shape);
    }
    /// The distance minus the thickness and the required gap.
    double room_m(const Vector& position_m) const {
        const Bodies bodies = leg_.at(position_m);
        const Vector by_m = obstacle_.on_platform ? position_m : Vector{0, 0, 0};
        const double away_m = std::visit(
            [&](const auto& shape) { return distance_of_bodies_m(bodies, moved(shape, by_m)); }, obstacle_.shape);
        return away_m - (thickness_m_ + gap_m_);
    }

    PosedBodies leg_;
    PosedObstacle obstacle_;
    double gap_m_, thickness_m_;
};

void append_obstacle_rows(const Machine& machine, LimitTable& table) {
    for (const PosedObstacle& obstacle : posed_obstacles(machine.obstacles, unturned))
        for (std::size_t leg = 0; leg < leg_count; ++leg) table.append({leg, {}, obstacle.number}, *obstacle.kind);
}

void append_obstacles(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits) {
    const PosedLegs posed = posed_rods(machine, turned);
    std::size_t number = 0;
    for (const PosedObstacle& obstacle : posed_obstacles(machine.obstacles, turned))
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            if (machine.obstacles.freed.test(number++))
                limits.push_back(freed_limit());
            else
                limits.push_back(std::make_shared<PosedWay>(PosedBodies(machine, turned, posed, leg), obstacle,
                                                            *machine.legs_apart));
        }
}

}  // namespace

bool is_gap(const LimitKind& kind) {
    return &kind == &gap_limit || &kind == &base_plate_limit || &kind == &platform_plate_limit ||
           &kind == &keep_out_limit;
}

std::optional<ObstacleProblem> obstacles_problem(const Machine& machine) {
    const Obstacles& obstacles = machine.obstacles;
    if (obstacles.count() == 0 || !machine.legs_apart || machine.legs_apart->free_ends > 0) return std::nullopt;
    const LegsApart& apart = *machine.legs_apart;
    const auto text = [&](double length_m) { return machine.units.length_text(length_m, 5); };
    for (const PosedObstacle& obstacle : posed_obstacles(obstacles, unturned))
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            // A slider's base joint is only the zero of the rail. The rod is elsewhere.
            if (!obstacle.on_platform && foot_place(machine.legs) == JointPlace::carriage) continue;
            const Vector joint_m = (obstacle.on_platform ? machine.platform : machine.base).points_m[leg];
            const double away_m = std::visit(
                                      [&](const auto& shape) {
                                          return distance_m(Segment3{joint_m, joint_m}, shape);
                                      },
                                      obstacle.shape) -
                                  obstacle.radius_m;
            const double least_m = apart.diameter / 2 + apart.gap;
            if (away_m >= least_m) continue;
            const std::string key = obstacle.kind == &keep_out_limit ? fmt::format("keep_out[{}]", obstacle.number)
                                                                     : std::string(obstacle.kind->key);
            return ObstacleProblem{
                key,
                fmt::format(
                    "the {} joint of leg {} is {} {} this obstacle, but legs must be {} away (half their diameter plus "
                    "the gap) at every pose; legs.free_ends sets a length at each end of a leg that may be closer",
                    obstacle.on_platform ? "platform" : "base", leg + 1, text(std::abs(away_m)),
                    away_m < 0 ? "inside" : "away from", text(least_m))};
        }
    return std::nullopt;
}

constinit const SharedLimitKinds obstacle_limits{
    .count = [](const Machine& machine) { return machine.obstacles.limit_count(); },
    .append_rows = append_obstacle_rows,
    .append_posed = append_obstacles,
    .free = [](Machine& machine, std::size_t number) { machine.obstacles.freed.set(number); },
    .remove = [](Machine& machine) { machine.obstacles = {}; }};

}  // namespace hexscan
