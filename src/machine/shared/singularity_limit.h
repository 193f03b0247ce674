#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// Singularities as a limit: the platform stays on home's side of those, and as well held as is asked.
namespace hexscan {

struct SingularityLimit {
    bool avoid = true;             ///< the determinant of the inverse Jacobian keeps home's sign
    double min_conditioning = 0;   ///< least that its smallest singular value is of its largest; 0: not asked
    std::optional<double> length;  ///< that lengths are divided by; nothing: singularity.h says which. Metres, in a
                                   ///< description in the units of its file
    bool frees_sign = false, frees_conditioning = false;  ///< what is asked need not be kept

    bool limits_conditioning() const { return min_conditioning > 0; }
    bool operator==(const SingularityLimit&) const = default;
};

inline constexpr LimitKind singularity_limit{
    .name = "singularity",
    .plural = "singularities",
    .as_limit = "singularity limit",
    .heading = "singularity",
    .json = "singularity",
    .key = "singularity.avoid",
    .side = "",
    .quantity = "conditioning",
    .bound = "least",
    .fault = "be singular",
    .violation = "the legs do not hold the platform as at home, conditioning {asked}",
    .dimension = Dimension::number,
    .keeps = LimitKind::Bound::at_least,
    .rgb = limit_colours::dark_grey};

inline constexpr LimitKind conditioning_limit{
    .name = "conditioning",
    .plural = "conditionings",
    .as_limit = "conditioning limit",
    .heading = "conditioning",
    .json = "conditioning",
    .key = "singularity.min_conditioning",
    .side = "",
    .quantity = "conditioning",
    .bound = "least",
    .fault = "be held too badly",
    .violation = "the legs hold the platform too badly: conditioning {asked}, singularity.min_conditioning {allowed}",
    .dimension = Dimension::number,
    .keeps = LimitKind::Bound::at_least,
    .rgb = limit_colours::light_grey};

/// What keeps the limit from being asked of a machine; empty: nothing.
std::string singularity_limit_problem(const Machine& machine);

/// What the inverse Jacobian of telescopic legs is made from at one orientation: row i is (u, e x u), with u the
/// direction of p + o.
struct TelescopicRows {
    std::array<Vector, leg_count> offsets_m;  ///< o
    std::array<Vector, leg_count> arms;       ///< e: the platform's joints from their middle, over the length
    double home_sign;                         ///< of the determinant at home
};

/// The inverse Jacobian of a machine (singularity.h) at one orientation, position by position.
class PosedJacobian {
public:
    PosedJacobian(const Machine& machine, const Rotation& turned);
    ~PosedJacobian();
    PosedJacobian(PosedJacobian&&) noexcept;

    /// How well the legs hold the platform there.
    struct Hold {
        double smallest = 0, largest = 0;  ///< singular values; 0 where a leg or rod has no direction
        double sign = 1;                   ///< -1 where the determinant has another sign than at home
        /// 1 / condition with that sign.
        double conditioning() const { return largest > 0 ? sign * (smallest / largest) : 0; }
    };
    Hold at(const Vector& position_m) const;

    /// Nothing where legs have rods.
    std::optional<TelescopicRows> telescopic_rows() const;

    /// How far the platform may move so that the matrix changes by no more than `change`, in the norm that singular
    /// values change by no more than. A telescopic leg's direction u changes by no more than t / (L - t / 2), and the
    /// matrix by no more than the largest of these times the root of stretch_of_arms(); a rod's row changes by what its
    /// foot moves by, too.
    double move_m(const Vector& position_m, double change) const;

    /// Where a clearance from it is above, roundings are less than it.
    double doubt_m(double longest_m) const;

private:
    struct Inside;
    std::unique_ptr<const Inside> inside_;
};

/// max(6, sum of e^2): the sum of E E', with E u = (u, e x u), has no larger eigenvalue, as arms are seen from their
/// middle. So the sum of E X E' has none larger than that times the largest of the X.
double stretch_of_arms(const std::array<Vector, leg_count>& arms);

/// That of the sign, that of the conditioning, as far as a machine has them.
extern const SharedLimitKinds singularity_limits;

}  // namespace hexscan
