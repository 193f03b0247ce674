#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
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
#include "kernels/shared/jacobian_legs.h"
#include "kernels/shared/leg_equilibrium.h"
#include "src/machine/machine.h"
#include "src/machine/shared/determinant_cubic.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/machine/shared/singularity.h"
#include "src/scan_cuda/maps/float_map.cuh"
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

/// The input of a kernel at one orientation.
template <class MapFigure>
struct PosedFigure {
    MapFigure figure;
    DeviceBuffer<double> coefficients{};  ///< the device memory to which the figure points
};

/// A map whose value at a point depends on that point alone.
template <class MapFigure>
class FigureMap final : public FloatMap {
public:
    /// figure_at(orientation) makes the figure at an orientation of the plan's set.
    using FigureAt = std::function<PosedFigure<MapFigure>(std::int64_t orientation)>;

    FigureMap(const ScanPlan& plan, MapKind map, FigureAt figure_at)
        : FloatMap(plan, map),
          figure_at_(std::move(figure_at)),
          marks_(plan),
          unsure_(static_cast<std::size_t>(warps_of_row(plan)) * static_cast<std::size_t>(plan.rows()) *
                  static_cast<std::size_t>(plan.slices())) {}

    /// Kernels may still use the members if the scan has been cancelled.
    ~FigureMap() override { HEXSCAN_CUDA_REPORT(cudaDeviceSynchronize()); }

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
    void turn_to(std::int64_t orientation) override { posed_ = figure_at_(orientation); }
    void launch_chunk(float* values, int first, int count, const Stream& stream) override {
        constexpr int warps = tuning::figure_warps;
        const int of_row = warps_of_row(plan_);
        const dim3 blocks(static_cast<unsigned>((of_row + warps - 1) / warps), static_cast<unsigned>(plan_.rows()),
                          static_cast<unsigned>(count));
        const PointMap map{plan_.x, plan_.y, plan_.z, values, marks_.data(), unsure_.data(), of_row};
        hexapod_point_map_kernel<MapFigure, warps>
            <<<blocks, warps * warp_size, 0, stream.get()>>>(posed_.figure, map, first);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
        hexapod_second_look_kernel<MapFigure, warps>
            <<<blocks, warps * warp_size, 0, stream.get()>>>(posed_.figure, map, first);
        HEXSCAN_CUDA_CHECK(cudaGetLastError());
    }

private:
    FigureAt figure_at_;
    PosedFigure<MapFigure> posed_{};
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

/// Makes a map. figure_at(orientation) makes its input at an orientation of the plan's set.
template <class FigureAt>
std::unique_ptr<SetMap> figure_map(const ScanPlan& plan, MapKind map, FigureAt figure_at) {
    using Posed = decltype(figure_at(std::int64_t{0}));
    return std::make_unique<FigureMap<decltype(Posed::figure)>>(plan, map, figure_at);
}

PosedFigure<RodForceFigure> rod_force_figure(const ScanPlan& plan, MapKind map, const ForceRows& rows) {
    const Machine& machine = plan.set->machine();
    const Load& load = *machine.load;
    const bool relative = map == MapKind::effort && load.limits();
    const bool of_torques = map == MapKind::torque || (map == MapKind::effort && have_arms(machine.legs));
    RodForceFigure figure{{}, rows, {}, {}};
    if (relative || !of_torques) put_weights(load.max_force, relative, figure.per_force);
    if (relative || of_torques) put_weights(load.max_torque, relative, figure.per_torque);
    return {figure};
}

PosedFigure<ForceFigure> force_figure(const ScanPlan& plan, MapKind map, const PosedForces::TelescopicLoad& load) {
    CubicsOfGrid cubics(plan, load.offsets_m, load.arms);
    ForceFigure figure{leg_rows(load.offsets_m, load.arms), {}, {}, {}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto& most_n = plan.set->machine().load->max_force;
        figure.per_force[i] = map == MapKind::effort && most_n ? 1 / (*most_n)[i] : 1;
        cubics.add(DeterminantCubic::FixedRow{i, load.force_n, load.torque_n});
    }
    const Vector &force = load.force_n, &torque = load.torque_n;
    std::ranges::copy(std::array{force.x, force.y, force.z, torque.x, torque.y, torque.z}, figure.load);
    DeviceBuffer<double> memory;
    figure.position = cubics.on_device<ForceFigure::cubics>(memory);
    return {figure, std::move(memory)};
}

PosedForces forces_at(const ScanPlan& plan, std::int64_t orientation) {
    return {plan.set->machine(), plan.set->rotation_at(orientation)};
}

/// The map of forces, torques or efforts. Efforts are relative to the largest allowed forces or torques, if the machine
/// gives them.
std::unique_ptr<SetMap> force_map_of(const ScanPlan& plan, MapKind map) {
    if (forces_at(plan, 0).telescopic_load())
        return figure_map(plan, map, [plan, map](std::int64_t orientation) {
            return force_figure(plan, map, forces_at(plan, orientation).telescopic_load().value());
        });
    return figure_map(plan, map, [plan, map](std::int64_t orientation) {
        return rod_force_figure(plan, map, forces_at(plan, orientation).rows());
    });
}

/// The legs' vectors at position 0, and the lever arms from the tool to the joints, divided by a length.
struct LegsAboutTool {
    PerLegVector offsets_m, arms;

    LegsAboutTool(const ScanPlan& plan, std::int64_t orientation, double over_m) {
        const Machine& machine = plan.set->machine();
        const Rotation turned = plan.set->rotation_at(orientation);
        offsets_m = LegLines(machine, turned, {0, 0, 0}).offsets_m();
        for (std::size_t i = 0; i < leg_count; ++i) arms[i] = scaled(turned(machine.platform.points_m[i]), 1 / over_m);
    }
};

/// Makes a map of the motion of legs with rods.
template <class MotionFigure>
std::unique_ptr<SetMap> motion_map_of_rods(const ScanPlan& plan, MapKind map) {
    return figure_map(plan, map, [plan](std::int64_t orientation) -> PosedFigure<MotionFigure> {
        const Machine& machine = plan.set->machine();
        const Rotation turned = plan.set->rotation_at(orientation);
        const LegLines lines(machine, turned, {0, 0, 0});
        MotionFigure figure{};
        for (std::size_t i = 0; i < leg_count; ++i) {
            figure.legs[i] = lines.leg(i);
            figure.joint[i] = turned(machine.platform.points_m[i]);
            figure.over_crank[i] = std::isinf(lines.leg(i).crank_m()) ? 1 : 1 / lines.leg(i).crank_m();
        }
        figure.over_size = 1 / characteristic_length_m(machine);
        return {figure};
    });
}

bool have_rods(const ScanPlan& plan) { return !plan.set->machine().is_telescopic(); }

}  // namespace

std::unique_ptr<SetMap> make_conditioning_map(const ScanPlan& plan) {
    if (have_rods(plan))
        return figure_map(plan, MapKind::conditioning,
                          [plan](std::int64_t orientation) -> PosedFigure<RodConditioningFigure> {
                              const PosedJacobian jacobian = plan.set->jacobian_at(orientation);
                              return {{{}, jacobian.legs().rows, jacobian.home_sign()}};
                          });
    return figure_map(plan, MapKind::conditioning, [plan](std::int64_t orientation) -> PosedFigure<ConditioningFigure> {
        const TelescopicRows rows = plan.set->jacobian_at(orientation).telescopic_rows().value();
        double most = leg_count;
        for (const Vector& arm : rows.arms) most += dot(arm, arm);
        DeviceBuffer<double> memory;
        const auto determinant = CubicsOfGrid(plan, rows.offsets_m, rows.arms).on_device<1>(memory);
        return {{leg_rows(rows.offsets_m, rows.arms), 1 / most, rows.home_sign, determinant}, std::move(memory)};
    });
}

std::unique_ptr<SetMap> make_effort_map(const ScanPlan& plan) { return force_map_of(plan, MapKind::effort); }
std::unique_ptr<SetMap> make_force_map(const ScanPlan& plan) { return force_map_of(plan, MapKind::force); }
std::unique_ptr<SetMap> make_torque_map(const ScanPlan& plan) { return force_map_of(plan, MapKind::torque); }

std::unique_ptr<SetMap> make_error_map(const ScanPlan& plan) {
    if (have_rods(plan)) return motion_map_of_rods<RodErrorFigure>(plan, MapKind::error);
    return figure_map(plan, MapKind::error, [plan](std::int64_t orientation) -> PosedFigure<ErrorFigure> {
        const LegsAboutTool legs(plan, orientation, characteristic_length_m(plan.set->machine()));
        CubicsOfGrid cubics(plan, legs.offsets_m, legs.arms);
        for (std::size_t i = 0; i < leg_count; ++i)
            for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}})
                cubics.add(DeterminantCubic::FixedRow{i, axis, {0, 0, 0}});
        DeviceBuffer<double> memory;
        const auto position = cubics.on_device<ErrorFigure::cubics>(memory);
        return {{leg_rows(legs.offsets_m, legs.arms), position}, std::move(memory)};
    });
}

std::unique_ptr<SetMap> make_rate_map(const ScanPlan& plan) {
    if (have_rods(plan)) return motion_map_of_rods<RodRateFigure>(plan, MapKind::rate);
    return figure_map(plan, MapKind::rate, [plan](std::int64_t orientation) -> PosedFigure<RateFigure> {
        const LegsAboutTool legs(plan, orientation, 1);
        return {{leg_rows(legs.offsets_m, legs.arms)}};
    });
}

std::unique_ptr<SetMap> make_turn_rate_map(const ScanPlan& plan) {
    if (have_rods(plan)) return motion_map_of_rods<RodTurnRateFigure>(plan, MapKind::turn_rate);
    return figure_map(plan, MapKind::turn_rate, [plan](std::int64_t orientation) -> PosedFigure<TurnRateFigure> {
        const LegsAboutTool legs(plan, orientation, 1);
        TurnRateFigure figure{leg_rows(legs.offsets_m, legs.arms), 0};
        for (const Vector& arm : legs.arms) figure.longest_m = std::max(figure.longest_m, length_of(arm));
        return {figure};
    });
}

std::unique_ptr<SetMap> make_stiffness_map(const ScanPlan& plan) {
    return figure_map(plan, MapKind::stiffness, [plan](std::int64_t orientation) -> PosedFigure<StiffnessFigure> {
        return {{{}, PosedStiffness(plan.set->machine(), plan.set->rotation_at(orientation)).legs()}};
    });
}

std::unique_ptr<SetMap> make_displacement_map(const ScanPlan& plan) {
    return figure_map(plan, MapKind::displacement, [plan](std::int64_t orientation) -> PosedFigure<DisplacementFigure> {
        const PosedStiffness posed(plan.set->machine(), plan.set->rotation_at(orientation));
        DisplacementFigure figure{{}, posed.legs(), {}};
        std::ranges::copy(posed.wrench(), figure.wrench);
        return {figure};
    });
}

MemoryUse figure_map_bytes_per_slice(const ScanPlan& plan) {
    const std::int64_t values = 4 * plan.points_per_slice(), rows = plan.rows();
    const std::int64_t on_device = plan.is_single() ? values : 2 * values;
    return {values + rows * std::int64_t{sizeof(RowMark)}, on_device + rows * warps_of_row(plan)};
}

}  // namespace hexscan
