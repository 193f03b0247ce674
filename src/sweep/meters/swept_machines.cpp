#include "src/sweep/meters/swept_machines.h"

#include <optional>

#include "src/scan/rows/rod_set_data.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/rows/slider_geometry.h"

namespace hexscan {

void prepare(const ScanPlan& plan, SweptTelescopes& machine) {
    machine = without_implied_limits(make_row_geometry(plan.oriented()));
}

void prepare(const ScanPlan& plan, SweptSliders& machine) {
    const std::optional<SliderRowsOfPlan> rows = make_slider_geometry(plan);
    machine.solvable = rows.has_value();
    if (!rows) return;
    machine.rows = rows->geometry;
    machine.has_joints = rows->has_joints;
    machine.single_suffices = rows->single_suffices;
}

void prepare(const ScanPlan& plan, SweptArms& machine) {
    machine.rows = make_rod_rows<RotaryRowLeg>(plan).middle;
    machine.solvable = true;
}

}  // namespace hexscan
