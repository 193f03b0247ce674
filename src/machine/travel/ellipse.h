#pragma once

namespace hexscan {

/// Distance of the point (x, y) from the ellipse x^2 / a^2 + y^2 / b^2 = 1 with a >= b >= 0, from inside or outside. An
/// ellipse without a width is the segment between its ends.
double distance_from_ellipse(double a, double b, double x, double y);

}  // namespace hexscan
