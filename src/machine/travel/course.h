#pragma once

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
Course component(const Moving& v, const Vector& n);
/// The square of a course that has no squares itself: a polynomial's or a circle's.
Course square(const Course& d);
/// a - factor b.
Course minus(const Course& a, double factor, const Course& b);
/// The terms' sizes, no t being beyond `farthest`.
double size_of(const Course& f, double farthest);

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

}  // namespace hexscan
