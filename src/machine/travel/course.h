#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "src/machine/rotation.h"

/// What numbers of a leg do while one axis of the platform moves by t: metres along a line, or radians about one.
namespace hexscan {

/// A vector that moves as an axis does: constant + along t, or constant + cosine cos t + sine sin t.
struct Moving {
    Vector constant{}, along{}, cosine{}, sine{};

    Vector at(double t) const;
};

Moving moving_along(const Vector& start, const Vector& direction);
/// `v` turned about a unit vector (Rodrigues), beside something that stays.
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
/// The square of a course that has no squares itself: a polynomial's or a circle's.
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
/// The terms' sizes, no t being beyond `farthest`.
inline double size_of(const Course& f, double farthest) {
    return std::abs(f.constant) + std::abs(f.cosine) + std::abs(f.sine) + std::abs(f.cosine_2) + std::abs(f.sine_2) +
           farthest * (std::abs(f.along) + farthest * std::abs(f.squared));
}

/// Where a course of degree one is 0, and where one of circles is stationary, among other places that do no harm.
void append_zeros(const Course& d, std::vector<double>& points);
void append_turning_points(const Course& f, std::vector<double>& points);

/// A course and how it bends.
class BoundedCourse {
public:
    /// Values of no more than `noise` may be 0.
    BoundedCourse(const Course& f, double noise);

    /// A course at one place, seen in one direction.
    struct Place {
        double value, slope;
    };
    Place at(double t, double way) const;
    /// Whether values surely stay above what may be 0 for as far as `step`.
    bool stays(const Place& at, double step) const {
        return !may_be_zero(at) && bend_ <= 0 && at.value + step * (at.slope + step * bend_ / 2) > noise_;
    }
    bool may_be_zero(const Place& at) const { return !(at.value > noise_); }
    /// Where a course that swings once a turn and is not negative at 0 first is; infinite where it never is, nothing
    /// where there is no telling.
    bool swings_once() const { return turns_ && f_.cosine_2 == 0 && f_.sine_2 == 0; }
    std::optional<double> first_zero_of_swing(double way) const;
    /// Whether there is no telling a zero from a turning point.
    bool grazes(const Place& at) const { return at.slope * at.slope <= 16 * (noise_ * most_bend_); }
    /// How far the course surely stays at 0 or above: as far as one of that value and slope that bends down throughout
    /// as much as this one does anywhere.
    double safe_step(const Place& at) const;

private:
    Course f_;
    bool turns_;
    double noise_, bend_, most_bend_;
};

// In line as the courses above: what an end of a travel asks of them takes less time than calls would.

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
