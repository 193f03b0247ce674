#include "src/machine/travel/course.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <stdexcept>

#include <Eigen/Eigenvalues>

namespace hexscan {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

Vector Moving::at(double t) const {
    return constant + scaled(along, t) + scaled(cosine, std::cos(t)) + scaled(sine, std::sin(t));
}

Moving moving_along(const Vector& start, const Vector& direction) { return {start, direction, {}, {}}; }

Moving turning(const Vector& stays, const Vector& v, const Vector& about) {
    const Vector kept = scaled(about, dot(about, v));
    return {stays + kept, {}, v - kept, cross(about, v)};
}

Course component(const Moving& v, const Vector& n) {
    return {dot(v.constant, n), dot(v.along, n), dot(v.cosine, n), dot(v.sine, n)};
}

Course square(const Course& d) {
    const double a = d.constant, c = d.cosine, s = d.sine;
    return {a * a + (c * c + s * s) / 2, 2 * a * d.along,     2 * a * c, 2 * a * s,
            d.along * d.along,           (c * c - s * s) / 2, c * s};
}

Course minus(const Course& a, double factor, const Course& b) {
    return {a.constant - factor * b.constant, a.along - factor * b.along,     a.cosine - factor * b.cosine,
            a.sine - factor * b.sine,         a.squared - factor * b.squared, a.cosine_2 - factor * b.cosine_2,
            a.sine_2 - factor * b.sine_2};
}

double size_of(const Course& f, double farthest) {
    return std::abs(f.constant) + std::abs(f.cosine) + std::abs(f.sine) + std::abs(f.cosine_2) + std::abs(f.sine_2) +
           farthest * (std::abs(f.along) + farthest * std::abs(f.squared));
}

void append_turning_points(const Course& f, std::vector<double>& points) {
    const double largest_2 = std::hypot(f.cosine_2, f.sine_2), largest_1 = std::hypot(f.cosine, f.sine);
    if (largest_1 > 0) {
        points.push_back(std::atan2(f.sine, f.cosine));
        points.push_back(points.back() + std::numbers::pi);
    }
    if (!(largest_2 > 1e-14 * largest_1)) return;
    // f' times z^2 with z = exp(i t) is a polynomial of degree four; its companion matrix has the zeros.
    using Number = std::complex<double>;
    const Number second(f.sine_2, f.cosine_2), first(f.sine / 2, f.cosine / 2);
    Eigen::Matrix4cd companion = Eigen::Matrix4cd::Zero();
    companion(0, 3) = -std::conj(second) / second;
    companion(1, 3) = -std::conj(first) / second;
    companion(3, 3) = -first / second;
    for (int k = 1; k < 4; ++k) companion(k, k - 1) = 1;
    const Eigen::ComplexEigenSolver<Eigen::Matrix4cd> solver(companion, false);
    if (solver.info() != Eigen::Success)
        throw std::runtime_error("the zeros of a polynomial of degree 4 are not found");
    for (const Number& zero : solver.eigenvalues()) points.push_back(std::arg(zero));
}

void append_zeros(const Course& d, std::vector<double>& points) {
    if (d.along != 0) points.push_back(-d.constant / d.along);
    const double size = std::hypot(d.cosine, d.sine);
    if (!(std::abs(d.constant) <= size) || size == 0) return;
    const double middle = std::atan2(d.sine, d.cosine), half = std::acos(-d.constant / size);
    points.push_back(middle - half);
    points.push_back(middle + half);
}

BoundedCourse::BoundedCourse(const Course& f, double noise) : f_(f), turns_(f.turns()), noise_(noise) {
    const double swing =
        std::sqrt(f.cosine * f.cosine + f.sine * f.sine) + 4 * std::sqrt(f.cosine_2 * f.cosine_2 + f.sine_2 * f.sine_2);
    bend_ = 2 * f.squared - swing;
    most_bend_ = 2 * std::abs(f.squared) + swing;
}

BoundedCourse::Place BoundedCourse::at(double t, double way) const {
    const double u = way * t;
    Place place{f_.constant + u * (f_.along + u * f_.squared), f_.along + 2 * u * f_.squared};
    if (turns_) {
        const double c = u == 0 ? 1 : std::cos(u), s = u == 0 ? 0 : std::sin(u);
        const double c2 = c * c - s * s, s2 = 2 * s * c;
        place.value += f_.cosine * c + f_.sine * s + f_.cosine_2 * c2 + f_.sine_2 * s2;
        place.slope += f_.sine * c - f_.cosine * s + 2 * (f_.sine_2 * c2 - f_.cosine_2 * s2);
    }
    return {place.value, way * place.slope};
}

std::optional<double> BoundedCourse::first_zero_of_swing(double way) const {
    const double swing = most_bend_, below = (swing - f_.constant) * (swing + f_.constant);
    if (below <= 16 * noise_ * swing)
        return f_.constant > 0 && below < -16 * noise_ * swing ? std::optional(infinity) : std::nullopt;
    const double t = way * std::atan2(f_.sine, f_.cosine) + std::atan2(std::sqrt(below), -f_.constant);
    return std::max(0.0, t);
}

double BoundedCourse::safe_step(const Place& at) const {
    const double value = std::max(0.0, at.value);
    const double under_root = at.slope * at.slope - 2 * bend_ * value;
    if (!(under_root >= 0)) return infinity;
    const double root = std::sqrt(under_root);
    if (at.slope >= 0) return bend_ < 0 ? (at.slope + root) / -bend_ : infinity;
    return 2 * value / (root - at.slope);
}

}  // namespace hexscan
