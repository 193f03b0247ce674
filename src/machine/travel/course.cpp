#include "src/machine/travel/course.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <Eigen/Eigenvalues>

#include "hexscan/errors.h"
#include "src/base/infinity.h"

namespace hexscan {

Vector Moving::at(double t) const {
    return constant + scaled(along, t) + scaled(cosine, std::cos(t)) + scaled(sine, std::sin(t));
}

Moving moving_along(const Vector& start, const Vector& direction) { return {start, direction, {}, {}}; }

Moving turning(const Vector& stays, const Vector& v, const Vector& about) {
    const Vector kept = scaled(about, dot(about, v));
    return {stays + kept, {}, v - kept, cross(about, v)};
}

void append_turning_points(const Course& f, std::vector<double>& points) {
    const double largest_2 = std::hypot(f.cosine_2, f.sine_2), largest_1 = std::hypot(f.cosine, f.sine);
    if (largest_1 > 0) {
        points.push_back(std::atan2(f.sine, f.cosine));
        points.push_back(points.back() + std::numbers::pi);
    }
    if (!(largest_2 > 1e-14 * largest_1)) return;
    // f' times z^2 with z = exp(i t) is a polynomial of degree four. The eigenvalues of its companion matrix are the
    // zeros.
    using Number = std::complex<double>;
    const Number second(f.sine_2, f.cosine_2), first(f.sine / 2, f.cosine / 2);
    Eigen::Matrix4cd companion = Eigen::Matrix4cd::Zero();
    companion(0, 3) = -std::conj(second) / second;
    companion(1, 3) = -std::conj(first) / second;
    companion(3, 3) = -first / second;
    for (int k = 1; k < 4; ++k) companion(k, k - 1) = 1;
    // A companion matrix already has Hessenberg form. The second argument is the matrix of vectors, which are not
    // computed.
    Eigen::ComplexSchur<Eigen::Matrix4cd> schur;
    schur.computeFromHessenberg(companion, companion, false);
    if (schur.info() != Eigen::Success) throw InternalError("cannot find the zeros of a polynomial of degree 4");
    for (int k = 0; k < 4; ++k) points.push_back(std::arg(schur.matrixT()(k, k)));
}

void append_zeros(const Course& d, std::vector<double>& points) {
    if (d.along != 0) points.push_back(-d.constant / d.along);
    const double size = std::hypot(d.cosine, d.sine);
    if (!(std::abs(d.constant) <= size) || size == 0) return;
    const double middle = std::atan2(d.sine, d.cosine), half = std::acos(-d.constant / size);
    points.push_back(middle - half);
    points.push_back(middle + half);
}

std::optional<double> BoundedCourse::first_zero_of_swing(double way) const {
    const double swing = most_bend_, below = (swing - f_.constant) * (swing + f_.constant);
    if (below <= 16 * noise_ * swing)
        return f_.constant > 0 && below < -16 * noise_ * swing ? std::optional(infinity) : std::nullopt;
    const double t = way * std::atan2(f_.sine, f_.cosine) + std::atan2(std::sqrt(below), -f_.constant);
    return std::max(0.0, t);
}

}  // namespace hexscan
