#include "src/machine/shared/force_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_forces.h"

namespace hexscan {
namespace {

using Quantity = PosedForces::Quantity;

/// A limit on a leg's force, or on its motor's torque. The force is infinite if the legs cannot hold the load.
class PosedForceLimit final : public PosedSharedLimit {
public:
    PosedForceLimit(std::shared_ptr<const PosedForces> forces, std::size_t leg, Quantity quantity, double most)
        : forces_(std::move(forces)), leg_(leg), quantity_(quantity), most_(most), cubics_(forces_->cubics(leg)) {}

    bool keeps(const Vector& position_m) const override { return asked(position_m) <= most_; }
    double clearance_m(const Vector& position_m) const override {
        return forces_->clearance_m(position_m, leg_, quantity_, most_);
    }
    double doubt_m(double longest_m) const override { return forces_->doubt_m(longest_m); }
    LimitState state(const Vector& position_m) const override {
        const double asked = this->asked(position_m);
        return {asked, most_, most_ - asked};
    }

    Known in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const override {
        if (!cubics_) return PosedSharedLimit::in_box(low_m, high_m, doubt_m);
        const auto farther = [](double a, double b) { return std::max(std::abs(a), std::abs(b)); };
        const Vector farthest_m{farther(low_m.x, high_m.x), farther(low_m.y, high_m.y), farther(low_m.z, high_m.z)};
        const Vector half_m = scaled(high_m - low_m, 0.5);
        return force_form(*cubics_, {0, 0, 0}, length_of(farthest_m)).in_box(low_m + half_m, half_m);
    }

    void append_pieces(const PositionRow& row, double doubt_m, std::vector<KnownPiece>& pieces) const override {
        if (!cubics_) return PosedSharedLimit::append_pieces(row, doubt_m, pieces);
        const double farthest_m = length_of(row.at(std::max(std::abs(row.from_m), std::abs(row.to_m))));
        const RowOfCubics cubics{cubics_->determinant.values().along_row(row.y_m, row.z_m),
                                 cubics_->numerator.values().along_row(row.y_m, row.z_m), row,
                                 noise(*cubics_, farthest_m), pieces.size()};
        append_parts(cubics, row.from_m, row.to_m, pieces);
    }

    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        if (auto rods = forces_->rod_form(leg_, quantity_, most_, length_of(middle_m) + farthest_m))
            return LimitForm{*rods};
        return LimitForm{force_form(forces_->cubics(leg_, middle_m).value(), middle_m, farthest_m)};
    }
    std::optional<ClearanceForm> clearance_form() const override {
        return ClearanceForm{forces_->clearance_form(leg_, quantity_, most_)};
    }

private:
    struct RowOfCubics {
        Polynomial<4> determinant, numerator;
        PositionRow row;
        double noise;
        std::size_t first_piece;
    };

    /// The Taylor coefficients of a polynomial of degree 3 at `x`, by ascending power.
    static std::array<double, 4> about(const Polynomial<4>& p, double x) {
        return {p.at(x), p.slope_at(x), 3 * p.c[3] * x + p.c[2], p.c[3]};
    }

    /// Returns 1 or -1 if all values within `spread` of `middle` have that sign, otherwise 0.
    static int sign_of(double middle, double spread) { return middle > spread ? 1 : middle < -spread ? -1 : 0; }

    /// With determinant D, numerator N and leg length L, the force is L N / D. The force's magnitude is at most `most`
    /// if most D + L N and most D - L N have the same sign. The magnitude is larger if the signs differ.
    template <class SignOfSum>
    static Known known_by(SignOfSum sign_of_sum) {
        const int plus = sign_of_sum(1.0);
        const int both = plus == 0 ? 0 : plus * sign_of_sum(-1.0);
        return both == 0 ? Known::nothing : both > 0 ? Known::kept : Known::lost;
    }

    /// Rounding error of both sums, at positions at most `farthest_m` from the origin of the cubics.
    double noise(const PosedForces::Cubics& cubics, double farthest_m) const {
        const double longest_m = farthest_m + length_of(cubics.offset_m);
        return most_ * cubics.determinant.noise(farthest_m) + longest_m * cubics.numerator.noise(farthest_m);
    }

    ForceForm force_form(const PosedForces::Cubics& cubics, const Vector& middle_m, double farthest_m) const {
        return {cubics.determinant.values(), cubics.numerator.values(), middle_m, cubics.offset_m, most_,
                noise(cubics, farthest_m)};
    }

    /// Halves undecided parts until they are as short as one grid step.
    void append_parts(const RowOfCubics& cubics, double from_m, double to_m, std::vector<KnownPiece>& pieces) const {
        const double half_m = (to_m - from_m) / 2, x_m = from_m + half_m;
        const std::array<double, 4> d = about(cubics.determinant, x_m), n = about(cubics.numerator, x_m);
        const double length_m = length_of(cubics.row.at(x_m) + cubics_->offset_m);
        const auto spread = [&](const auto& c) {
            return half_m * (std::abs(c[1]) + half_m * (std::abs(c[2]) + half_m * std::abs(c[3])));
        };
        const double off = cubics.noise + half_m * (std::abs(n[0]) + spread(n));
        const Known known = known_by([&](double sign) {
            std::array<double, 4> sum{};
            for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = most_ * d[k] + sign * length_m * n[k];
            return sign_of(sum[0], spread(sum) + off);
        });
        if (known == Known::nothing && to_m - from_m > cubics.row.step_m) {
            append_parts(cubics, from_m, x_m, pieces);
            append_parts(cubics, x_m, to_m, pieces);
        } else if (pieces.size() > cubics.first_piece && pieces.back().known == known) {
            pieces.back().to_m = to_m;
        } else {
            pieces.push_back({to_m, known});
        }
    }

    double asked(const Vector& position_m) const {
        const PosedForces::Forces forces = forces_->at(position_m);
        if (!forces.hold) return std::numeric_limits<double>::infinity();
        return std::abs((quantity_ == Quantity::rod_force ? forces.rod_n : forces.servo_nm)[leg_]);
    }

    std::shared_ptr<const PosedForces> forces_;
    std::size_t leg_;
    Quantity quantity_;
    double most_;
    std::optional<PosedForces::Cubics> cubics_;
};

std::optional<LoadProblem> component_problem(std::string_view key, const std::array<double, 3>& v,
                                             std::string_view unit) {
    for (std::size_t k = 0; k < v.size(); ++k)
        if (!(std::abs(v[k]) <= most_load))
            return LoadProblem{fmt::format("{}[{}]", key, k),
                               fmt::format("is {0}; must lie between -{1} and {1} {2}", v[k], most_load, unit)};
    return std::nullopt;
}

std::optional<LoadProblem> most_problem(std::string_view key, const std::optional<PerLeg>& most,
                                        std::string_view unit) {
    for (std::size_t i = 0; most && i < leg_count; ++i)
        if (!((*most)[i] > 0 && (*most)[i] <= most_load))
            return LoadProblem{fmt::format("{}[{}]", key, i),
                               fmt::format("is {}; must be above 0 and at most {} {}", (*most)[i], most_load, unit)};
    return std::nullopt;
}

void append_force_limits(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits) {
    const Load& load = *machine.load;
    const auto forces = std::make_shared<const PosedForces>(machine, turned);
    const auto append = [&](const std::optional<PerLeg>& most, const auto& frees, Quantity quantity) {
        for (std::size_t leg = 0; most && leg < leg_count; ++leg)
            limits.push_back(frees.test(leg) ? freed_limit()
                                             : std::make_shared<PosedForceLimit>(forces, leg, quantity, (*most)[leg]));
    };
    append(load.max_force, load.frees_force, Quantity::rod_force);
    append(load.max_torque, load.frees_torque, Quantity::servo_torque);
}

}  // namespace

std::optional<LoadProblem> load_problem(const Load& load, const AnyLegs& legs) {
    if (const auto problem = component_problem("load.force", load.force, "N")) return problem;
    if (const auto problem = component_problem("load.torque", load.torque, "N m")) return problem;
    if (const auto problem = most_problem("legs.max_force", load.max_force, "N")) return problem;
    if (load.max_torque && !have_arms(legs))
        return LoadProblem{
            "legs.max_torque",
            fmt::format("needs legs with arms on motors, not {} legs; legs.max_force limits the force in a leg",
                        kind_name(legs))};
    return most_problem("legs.max_torque", load.max_torque, "N m");
}

constinit const SharedLimitKinds load_limits{
    .count = [](const Machine& machine) -> std::size_t {
        const auto& load = machine.load;
        return load ? (load->max_force ? leg_count : 0) + (load->max_torque ? leg_count : 0) : 0;
    },
    .append_rows =
        [](const Machine& machine, LimitTable& table) {
            if (machine.load->max_force) table.append_of_each_leg(force_limit);
            if (machine.load->max_torque) table.append_of_each_leg(torque_limit);
        },
    .append_posed = append_force_limits,
    .free =
        [](Machine& machine, std::size_t number) {
            Load& load = *machine.load;
            (load.max_force && number < leg_count ? load.frees_force : load.frees_torque).set(number % leg_count);
        },
    .remove = [](Machine& machine) { machine.load.reset(); }};

}  // namespace hexscan
