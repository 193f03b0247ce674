#pragma once

#include <cmath>

#include "kernels/kernel_tuning.h"
#include "kernels/rotary_leg.h"

namespace hexscan {

/// The range of an arm's angles, divided into equal parts. The parts can be halved repeatedly without computing a sine
/// or cosine. Host and device compute the same bits.
struct ArmParts {
    static constexpr int first_parts = tuning::first_parts_of_range, most_halvings = 40;

    ArmDirection<double> middles[first_parts];  ///< directions at the middles of the first parts
    double half_rad;                            ///< half the angle of a first part
    ArmDirection<double>
        turns[most_halvings];  ///< rotations from a part's middle to that of its upper half, by the number of halvings
};

/// A function's value `here` for a direction of the arm, and a number `around` that bounds its values nearby. For
/// directions within an angle, `around` minus the largest rate times the angle is a lower bound.
struct ArmValue {
    exact::Number here;
    exact::Number around;
};

/// Computes a lower bound of a function's least value over an arm's directions. It uses branch and bound and halves the
/// most promising part first. function(direction, within_rad) returns an ArmValue; `rate` is the function's largest
/// change per radian.
template <class Function>
class ArmSearch {
public:
    /// The bound is below the least value by at most `share` of itself, or by at most `small` if that is more. It is
    /// never negative.
    HEXSCAN_HD_INLINE ArmSearch(const ArmParts& range, const Function& function, double rate, double share,
                                double small)
        : range_(&range), function_(&function), rate_(rate), share_(share), small_(small) {
        for (const ArmDirection<double>& middle : range.middles) parts_[count_++] = part_of(middle, 0);
    }

    /// Returns the bound. If the least value is at least `enough`, it may return any number of at least `enough`.
    /// Whether it does so depends only on the least value. So the least clearance of all limits is the same, whether or
    /// not the caller knows of nearer limits.
    HEXSCAN_HD_INLINE double least_value(double enough) {
        while (count_ > 0) {
            const int first = most_promising();
            const Part part = parts_[first];
            if (part.at_least >= left_ || part.at_least >= enough || is_near(part)) {
                if (part.at_least < left_) left_ = part.at_least;
                break;
            }
            parts_[first] = parts_[--count_];
            const Halves halves = halves_of(part);
            for (const Part& half : halves.parts)
                if (count_ < most_parts)
                    parts_[count_++] = half;
                else
                    settle(half);
        }
        return left_ > 0 ? left_ : 0;
    }

private:
    struct Part {
        double at_least;
        ArmDirection<double> middle;
        int halvings;
    };
    /// The two halves of a part. The less promising half comes first.
    struct Halves {
        Part parts[2];
    };
    static constexpr int most_parts = 3 * ArmParts::first_parts;

    HEXSCAN_HD_INLINE int most_promising() const {
        int first = 0;
        for (int k = 1; k < count_; ++k)
            if (parts_[k].at_least < parts_[first].at_least) first = k;
        return first;
    }
    HEXSCAN_HD_INLINE bool is_near(const Part& part) const {
        const double spread = share_ * part.at_least;
        return !(met_ - part.at_least > (spread > small_ ? spread : small_)) ||
               part.halvings == ArmParts::most_halvings;
    }
    HEXSCAN_HD_INLINE Part part_of(const ArmDirection<double>& middle, int halvings) {
        const double half_rad = std::ldexp(range_->half_rad, -halvings);
        const ArmValue value = (*function_)(middle, half_rad);
        if (value.here.value < met_) met_ = value.here.value;
        return {exact::add(value.around.value, -exact::multiply(rate_, half_rad)), middle, halvings};
    }
    HEXSCAN_HD_INLINE Halves halves_of(const Part& part) {
        const ArmDirection<double>& turn = range_->turns[part.halvings];
        const Part lower = part_of(turned(part.middle, {turn.u, -turn.w}), part.halvings + 1);
        const Part upper = part_of(turned(part.middle, turn), part.halvings + 1);
        return upper.at_least < lower.at_least ? Halves{{lower, upper}} : Halves{{upper, lower}};
    }
    /// Searches a half for which parts_ has no room, depth first. Lowers left_ to the half's lower bound.
    HEXSCAN_HD_INLINE void settle(const Part& whole) {
        Part waiting[ArmParts::most_halvings + 2];
        int count = 0;
        waiting[count++] = whole;
        while (count > 0) {
            const Part part = waiting[--count];
            if (part.at_least >= left_) continue;
            if (is_near(part)) {
                left_ = part.at_least;
                continue;
            }
            const Halves halves = halves_of(part);
            for (const Part& half : halves.parts) waiting[count++] = half;
        }
    }
    static HEXSCAN_HD_INLINE ArmDirection<double> turned(const ArmDirection<double>& middle,
                                                         const ArmDirection<double>& by) {
        const exact::Number u = middle.u, w = middle.w;
        return {(u * by.u - w * by.w).value, (w * by.u + u * by.w).value};
    }

    const ArmParts* range_;
    const Function* function_;
    double rate_, share_, small_;
    Part parts_[most_parts];
    int count_ = 0;
    double met_ = INFINITY, left_ = INFINITY;  ///< the smallest value found, and the lowest bound of parts that are not
                                               ///< halved any more
};

}  // namespace hexscan
