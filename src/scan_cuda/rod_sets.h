#pragma once

#include <memory>
#include <vector>

#include "kernels/row_segment.cuh"
#include "src/engines/engine.h"
#include "src/scan/plan.h"
#include "src/scan_cuda/maps/set_maps.h"
#include "src/scan_cuda/scan_cuda_tuning.h"

namespace hexscan {

/// Call visit<Segment>() with the type of segment (kernels/row_segment.cuh) for a plan whose rows are solved from
/// breakpoints (kernels/rows/rod_rows.h). The first function is for inclusive workspaces of several orientations, whose
/// rows temporarily have more runs while they are being solved. The second is for all other plans. The third chooses.
template <class Visit>
auto with_pieced_rod_segment(const ScanPlan& plan, Visit visit) {
    constexpr int most_runs = tuning::max_inclusive_runs;
    if (plan.columns() > 65536) return visit.template operator()<ShortSegment<most_runs, WideRun>>();
    return visit.template operator()<ShortSegment<most_runs, NarrowRun>>();
}
template <class Visit>
auto with_whole_rod_segment(const ScanPlan& plan, Visit visit) {
    constexpr int most_runs = tuning::max_rotary_runs;
    if (plan.columns() > 65536) return visit.template operator()<RowSegment<most_runs, WideRun>>();
    return visit.template operator()<RowSegment<most_runs, NarrowRun>>();
}
template <class Visit>
auto with_rod_segment(const ScanPlan& plan, Visit visit) {
    const bool in_pieces = !plan.is_single() && plan.workspace == WorkspaceKind::inclusive;
    return in_pieces ? with_pieced_rod_segment(plan, visit) : with_whole_rod_segment(plan, visit);
}

/// True if the plan has arms or sliders whose rows are solved from breakpoints.
bool has_rod_set_rows(const ScanPlan& plan);

/// Makes the object that solves the rows of a set of orientations, total or inclusive, on the current device.
std::unique_ptr<PreparedScan> make_rod_set_rows(const ScanPlan& plan);

/// Makes those maps of the plan that have kernels: the maps for which is_counted() is true.
std::vector<std::unique_ptr<SetMap>> make_rod_set_maps(const ScanPlan& plan);

}  // namespace hexscan
