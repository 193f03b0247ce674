#include "src/results/radii/radii_csv.h"

#include <fmt/format.h>

#include "src/base/numbers.h"

namespace hexscan {
namespace {

/// Digits after the twelfth only show the rounding of unit conversions and grid steps.
std::string number(double value) { return significant(value, 12); }

std::string circle_fields(const std::optional<Circle>& circle) {
    if (!circle) return ",,";
    return fmt::format("{},{},{}", number(circle->x_m), number(circle->y_m), number(circle->radius_m));
}

}  // namespace

std::string radii_csv(std::span<const SliceRadii> slices) {
    std::string text =
        "slice,z_m,reachable_points,area_m2,circumcircle_x_m,circumcircle_y_m,circumcircle_radius_m,"
        "inscribed_radius_m\n";
    for (const SliceRadii& s : slices)
        text += fmt::format("{},{},{},{},{},{}\n", s.slice, number(s.z_m), s.reachable_points, number(s.area_m2),
                            circle_fields(s.circumcircle), s.inscribed_radius_m ? number(*s.inscribed_radius_m) : "");
    return text;
}

}  // namespace hexscan
