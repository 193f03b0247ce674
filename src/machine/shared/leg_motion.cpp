#include "src/machine/shared/leg_motion.h"

#include <algorithm>
#include <cmath>

#include "src/base/infinity.h"
#include "src/machine/machine.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {

PosedMotion::PosedMotion(const Machine& machine, const Rotation& turned)
    : lines_(machine, turned, {0, 0, 0}),
      telescopic_(machine.is_telescopic()),
      size_m_(characteristic_length_m(machine)) {
    for (std::size_t i = 0; i < leg_count; ++i) joints_m_[i] = turned(machine.platform.points_m[i]);
}

std::optional<PosedMotion::Row> PosedMotion::row(std::size_t leg, const Vector& position_m) const {
    const LegLine line = lines_.at(leg, position_m);
    if (!line.moves()) return std::nullopt;
    const double crank_m = lines_.leg(leg).crank_m();
    const Vector moved = scaled(line.direction, 1 / (line.along_motion * (std::isinf(crank_m) ? 1 : crank_m)));
    return Row{moved, cross(joints_m_[leg], moved)};
}

double PosedMotion::error(const Vector& position_m) const {
    Matrix6 rows;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto row = this->row(i, position_m);
        if (!row) return infinity;
        const Vector &v = row->moved, w = scaled(row->turned, 1 / size_m_);
        set_row(rows, i, v, w);
    }
    const Matrix6 inverse = inverse_of(rows);
    if (!(rows.norm() * inverse.norm() < singular_condition)) return infinity;
    const auto moves = inverse.topRows<3>();
    // The distance is largest at a corner of the box of errors. Opposite corners give the same distance.
    double most_sq = 0;
    for (unsigned signs = 0; signs < 1U << (leg_count - 1); ++signs) {
        Eigen::Vector3d moved = moves.col(leg_count - 1);
        for (Eigen::Index leg = 0; leg + 1 < leg_count; ++leg)
            moved += ((signs >> leg & 1U) == 0 ? 1.0 : -1.0) * moves.col(leg);
        most_sq = std::max(most_sq, moved.squaredNorm());
    }
    return std::sqrt(most_sq);
}

template <class Figure>
double PosedMotion::largest(const Vector& position_m, Figure figure) const {
    double most = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto row = this->row(i, position_m);
        most = std::max(most, row ? length_of(figure(*row)) : infinity);
    }
    return most;
}

double PosedMotion::rate(const Vector& position_m) const {
    const double most = largest(position_m, [](const Row& row) { return row.moved; });
    // Motion along a telescopic leg changes its length at exactly that speed, and any other motion is slower. A
    // deviation from 1 is therefore rounding.
    return telescopic_ && std::isfinite(most) ? 1 : most;
}

double PosedMotion::turn_rate(const Vector& position_m) const {
    return largest(position_m, [](const Row& row) { return row.turned; });
}

}  // namespace hexscan
