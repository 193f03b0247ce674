#pragma once

#include <algorithm>
#include <cstring>

#include "kernels/ladder/point_tests.h"
#include "kernels/ladder/slice_window.h"
#include "kernels/ladder/squared_tests.h"
#include "src/base/vector_level.h"
#include "stages/float_lanes.h"
#include "stages/host_row_test.h"

/// The CPU forms of stages 1 to 9. They call the point test of the stage's kernel for lanes of a row instead of threads
/// of a block.
namespace hexscan {

namespace detail {

/// Copies the first `wanted` of the `size` bytes at `bytes`: all of them if `wanted` is larger, none if it is not
/// positive.
template <std::size_t size>
HEXSCAN_HD_INLINE void store_bytes(const void* bytes, int wanted, std::uint8_t* to) {
    // The compiler turns a copy of a fixed size into one store.
    if (wanted >= static_cast<int>(size)) return void(std::memcpy(to, bytes, size));
    if (wanted > 0) std::memcpy(to, bytes, static_cast<std::size_t>(wanted));
}

/// Stores one byte, 1 or 0, for each lane whose column is on the grid.
HEXSCAN_HD_INLINE void store_verdicts(LaneMask reachable, int columns_left, std::uint8_t* to) {
    const auto bytes = __builtin_convertvector(-reachable.v, LaneVector<std::uint8_t>);
    store_bytes<sizeof bytes>(&bytes, columns_left, to);
}

/// Calls visit(first column, y, z, verdicts of the row) for every group of `columns_per_group` columns.
template <int columns_per_group, class Visit>
HEXSCAN_HD_INLINE void for_each_group(const HostRows& rows, Visit visit) {
    const ScanGeometry<float>& scan = rows.scan;
    const float z_m = grid_coordinate(scan.z, rows.slice);
    for (int row = rows.first_row; row < rows.end_row; ++row) {
        const float y_m = grid_coordinate(scan.y, row);
        std::uint8_t* const verdicts = verdict_row(rows.window, scan.y.count, row, rows.slice);
        for (int first = 0; first < scan.x.count; first += columns_per_group) visit(first, y_m, z_m, verdicts);
    }
}

/// Tests `points` points per lane and stores one verdict byte for each point. Lanes are neighbouring columns. The
/// points of a lane are `float_lanes` columns apart, as the points of a GPU thread are a block apart.
template <int points, class Judge>
HEXSCAN_HD_INLINE void judge_strided(const HostRows& rows, Judge judge) {
    for_each_group<points * float_lanes>(
        rows, [&](int first, float y_m, float z_m, std::uint8_t* verdicts) HEXSCAN_INLINE_LAMBDA {
            Vec3<FloatLanes> p[points];
            LaneMask reachable[points];
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) {
                p[k] = {grid_coordinates(rows.scan.x, first + k * float_lanes, 1), y_m, z_m};
                reachable[k] = LaneMask(true);
            }
            judge(p, reachable);
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) {
                const int column = first + k * float_lanes;
                store_verdicts(reachable[k], rows.scan.x.count - column, verdicts + column);
            }
        });
}

/// The joint offsets that stages 1 to 4 copy into shared memory.
struct JointOffsets {
    float m[leg_count][3];

    explicit JointOffsets(const ScanGeometry<float>& scan) {
        for (int i = 0; i < leg_count; ++i) {
            const Vec3<float> offset_m = scan.legs[i].offset_m;
            m[i][0] = offset_m.x, m[i][1] = offset_m.y, m[i][2] = offset_m.z;
        }
    }
};

HEXSCAN_HD_INLINE void judge_in_phases(const HostRows* rows, const JointOffsets* offsets) {
    judge_strided<1>(*rows, [&](const Vec3<FloatLanes>(&p)[1], LaneMask(&reachable)[1]) HEXSCAN_INLINE_LAMBDA {
        FloatLanes scratch[scratch_floats];
        reachable[0] = test_in_phases(rows->scan, offsets->m, p[0], scratch);
    });
}

HEXSCAN_HD_INLINE void judge_leg_by_leg(const HostRows* rows, const JointOffsets* offsets) {
    judge_strided<1>(*rows, [&](const Vec3<FloatLanes>(&p)[1], LaneMask(&reachable)[1]) HEXSCAN_INLINE_LAMBDA {
        reachable[0] = test_leg_by_leg(rows->scan, offsets->m, p[0]);
    });
}

template <class Math, int unrolled_legs, int points>
HEXSCAN_HD_INLINE void judge_side_by_side(const HostRows* rows) {
    judge_strided<points>(
        *rows, [&](const Vec3<FloatLanes>(&p)[points], LaneMask(&reachable)[points])
                   HEXSCAN_INLINE_LAMBDA { test_side_by_side<Math, unrolled_legs>(rows->scan, p, reachable); });
}

/// Tests `points` neighbouring points per lane with the squared test, and calls store(mask, first column, verdicts of
/// the row).
template <int points, class Store>
HEXSCAN_HD_INLINE void judge_adjacent(const HostRows& rows, Store store) {
    for_each_group<points * float_lanes>(
        rows, [&](int first, float y_m, float z_m, std::uint8_t* verdicts) HEXSCAN_INLINE_LAMBDA {
            FloatLanes x_m[points];
            HEXSCAN_UNROLL
            for (int k = 0; k < points; ++k) x_m[k] = grid_coordinates(rows.scan.x, first + k, points);
            store(reachable_mask(rows.scan, x_m, y_m, z_m), first, verdicts);
        });
}

HEXSCAN_HD_INLINE void judge_squared(const HostRows* rows) {
    constexpr int points = 4;
    judge_adjacent<points>(*rows, [&](LaneBits mask, int first, std::uint8_t* verdicts) HEXSCAN_INLINE_LAMBDA {
        const LaneBits bytes = bytes_of_four(mask);
        store_bytes<sizeof bytes>(&bytes, rows->scan.x.count - first, verdicts + first);
    });
}

HEXSCAN_HD_INLINE void judge_packed(const HostRows* rows) {
    constexpr int points = 8;
    const int columns = rows->scan.x.count;
    judge_adjacent<points>(*rows, [&](LaneBits mask, int first, std::uint8_t* verdicts) HEXSCAN_INLINE_LAMBDA {
        const auto bytes = __builtin_convertvector(mask.v, LaneVector<std::uint8_t>);
        const int bytes_left = (columns - first + points - 1) / points;
        store_bytes<sizeof bytes>(&bytes, bytes_left, verdicts + first / points);
        // Bits beyond the last column are 0.
        if (bytes_left <= float_lanes && columns % points != 0)
            verdicts[columns / points] &= static_cast<std::uint8_t>((1U << (columns % points)) - 1U);
    });
}

}  // namespace detail

/// Tests rows for stages 1 to 3.
inline void host_rows_in_phases(const HostRows& rows) {
    const detail::JointOffsets offsets(rows.scan);
    at_vector_level<detail::judge_in_phases>(&rows, &offsets);
}

/// Tests rows for stage 4.
inline void host_rows_leg_by_leg(const HostRows& rows) {
    const detail::JointOffsets offsets(rows.scan);
    at_vector_level<detail::judge_leg_by_leg>(&rows, &offsets);
}

/// Tests rows for stages 5 to 7, with the math, the unrolling and the points per thread of the stage's policy.
template <class Policy>
void host_rows_side_by_side(const HostRows& rows) {
    at_vector_level<
        detail::judge_side_by_side<typename Policy::Math, Policy::unrolled_legs, Policy::launch.points_per_thread>>(
        &rows);
}

/// Tests rows for stage 8.
inline void host_rows_squared(const HostRows& rows) { at_vector_level<detail::judge_squared>(&rows); }

/// Tests rows for stage 9.
inline void host_rows_packed(const HostRows& rows) { at_vector_level<detail::judge_packed>(&rows); }

}  // namespace hexscan
