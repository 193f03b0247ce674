#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "kernels/shared/position_cubic.h"
#include "src/machine/legs/leg_numbers.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {

/// The determinant of the rows (l, e x l) of six telescopic legs at one orientation, l = p + o: of degree 3 in the
/// platform's position p (St-Onge and Gosselin, Singularity analysis and representation of the general Gough-Stewart
/// platform, Int. J. Robotics Research 19, 2000). By Laplace's rule it is the sum, over all ways to take three rows, of
/// the determinant of their l, which is linear in p, and that of the other rows' e x l, which is quadratic: with
/// q = e x o the latter is [q1 q2 q3] + sum of (e1 x p) . (q2 x q3) + sum of (q1 . p) (p . (e2 x e3)).
class DeterminantCubic {
public:
    /// Six numbers in place of a leg's row (Cramer's rule): the determinant has the same degree.
    struct FixedRow {
        std::size_t leg;
        Vector first, second;
    };

    /// Leg by leg o, in metres, and e, without a unit.
    DeterminantCubic(const std::array<Vector, leg_count>& offsets_m, const std::array<Vector, leg_count>& arms,
                     const std::optional<FixedRow>& fixed = std::nullopt);

    const PositionCubic& values() const { return values_; }

    /// How far off values are at most, at positions no farther from the origin: so far that the sign of the same
    /// determinant with rows of unit l, computed by elimination, is told from 0, too. That is wrong by less than 2^-40
    /// of the product of the largest lengths that rows could have, and the smallest singular value is above 2^-40 of
    /// the largest where the determinant is above 2^-32 of it.
    double noise(double farthest_m) const;

private:
    PositionCubic values_{};
    std::array<double, leg_count> extent_m_{};
    double arm_norm_ = 1;
    std::optional<FixedRow> fixed_;
};

}  // namespace hexscan
