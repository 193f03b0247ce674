#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/least_clearance.h"
#include "src/scan/field.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"

/// Computes a plan with several orientations or with maps, point by point and orientation by orientation in double
/// precision. It uses no closed forms, no cells and no bounds. Every engine is verified against it.
namespace hexscan {

/// Appends rows [first, end) of a slice to `out`.
void append_reference_rows(const ScanPlan& plan, const FreeLegs& legs, int slice, int first, int end,
                           WorkspaceSlice& out);

/// Fills rows [first, end) of a slice's fields, see empty_fields().
void fill_reference_fields(const ScanPlan& plan, int slice, int first, int end, std::vector<SliceField>& fields);
/// Fills the same numbers. Maps that have a faster way to compute a row use it.
void fill_fields_fast(const ScanPlan& plan, int slice, int first, int end, std::vector<SliceField>& fields);

/// Both functions compute a number for each column of a row, with the plan's own legs. The first computes the number of
/// the set's orientations at which the column is reachable. The second computes the number of rings of its cone that
/// are reachable in every direction, including ring 0 without tilt.
void count_orientations_by_reference(const ScanPlan& plan, int slice, int row, std::span<std::int32_t> reached);
void count_rings_by_reference(const ScanPlan& plan, int slice, int row, std::span<std::uint8_t> rings);

/// The smallest clearance over all orientations at one point, and whether every orientation reaches the point.
struct LeastAtPoint {
    LeastClearance<exact::Number> least;
    bool reachable_everywhere;
};
/// The LeastAtPoint of every column of a row.
std::vector<LeastAtPoint> least_clearances_by_reference(const ScanPlan& plan, int slice, int row);

}  // namespace hexscan
