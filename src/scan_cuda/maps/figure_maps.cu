#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/maps/error_figure.h"
#include "kernels/maps/force_figure.h"
#include "kernels/maps/point_map_kernel.cuh"
#include "kernels/maps/rate_figures.h"
#include "kernels/maps/rod_figures.h"
#include "kernels/maps/stiffness_figures.h"
#include "kernels/shared/rod_force_form.h"
#include "src/machine/machine.h"
#include "src/machine/shared/determinant_cubic.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/machine/shared/singularity.h"
#include "src/scan_cuda/maps/float_map.h"
#include "src/scan_cuda/maps/row_marks.h"
#include "src/scan_cuda/maps/shared_map_makers.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

/// The number of warps that share a row, for the maps of this file.
int warps_of_row(const ScanGrid& grid) {
    constexpr int columns = warp_size * points_of_lane;
    return (grid.columns() + columns - 1) / columns;
}

/// A map whose value at a point depends on that point alone.
template <class MapFigure>
class FigureMap final : public FloatMap {
public:
    FigureMap(const ScanPlan& plan, MapKind map, const MapFigure& figure, DeviceBuffer<double> coefficients = {})
        : FloatMap(plan, map),
          coefficients_(std::move(coefficients)),
          figure_(figure),
          marks_(plan),
          unsure_(static_cast<std::size_t>(warps_of_row(plan)) * static_cast<std::size_t>(plan.rows()) *
                  static_cast<std::size_t>(plan.slices())) {}

    void finish() override {
        FloatMap::finish();
        marks_.settle([&](int slice, int row) { fill_by_definition(slice, row); });
    }
    void poison(std::uint8_t pattern) override {
        FloatMap::poison(pattern);
        marks_.poison();
    }
    std::int64_t rows_of_host() const override { return marks_.undecided(); }

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps = tuning::figure_warps;
        const int of_row = warps_of_row(plan_);
        const dim3 blocks(static_cast<unsigned>((of_row + warps - 1) / warps), static_cast<unsigned>(plan_.rows()),
                          static_cast<unsigned>(count));
        const PointMap map{plan_.x, plan_.y, plan_.z, values(), marks_.data(), unsure_.data(), of_row};
        hexapod_point_map_kernel<MapFigure, warps><<<blocks, warps * warp_size, 0, stream.get()>>>(figure_, map, first);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        hexapod_second_look_kernel<MapFigure, warps>
            <<<blocks, warps * warp_size, 0, stream.get()>>>(figure_, map, first);
    }

private:
    DeviceBuffer<double> coefficients_;  ///< the device memory to which the figure points
    MapFigure figure_;
    RowMarks marks_;
    DeviceBuffer<std::uint8_t> unsure_;
};

using PerLegVector = std::array<Vector, leg_count>;

LegRows leg_rows(const PerLegVector& offsets_m, const PerLegVector& arms) {
    LegRows rows{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        rows.offset_m[i] = offsets_m[i];
        rows.arm[i] = arms[i];
    }
    return rows;
}

/// Computes determinants of the matrix that has one row per leg. One row of the matrix can be replaced by other
/// numbers. Positions are relative to the middle of a grid.
class CubicsOfGrid {
public:
    CubicsOfGrid(const ScanGrid& grid, const PerLegVector& offsets_m, const PerLegVector& arms)
        : middle_m_(middle_of(grid)), radius_m_(radius_of(grid)), arms_(arms) {
        for (std::size_t i = 0; i < leg_count; ++i) offsets_m_[i] = offsets_m[i] + middle_m_;
        add({});
    }
    void add(const std::optional<DeterminantCubic::FixedRow>& fixed) { cubics_.push_back({offsets_m_, arms_, fixed}); }

    /// Copies the cubics to the device. The first cubic is the determinant of the unchanged matrix.
    template <int count>
    GridCubics<count> on_device(DeviceBuffer<double>& memory) const {
        constexpr std::size_t monomials = PositionCubic::count, number = count;
        // The share of DeterminantCubic::noise() that the cubics need. A determinant is a sum of products, each with
        // about twenty roundings. Together these are at most eight times the product to which noise() refers. But
        // noise() is larger than this sum, because it also covers the elimination that finds the sign.
        constexpr double part_of_noise = 0x1p-12;
        GridCubics<count> cubics{nullptr, {middle_m_.x, middle_m_.y, middle_m_.z}, {}};
        std::vector<double> coefficients(monomials * number);
        for (std::size_t c = 0; c < number; ++c) {
            for (std::size_t n = 0; n < monomials; ++n) coefficients[n * number + c] = cubics_.at(c).values().c[n];
            cubics.noise[c] = part_of_noise * cubics_.at(c).noise(radius_m_);
        }
        memory = DeviceBuffer<double>(coefficients.size());
        HEXSCAN_CUDA_CHECK(cudaMemcpy(memory.data(), coefficients.data(), memory.bytes(), cudaMemcpyHostToDevice));
        // The kernels' streams do not wait for the default stream, so the host waits for it.
        HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(nullptr));
        cubics.coefficients = memory.data();
        return cubics;
    }

private:
    Vector middle_m_;
    double radius_m_;
    PerLegVector offsets_m_{}, arms_;
    std::vector<DeterminantCubic> cubics_;
};

/// Weights of each leg's force or torque in a map. For the effort they are 1 over the largest allowed value, or 0
/// without such a limit. For other maps they are 1.
void put_weights(const std::optional<PerLeg>& most, bool relative, double (&weights)[leg_count]) {
    for (std::size_t i = 0; i < leg_count; ++i) weights[i] = relative ? (most ? 1 / (*most)[i] : 0) : 1;
}

std::unique_ptr<SetMap> force_map_of_rods(const ScanPlan& plan, MapKind map, const RodForceForm& form) {
    const Machine& machine = plan.set->machine();
    const Load& load = *machine.load;
    const bool relative = map == MapKind::effort && load.limits();
    const bool of_torques = map == MapKind::torque || (map == MapKind::effort && have_arms(machine.legs));
    RodForceFigure figure{{}, form.legs, form.rows, {}, {}};
    if (relative || !of_torques) put_weights(load.max_force, relative, figure.per_force);
    if (relative || of_torques) put_weights(load.max_torque, relative, figure.per_torque);
    return std::make_unique<FigureMap<RodForceFigure>>(plan, map, figure);
}

/// The map of forces, torques or efforts. Efforts are relative to the largest allowed forces or torques, if the machine
/// gives them.
std::unique_ptr<SetMap> force_map_of(const ScanPlan& plan, MapKind map) {
    const Machine& machine = plan.set->machine();
    const PosedForces forces(machine, plan.set->rotation_at(0));
    if (const auto form = forces.rod_form(0, PosedForces::Quantity::rod_force, 0, 0))
        return force_map_of_rods(plan, map, *form);
    const auto load = forces.telescopic_load().value();
    CubicsOfGrid cubics(plan, load.offsets_m, load.arms);
    ForceFigure figure{leg_rows(load.offsets_m, load.arms), {}, {}, {}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto& most_n = machine.load->max_force;
        figure.per_force[i] = map == MapKind::effort && most_n ? 1 / (*most_n)[i] : 1;
        cubics.add(DeterminantCubic::FixedRow{i, load.force_n, load.torque_n});
    }
    const Vector &force = load.force_n, &torque = load.torque_n;
    std::ranges::copy(std::array{force.x, force.y, force.z, torque.x, torque.y, torque.z}, figure.load);
    DeviceBuffer<double> memory;
    figure.position = cubics.on_device<ForceFigure::cubics>(memory);
    return std::make_unique<FigureMap<ForceFigure>>(plan, map, figure, std::move(memory));
}

/// The legs' vectors at position 0, and the lever arms from the tool to the joints, divided by a length.
struct LegsAboutTool {
    PerLegVector offsets_m, arms;

    LegsAboutTool(const ScanPlan& plan, double over_m) {
        const Machine& machine = plan.set->machine();
        const Rotation turned = plan.set->rotation_at(0);
        offsets_m = LegLines(machine, turned).offsets_m();
        for (std::size_t i = 0; i < leg_count; ++i) arms[i] = scaled(turned(machine.platform.points_m[i]), 1 / over_m);
    }
};

/// Makes a map of the motion of legs with rods.
template <class MotionFigure>
std::unique_ptr<SetMap> motion_map_of_rods(const ScanPlan& plan, MapKind map) {
    const Machine& machine = plan.set->machine();
    const Rotation turned = plan.set->rotation_at(0);
    const LegLines lines(machine, turned);
    MotionFigure figure{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        figure.legs.legs[i] = lines.rod(i).value();
        figure.legs.offset_m[i] = lines.offsets_m()[i];
        figure.joint[i] = turned(machine.platform.points_m[i]);
        figure.over_crank[i] = std::isinf(lines.crank_m(i)) ? 1 : 1 / lines.crank_m(i);
    }
    figure.over_size = 1 / characteristic_length_m(machine);
    return std::make_unique<FigureMap<MotionFigure>>(plan, map, figure);
}

bool have_rods(const ScanPlan& plan) { return !plan.set->machine().is_telescopic(); }

}  // namespace

std::unique_ptr<SetMap> make_conditioning_map(const ScanPlan& plan) {
    if (have_rods(plan)) {
        const PosedJacobian jacobian = plan.set->jacobian_at(0);
        const RodConditioningFigure of_rods{{}, jacobian.rod_rows().value(), jacobian.home_sign()};
        return std::make_unique<FigureMap<RodConditioningFigure>>(plan, MapKind::conditioning, of_rods);
    }
    const TelescopicRows rows = plan.set->jacobian_at(0).telescopic_rows().value();
    double most = leg_count;
    for (const Vector& arm : rows.arms) most += dot(arm, arm);
    DeviceBuffer<double> memory;
    const auto determinant = CubicsOfGrid(plan, rows.offsets_m, rows.arms).on_device<1>(memory);
    const ConditioningFigure figure{leg_rows(rows.offsets_m, rows.arms), 1 / most, rows.home_sign, determinant};
    return std::make_unique<FigureMap<ConditioningFigure>>(plan, MapKind::conditioning, figure, std::move(memory));
}

std::unique_ptr<SetMap> make_effort_map(const ScanPlan& plan) { return force_map_of(plan, MapKind::effort); }
std::unique_ptr<SetMap> make_force_map(const ScanPlan& plan) { return force_map_of(plan, MapKind::force); }
std::unique_ptr<SetMap> make_torque_map(const ScanPlan& plan) { return force_map_of(plan, MapKind::torque); }

std::unique_ptr<SetMap> make_error_map(const ScanPlan& plan) {
    if (have_rods(plan)) return motion_map_of_rods<RodErrorFigure>(plan, MapKind::error);
    const LegsAboutTool legs(plan, characteristic_length_m(plan.set->machine()));
    CubicsOfGrid cubics(plan, legs.offsets_m, legs.arms);
    for (std::size_t i = 0; i < leg_count; ++i)
        for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}})
            cubics.add(DeterminantCubic::FixedRow{i, axis, {0, 0, 0}});
    DeviceBuffer<double> memory;
    const ErrorFigure figure{leg_rows(legs.offsets_m, legs.arms), cubics.on_device<ErrorFigure::cubics>(memory)};
    return std::make_unique<FigureMap<ErrorFigure>>(plan, MapKind::error, figure, std::move(memory));
}

std::unique_ptr<SetMap> make_rate_map(const ScanPlan& plan) {
    if (have_rods(plan)) return motion_map_of_rods<RodRateFigure>(plan, MapKind::rate);
    const LegsAboutTool legs(plan, 1);
    const RateFigure figure{leg_rows(legs.offsets_m, legs.arms)};
    return std::make_unique<FigureMap<RateFigure>>(plan, MapKind::rate, figure);
}

std::unique_ptr<SetMap> make_turn_rate_map(const ScanPlan& plan) {
    if (have_rods(plan)) return motion_map_of_rods<RodTurnRateFigure>(plan, MapKind::turn_rate);
    const LegsAboutTool legs(plan, 1);
    TurnRateFigure figure{leg_rows(legs.offsets_m, legs.arms), 0};
    for (const Vector& arm : legs.arms) figure.longest_m = std::max(figure.longest_m, length_of(arm));
    return std::make_unique<FigureMap<TurnRateFigure>>(plan, MapKind::turn_rate, figure);
}

std::unique_ptr<SetMap> make_stiffness_map(const ScanPlan& plan) {
    const PosedStiffness posed(plan.set->machine(), plan.set->rotation_at(0));
    const StiffnessFigure figure{{}, posed.legs()};
    return std::make_unique<FigureMap<StiffnessFigure>>(plan, MapKind::stiffness, figure);
}

std::unique_ptr<SetMap> make_displacement_map(const ScanPlan& plan) {
    const PosedStiffness posed(plan.set->machine(), plan.set->rotation_at(0));
    DisplacementFigure figure{{}, posed.legs(), {}};
    std::ranges::copy(posed.wrench(), figure.wrench);
    return std::make_unique<FigureMap<DisplacementFigure>>(plan, MapKind::displacement, figure);
}

MemoryUse figure_map_bytes_per_slice(const ScanPlan& plan) {
    const std::int64_t values = 4 * plan.points_per_slice(), rows = plan.rows();
    return {values + rows * std::int64_t{sizeof(RowMark)}, values + rows * warps_of_row(plan)};
}

}  // namespace hexscan
