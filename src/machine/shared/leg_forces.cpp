#include "src/machine/shared/leg_forces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include <Eigen/LU>

#include "src/machine/machine.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

using Matrix6 = Eigen::Matrix<double, leg_count, leg_count>;
using Vector6 = Eigen::Matrix<double, leg_count, 1>;

double length_of(const Vector& v) { return std::sqrt(dot(v, v)); }
Vector vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// The forces, and what they change by.
struct Equilibrium {
    std::array<LegLine, leg_count> lines{};
    Matrix6 answers;   ///< column i: what a unit wrench makes of leg i's force, lengths over the radius
    Vector6 forces_n;  ///< along the lines
    bool holds = false;

    double answer_of(std::size_t leg) const { return answers.col(static_cast<Eigen::Index>(leg)).norm(); }
    double force_n(std::size_t leg) const { return forces_n(static_cast<Eigen::Index>(leg)); }
};

}  // namespace

struct PosedForces::Inside {
    LegLines lines;
    std::array<Vector, leg_count> arms{};  ///< the platform's joints from their middle, over the radius
    PerLeg row_norm{};
    Vector6 wrench;  ///< about that middle, its torque over the radius
    bool has_arms;

    Inside(const Machine& machine, const Rotation& turned)
        : lines(machine, turned), has_arms(std::holds_alternative<RotaryLegs>(machine.legs)) {
        Vector middle{0, 0, 0};
        for (const Vector& point : machine.platform.points_m) middle = middle + scaled(point, 1.0 / leg_count);
        const double radius_m = characteristic_length_m(machine);
        for (std::size_t i = 0; i < leg_count; ++i) {
            arms[i] = scaled(turned(machine.platform.points_m[i] - middle), 1 / radius_m);
            row_norm[i] = std::sqrt(1 + dot(arms[i], arms[i]));
        }
        const Vector force_n = vector_of(machine.load->force);
        const Vector torque_nm =
            vector_of(machine.load->torque) + cross(turned(vector_of(machine.load->at) - middle), force_n);
        wrench << force_n.x, force_n.y, force_n.z, torque_nm.x / radius_m, torque_nm.y / radius_m,
            torque_nm.z / radius_m;
    }

    Equilibrium at(const Vector& position_m) const {
        Equilibrium found;
        Matrix6 rows;
        for (std::size_t i = 0; i < leg_count; ++i) {
            found.lines[i] = lines.at(i, position_m);
            if (!found.lines[i].has_direction()) return found;
            const Vector &u = found.lines[i].direction, turn = cross(arms[i], u);
            rows.row(static_cast<Eigen::Index>(i)) << u.x, u.y, u.z, turn.x, turn.y, turn.z;
        }
        found.answers = rows.partialPivLu().inverse();
        found.forces_n = -(found.answers.transpose() * wrench);
        found.holds = found.answers.allFinite() && found.forces_n.allFinite();
        return found;
    }

    double torque_nm(const Equilibrium& found, std::size_t leg) const {
        return found.force_n(leg) * lines.crank_m(leg) * found.lines[leg].along_motion;
    }

    /// What rounding makes of a leg's force: its answer to what it makes of the rows.
    double noise_n(const Equilibrium& found, std::size_t leg) const {
        double squares = 0;
        for (const double norm : row_norm) squares += norm * norm;
        return 0x1p-44 * found.answer_of(leg) * std::sqrt(squares) * found.forces_n.norm();
    }

    /// Of telescopic legs. With E what a move d, |d| = t, makes of the rows, and B their transpose, forces become
    /// f - G E f + G E (1 + G E)^-1 G E f, where G = 1 / B. Let L be a leg's length, P the projection across it and r
    /// its row's norm. E's part that is linear in d is r P d / L, which makes the gradient; the rest of it is 1.03 r
    /// t^2 / L^2 at most while t is below L / 4, and all of it 8/7 r t / L. The quadratic term is as large as the last
    /// one where |G| |E| is half at most.
    double leg_move_m(const Equilibrium& found, std::size_t leg, double change_n) const {
        const Eigen::Index index = static_cast<Eigen::Index>(leg);
        const Vector answer{found.answers(0, index), found.answers(1, index), found.answers(2, index)};
        const Vector turning{found.answers(3, index), found.answers(4, index), found.answers(5, index)};
        Vector gradient{0, 0, 0};
        double most_m = std::numeric_limits<double>::infinity(), squares = 0, turned = 0, bent = 0;
        for (std::size_t j = 0; j < leg_count; ++j) {
            const LegLine& line = found.lines[j];
            const Vector pull = answer + cross(turning, arms[j]);
            const Vector across = pull - scaled(line.direction, dot(line.direction, pull));
            gradient = gradient - scaled(across, found.force_n(j) / line.length_m);
            const double rate = row_norm[j] / line.length_m, force_n = std::abs(found.force_n(j));
            squares += rate * rate;
            turned += force_n * rate;
            bent += force_n * rate / line.length_m;
            most_m = std::min(most_m, line.length_m / 4);
        }
        constexpr double all_of_it = 8.0 / 7, rest_of_it = 1.03;
        const double rows = std::sqrt(squares), answers = found.answers.norm(), steep = length_of(gradient);
        const double curved =
            found.answer_of(leg) * (rest_of_it * bent + 2 * all_of_it * all_of_it * answers * rows * turned);
        const double root = std::sqrt(steep * steep + 4 * curved * change_n);
        if (root > 0) most_m = std::min(most_m, 2 * change_n / (steep + root));
        return std::min(most_m, 1 / (2 * all_of_it * answers * rows));
    }

    /// Of legs with rods, whose feet move, too: what is between foot and joint, L long, moves by d = t + foot at most,
    /// and its direction by d / (L - d / 2). A torque is the arm times the force times the rod's part along the foot's
    /// motion.
    double rod_move_m(const Equilibrium& found, const Vector& position_m, std::size_t leg, Quantity quantity,
                      double change) const {
        constexpr int most_tries = 40;
        const bool of_servo = quantity == Quantity::servo_torque;
        const double arm = of_servo ? lines.crank_m(leg) : 1;
        const double along = of_servo ? std::abs(found.lines[leg].along_motion) : 1;
        const double answers = found.answers.norm(), answer = found.answer_of(leg),
                     force_n = std::abs(found.force_n(leg));
        double steep = 0, move_m = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < leg_count; ++j) {
            steep += std::abs(found.force_n(j)) * row_norm[j] / found.lines[j].length_m;
            move_m = std::min(move_m, found.lines[j].length_m);
        }
        if (arm * along * answer * steep > 0) move_m = std::min(move_m, change / (arm * along * answer * steep));
        for (int k = 0; k < most_tries && move_m > 0; ++k) {
            double squares = 0, turned = 0, parts = 0, shortest_m = std::numeric_limits<double>::infinity();
            for (std::size_t j = 0; j < leg_count; ++j) {
                const double foot_m = lines.foot_shift_m(j, position_m, move_m), moved_m = move_m + foot_m;
                const double length_m = found.lines[j].length_m - moved_m / 2, turn = moved_m / length_m;
                shortest_m = std::min(shortest_m, length_m);
                squares += row_norm[j] * row_norm[j] * turn * turn;
                turned += std::abs(found.force_n(j)) * row_norm[j] * turn;
                if (of_servo && j == leg) parts = turn + foot_m / lines.crank_m(j);
            }
            const double left = shortest_m > 0 ? 1 - answers * std::sqrt(squares) : 0;
            const double changed = left > 0 ? arm * ((along + parts) * answer * turned / left + force_n * parts)
                                            : std::numeric_limits<double>::infinity();
            if (changed <= change) return move_m;
            move_m *= std::max(0.1, 0.95 * change / changed);
        }
        return 0;
    }
};

PosedForces::PosedForces(const Machine& machine, const Rotation& turned)
    : inside_(std::make_unique<const Inside>(machine, turned)) {}
PosedForces::~PosedForces() = default;
PosedForces::PosedForces(PosedForces&&) noexcept = default;

PosedForces::Forces PosedForces::at(const Vector& position_m) const {
    const Equilibrium found = inside_->at(position_m);
    Forces forces;
    forces.hold = found.holds;
    if (!found.holds) return forces;
    for (std::size_t i = 0; i < leg_count; ++i) {
        forces.rod_n[i] = found.force_n(i);
        if (inside_->has_arms) forces.servo_nm[i] = inside_->torque_nm(found, i);
    }
    return forces;
}

double PosedForces::clearance_m(const Vector& position_m, std::size_t leg, Quantity quantity, double most) const {
    const Equilibrium found = inside_->at(position_m);
    if (!found.holds) return 0;
    const bool of_servo = quantity == Quantity::servo_torque;
    const double asked = std::abs(of_servo ? inside_->torque_nm(found, leg) : found.force_n(leg));
    const double noise = inside_->noise_n(found, leg) * (of_servo ? inside_->lines.crank_m(leg) : 1);
    const double left = most - asked, sure = std::abs(left) - noise;
    if (!(sure > 0)) return 0;
    const double move_m = inside_->lines.have_rods() ? inside_->rod_move_m(found, position_m, leg, quantity, sure)
                                                     : inside_->leg_move_m(found, leg, sure);
    return std::copysign(move_m, left);
}

std::optional<PosedForces::Cubics> PosedForces::cubics(std::size_t leg) const {
    if (inside_->lines.have_rods()) return std::nullopt;
    const Vector6& w = inside_->wrench;
    const DeterminantCubic::FixedRow fixed{leg, {w(0), w(1), w(2)}, {w(3), w(4), w(5)}};
    const auto& offsets_m = inside_->lines.offsets_m();
    return Cubics{{offsets_m, inside_->arms}, {offsets_m, inside_->arms, fixed}, offsets_m[leg]};
}

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
