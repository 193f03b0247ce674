#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/shared/clearance_form.h"

/// The smallest clearance of the limits that legs share, at every point of a grid. Each kind of limit has a kernel of
/// its own, which replaces stored clearances by smaller ones.
namespace hexscan {

/// The smallest clearance of those looked at, and its limit's number. The clearance is NaN if the host must compute it.
struct LeastShared {
    double clearance_m = INFINITY;
    std::uint16_t limit = 0;

    /// Replaces the limit's number if the host must decide which limit is nearest. Also the number before any limit.
    static constexpr std::uint16_t any = 0;

    /// Two clearances count as equal if they differ by at most the share `margin`. If the margin is 0, the first limit
    /// of equal ones is the nearest.
    HEXSCAN_HD_INLINE void look(double other_m, int number, double margin) {
        // A comparison with NaN is false.
        if (other_m == INFINITY || clearance_m != clearance_m) return;
        const double near_m = margin * std::fabs(other_m);
        if (other_m > clearance_m + near_m || (other_m == clearance_m && margin == 0)) return;
        const bool is_nearest = other_m < clearance_m - near_m;
        const bool is_same = limit == number;
        if (!(other_m >= clearance_m)) clearance_m = other_m;
        limit = is_nearest || is_same ? static_cast<std::uint16_t>(number) : any;
    }
};

/// The grid, and the results of all limits so far.
struct SharedClearances {
    GridAxis<double> x, y, z;
    double margin;  ///< see LeastShared::look()
    double* clearance_m;
    std::uint16_t* limit;

    HEXSCAN_HD_INLINE std::size_t points_of_slice() const {
        return static_cast<std::size_t>(x.count) * static_cast<std::size_t>(y.count);
    }
};

/// Forms of one kind at one orientation, with the numbers of their first limits.
template <class Form>
struct NumberedForms {
    const Form* forms;
    const int* numbers;
    int count;
};

namespace shared_clearance_detail {

/// A thread's point. `slice` is counted from the first slice of the launch.
struct PlaceOfThread {
    std::size_t in_slice, slice;
};
__device__ inline PlaceOfThread place_of_thread() {
    return {static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x, blockIdx.z};
}

}  // namespace shared_clearance_detail

/// Starts with no limit looked at.
/// Grid: points of a slice / block x 1 x slices. Block: any. No shared memory. A thread has one point.
inline __global__ void forget_clearances_kernel(const SharedClearances results, int first_slice) {
    const auto place = shared_clearance_detail::place_of_thread();
    if (place.in_slice >= results.points_of_slice()) return;
    const std::size_t at =
        (static_cast<std::size_t>(first_slice) + place.slice) * results.points_of_slice() + place.in_slice;
    const LeastShared nothing;
    results.clearance_m[at] = nothing.clearance_m;
    results.limit[at] = nothing.limit;
}

/// Looks at the limits of one kind at one orientation.
/// Grid: points of a slice / block x 1 x slices. Block: any. No shared memory. A thread has one point.
template <class Form>
__global__ void look_at_clearances_kernel(const SharedClearances results, const NumberedForms<Form> list,
                                          int first_slice) {
    const auto place = shared_clearance_detail::place_of_thread();
    if (place.in_slice >= results.points_of_slice()) return;
    const std::size_t slice = static_cast<std::size_t>(first_slice) + place.slice;
    const std::size_t at = slice * results.points_of_slice() + place.in_slice;
    const auto columns = static_cast<std::size_t>(results.x.count);
    const Vec3<double> p{grid_coordinate(results.x, static_cast<int>(place.in_slice % columns)),
                         grid_coordinate(results.y, static_cast<int>(place.in_slice / columns)),
                         grid_coordinate(results.z, static_cast<int>(slice))};
    LeastShared least{results.clearance_m[at], results.limit[at]};
    HEXSCAN_ROLLED
    for (int k = 0; k < list.count; ++k)
        look_at_clearances(list.forms[k], p, [&](int number, double clearance_m) {
            least.look(clearance_m, list.numbers[k] + number, results.margin);
        });
    results.clearance_m[at] = least.clearance_m;
    results.limit[at] = least.limit;
}

/// Writes the results of all limits as numbers of maps. A limit's number is LeastShared::any if the host must decide.
/// `limit` may be null.
/// Grid: points of a slice / block x 1 x slices. Block: any. No shared memory. A thread has one point.
inline __global__ void finish_clearances_kernel(const SharedClearances results, float* clearance_m, std::uint8_t* limit,
                                                int first_slice) {
    const auto place = shared_clearance_detail::place_of_thread();
    if (place.in_slice >= results.points_of_slice()) return;
    const std::size_t at =
        (static_cast<std::size_t>(first_slice) + place.slice) * results.points_of_slice() + place.in_slice;
    clearance_m[at] = static_cast<float>(results.clearance_m[at]);
    if (limit) limit[at] = static_cast<std::uint8_t>(results.limit[at]);
}

}  // namespace hexscan
