#include "src/machine/shared/shared_limit.h"

#include <cmath>
#include <limits>

#include "kernels/shared/limit_form.h"
#include "src/machine/machine.h"
#include "src/machine/shared/force_limit.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/obstacles.h"

namespace hexscan {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

class FreedLimit final : public PosedSharedLimit {
public:
    bool keeps(const Vector&) const override { return true; }
    double clearance_m(const Vector&) const override { return infinite; }
    double doubt_m(double) const override { return 0; }
    LimitState state(const Vector&) const override { return {0, -infinite, infinite}; }
};

}  // namespace

Known PosedSharedLimit::in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const {
    const Vector half_m = scaled(high_m - low_m, 0.5);
    const double clearance_m = this->clearance_m(low_m + half_m);
    if (!(std::abs(clearance_m) - doubt_m > std::sqrt(dot(half_m, half_m)))) return Known::nothing;
    return clearance_m > 0 ? Known::kept : Known::lost;
}

void PosedSharedLimit::append_pieces(const PositionRow& row, double, std::vector<KnownPiece>& pieces) const {
    pieces.push_back({row.to_m, Known::nothing});
}

std::optional<LimitForm> PosedSharedLimit::form(const Vector&, double) const { return std::nullopt; }

std::shared_ptr<const PosedSharedLimit> freed_limit() {
    static const auto freed = std::make_shared<const FreedLimit>();
    return freed;
}

PosedSharedLimits posed_shared_limits(const Machine& machine, const Rotation& turned) {
    PosedSharedLimits limits;
    if (machine.legs_apart) append_legs_apart(machine, turned, limits);
    append_obstacles(machine, turned, limits);
    if (machine.singularity) append_singularity_limits(machine, turned, limits);
    if (machine.load) append_force_limits(machine, turned, limits);
    if (machine.rate) append_rate_limits(machine, turned, limits);
    return limits;
}

bool has_shared_limits(const Machine& machine) {
    // A length alone, which conditioning is told for, asks for no limit.
    const bool shuns_singularities =
        machine.singularity && (machine.singularity->avoid || machine.singularity->min_conditioning > 0);
    return machine.legs_apart.has_value() || machine.obstacles.count() > 0 || shuns_singularities ||
           (machine.load && machine.load->limits()) || machine.rate.has_value();
}

void append_shared_limits(const Machine& machine, LimitTable& table) {
    if (machine.legs_apart)
        for (const LegPair& pair : leg_pairs) table.append({pair.first, pair.second}, gap_limit);
    append_obstacle_rows(machine.obstacles, table);
    if (machine.singularity && machine.singularity->avoid) table.append({}, singularity_limit);
    if (machine.singularity && machine.singularity->min_conditioning > 0) table.append({}, conditioning_limit);
    const auto append_of_legs = [&](bool asked, const LimitKind& kind) {
        for (std::size_t leg = 0; asked && leg < leg_count; ++leg) table.append({leg, {}}, kind);
    };
    append_of_legs(machine.load && machine.load->max_force, force_limit);
    append_of_legs(machine.load && machine.load->max_torque, torque_limit);
    append_of_legs(machine.rate.has_value(), rate_limit);
}

void free_shared_limit(Machine& machine, std::size_t number) {
    if (machine.legs_apart) {
        if (number < leg_pairs.size()) {
            machine.legs_apart->free_pairs.set(number);
            return;
        }
        number -= leg_pairs.size();
    }
    if (number < machine.obstacles.limit_count()) {
        machine.obstacles.freed.set(number);
        return;
    }
    number -= machine.obstacles.limit_count();
    if (auto& singularity = machine.singularity) {
        if (singularity->avoid && number-- == 0) {
            singularity->frees_sign = true;
            return;
        }
        if (singularity->min_conditioning > 0 && number-- == 0) {
            singularity->frees_conditioning = true;
            return;
        }
    }
    const auto free_of_legs = [&](bool asked, auto& frees) {
        if (!asked) return false;
        if (number < leg_count) {
            frees.set(number);
            return true;
        }
        number -= leg_count;
        return false;
    };
    if (machine.load && (free_of_legs(machine.load->max_force.has_value(), machine.load->frees_force) ||
                         free_of_legs(machine.load->max_torque.has_value(), machine.load->frees_torque)))
        return;
    machine.rate->frees.set(number);
}

Machine with_legs_limits_alone(Machine machine) {
    machine.legs_apart.reset();
    machine.obstacles = {};
    machine.singularity.reset();
    machine.load.reset();
    machine.rate.reset();
    return machine;
}

}  // namespace hexscan
