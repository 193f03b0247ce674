#include "src/scan_cuda/shared_maps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/maps/error_figure.h"
#include "kernels/maps/force_figure.h"
#include "kernels/maps/gap_map_kernel.cuh"
#include "kernels/maps/point_map_kernel.cuh"
#include "kernels/maps/rate_figures.h"
#include "src/machine/machine.h"
#include "src/machine/shared/determinant_cubic.h"
#include "src/machine/shared/leg_bodies.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/obstacles.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/clearance_map.cuh"
#include "src/scan_cuda/map_buffer.h"
#include "src/scan_cuda/plan_of_row.h"
#include "src/scan_cuda/row_marks.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {
namespace {

/// A map's numbers on the device and at home, chunk by chunk.
class FloatMap : public SetMap {
public:
    FloatMap(const ScanPlan& plan, MapKind map)
        : plan_(plan), map_(map), values_(plan, true), pipeline_(plan.slices(), tuning::slices_per_chunk_of_figures) {}

    void launch() override {
        pipeline_.run([&](int first, int count, const Stream& stream) { launch_chunk(first, count, stream); },
                      [&](int first, int count, const Stream& stream) { values_.copy_home(first, count, stream); });
    }
    void finish() override { pipeline_.finish(); }

    void fill(int slice, std::vector<SliceField>& fields) const override {
        values_.fill(slice, float_values(fields, map_));
    }
    void poison(std::uint8_t) override { values_.poison(); }
    std::int64_t unwritten_points() const override { return values_.unwritten(); }
    std::int64_t output_bytes() const override { return values_.bytes(); }

protected:
    virtual void launch_chunk(int first, int count, const Stream& stream) = 0;
    float* values() { return values_.device(); }

    /// A row as the map is defined.
    void fill_by_definition(int slice, int row) {
        ScanPlan row_plan = plan_of_row(plan_, slice, row);
        row_plan.maps = {map_};
        std::vector<SliceField> fields = empty_fields(row_plan);
        definition_of(map_).fill_row(row_plan, 0, 0, fields);
        const std::vector<float>& numbers = float_values(fields, map_);
        std::copy(numbers.begin(), numbers.end(), values_.home(slice) + std::ptrdiff_t{row} * plan_.columns());
    }

    ScanPlan plan_;

private:
    MapKind map_;
    MapBuffer<float> values_;
    ChunkPipeline pipeline_;
};

/// Warps that take a row of such a map.
int warps_of_row(const ScanGrid& grid) {
    constexpr int columns = warp_size * points_of_lane;
    return (grid.columns() + columns - 1) / columns;
}

/// Of figures that each point has by itself.
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
    DeviceBuffer<double> coefficients_;  ///< that the figure points to
    MapFigure figure_;
    RowMarks marks_;
    DeviceBuffer<std::uint8_t> unsure_;
};

class GapMap final : public FloatMap {
public:
    GapMap(const ScanPlan& plan, const GapScan& scan) : FloatMap(plan, MapKind::gap), scan_(scan) {}

protected:
    void launch_chunk(int first, int count, const Stream& stream) override {
        constexpr int warps = tuning::gap_warps;
        const BlocksOfWarps blocks(plan_, count, warps);
        hexapod_gap_kernel<warps>
            <<<blocks.grid, warps * warp_size, 0, stream.get()>>>(scan_, values(), first, blocks.per_row);
    }

private:
    GapScan scan_;
};

using PerLegVector = std::array<Vector, leg_count>;

Vector middle_of(const ScanGrid& grid) {
    const auto middle_m = [](const GridAxis<double>& axis) { return (axis.from_m + axis.to_m) / 2; };
    return {middle_m(grid.x), middle_m(grid.y), middle_m(grid.z)};
}

/// From the middle of the grid to its corners.
double radius_of(const ScanGrid& grid) {
    const auto half_m = [](const GridAxis<double>& axis) { return (axis.to_m - axis.from_m) / 2; };
    return std::hypot(half_m(grid.x), half_m(grid.y), half_m(grid.z));
}

/// From the origin to the farthest point of the grid, or somewhat more.
double farthest_m(const ScanGrid& grid) { return length_of(middle_of(grid)) + radius_of(grid); }

LegRows leg_rows(const PerLegVector& offsets_m, const PerLegVector& arms) {
    LegRows rows{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        rows.offset_m[i] = offsets_m[i];
        rows.arm[i] = arms[i];
    }
    return rows;
}

/// The determinants of legs' rows with some numbers in place of a row, about the middle of a grid.
class CubicsOfGrid {
public:
    CubicsOfGrid(const ScanGrid& grid, const PerLegVector& offsets_m, const PerLegVector& arms)
        : middle_m_(middle_of(grid)), radius_m_(radius_of(grid)), arms_(arms) {
        for (std::size_t i = 0; i < leg_count; ++i) offsets_m_[i] = offsets_m[i] + middle_m_;
        add({});
    }
    void add(const std::optional<DeterminantCubic::FixedRow>& fixed) { cubics_.push_back({offsets_m_, arms_, fixed}); }

    /// The first one is the determinant itself.
    template <int count>
    GridCubics<count> on_device(DeviceBuffer<double>& memory) const {
        constexpr std::size_t monomials = PositionCubic::count, number = count;
        // Some twenty roundings of each of the products that a determinant is the sum of, which together are no more
        // than eight times the product that the noise is told as a share of; that one is for its sign by elimination.
        constexpr double part_of_noise = 0x1p-12;
        GridCubics<count> cubics{nullptr, {middle_m_.x, middle_m_.y, middle_m_.z}, {}};
        std::vector<double> coefficients(monomials * number);
        for (std::size_t c = 0; c < number; ++c) {
            for (std::size_t n = 0; n < monomials; ++n) coefficients[n * number + c] = cubics_.at(c).values().c[n];
            cubics.noise[c] = part_of_noise * cubics_.at(c).noise(radius_m_);
        }
        memory = DeviceBuffer<double>(coefficients.size());
        HEXSCAN_CUDA_CHECK(cudaMemcpy(memory.data(), coefficients.data(), memory.bytes(), cudaMemcpyHostToDevice));
        // The streams of kernels do not wait for the default stream.
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

std::unique_ptr<SetMap> conditioning_map_of(const ScanPlan& plan) {
    const TelescopicRows rows = plan.set->jacobian_at(0).telescopic_rows().value();
    double most = leg_count;
    for (const Vector& arm : rows.arms) most += dot(arm, arm);
    DeviceBuffer<double> memory;
    const auto determinant = CubicsOfGrid(plan, rows.offsets_m, rows.arms).on_device<1>(memory);
    const ConditioningFigure figure{leg_rows(rows.offsets_m, rows.arms), 1 / most, rows.home_sign, determinant};
    return std::make_unique<FigureMap<ConditioningFigure>>(plan, MapKind::conditioning, figure, std::move(memory));
}

/// Forces, or what they are of what legs may carry where that is given.
std::unique_ptr<SetMap> force_map_of(const ScanPlan& plan, MapKind map) {
    const Machine& machine = plan.set->machine();
    const auto load = PosedForces(machine, plan.set->rotation_at(0)).telescopic_load().value();
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

/// Legs' vectors less the position, and arms from the tool over a length.
struct LegsAboutTool {
    PerLegVector offsets_m, arms;

    LegsAboutTool(const ScanPlan& plan, double over_m) {
        const Machine& machine = plan.set->machine();
        const Rotation turned = plan.set->rotation_at(0);
        offsets_m = LegLines(machine, turned).offsets_m();
        for (std::size_t i = 0; i < leg_count; ++i) arms[i] = scaled(turned(machine.platform.points_m[i]), 1 / over_m);
    }
};

std::unique_ptr<SetMap> error_map_of(const ScanPlan& plan) {
    const LegsAboutTool legs(plan, characteristic_length_m(plan.set->machine()));
    CubicsOfGrid cubics(plan, legs.offsets_m, legs.arms);
    for (std::size_t i = 0; i < leg_count; ++i)
        for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}})
            cubics.add(DeterminantCubic::FixedRow{i, axis, {0, 0, 0}});
    DeviceBuffer<double> memory;
    const ErrorFigure figure{leg_rows(legs.offsets_m, legs.arms), cubics.on_device<ErrorFigure::cubics>(memory)};
    return std::make_unique<FigureMap<ErrorFigure>>(plan, MapKind::error, figure, std::move(memory));
}

std::unique_ptr<SetMap> rate_map_of(const ScanPlan& plan) {
    const LegsAboutTool legs(plan, 1);
    const RateFigure figure{leg_rows(legs.offsets_m, legs.arms)};
    return std::make_unique<FigureMap<RateFigure>>(plan, MapKind::rate, figure);
}

std::unique_ptr<SetMap> turn_rate_map_of(const ScanPlan& plan) {
    const LegsAboutTool legs(plan, 1);
    TurnRateFigure figure{leg_rows(legs.offsets_m, legs.arms), 0};
    for (const Vector& arm : legs.arms) figure.longest_m = std::max(figure.longest_m, length_of(arm));
    return std::make_unique<FigureMap<TurnRateFigure>>(plan, MapKind::turn_rate, figure);
}

/// What need not be kept has no pair.
GapScan gap_scan(const ScanPlan& plan) {
    const Machine& machine = plan.set->machine();
    const LegsApart& apart = *machine.legs_apart;
    const Rotation turned = plan.set->rotation_at(0);
    GapScan scan{};
    scan.x = plan.x;
    scan.y = plan.y;
    scan.z = plan.z;
    scan.free_m = apart.free_ends;
    scan.apart_m[0] = apart.least();
    for (std::size_t i = 0; i < leg_count; ++i) {
        scan.base_m[i] = machine.base.points_m[i];
        scan.joint_m[i] = turned(machine.platform.points_m[i]);
    }
    const auto add = [&](std::size_t leg, std::size_t other) {
        scan.pair[scan.pairs++] = {static_cast<std::uint8_t>(leg), static_cast<std::uint8_t>(other)};
    };
    for (std::size_t k = 0; k < pair_count; ++k)
        if (!apart.free_pairs.test(k)) add(leg_pairs[k].first, leg_pairs[k].second);
    for (std::size_t k = 0; k < machine.obstacles.keep_out.size(); ++k) {
        const KeptOut& out = machine.obstacles.keep_out[k];
        scan.obstacles[k] = {vector_of(out.from), vector_of(out.is_capsule ? out.to : out.from)};
        scan.apart_m[1 + k] = apart.diameter / 2 + out.radius + apart.gap;
        for (std::size_t leg = 0; leg < leg_count; ++leg)
            if (!machine.obstacles.freed.test(k * leg_count + leg)) add(leg, leg_count + k);
    }
    double doubt_m = 0;
    for (const auto& limit : plan.set->shared_limits_at(0))
        doubt_m = std::max(doubt_m, limit->doubt_m(farthest_m(plan)));
    scan.within_m = block_radius_m(plan) + doubt_m;
    return scan;
}

}  // namespace

bool is_shared_map_of_device(const ScanPlan& plan, MapKind map) {
    // Blocks along y of one grid: a kernel takes a row each.
    constexpr int most_rows = 65535;
    if (!plan.is_single() || plan.rows() > most_rows || !definition_of(map).asks_the_machine) return false;
    if (!plan.set->machine().is_telescopic()) return false;
    switch (map) {
        case MapKind::gap: {
            // Distances from discs are found by halving, on the host.
            const Obstacles& obstacles = plan.set->machine().obstacles;
            return !obstacles.base_plate && !obstacles.platform_plate;
        }
        case MapKind::conditioning:
        case MapKind::effort:
        case MapKind::force:
        case MapKind::error:
        case MapKind::rate:
        case MapKind::turn_rate: return true;
        default: return false;
    }
}

bool has_shared_maps(const ScanPlan& plan) {
    return std::ranges::all_of(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
}

std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    for (const MapKind map : plan.maps) {
        if (!is_shared_map_of_device(plan, map)) continue;
        if (map == MapKind::gap) maps.push_back(std::make_unique<GapMap>(plan, gap_scan(plan)));
        if (map == MapKind::conditioning) maps.push_back(conditioning_map_of(plan));
        if (map == MapKind::effort || map == MapKind::force) maps.push_back(force_map_of(plan, map));
        if (map == MapKind::error) maps.push_back(error_map_of(plan));
        if (map == MapKind::rate) maps.push_back(rate_map_of(plan));
        if (map == MapKind::turn_rate) maps.push_back(turn_rate_map_of(plan));
    }
    return maps;
}

MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan) {
    const auto maps = std::ranges::count_if(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
    const std::int64_t values = 4 * plan.points_per_slice() * maps;
    const std::int64_t rows = plan.rows() * maps;
    return {values + rows * std::int64_t{sizeof(RowMark)}, values + rows * warps_of_row(plan)};
}

}  // namespace hexscan
