#include "src/engines/connected_part.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include <tbb/parallel_for.h>

#include "kernels/kinematics.h"

namespace hexscan {
namespace {

/// Unites runs to connected parts (Tarjan, Efficiency of a good but not linear set union algorithm, 1975). The first
/// run of a part represents it.
class UnitedRuns {
public:
    explicit UnitedRuns(std::size_t runs) : parent_(runs) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

    std::size_t part_of(std::size_t run) {
        while (parent_[run] != run) run = parent_[run] = parent_[parent_[run]];
        return run;
    }
    void unite(std::size_t a, std::size_t b) {
        const std::size_t first = part_of(a), second = part_of(b);
        parent_[std::max(first, second)] = std::min(first, second);
    }
    /// Makes the representative of each run's part the run's parent, as part_of_flat() requires.
    void flatten() {
        for (std::size_t& parent : parent_) parent = parent_[parent];
    }
    std::size_t part_of_flat(std::size_t run) const { return parent_[run]; }

private:
    std::vector<std::size_t> parent_;
};

/// Unites the runs of two neighbouring rows that have a column in common. `a` and `b` are the numbers of the rows'
/// first runs.
void unite_rows(std::span<const Run> first, std::size_t a, std::span<const Run> second, std::size_t b,
                UnitedRuns& runs) {
    for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
        if (first[i].first <= second[j].last && second[j].first <= first[i].last) runs.unite(a + i, b + j);
        if (first[i].last < second[j].last)
            ++i;
        else
            ++j;
    }
}

/// The number of each slice's first run. The last element is the number of all runs.
std::vector<std::size_t> first_runs(const Workspace& workspace) {
    std::vector<std::size_t> first{0};
    for (const WorkspaceSlice& slice : workspace) first.push_back(first.back() + slice.runs.size());
    return first;
}

/// Unites runs within each slice on all cores, then runs of neighbouring slices.
UnitedRuns united(const Workspace& workspace, const std::vector<std::size_t>& first) {
    UnitedRuns runs(first.back());
    const auto begin = [&](std::size_t slice, int row) {
        return first[slice] + static_cast<std::size_t>(workspace[slice].row_begin[static_cast<std::size_t>(row)]);
    };
    tbb::parallel_for(std::size_t{0}, workspace.size(), [&](std::size_t s) {
        for (int row = 1; row < workspace[s].rows(); ++row)
            unite_rows(workspace[s].row(row - 1), begin(s, row - 1), workspace[s].row(row), begin(s, row), runs);
    });
    for (std::size_t s = 1; s < workspace.size(); ++s)
        for (int row = 0; row < workspace[s].rows(); ++row)
            unite_rows(workspace[s - 1].row(row), begin(s - 1, row), workspace[s].row(row), begin(s, row), runs);
    runs.flatten();
    return runs;
}

/// The run with the reachable grid point nearest to a position. If several runs are equally near, the first one is
/// returned.
std::size_t nearest_run(const Vector& position_m, const Workspace& workspace, const ScanGrid& grid) {
    double least_m = std::numeric_limits<double>::infinity();
    std::size_t nearest = 0, number = 0;
    for (std::size_t s = 0; s < workspace.size(); ++s)
        for (int row = 0; row < workspace[s].rows(); ++row) {
            const std::span<const Run> runs = workspace[s].row(row);
            const double beside_m = std::hypot(grid_coordinate(grid.y, row) - position_m.y,
                                               grid_coordinate(grid.z, static_cast<int>(s)) - position_m.z);
            for (std::size_t k = 0; k < runs.size() && beside_m < least_m; ++k) {
                const double low_m = grid_coordinate(grid.x, runs[k].first),
                             high_m = grid_coordinate(grid.x, runs[k].last);
                const double along_m = std::max({0.0, low_m - position_m.x, position_m.x - high_m});
                const double away_m = std::hypot(beside_m, along_m);
                if (away_m < least_m) {
                    least_m = away_m;
                    nearest = number + k;
                }
            }
            number += runs.size();
        }
    return nearest;
}

/// Number of points of each part. The key is the part's first run.
std::map<std::size_t, std::int64_t> points_of_parts(const Workspace& workspace, const UnitedRuns& runs) {
    std::map<std::size_t, std::int64_t> points;
    // Most runs belong to the same part as the run before, so the iterator is kept.
    auto of = points.end();
    std::size_t number = 0;
    for (const WorkspaceSlice& slice : workspace)
        for (const Run& run : slice.runs) {
            const std::size_t part = runs.part_of_flat(number++);
            if (of == points.end() || of->first != part) of = points.try_emplace(part, 0).first;
            of->second += run.last - run.first + 1;
        }
    return points;
}

/// Collects the delivered slices.
class AllRuns final : public Consumer {
public:
    explicit AllRuns(int slices) : workspace_(static_cast<std::size_t>(slices)) {}
    void take(const Slice& slice) override { workspace_[static_cast<std::size_t>(slice.index)] = slice.runs; }
    const Workspace& workspace() const { return workspace_; }

private:
    Workspace workspace_;
};

bool contains(std::span<const Run> runs, int column) {
    return std::ranges::any_of(runs, [&](const Run& run) { return run.first <= column && column <= run.last; });
}

int nearest_index(const GridAxis<double>& axis) {
    if (axis.count == 1 || !(axis.step_m > 0)) return 0;
    return static_cast<int>(
        std::clamp(std::round(-axis.from_m / axis.step_m), 0.0, static_cast<double>(axis.count - 1)));
}

/// Passes to the consumers only the runs that belong to the connected part.
class PartAlone final : public Consumer {
public:
    PartAlone(const ConnectedPart& part, const ScanPlan& plan, std::span<Consumer* const> consumers)
        : part_(part), plan_(plan), consumers_(consumers) {}

    void take(const Slice& slice) override {
        Slice kept = slice;
        kept.runs = part_.runs[static_cast<std::size_t>(slice.index)];
        kept.axis_reachable = slice.axis_reachable && !loses_axis(slice.runs, kept.runs);
        for (Consumer* const consumer : consumers_) consumer->take(kept);
    }

private:
    /// True if the workspace contains the grid point nearest to the z axis, but the connected part does not.
    bool loses_axis(const WorkspaceSlice& before, const WorkspaceSlice& after) const {
        const int row = nearest_index(plan_.y), column = nearest_index(plan_.x);
        return contains(before.row(row), column) && !contains(after.row(row), column);
    }

    const ConnectedPart& part_;
    const ScanPlan& plan_;
    std::span<Consumer* const> consumers_;
};

}  // namespace

ConnectedPart part_connected_with(const Vector& home_m, const Workspace& workspace, const ScanGrid& grid) {
    const std::vector<std::size_t> first = first_runs(workspace);
    ConnectedPart part;
    part.runs.resize(workspace.size());
    const UnitedRuns runs = united(workspace, first);
    const std::size_t kept = first.back() > 0 ? runs.part_of_flat(nearest_run(home_m, workspace, grid)) : 0;
    tbb::parallel_for(std::size_t{0}, workspace.size(), [&](std::size_t s) {
        std::size_t number = first[s];
        WorkspaceSlice& out = part.runs[s];
        out.runs.reserve(workspace[s].runs.size());
        out.row_begin.reserve(workspace[s].row_begin.size());
        for (int row = 0; row < workspace[s].rows(); ++row) {
            for (const Run& run : workspace[s].row(row))
                if (runs.part_of_flat(number++) == kept) out.runs.push_back(run);
            out.row_begin.push_back(static_cast<std::int32_t>(out.runs.size()));
        }
    });
    if (first.back() == 0) return part;
    std::map<std::size_t, std::int64_t> points = points_of_parts(workspace, runs);
    part.part_points.push_back(points.extract(kept).mapped());
    for (const auto& [other, count] : points) part.part_points.push_back(count);
    std::sort(part.part_points.begin() + 1, part.part_points.end(), std::greater<>());
    return part;
}

Delivery deliver_connected(const Engine& engine, const ScanPlan& plan, const Vector& home_m,
                           std::span<Consumer* const> consumers, const DeliveryOptions& options, ConnectedPart& part) {
    ScanPlan verdicts = plan;
    verdicts.maps.clear();
    AllRuns all(plan.slices());
    Consumer* const collector = &all;
    const Delivery before = deliver(engine, verdicts, std::span(&collector, 1), {});
    part = part_connected_with(home_m, all.workspace(), plan);
    PartAlone alone(part, plan, consumers);
    Consumer* const filter = &alone;
    Delivery delivery = deliver(engine, plan, std::span(&filter, 1), options);
    delivery.scan_seconds += before.scan_seconds;
    return delivery;
}

}  // namespace hexscan
