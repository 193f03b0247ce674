#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/least_clearance.h"
#include "src/scan/field.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"

/// What a plan with a set or with maps asks for, point by point and orientation by orientation in double, with no
/// closed form, no cell and no bound involved: what every engine is verified against.
namespace hexscan {

/// Appends rows [first, end) of a slice to `out`.
void append_reference_rows(const ScanPlan& plan, const FreeLegs& legs, int slice, int first, int end,
                           WorkspaceSlice& out);

/// Fills rows [first, end) of a slice's fields, see empty_fields().
void fill_reference_fields(const ScanPlan& plan, int slice, int first, int end, std::vector<SliceField>& fields);

/// Of one row of the plan's own legs: at how many orientations of the set each column is reachable; and how many rings
/// of its cone, the level counted, are reachable in every direction. One value per column.
void count_orientations_by_reference(const ScanPlan& plan, int slice, int row, std::span<std::int32_t> reached);
void count_rings_by_reference(const ScanPlan& plan, int slice, int row, std::span<std::uint8_t> rings);

/// The least clearance of all orientations at one point, and whether each of them reaches it.
struct LeastAtPoint {
    LeastClearance<exact::Number> least;
    bool reachable_everywhere;
};
/// Of every column of a row, likewise.
std::vector<LeastAtPoint> least_clearances_by_reference(const ScanPlan& plan, int slice, int row);

}  // namespace hexscan
