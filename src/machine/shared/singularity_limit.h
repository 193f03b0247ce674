#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// Limits at singularities. The platform must stay on home's side of them and keep a minimum conditioning.
namespace hexscan {

struct JacobianLegs;

struct SingularityLimit {
    bool avoid = true;            ///< True: the determinant of the inverse Jacobian must have the same sign as at home.
    double min_conditioning = 0;  ///< Required ratio of the smallest to the largest singular value. 0: no limit.
    std::optional<double> length;  ///< Characteristic length in metres, or in the file's units inside a description.
                                   ///< Nullopt: the one of singularity.h.
    bool frees_sign = false, frees_conditioning = false;  ///< true: the limit is disabled

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
    .violation = "the pose is singular or beyond a singularity seen from home, conditioning {asked}",
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
    .fault = "be badly conditioned",
    .violation = "the conditioning is too low: {asked}, but singularity.min_conditioning is {allowed}",
    .dimension = Dimension::number,
    .keeps = LimitKind::Bound::at_least,
    .rgb = limit_colours::light_grey};

/// Explains why a machine cannot have this limit. The result is empty if it can.
std::string singularity_limit_problem(const Machine& machine);

/// The numbers of the inverse Jacobian of telescopic legs at one orientation. Row i is (u, e x u), with u the direction
/// of p + o.
struct TelescopicRows {
    std::array<Vector, leg_count> offsets_m;  ///< o
    std::array<Vector, leg_count> arms;       ///< e: the joints relative to their centroid, over the length r
    double home_sign;                         ///< sign of the determinant at home
};

/// The inverse Jacobian of a machine at one orientation (singularity.h), for any position.
class PosedJacobian {
public:
    PosedJacobian(const Machine& machine, const Rotation& turned);
    ~PosedJacobian();
    PosedJacobian(PosedJacobian&&) noexcept;

    /// The extreme singular values and the sign of the determinant at one position.
    struct Hold {
        double smallest = 0, largest = 0;  ///< Singular values. 0 if a leg or rod has no direction.
        double sign = 1;                   ///< -1 if the determinant's sign differs from that at home.
        /// The smallest over the largest singular value, with that sign.
        double conditioning() const { return largest > 0 ? sign * (smallest / largest) : 0; }
        /// At least 0 if the smallest is at least `least` times the largest. Negative if a leg or rod has no direction.
        double slack(double least) const { return largest > 0 ? smallest - least * largest : -least; }
    };
    Hold at(const Vector& position_m) const;

    /// The conditionings of Hold at all positions of a row, rounded to single precision.
    void put_conditionings(const RowPositions& row, std::span<float> conditionings) const;
    /// Sets `kept` to 1 where the conditioning of Hold is above 0, otherwise to 0.
    void keep_sign(const RowPositions& row, std::span<std::uint8_t> kept) const;
    /// Sets `kept` to 1 where the slack of Hold is at least 0, otherwise to 0.
    void keep_conditioning(const RowPositions& row, double least, std::span<std::uint8_t> kept) const;

    /// Returns nullopt for legs with rods.
    std::optional<TelescopicRows> telescopic_rows() const;

    /// The numbers of all kinds of legs, for kernels. They stay valid as long as this object.
    const JacobianLegs& legs() const;
    /// Sign of the determinant at home, 1 or -1. It is 1 for a machine without a home.
    double home_sign() const;

    /// Upper bound on the rounding errors of clearances that legs() computes.
    double doubt_m(double longest_m) const;

private:
    struct Inside;
    std::unique_ptr<const Inside> inside_;
};

/// Returns max(6, sum of e^2). No eigenvalue of the sum of E E', with E u = (u, e x u), is larger, because arms are
/// relative to their centroid. So no eigenvalue of the sum of E X E' exceeds this number times the largest eigenvalue
/// of all X.
double stretch_of_arms(const std::array<Vector, leg_count>& arms);

/// The limit on the sign and the limit on the conditioning, if a machine has them.
extern const SharedLimitKinds singularity_limits;

}  // namespace hexscan
