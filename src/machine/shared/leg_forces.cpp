#include "src/machine/shared/leg_forces.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>

#include "src/machine/machine.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// The forces at one position, and how they respond to a wrench.
struct Equilibrium {
    std::array<LegLine, leg_count> lines{};
    Matrix6 answers;   ///< Column i: leg i's force per unit wrench, with lengths divided by the radius.
    Vector6 forces_n;  ///< Along the lines.
    bool holds = false;

    double answer_of(std::size_t leg) const { return answers.col(static_cast<Eigen::Index>(leg)).norm(); }
    double force_n(std::size_t leg) const { return forces_n(static_cast<Eigen::Index>(leg)); }
};

/// A thread's most recent equilibrium. It lets several limits at one position share the solution.
struct LastEquilibrium {
    std::uint64_t of = 0;  ///< number of the object that solved it; 0: none
    Vector position_m;
    Equilibrium found;
};

std::uint64_t next_owner() {
    static std::atomic<std::uint64_t> owners{0};
    return ++owners;
}

}  // namespace

struct PosedForces::Inside {
    const std::uint64_t owner = next_owner();
    LegLines lines;
    std::array<Vector, leg_count> arms{};  ///< the platform's joints relative to their centroid, over the radius
    PerLeg row_norm{};
    Vector6 wrench;  ///< wrench about that centroid, with its torque divided by the radius
    bool has_arms;

    Inside(const Machine& machine, const Rotation& turned) : lines(machine, turned), has_arms(have_arms(machine.legs)) {
        const Vector middle = joints_middle_m(machine);
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

    const Equilibrium& at(const Vector& position_m) const {
        thread_local LastEquilibrium last;
        const Vector &p = last.position_m, &q = position_m;
        if (last.of == owner && p.x == q.x && p.y == q.y && p.z == q.z) return last.found;
        last = {owner, position_m, solved(position_m)};
        return last.found;
    }

    Equilibrium solved(const Vector& position_m) const {
        Equilibrium found;
        Matrix6 rows;
        for (std::size_t i = 0; i < leg_count; ++i) {
            found.lines[i] = lines.at(i, position_m);
            if (!found.lines[i].has_direction()) return found;
            const Vector &u = found.lines[i].direction, turn = cross(arms[i], u);
            set_row(rows, i, u, turn);
        }
        found.answers = inverse_of(rows);
        found.forces_n = -(found.answers.transpose() * wrench);
        found.holds = rows.norm() * found.answers.norm() < singular_condition && found.forces_n.allFinite();
        return found;
    }

    double torque_nm(const Equilibrium& found, std::size_t leg) const {
        return found.force_n(leg) * lines.crank_m(leg) * found.lines[leg].along_motion;
    }

    /// Upper bound on the rounding error of a leg's force, caused by rounding of the rows.
    double noise_n(const Equilibrium& found, std::size_t leg) const {
        double squares = 0;
        for (const double norm : row_norm) squares += norm * norm;
        return 0x1p-44 * found.answer_of(leg) * std::sqrt(squares) * found.forces_n.norm();
    }

    /// Bounds the change of a number while the platform moves by t: its gradient, and a remainder of at most `curved`
    /// t^2.
    struct Rise {
        Vector gradient{0, 0, 0};
        double curved = 0;
        double steep() const { return length_of(gradient); }
    };

    /// The change of a leg's force f. A move changes the rows. Let B be their transpose, G = 1 / B, and E the change of
    /// B. The forces become f - G E f + G E (1 + G E)^-1 G E f. The last term is quadratic in the move if |G| |E| is at
    /// most half. `most_m` bounds the move so that this holds.
    Rise rise_of_force(const Equilibrium& found, std::size_t leg, double& most_m) const {
        const Eigen::Index index = static_cast<Eigen::Index>(leg);
        const Vector answer{found.answers(0, index), found.answers(1, index), found.answers(2, index)};
        const Vector turning{found.answers(3, index), found.answers(4, index), found.answers(5, index)};
        Rise rise;
        double squares = 0, turned = 0, bent = 0;
        for (std::size_t j = 0; j < leg_count; ++j) {
            const LegLine& line = found.lines[j];
            const LineChange change = lines.change(j, line);
            const double force_n = found.force_n(j), row = std::abs(force_n) * row_norm[j];
            rise.gradient =
                rise.gradient - scaled(line.turning(answer + cross(turning, arms[j])), force_n / line.length_m);
            squares += row_norm[j] * row_norm[j] * change.turned * change.turned;
            turned += row * change.turned;
            bent += row * change.bent;
            most_m = std::min(most_m, change.most_m);
        }
        const double answers = found.answers.norm(), rows = std::sqrt(squares);
        rise.curved = found.answer_of(leg) * (bent + 2 * answers * rows * turned);
        most_m = std::min(most_m, 1 / (2 * answers * rows));
        return rise;
    }

    /// The change of a motor's torque divided by the arm length. This number is the force times u . h. If the leg has
    /// an arm, h turns, too.
    Rise rise_of_torque(const Equilibrium& found, std::size_t leg, const Rise& force, double most_m) const {
        const LegLine& line = found.lines[leg];
        const double v = line.along_motion, length_m = line.length_m, crank_m = lines.crank_m(leg);
        const double radial = dot(line.direction, line.foot_m) / (crank_m * crank_m);
        Rise along;
        along.gradient = scaled(line.turning(line.motion), 1 / length_m) - scaled(line.direction, radial / v);
        along.curved =
            lines.change(leg, line).bent * (1 + length_m / crank_m) + (2 / crank_m + 6 / length_m) / (v * v * crank_m);
        Rise rise;
        rise.gradient = scaled(force.gradient, v) + scaled(along.gradient, found.force_n(leg));
        rise.curved = std::abs(v) * force.curved + std::abs(found.force_n(leg)) * along.curved +
                      (force.steep() + force.curved * most_m) * (along.steep() + along.curved * most_m);
        return rise;
    }

    /// A distance by which the platform may move while a leg's force or torque changes by at most `change`.
    double move_m(const Equilibrium& found, std::size_t leg, Quantity quantity, double change) const {
        double most_m = std::numeric_limits<double>::infinity();
        Rise rise = rise_of_force(found, leg, most_m);
        if (!(most_m > 0)) return 0;
        if (quantity == Quantity::servo_torque) {
            change /= lines.crank_m(leg);
            // The force's gradient already limits the move to this value. A larger `most_m` would not help.
            const double steep = std::abs(found.lines[leg].along_motion) * rise.steep();
            if (steep > 0) most_m = std::min(most_m, change / steep);
            rise = rise_of_torque(found, leg, rise, most_m);
        }
        const double steep = rise.steep(), root = std::sqrt(steep * steep + 4 * rise.curved * change);
        return root > 0 ? std::min(most_m, 2 * change / (steep + root)) : most_m;
    }
};

PosedForces::PosedForces(const Machine& machine, const Rotation& turned)
    : inside_(std::make_unique<const Inside>(machine, turned)) {}
PosedForces::~PosedForces() = default;
PosedForces::PosedForces(PosedForces&&) noexcept = default;

PosedForces::Forces PosedForces::at(const Vector& position_m) const {
    const Equilibrium& found = inside_->at(position_m);
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
    const Equilibrium& found = inside_->at(position_m);
    if (!found.holds) return 0;
    const bool of_servo = quantity == Quantity::servo_torque;
    const double asked = std::abs(of_servo ? inside_->torque_nm(found, leg) : found.force_n(leg));
    const double noise = inside_->noise_n(found, leg) * (of_servo ? inside_->lines.crank_m(leg) : 1);
    const double left = most - asked, sure = std::abs(left) - noise;
    if (!(sure > 0)) return 0;
    return std::copysign(inside_->move_m(found, leg, quantity, sure), left);
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
    const Vector6& w = inside_->wrench;
    return TelescopicLoad{inside_->lines.offsets_m(), inside_->arms, {w(0), w(1), w(2)}, {w(3), w(4), w(5)}};
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
