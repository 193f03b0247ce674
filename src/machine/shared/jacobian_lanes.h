#pragma once

#include <span>

#include "kernels/shared/jacobian_legs.h"
#include "src/machine/shared/shared_limit.h"

/// The inverse Jacobian of PosedJacobian at all positions of a row, in vector lanes. Its entries have the same bits as
/// those of PosedJacobian::at(). Determinant and singular values are computed in another way, within error bounds.
namespace hexscan {

/// Computes 1 or -1, the sign of PosedJacobian::Hold. If a leg does not reach, the result is -1, because no singular
/// value is positive there. The result is 0 if rounding could change it.
void quick_signs(const JacobianLegs& legs, const RowPositions& row, std::span<double> signs);

/// The conditioning of PosedJacobian::Hold, between two bounds. They are NaN or infinite if nothing is known.
struct QuickConditioning {
    double value, noise;  ///< noise: largest relative error

    double least() const { return value - value * noise; }
    double most() const { return value + value * noise; }
};
void quick_conditionings(const JacobianLegs& legs, const RowPositions& row, std::span<QuickConditioning> conditionings);

}  // namespace hexscan
