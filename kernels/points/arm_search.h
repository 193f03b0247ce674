#pragma once

#include <cmath>

#include "kernels/kernel_tuning.h"
#include "kernels/rotary_leg.h"

namespace hexscan {

/// The range of an arm's angles in parts that can be halved again and again, without a sine or cosine: the same bits on
/// the host and on the device.
struct ArmParts {
    static constexpr int first_parts = tuning::first_parts_of_range, most_halvings = 40;

    ArmDirection<double> middles[first_parts];  ///< of the first parts
    double half_rad;                            ///< of a first part
    ArmDirection<double>
        turns[most_halvings];  ///< from a part's middle to the upper half's, by how often it was halved
};

/// A lower bound of the least value of a function of an arm's direction that changes by `rate` per radian at most, by
/// branch and bound, the most promising part first: by `share` of itself below the least value, or where that is more,
/// by `small`; or `enough`; not below 0.
class ArmSearch {
public:
    template <class Function>
    HEXSCAN_HD_INLINE double least_value(const ArmParts& range, const Function& function, double rate, double share,
                                         double small, double enough) {
        for (const ArmDirection<double>& middle : range.middles)
            add(value_of(function, middle), rate * range.half_rad, {0, middle, 0});
        while (count_ > 0 && parts_[0].at_least < left_) {
            const double spread = share * parts_[0].at_least;
            if (parts_[0].at_least >= enough || !(met_ - parts_[0].at_least > (spread > small ? spread : small))) break;
            const Part part = take_first();
            const double half_rad = std::ldexp(range.half_rad, -part.halvings - 1);
            for (const bool upper : {false, true}) {
                const ArmDirection<double> middle = turned(part.middle, range.turns[part.halvings], upper);
                add(value_of(function, middle), rate * half_rad, {0, middle, part.halvings + 1});
            }
        }
        const double least = count_ > 0 && parts_[0].at_least < left_ ? parts_[0].at_least : left_;
        return least > 0 ? least : 0;
    }

private:
    struct Part {
        double at_least;
        ArmDirection<double> middle;
        int halvings;
    };
    /// Parts that wait at most. What finds no room is left as it is: its bound is one.
    static constexpr int most_parts = 64;

    template <class Function>
    HEXSCAN_HD_INLINE double value_of(const Function& function, const ArmDirection<double>& middle) {
        const double value = function(middle).value;
        if (value < met_) met_ = value;
        return value;
    }
    static HEXSCAN_HD_INLINE ArmDirection<double> turned(const ArmDirection<double>& middle,
                                                         const ArmDirection<double>& by, bool left) {
        const exact::Number u = middle.u, w = middle.w, sine = left ? by.w : -by.w;
        return {(u * by.u - w * sine).value, (w * by.u + u * sine).value};
    }

    /// A binary heap (Williams, Communications of the ACM 7, 1964) with the least bound first.
    HEXSCAN_HD_INLINE void add(double value, double room, Part part) {
        part.at_least = exact::add(value, -room);
        if (count_ == most_parts || part.halvings == ArmParts::most_halvings) {
            if (part.at_least < left_) left_ = part.at_least;
            return;
        }
        int at = count_++;
        for (; at > 0 && part.at_least < parts_[(at - 1) / 2].at_least; at = (at - 1) / 2)
            parts_[at] = parts_[(at - 1) / 2];
        parts_[at] = part;
    }
    HEXSCAN_HD_INLINE Part take_first() {
        const Part first = parts_[0], last = parts_[--count_];
        int at = 0;
        for (int child = 1; child < count_; child = 2 * at + 1) {
            if (child + 1 < count_ && parts_[child + 1].at_least < parts_[child].at_least) ++child;
            if (!(parts_[child].at_least < last.at_least)) break;
            parts_[at] = parts_[child];
            at = child;
        }
        parts_[at] = last;
        return first;
    }

    Part parts_[most_parts];
    int count_ = 0;
    double met_ = INFINITY, left_ = INFINITY;  ///< the least value met, and the least bound of what found no room
};

}  // namespace hexscan
