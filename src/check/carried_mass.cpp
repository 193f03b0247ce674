#include "src/check/carried_mass.h"

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "src/base/best_first.h"
#include "src/base/interval.h"
#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/requirement_check.h"
#include "src/check/shared_bounds.h"

namespace hexscan {
namespace {

/// The load as a share of what is allowed: exact at a pose, an upper bound over a part of the box.
class Share {
public:
    Share(std::shared_ptr<const SharedBound> bound, const Pose& any)
        : bound_(std::move(bound)), allowed_(bound_->state(any).allowed) {}

    // NaN counts as a violation of the limit.
    double at(const Pose& pose) const { return number_or_infinite(bound_->state(pose).asked / allowed_); }
    double at_most(const PoseBox& box) const {
        return number_or_infinite(1 - bound_->at_least(box) / allowed_ + 0x1p-48);
    }
    std::size_t halved_axis(const PoseBox& box) const { return bound_->halved_axis(box); }
    LimitId limit() const { return bound_->limit(); }

private:
    static double number_or_infinite(double share) { return std::isnan(share) ? infinity : share; }

    std::shared_ptr<const SharedBound> bound_;
    double allowed_;
};

std::vector<Share> shares_of(const Machine& machine, const Pose& any) {
    const LimitTable table = limits_of(machine);
    std::vector<Share> shares;
    for (const auto& bound : shared_bounds(machine))
        if (const LimitKind* const kind = table[bound->limit()].kind; kind == &force_limit || kind == &torque_limit)
            shares.emplace_back(bound, any);
    return shares;
}

struct MetShare {
    double share = 0;
    Pose at;
    LimitId limit = LimitId::none;

    void meet(const Share& one, const Pose& pose) {
        if (const double met = one.at(pose); met > share) *this = {met, pose, one.limit()};
    }
};

struct MassPart {
    PoseBox box;
    const Share* of;
    double at_most;
    bool operator<(const MassPart& other) const { return at_most < other.at_most; }
};

}  // namespace

std::optional<CarriedMass> carried_mass(Machine machine, const PoseBox& box, Effort effort) {
    if (!machine.load || !machine.load->limits()) return std::nullopt;
    Load& load = *machine.load;
    const double force_n = length_of(vector_of(load.force));
    if (!(force_n > 0)) return std::nullopt;
    const Pose middle = middle_of(box);
    MetShare most;
    const auto carry = [&](double mass_kg) {
        const double by = mass_kg * standard_gravity / length_of(vector_of(load.force));
        for (double& part : load.force) part *= by;
        load.torque = {};
        std::vector<Share> shares = shares_of(machine, middle);
        most = {0, middle, shares.front().limit()};
        for (const Share& share : shares) most.meet(share, middle);
        return shares;
    };
    carry(1);
    // Squares of larger shares could overflow, and squares of smaller shares underflow. A share of 0 means that no mass
    // is too large.
    constexpr double largest_share = 1e100;
    if (!(most.share > 1 / largest_share && most.share < largest_share)) return std::nullopt;
    // The mass is scaled so that the largest share is 1, because the search resolves shares near 1 best.
    const double mass_kg = 1 / most.share;
    const std::vector<Share> shares = carry(mass_kg);
    for (const Share& share : shares)
        for (unsigned corner = 0; corner < 1U << PoseBox::dimensions; ++corner)
            most.meet(share, corner_of(box, corner));
    BestFirst<MassPart> open;
    const auto add = [&](const PoseBox& part, const Share& of) { open.add({part, &of, of.at_most(part)}); };
    for (const Share& share : shares) add(box, share);
    const auto is_near = [&](const MassPart& part) { return part.at_most <= (1 + tuning::mass_width) * most.share; };
    const MassPart* const left = open.search(
        is_near,
        [&](const MassPart& part) {
            most.meet(*part.of, middle_of(part.box));
            const auto [low, high] = halves_of(part.box, part.of->halved_axis(part.box));
            add(low, *part.of);
            add(high, *part.of);
        },
        effort.of(tuning::parts_of_mass));
    const auto rounded_off = [](double mass) { return mass * (1 - 0x1p-48); };
    return CarriedMass{rounded_off(mass_kg / left->at_most), mass_kg / most.share, most.at, most.limit,
                       !is_near(*left)};
}

Found<bool> is_proved_unloaded(Machine machine, Requirement requirement, Effort effort) {
    machine.load.reset();
    requirement.of_legs.max_force_n.reset();
    requirement.of_legs.max_torque_nm.reset();
    const auto [outcome, gave_up] = outcome_of(ProvenMachine(machine), requirement, effort);
    return {outcome == Outcome::proved, gave_up};
}

}  // namespace hexscan
