#pragma once

#include "src/check/rods/rod_bounds.h"
#include "src/check/shared/leg_taylor.h"

/// Rods over a box of poses, to second order, in the form of TaylorLeg. A rod is a function g of the leg vector l. So
/// the second derivative of g along a way is l' . H l' + G l'', with the first and second derivatives G and H of g. On
/// a straight way, that begins at the middle and takes unit time, the remainder is the integral of (1 - t) times the
/// change of this second derivative. H changes by less in the box of half the size, where the way spends half its time.
namespace hexscan {

/// The quantity that is expanded: the vector from foot to platform joint, or that vector divided by its component along
/// the foot's motion.
enum class RodVector { plain, over_along };

/// Expands a rod's vector. `poses` and `near` contain the box, and the box of half its size about the same middle.
/// The remainder is infinite if the derivatives of the vector are not bounded in the box.
TaylorDirection rod_taylor(const RodBounds& rod, RodVector vector, const TaylorBox& box, const Vector& joint,
                           const PosesNear& poses, const PosesNear& near);

}  // namespace hexscan
