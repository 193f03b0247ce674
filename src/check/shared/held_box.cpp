#include "src/check/shared/held_box.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "kernels/maps/extreme_eigenvalues.h"
#include "src/base/interval.h"
#include "src/check/check_tuning.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

using Row = Eigen::Matrix<double, 1, leg_count>;

Row row_of(const Vector3& u, const Vector3& moment) {
    Row row;
    row << u.transpose(), moment.transpose();
    return row;
}

using RodRow = std::optional<std::array<PoseSlopes, leg_count>>;

/// The line (r, c x r), or an empty row if r has no slopes.
RodRow line_of(const SlopesVector& r, const Vector& arm, const PosesNear& poses) {
    if (!r.x.sloped || !r.y.sloped || !r.z.sloped) return std::nullopt;
    const SlopesVector moment = cross(poses.turned(constant(exactly(arm))), r);
    return std::array{r.x, r.y, r.z, moment.x, moment.y, moment.z};
}

/// A rod's row (u, c x u) / (u . h), or an empty row if it has no slopes.
RodRow rod_row(const RodSlopes& rod, const Vector& arm, const PosesNear& poses) {
    const auto& [rod_m, along_m] = rod;
    if (!along_m.sloped || !is_positive(along_m)) return std::nullopt;
    const auto over = [&, &along_m = along_m](const PoseSlopes& x) { return poses.within_slopes(x / along_m); };
    return line_of({over(rod_m.x), over(rod_m.y), over(rod_m.z)}, arm, poses);
}

/// The platform's joints relative to their centroid, divided by the Jacobian's length.
std::array<Vector, leg_count> arms_of(const Machine& machine) {
    const Vector middle_m = joints_middle_m(machine);
    const double length_m = characteristic_length_m(machine);
    std::array<Vector, leg_count> arms;
    for (std::size_t i = 0; i < leg_count; ++i) arms[i] = scaled(machine.platform.points_m[i] - middle_m, 1 / length_m);
    return arms;
}

Symmetric6 over(const Matrix6& matrix, double trace) {
    Symmetric6 result;
    for (int i = 0; i < matrix_rows; ++i)
        for (int j = 0; j <= i; ++j) result.at(i, j) = matrix(i, j) / trace;
    return result;
}

/// A tight upper bound on the largest eigenvalue of a matrix without negative eigenvalues. Returns NaN if no bound is
/// found.
double largest_eigenvalue(const Matrix6& matrix) {
    constexpr double within = 1e-6;
    const double trace = matrix.trace();
    return trace * (1 + within - smallest_eigenvalue(complement(tridiagonal(over(matrix, trace))), 0, within / 4));
}

/// True if two symmetric matrices have no negative eigenvalue, except for rounding. One pass eliminates both, which is
/// faster than two.
bool are_positive(const Matrix6& first, const Matrix6& other) {
    using Both = Eigen::Array2d;
    Both at[leg_count][leg_count];
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) {
        HEXSCAN_UNROLL
        for (int j = 0; j <= i; ++j) at[i][j] = {first(i, j), other(i, j)};
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < matrix_rows; ++k) {
        if (!(at[k][k] > 0).all()) return false;
        const Both over = at[k][k].inverse();
        HEXSCAN_UNROLL
        for (int j = k + 1; j < matrix_rows; ++j) {
            const Both part = at[j][k] * over;
            HEXSCAN_UNROLL
            for (int i = j; i < matrix_rows; ++i) at[i][j] -= part * at[i][k];
        }
    }
    return true;
}

Matrix6 symmetric_part(const Matrix6& matrix) { return 0.5 * (matrix + matrix.transpose()); }

}  // namespace

HeldBox::Matrix negative_part(const HeldBox::Matrix& x) {
    const double about = 0.5 * x.norm();
    if (!(about > 0)) return Matrix6::Zero();
    return 0.25 * (x * x / about + about * Matrix6::Identity() - 2 * x);
}

HeldBox::HeldBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box, Preconditioner preconditioner,
                 SlopesIn slopes_in)
    : box_(box, machine.orientation_order) {
    if (machine.is_telescopic())
        set_rows(machine);
    else
        set_rows(machine, rods, preconditioner, slopes_in);
    if (rests_.allFinite() && off_.allFinite())
        multiply(preconditioner);
    else
        rest_ = infinity;
}

void HeldBox::set_rows(const Machine& machine, const AllRodBounds& rods, Preconditioner preconditioner,
                       SlopesIn slopes_in) {
    const std::array<Vector, leg_count> arms = arms_of(machine);
    rows_.middle.setZero();
    for (auto& first : rows_.first) first.setZero();
    for (auto& of_first : rows_.second)
        for (auto& second : of_first) second.setZero();
    // Part k of the rows: part 0 is their value in the middle, the others are their slopes with respect to a
    // coordinate.
    const auto add_part = [&](const std::array<RodRow, leg_count>& rows, std::size_t k) {
        Matrix6& of_rows = k == 0 ? rows_.middle : rows_.first[k - 1];
        const double width = k == 0 ? 1 : box_.around().half_widths[box_.axis(k - 1)];
        for (std::size_t i = 0; i < leg_count; ++i) {
            if (!rows[i]) off_.row(static_cast<Eigen::Index>(i)).setConstant(infinity);
            for (std::size_t j = 0; rows[i] && j < leg_count; ++j) {
                const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
                const PoseSlopes& number = (*rows[i])[j];
                const Interval part = k == 0 ? number.middle : number.by[box_.axis(k - 1)];
                of_rows(row, column) = width * part.middle();
                off_(row, column) += width * (part - part.middle()).magnitude();
            }
        }
    };
    const auto rows_in = [&](const PoseBox& box) {
        const PosesNear poses(moved(box, 0), machine.orientation_order);
        std::array<RodRow, leg_count> rows;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const RodSlopes slopes = rods[i]->slopes(poses);
            // Positive factors of rows do not change the sign.
            rows[i] = preconditioner == Preconditioner::orthogonal ? rod_row(slopes, arms[i], poses)
                                                                   : line_of(slopes.rod_m, arms[i], poses);
        }
        return rows;
    };
    if (slopes_in == SlopesIn::whole_box) {
        const auto rows = rows_in(box_.box());
        for (std::size_t k = 0; k <= box_.count(); ++k) add_part(rows, k);
    } else {
        const auto middle = coordinates_of(box_.around().middle);
        PoseBox way{middle, middle};
        for (std::size_t k = 0; k <= box_.count() && off_.allFinite(); ++k) {
            add_part(rows_in(way), k);
            if (k == box_.count()) break;
            way.low[box_.axis(k)] = box_.box().low[box_.axis(k)];
            way.high[box_.axis(k)] = box_.box().high[box_.axis(k)];
        }
    }
    off_ = (off_ * (1 + 0x1p-20)).eval();
    for (Eigen::Index row = 0; row < matrix_rows; ++row)
        off_.row(row).array() += rows_.middle.row(row).norm() * 0x1p-30;
}

void HeldBox::set_rows(const Machine& machine) {
    const std::array<Vector, leg_count> arms = arms_of(machine);
    const TurnSpeeds& turn = box_.speeds();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &joint = machine.platform.points_m[i], &base = machine.base.points_m[i];
        const TaylorLeg leg(box_, box_.moved(joint), length_of(joint), base);
        const Taylor<Vector3>& u = leg.direction;
        const Taylor<Vector3> arm = box_.turned(arms[i]);
        const auto row = static_cast<Eigen::Index>(i);
        rows_.middle.row(row) = row_of(u.middle, arm.middle.cross(u.middle));
        for (std::size_t k = 0; k < box_.count(); ++k) {
            rows_.first[k].row(row) = row_of(u.first[k], arm.first[k].cross(u.middle) + arm.middle.cross(u.first[k]));
            for (std::size_t j = 0; j <= k; ++j)
                rows_.second[k][j].row(row) =
                    row_of(u.second[k][j], arm.second[k][j].cross(u.middle) + arm.first[j].cross(u.first[k]) +
                                               arm.first[k].cross(u.first[j]) + arm.middle.cross(u.second[k][j]));
        }
        const auto [v, w, z] = leg.most;
        const double of_arm = length_of(arms[i]) * (z + 3 * turn.first * w + 3 * turn.second * v + turn.third);
        const double third = leg.shortest_m > 0 ? std::hypot(z, of_arm) : infinity;
        const double reach_m = length_of(box_.around().middle.position_m) + length_of(base) + length_of(joint);
        rests_(row) =
            third / 6 * (1 + 0x1p-20) + rows_.middle.row(row).norm() * (0x1p-30 + 0x1p-44 * reach_m / leg.middle_m);
    }
}

void HeldBox::multiply(Preconditioner preconditioner) {
    Matrix6 by;
    if (preconditioner == Preconditioner::orthogonal) {
        by = nearest_rotation(rows_.middle).transpose();
        rest_ = rests_.norm() + off_.norm() + rows_.middle.norm() * (by * by.transpose() - Matrix6::Identity()).norm();
    } else {
        by = inverse_of(rows_.middle);
        // Covers the rounding of the product of the middle and its inverse.
        rest_ =
            by.colwise().norm().dot(rests_) + (by.cwiseAbs() * off_).norm() + 0x1p-40 * by.norm() * rows_.middle.norm();
    }
    const auto turn = [&](Matrix6& matrix) { matrix = (by * matrix).eval(); };
    taken_off_ = half_squares_ = Matrix6::Zero();
    turn(rows_.middle);
    for (std::size_t k = 0; k < box_.count(); ++k) {
        turn(rows_.first[k]);
        for (std::size_t j = 0; j <= k; ++j) turn(rows_.second[k][j]);
        const Matrix6 square = 0.5 * rows_.second[k][k];
        taken_off_ += negative_part(symmetric_part(square));
        half_squares_ += 0.5 * square;
        squares_off_ += 0.5 * square.norm();
    }
}

bool HeldBox::keeps_at(const Matrix& corner, double least) {
    const Matrix6 held = symmetric_part(corner) - taken_off_, moved = corner + half_squares_;
    const Matrix6 square = least > 0 ? Matrix6(moved.transpose() * moved) : Matrix6::Zero();
    const auto is_held = [&] {
        const double less = rest_ + least * (largest_ + squares_off_ + rest_);
        return are_positive(held - less * Matrix6::Identity(), largest_ * largest_ * Matrix6::Identity() - square);
    };
    if (largest_ > 0 && is_held()) return true;
    largest_ = least > 0 ? std::sqrt(largest_eigenvalue(square)) : 1;
    return is_held();
}

bool HeldBox::keeps(double least) {
    return std::isfinite(rest_) &&
           at_all_corners(rows_, box_.count(), [&](const Matrix6& at, unsigned) { return keeps_at(at, least); });
}

bool HeldBox::would_keep(double least, double part_of_rest) {
    const double whole = std::exchange(rest_, part_of_rest * rest_);
    const bool kept = keeps(least);
    rest_ = whole;
    return kept;
}

double HeldBox::conditioning_at_least(double enough) {
    if (!std::isfinite(rest_)) return -infinity;
    double least = enough, step = tuning::conditioning_step;
    const auto look = [&](const Matrix6& at, unsigned sides) {
        for (; least > 0 && !keeps_at(at, least); step *= tuning::next_conditioning_step) {
            lowest_corner_ = box_.corner(sides);
            least -= step;
        }
        return least > 0;
    };
    return at_all_corners(rows_, box_.count(), look) ? least : -infinity;
}

double conditioning_of_legs(const Machine& machine, const Pose& pose) {
    if (!machine.is_telescopic()) return 1 / conditioning(machine, pose).condition;
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const std::array<Vector, leg_count> arms = arms_of(machine);
    Matrix6 rows;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector3 l = eigen(pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i]);
        const Vector3 u = l / l.norm();
        rows.row(static_cast<Eigen::Index>(i)) = row_of(u, eigen(turned(arms[i])).cross(u));
    }
    const Matrix6 square = rows.transpose() * rows;
    const auto ends = tridiagonal(over(square, square.trace()));
    const double smallest = smallest_eigenvalue(ends, 0x1p-26, 0x1p-52);
    return std::sqrt(smallest / (1 - smallest_eigenvalue(complement(ends), 0, 0x1p-30)));
}

}  // namespace hexscan
