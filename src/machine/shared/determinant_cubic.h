#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "kernels/shared/position_cubic.h"
#include "src/machine/legs/leg_numbers.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {

/// The determinant of the rows (l, e x l) of six telescopic legs at one orientation, with l = p + o. It is a polynomial
/// of degree 3 in the platform's position p (St-Onge and Gosselin, Singularity analysis and representation of the
/// general Gough-Stewart platform, Int. J. Robotics Research 19, 2000).
///
/// Laplace's expansion gives it as a signed sum over all choices of three rows. Each term multiplies two determinants.
/// The first is that of the chosen rows' l, which is linear in p. The second is that of the other rows' e x l, which is
/// quadratic. With q = e x o, it is [q1 q2 q3] + sum of (e1 x p) . (q2 x q3) + sum of (q1 . p) (p . (e2 x e3)).
class DeterminantCubic {
public:
    /// Six numbers that replace a leg's row, for Cramer's rule. The degree of the determinant does not change.
    struct FixedRow {
        std::size_t leg;
        Vector first, second;
    };

    /// For each leg: o in metres, and e without a unit.
    DeterminantCubic(const std::array<Vector, leg_count>& offsets_m, const std::array<Vector, leg_count>& arms,
                     const std::optional<FixedRow>& fixed = std::nullopt);

    const PositionCubic& values() const { return values_; }

    /// Upper bound on the error of `values()` at positions at most `farthest_m` from the origin. A value beyond this
    /// bound also proves the sign of the determinant that elimination computes from rows of unit l. That computation
    /// errs by less than 2^-40 of the product of the largest possible row lengths. If the determinant exceeds 2^-32 of
    /// this product, the smallest singular value exceeds 2^-40 of the largest.
    double noise(double farthest_m) const;

private:
    PositionCubic values_{};
    std::array<double, leg_count> extent_m_{};
    double arm_norm_ = 1;
    std::optional<FixedRow> fixed_;
};

}  // namespace hexscan
