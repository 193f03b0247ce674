#pragma once

#include <variant>

#include "kernels/shared/conditioning_form.h"
#include "kernels/shared/position_cubic.h"
#include "kernels/shared/rate_form.h"
#include "kernels/shared/rod_bodies.h"
#include "kernels/shared/rod_force_form.h"
#include "kernels/shared/rod_hold_form.h"
#include "kernels/shared/stiffness_form.h"
#include "kernels/shared/straight_legs.h"

namespace hexscan {

/// A limit that legs share, at one orientation, in the form that kernels test. Each form says what is known about the
/// limit at those positions of a box that all legs reach. The smallest boxes are single grid points.
struct LimitForm {
    std::variant<SignForm, ForceForm, ApartForm, BesideForm<Segment3>, BesideForm<Disc3>, ConditioningForm, RateForm,
                 RodApartForm, RodBesideForm<Segment3>, RodBesideForm<Disc3>, RodSignForm, RodForceForm,
                 RodConditioningForm, StiffnessForm>
        value;
};

}  // namespace hexscan
