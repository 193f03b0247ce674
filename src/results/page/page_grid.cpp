#include "src/results/page/page_grid.h"

namespace hexscan {
namespace {

nlohmann::json axis_json(const GridAxis<double>& axis, const ThinnedAxis& thin) {
    return {{"from_m", axis.from_m}, {"to_m", axis.to_m}, {"step_m", axis.step_m},
            {"count", thin.count},   {"step", thin.step}, {"shown", thin.shown()}};
}

}  // namespace

nlohmann::json grid_json(const ScanGrid& grid, const PageGrid& shown) {
    return {{"x", axis_json(grid.x, shown.x)}, {"y", axis_json(grid.y, shown.y)}, {"z", axis_json(grid.z, shown.z)}};
}

nlohmann::json units_json(const Units& units) {
    return {
        {"length", units.length}, {"metres", units.metres(1)}, {"angle", units.angle}, {"radians", units.radians(1)}};
}

}  // namespace hexscan
