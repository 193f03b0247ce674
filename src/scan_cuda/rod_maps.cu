#include "src/scan_cuda/rod_maps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <variant>

#include "kernels/rod_clearance_kernel.cuh"
#include "src/machine/legs/leg_kinds.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan_cuda/clearance_map.cuh"

namespace hexscan {
namespace {

Vec3<float> to_float(const Vector& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
ArmDirection<float> to_float(const ArmDirection<double>& arm) {
    return {static_cast<float>(arm.u), static_cast<float>(arm.w)};
}

/// An axis of the grid as seen from its middle.
GridAxis<float> seen_from(double middle_m, const GridAxis<double>& axis) {
    return {static_cast<float>(axis.from_m - middle_m),
            static_cast<float>(axis.to_m - middle_m),
            static_cast<float>(axis.step_m),
            axis.count,
            axis.begin,
            axis.full_count};
}
double middle_m(const GridAxis<double>& axis) { return (axis.from_m + axis.to_m) / 2; }

GuessedAxes guessed_axes(const std::array<Vector, 3>& axes, const Vector& at_middle_m) {
    GuessedAxes guessed{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        guessed.axes[i] = to_float(axes[i]);
        guessed.at_middle_m[i] = static_cast<float>(dot(axes[i], at_middle_m));
    }
    return guessed;
}

/// A unit vector square to another.
Vector square_to(const Vector& v) {
    const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
    const Vector across = x <= y && x <= z ? cross(v, {1, 0, 0}) : y <= z ? cross(v, {0, 1, 0}) : cross(v, {0, 0, 1});
    return scaled(across, 1 / length_of(across));
}

/// What a guess is off by at most: twice what kernels/rod_guess.h has, for the roots of differences of the exact
/// clearances, which lose half their digits. Lengths whose squares float does not hold are not guessed.
float guess_off_m(double sum_of_lengths_m) {
    constexpr double least_m = 0x1p-40, most_m = 0x1p40;
    if (!(sum_of_lengths_m >= least_m && sum_of_lengths_m <= most_m)) return std::numeric_limits<float>::infinity();
    return static_cast<float>(0x1p-17 * sum_of_lengths_m);
}

/// A leg with what its kind has to guess by, whose vector at the middle of the grid is given; and what guesses are off
/// by at most where the grid has that half diagonal.
struct SliderWithGuess {
    SliderOfMap leg;
    float off_m;

    SliderWithGuess(const SliderLeg& of, const Vector& offset_m, bool ahead, const Vector& at_middle_m, double half_m)
        : leg{of, offset_m, ahead, of.carriage.is_limited(), of.platform.is_limited(), {}} {
        const Vector across = square_to(of.rail);
        leg.guess = {guessed_axes({of.rail, across, cross(of.rail, across)}, at_middle_m), static_cast<float>(of.rod_m),
                     static_cast<float>(of.from_m), static_cast<float>(of.to_m), ahead};
        // Ends that lie far beyond are never the nearest limits, as reach is nearer.
        const double ends_m = std::max({0.0, of.from_m, -of.to_m});
        off_m = guess_off_m(half_m + length_of(at_middle_m) + of.rod_m + ends_m);
    }
};
struct RotaryWithGuess {
    RotaryOfMap leg;
    float off_m;

    /// Where arm or rod is short, the exact arm's direction loses more than other numbers do.
    RotaryWithGuess(const RotaryLeg& of, const Vector& offset_m, bool ahead, const Vector& at_middle_m, double half_m)
        : leg{of, offset_m, ahead, {}} {
        const double sum_m = half_m + length_of(at_middle_m) + of.arm_m + of.rod_m;
        off_m = guess_off_m(sum_m * std::max(1.0, sum_m / (16 * std::min(of.arm_m, of.rod_m))));
        leg.guess = {guessed_axes({of.u, of.w, of.axis}, at_middle_m),
                     static_cast<float>(of.arm_m),
                     static_cast<float>(of.rod_m),
                     to_float(of.from),
                     to_float(of.to),
                     to_float(of.middle),
                     of.range,
                     ahead,
                     16 * off_m};
    }
};

template <class Rod>
RodClearanceScan<Rod> rod_clearance_scan(const ScanPlan& plan, const PerLegWord& branch) {
    using WithGuess = std::conditional_t<std::is_same_v<Rod, SliderOfMap>, SliderWithGuess, RotaryWithGuess>;
    const PosedLegs posed = plan.set->rods_at(0);
    const Vector middle{middle_m(plan.x), middle_m(plan.y), middle_m(plan.z)};
    const Vector corner{plan.x.to_m - middle.x, plan.y.to_m - middle.y, plan.z.to_m - middle.z};
    RodClearanceScan<Rod> scan{};
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.guess_x = seen_from(middle.x, plan.x);
    scan.guess_y = seen_from(middle.y, plan.y);
    scan.guess_z = seen_from(middle.z, plan.z);
    scan.limits_of_leg = static_cast<int>(posed.limits);
    scan.block_radius_m = std::nextafter(static_cast<float>(block_radius_m(plan)), INFINITY);
    double far_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const PosedLeg& leg = *posed.legs[i];
        const WithGuess guessed(std::get<decltype(Rod::leg)>(*leg.form()), posed.offset_m[i], branch[i] != 0,
                                posed.offset_m[i] + middle, length_of(corner));
        scan.legs[i] = guessed.leg;
        scan.guess_off_m = std::max(scan.guess_off_m, guessed.off_m);
        far_m = std::max(far_m, longest_vector_m(plan, posed.offset_m[i]));
        scan.doubt_m = std::max(scan.doubt_m, leg.doubt_m(longest_vector_m(plan, posed.offset_m[i])));
    }
    // How the exact leg vector is rounded, wherever the machine stands.
    scan.guess_off_m += static_cast<float>(0x1p-48 * far_m);
    return scan;
}

template <class Rod>
class RodClearanceMap final : public ClearanceMapBase {
public:
    RodClearanceMap(const ScanPlan& plan, const PerLegWord& branch)
        : ClearanceMapBase(plan), scan_(rod_clearance_scan<Rod>(plan, branch)) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps = 4;
        const BlocksOfWarps blocks(plan_, count, warps);
        hexapod_rod_clearance_kernel<Rod, warps>
            <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, maps(), first, blocks.per_row);
    }

private:
    RodClearanceScan<Rod> scan_;
};

}  // namespace

bool has_rod_maps(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits() || !plan.is_single()) return false;
    if (!std::ranges::all_of(plan.maps, [](MapKind map) { return map == MapKind::clearance || map == MapKind::limit; }))
        return false;
    const PosedLegs posed = plan.set->rods_at(0);
    return std::ranges::all_of(posed.legs, [](const auto& leg) {
        const std::optional<RodForm> form = leg->form();
        if (!form) return false;
        const auto* const arm = std::get_if<RotaryLeg>(&*form);
        return arm == nullptr || (!arm->arm_end.is_limited() && !arm->platform_end.is_limited());
    });
}

std::unique_ptr<SetMap> make_rod_maps(const ScanPlan& plan) {
    if (const auto* const sliders = std::get_if<SliderLegs>(&plan.set->machine().legs))
        return std::make_unique<RodClearanceMap<SliderOfMap>>(plan, sliders->branch);
    return std::make_unique<RodClearanceMap<RotaryOfMap>>(plan, std::get<RotaryLegs>(plan.set->machine().legs).branch);
}

}  // namespace hexscan
