#include "src/machine/shared/leg_forces.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/leg_equilibrium.h"
#include "kernels/shared/rod_force_form.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/load_wrench.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// A thread's most recent equilibrium. It lets several limits at one position share the solution.
struct LastEquilibrium {
    std::uint64_t of = 0;  ///< number of the object that solved it; 0: none
    Vector position_m;
    LegEquilibrium found{};
};

std::uint64_t next_owner() {
    static std::atomic<std::uint64_t> owners{0};
    return ++owners;
}

}  // namespace

struct PosedForces::Inside {
    const std::uint64_t owner = next_owner();
    LegLines lines;
    ForceRows rows;
    bool has_arms;

    Inside(const Machine& machine, const Rotation& turned)
        : lines(machine, turned, joints_middle_m(machine)),
          rows{lines.rows(), {}, 0},
          has_arms(have_arms(machine.legs)) {
        const Vector middle = joints_middle_m(machine);
        const double radius_m = characteristic_length_m(machine);
        const Load& load = *machine.load;
        std::ranges::copy(wrench_about(middle, load, turned, radius_m), rows.wrench);
        // Only the part of the torque that the force's lever arm causes turns with the platform.
        rows.wrench_turn = length_of(vector_of(load.at) - middle) * length_of(vector_of(load.force)) / radius_m;
    }

    const LegEquilibrium& at(const Vector& position_m) const {
        thread_local LastEquilibrium last;
        const Vector &p = last.position_m, &q = position_m;
        if (last.of == owner && p.x == q.x && p.y == q.y && p.z == q.z) return last.found;
        last = {owner, position_m, solved(position_m)};
        return last.found;
    }

    LegEquilibrium solved(const Vector& position_m) const {
        LegEquilibrium found{};
        Matrix6 matrix;
        for (std::size_t i = 0; i < leg_count; ++i) {
            found.lines[i] = lines.at(i, position_m);
            if (!found.lines[i].has_direction()) return found;
            const Vector &u = found.lines[i].direction, turn = cross(rows.arm[i], u);
            set_row(matrix, i, u, turn);
        }
        const Matrix6 answers = inverse_of(matrix);
        const Vector6 forces_n = -(answers.transpose() * Eigen::Map<const Vector6>(rows.wrench));
        for (std::size_t i = 0; i < leg_count; ++i) {
            const auto leg = static_cast<Eigen::Index>(i);
            found.forces_n[i] = forces_n(leg);
            for (std::size_t k = 0; k < leg_count; ++k)
                found.answers[k][i] = answers(static_cast<Eigen::Index>(k), leg);
        }
        found.holds = matrix.norm() * answers.norm() < singular_condition && forces_n.allFinite();
        return found;
    }
};

PosedForces::PosedForces(const Machine& machine, const Rotation& turned)
    : inside_(std::make_unique<const Inside>(machine, turned)) {}
PosedForces::~PosedForces() = default;
PosedForces::PosedForces(PosedForces&&) noexcept = default;

PosedForces::Forces PosedForces::at(const Vector& position_m) const {
    const LegEquilibrium& found = inside_->at(position_m);
    Forces forces;
    forces.hold = found.holds;
    if (!found.holds) return forces;
    for (std::size_t i = 0; i < leg_count; ++i) {
        forces.rod_n[i] = found.forces_n[i];
        if (inside_->has_arms) forces.servo_nm[i] = found.torque_nm(inside_->rows, static_cast<int>(i));
    }
    return forces;
}

double PosedForces::clearance_m(const Vector& position_m, std::size_t leg, Quantity quantity, double most) const {
    const LegEquilibrium& found = inside_->at(position_m);
    if (!found.holds) return 0;
    const ForceRows& rows = inside_->rows;
    const auto number = static_cast<int>(leg);
    const bool of_servo = quantity == Quantity::servo_torque;
    const double change = sure_change_of_force(rows, found, number, of_servo, most);
    if (change == 0) return 0;
    return std::copysign(move_of_force_m(rows, found, number, of_servo, std::abs(change)), change);
}

std::optional<PosedForces::Cubics> PosedForces::cubics(std::size_t leg, const Vector& about_m) const {
    auto load = telescopic_load();
    if (!load) return std::nullopt;
    for (Vector& offset_m : load->offsets_m) offset_m = offset_m + about_m;
    const DeterminantCubic::FixedRow fixed{leg, load->force_n, load->torque_n};
    return Cubics{{load->offsets_m, load->arms}, {load->offsets_m, load->arms, fixed}, load->offsets_m[leg]};
}

std::optional<PosedForces::TelescopicLoad> PosedForces::telescopic_load() const {
    if (inside_->lines.have_rods()) return std::nullopt;
    const ForceRows& rows = inside_->rows;
    const auto& w = rows.wrench;
    return TelescopicLoad{inside_->lines.offsets_m(), std::to_array(rows.arm), {w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
}

std::optional<RodForceForm> PosedForces::rod_form(std::size_t leg, Quantity quantity, double most,
                                                  double longest_m) const {
    if (!inside_->lines.have_rods()) return std::nullopt;
    return RodForceForm{clearance_form(leg, quantity, most), doubt_m(longest_m)};
}

ForceLimits PosedForces::clearance_form(std::size_t leg, Quantity quantity, double most) const {
    ForceLimits limits{inside_->rows, quantity == Quantity::servo_torque, {}};
    std::ranges::fill(limits.most, std::numeric_limits<double>::infinity());
    limits.most[leg] = most;
    return limits;
}

const ForceRows& PosedForces::rows() const { return inside_->rows; }

double effort_of(const PosedForces::Forces& forces, const Load& load) {
    if (!forces.hold) return std::numeric_limits<double>::infinity();
    double most = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (load.max_force) most = std::max(most, std::abs(forces.rod_n[i]) / (*load.max_force)[i]);
        if (load.max_torque) most = std::max(most, std::abs(forces.servo_nm[i]) / (*load.max_torque)[i]);
    }
    return most;
}

double PosedForces::doubt_m(double longest_m) const { return inside_->lines.doubt_m(longest_m); }

}  // namespace hexscan
