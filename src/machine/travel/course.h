#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "src/machine/rotation.h"

/// Courses: numbers of a leg as functions of the motion t of one axis of the platform. t is in metres for a
/// translation, in radians for a rotation.
namespace hexscan {

/// A vector that changes with an axis: constant + along t for a translation, or constant + cosine cos t + sine sin t
/// for a rotation.
struct Moving {
    Vector constant{}, along{}, cosine{}, sine{};

    Vector at(double t) const;
};

Moving moving_along(const Vector& start, const Vector& direction);
/// The vector `stays` plus `v` turned about the unit vector `about` (Rodrigues).
Moving turning(const Vector& stays, const Vector& v, const Vector& about);

/// constant + along t + cosine cos t + sine sin t + squared t^2 + cosine_2 cos 2t + sine_2 sin 2t.
struct Course {
    double constant = 0, along = 0, cosine = 0, sine = 0, squared = 0, cosine_2 = 0, sine_2 = 0;

    bool turns() const { return cosine != 0 || sine != 0 || cosine_2 != 0 || sine_2 != 0; }
};

/// The component of a moving vector along a fixed one.
inline Course component(const Moving& v, const Vector& n) {
    return {dot(v.constant, n), dot(v.along, n), dot(v.cosine, n), dot(v.sine, n)};
}
/// The square of a course that is linear or has a single frequency.
inline Course square(const Course& d) {
    const double a = d.constant, c = d.cosine, s = d.sine;
    return {a * a + (c * c + s * s) / 2, 2 * a * d.along,     2 * a * c, 2 * a * s,
            d.along * d.along,           (c * c - s * s) / 2, c * s};
}
/// a - factor b.
inline Course minus(const Course& a, double factor, const Course& b) {
    return {a.constant - factor * b.constant, a.along - factor * b.along,     a.cosine - factor * b.cosine,
            a.sine - factor * b.sine,         a.squared - factor * b.squared, a.cosine_2 - factor * b.cosine_2,
            a.sine_2 - factor * b.sine_2};
}
/// Sum of the terms' magnitudes for |t| of at most `farthest`.
inline double size_of(const Course& f, double farthest) {
    return std::abs(f.constant) + std::abs(f.cosine) + std::abs(f.sine) + std::abs(f.cosine_2) + std::abs(f.sine_2) +
           farthest * (std::abs(f.along) + farthest * std::abs(f.squared));
}

/// Appends the zeros of a course that is linear or has a single frequency.
void append_zeros(const Course& d, std::vector<double>& points);
/// Appends the stationary points of a course that consists of sines and cosines, each once, not again after full turns.
/// May append extra points, which is harmless: callers divide a range at these points.
void append_turning_points(const Course& f, std::vector<double>& points);

/// A course with an upper bound on its second derivative.
class BoundedCourse {
public:
    /// Values with a magnitude of at most `noise` may be 0.
    BoundedCourse(const Course& f, double noise);

    /// Value and slope of a course at one place, in one direction.
    struct Place {
        double value, slope;
    };
    Place at(double t, double way) const;
    /// True if the values certainly exceed the noise everywhere within `step`.
    bool stays(const Place& at, double step) const {
        return !may_be_zero(at) && bend_ <= 0 && at.value + step * (at.slope + step * bend_ / 2) > noise_;
    }
    bool may_be_zero(const Place& at) const { return !(at.value > noise_); }
    /// True for a course with a single frequency.
    bool swings_once() const { return turns_ && f_.cosine_2 == 0 && f_.sine_2 == 0; }
    /// First zero of a course that swings_once() and starts at >= 0. The result is infinity if it has no zero, nullopt
    /// if rounding hides it.
    std::optional<double> first_zero_of_swing(double way) const;
    /// True if rounding makes a zero indistinguishable from a turning point.
    bool grazes(const Place& at) const { return at.slope * at.slope <= 16 * (noise_ * most_bend_); }
    /// A distance within which the course certainly stays at 0 or above. It follows from a parabola with this value and
    /// slope and the course's strongest downward curvature.
    double safe_step(const Place& at) const;

private:
    Course f_;
    bool turns_;
    double noise_, bend_, most_bend_;
};

// Inline, because a call takes longer than the body of each function.

inline BoundedCourse::BoundedCourse(const Course& f, double noise) : f_(f), turns_(f.turns()), noise_(noise) {
    const double swing =
        std::sqrt(f.cosine * f.cosine + f.sine * f.sine) + 4 * std::sqrt(f.cosine_2 * f.cosine_2 + f.sine_2 * f.sine_2);
    bend_ = 2 * f.squared - swing;
    most_bend_ = 2 * std::abs(f.squared) + swing;
}

inline BoundedCourse::Place BoundedCourse::at(double t, double way) const {
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

inline double BoundedCourse::safe_step(const Place& at) const {
    constexpr double no_end = std::numeric_limits<double>::infinity();
    const double value = std::max(0.0, at.value);
    const double under_root = at.slope * at.slope - 2 * bend_ * value;
    if (!(under_root >= 0)) return no_end;
    const double root = std::sqrt(under_root);
    if (at.slope >= 0) return bend_ < 0 ? (at.slope + root) / -bend_ : no_end;
    return 2 * value / (root - at.slope);
}

}  // namespace hexscan
