#include "src/machine/description/base_side.h"

#include <cmath>

#include "src/machine/shared/matrix6.h"

namespace hexscan {
namespace {

/// Relative to the joints' spread: what differs by less is meant to be equal.
constexpr double negligible_share = 1e-9;

Vector middle_of(const std::array<Vector, leg_count>& points) {
    Vector sum{0, 0, 0};
    for (const Vector& point : points) sum = sum + point;
    return {sum.x / leg_count, sum.y / leg_count, sum.z / leg_count};
}

/// Exact where the plane is meant to be square to an axis.
double without_dust(double component) { return std::abs(component) < negligible_share ? 0 : component; }

}  // namespace

std::optional<BaseSide> base_side(const Machine& machine) {
    // A mirror image has rods on their other branch.
    if (!machine.is_telescopic()) return std::nullopt;
    BaseSide side;
    side.base_m = middle_of(machine.base.points_m);
    side.platform_m = middle_of(machine.platform.points_m);
    Eigen::Matrix<double, 3, leg_count> spread;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector from = machine.base.points_m[i] - side.base_m;
        spread.col(static_cast<Eigen::Index>(i)) << from.x, from.y, from.z;
    }
    const auto found = singular_values(Eigen::Matrix3d(spread * spread.transpose()));
    const Eigen::Vector3d& squares = found.values;
    // Half as thick as wide: a plane that nobody would dispute.
    if (!(squares(1) > negligible_share * squares(0)) || !(4 * squares(2) <= squares(1))) return std::nullopt;
    Eigen::Vector3d normal = found.u.col(2).unaryExpr(&without_dust).normalized();
    Eigen::Index upright = 0;
    normal.cwiseAbs().maxCoeff(&upright);
    if (normal(upright) < 0) normal = -normal;
    side.normal = {normal.x(), normal.y(), normal.z()};
    if (!machine.home) return side;
    const double home_m =
        side.height_m(machine.home->position_m, rotation_of(machine.home->orientation, machine.orientation_order));
    if (!(std::abs(home_m) > negligible_share * std::sqrt(squares(0)))) return std::nullopt;
    if (home_m < 0) side.normal = {-side.normal.x, -side.normal.y, -side.normal.z};
    side.is_homes = true;
    return side;
}

}  // namespace hexscan
