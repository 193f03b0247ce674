#pragma once

#include <cstdint>

#include "kernels/bits.h"
#include "kernels/kernel_tuning.h"
#include "kernels/least_clearance.h"
#include "kernels/points/point_answers.h"
#include "kernels/points/standing_leg.h"
#include "kernels/resident_blocks.h"
#include "kernels/sets/orientation_set.h"
#include "kernels/telescopic_limits.h"
#include "kernels/warp.h"

/// Scans every point of a grid at every orientation of a set, for legs of any kind (whole_leg.h). So machines whose
/// rows have no closed form can be scanned.
///
/// A tile of points is first tested at its centre. If the clearance there exceeds the tile's radius, all its points
/// have the same verdict. An orientation does not determine the least clearance anywhere in the tile if its clearance
/// at the centre is far above the least one.
namespace hexscan {

/// The scan of a set as the kernel's input: the legs at every orientation, six by six.
template <class Whole>
struct PointScan {
    GridAxis<double> x, y, z;
    OrientationTables set;
    const StandingLeg<Whole>* legs;
    ClearanceSlack slack;  ///< slack that is valid for all legs, like doubt_m
    double doubt_m;
    int limits_of_leg;
    bool inclusive;
};

/// Columns, rows and points of a tile. Each thread has one point of the tile. The threads also test the orientations at
/// the tile's centre, one per thread at a time.
inline constexpr int tile_columns = columns_per_word, tile_rows = tuning::rows_of_point_tile,
                     tile_points = tile_columns * tile_rows;

/// The results at the tile's centre for 32 orientations, one bit each. At an orientation of `reached` all points of the
/// tile are reachable, at one of `lost` none is, and at one of `open` this is not certain. An orientation of `near` may
/// determine the least clearance of a point.
struct TileVerdicts {
    std::uint32_t reached, lost, open, near;
};

/// A thread's point of the tile, with its results so far.
template <class Whole>
class PointOfTile {
public:
    HEXSCAN_HD_INLINE PointOfTile(const PointScan<Whole>& scan, Vec3<double> position_m)
        : scan_(&scan), position_m_(position_m), first_lost_(orientation_count(scan.set)) {}

    /// Applies the results at the centre for 32 orientations from `first` on. Tests this thread's point at the
    /// orientations that the centre leaves undecided. If `all` is false, skips them once they cannot change the
    /// workspace's verdict.
    HEXSCAN_HD_INLINE void take(std::int64_t first, const TileVerdicts& tile, bool all) {
        reached_ += bit_count(tile.reached);
        if (tile.lost != 0) lose(first + lowest_bit(tile.lost));
        for (std::uint32_t left = tile.open | tile.near; left != 0; left &= left - 1) {
            const int bit = lowest_bit(left);
            if ((tile.open >> bit & 1) != 0 && (all || !is_settled())) ask(first + bit);
            if ((tile.near >> bit & 1) != 0) look_at(first + bit);
        }
    }
    HEXSCAN_HD_INLINE bool is_reached_everywhere() const { return first_lost_ == orientation_count(scan_->set); }
    HEXSCAN_HD_INLINE bool is_reachable() const { return scan_->inclusive ? reached_ > 0 : is_reached_everywhere(); }
    /// True if no orientation can change the workspace's verdict any more.
    HEXSCAN_HD_INLINE bool is_settled() const { return scan_->inclusive == is_reachable(); }

    HEXSCAN_HD_INLINE void store(const PointAnswers& answers, std::size_t at) const {
        const std::int64_t count = orientation_count(scan_->set);
        if (answers.rings)
            answers.rings[at] = static_cast<std::uint8_t>(
                first_lost_ == count ? scan_->set.counts[0] : orientation_at(scan_->set, first_lost_).at[0]);
        if (answers.share)
            answers.share[at] = static_cast<float>(static_cast<double>(reached_) / static_cast<double>(count));
        if (answers.clearance_m)
            answers.clearance_m[at] = mapped_clearance(least_.clearance_m, is_reached_everywhere());
        if (answers.limit) answers.limit[at] = static_cast<std::uint8_t>(least_.limit);
    }

private:
    HEXSCAN_HD_INLINE void lose(std::int64_t orientation) {
        if (orientation < first_lost_) first_lost_ = orientation;
    }
    HEXSCAN_HD_INLINE void ask(std::int64_t orientation) {
        const StandingLeg<Whole>* const legs = scan_->legs + orientation * leg_count;
        for (int i = 0; i < leg_count; ++i)
            if (!legs[i].keeps(position_m_)) return lose(orientation);
        ++reached_;
    }
    HEXSCAN_HD_INLINE void look_at(std::int64_t orientation) {
        const StandingLeg<Whole>* const legs = scan_->legs + orientation * leg_count;
        double clearances_m[most_leg_limits];
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            legs[i].leg.clearances_m(legs[i].vector_m(position_m_), rotary_joint_slack, least_.clearance_m,
                                     clearances_m);
            for (int k = 0; k < scan_->limits_of_leg; ++k)
                if (clearances_m[k] < least_.clearance_m)
                    least_ = {clearances_m[k], limit_number(i, k, scan_->limits_of_leg)};
        }
    }

    const PointScan<Whole>* scan_;
    Vec3<double> position_m_;
    std::int64_t first_lost_;
    std::int64_t reached_ = 0;
    LeastClearance<double> least_{only_the_least_m, 0};
};

/// The centre of a tile, and the radius within which its points lie.
struct TileCentre {
    Vec3<double> position_m;
    double radius_m;
};

template <class Whole>
HEXSCAN_HD_INLINE double least_at_m(const StandingLeg<Whole>* legs, Vec3<double> p) {
    double least_m = only_the_least_m;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const double of_leg_m = least_clearance_m(legs[i].leg, legs[i].vector_m(p), rotary_joint_slack, least_m);
        if (of_leg_m < least_m) least_m = of_leg_m;
    }
    return least_m;
}

/// True if an orientation may have the least clearance anywhere in the tile. Its least clearance at the tile's centre
/// is `here_m`, and that of all orientations there is `least_m`.
template <class Whole>
HEXSCAN_HD_INLINE bool may_be_least(const PointScan<Whole>& scan, double here_m, double least_m, double radius_m) {
    const double around_m = radius_m + 2 * scan.doubt_m;
    const double lowest_m = scan.slack.distance_of(here_m).least_m - around_m;
    const double highest_m = scan.slack.distance_of(least_m).most_m + around_m;
    return scan.slack.clearance_of(lowest_m).least_m <= scan.slack.clearance_of(highest_m).most_m;
}

/// Returns 1 if every point of the tile is reachable at the orientation, -1 if no point is, and 0 if neither is
/// certain.
template <class Whole>
HEXSCAN_HD_INLINE int verdict_of_tile(const StandingLeg<Whole>* legs, const TileCentre& tile) {
    bool all = true;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const double sure_m = legs[i].sure_m(tile.position_m, tile.radius_m);
        if (sure_m < -tile.radius_m) return -1;
        if (!(sure_m > tile.radius_m)) all = false;
    }
    return all ? 1 : 0;
}

/// Half the length along an axis of a tile that starts at `first`.
HEXSCAN_HD_INLINE double half_of_tile_m(const GridAxis<double>& axis, int first, int points) {
    const int left = axis.count - first;
    return ((left < points ? left : points) - 1) * axis.step_m / 2;
}

/// Scans the points of a slice's tiles. The test at a tile's centre is skipped for sets of fewer than
/// `orientations_worth_tiles` orientations.
/// Grid: tiles along x, tiles along y, slices. Block: 256. Shared memory: 192 B. A thread has one point of the tile.
template <class Whole>
__global__ void __launch_bounds__(tile_points, Whole::least_blocks)
    hexapod_points_kernel(const __grid_constant__ PointScan<Whole> scan, const PointAnswers answers,
                          const int first_slice, const int orientations_worth_tiles) {
    static_assert(are_resident(Whole::least_blocks, tile_points));
    __shared__ TileVerdicts verdicts[tile_rows];
    __shared__ double least_of_rows[tile_rows];
    const int mine = static_cast<int>(threadIdx.x), lane = mine % warp_size, warp = mine / warp_size;
    const int slice = first_slice + static_cast<int>(blockIdx.z), first_row = static_cast<int>(blockIdx.y) * tile_rows;
    const int column = static_cast<int>(blockIdx.x) * tile_columns + lane, row = first_row + warp;
    const bool inside = column < scan.x.count && row < scan.y.count;
    const double z_m = grid_coordinate(scan.z, slice);
    PointOfTile<Whole> point(scan, {grid_coordinate(scan.x, column), grid_coordinate(scan.y, row), z_m});
    const Vec3<double> from{grid_coordinate(scan.x, column - lane), grid_coordinate(scan.y, first_row), z_m};
    const double half_x_m = half_of_tile_m(scan.x, column - lane, tile_columns);
    const double half_y_m = half_of_tile_m(scan.y, first_row, tile_rows);
    const TileCentre tile{{from.x + half_x_m, from.y + half_y_m, z_m},
                          1.0001 * sqrt(half_x_m * half_x_m + half_y_m * half_y_m)};

    const std::int64_t count = orientation_count(scan.set);
    const bool by_tiles = count >= orientations_worth_tiles, asks_for_all = answers.asks_for_all();
    double least_m = INFINITY, here_m = INFINITY;
    if (by_tiles && answers.asks_for_least()) {
        for (std::int64_t o = mine; o < count; o += tile_points) {
            here_m = least_at_m(scan.legs + o * leg_count, tile.position_m);
            if (here_m < least_m) least_m = here_m;
        }
        for (int step = warp_size / 2; step > 0; step /= 2) {
            const double other_m = __shfl_xor_sync(all_lanes, least_m, step);
            if (other_m < least_m) least_m = other_m;
        }
        if (lane == 0) least_of_rows[warp] = least_m;
        __syncthreads();
        for (const double of_row_m : least_of_rows)
            if (of_row_m < least_m) least_m = of_row_m;
    }
    // In a total workspace, the last orientations usually exclude most points. In a cone these are the most tilted
    // ones.
    const bool from_last = !asks_for_all && !scan.inclusive;
    const std::int64_t rounds = (count + tile_points - 1) / tile_points;
    for (std::int64_t round = 0; round < rounds; ++round) {
        const std::int64_t begin = (from_last ? rounds - 1 - round : round) * tile_points, o = begin + mine;
        int verdict = 0;
        bool near = o < count && answers.asks_for_least();
        if (o < count && by_tiles) {
            const StandingLeg<Whole>* const legs = scan.legs + o * leg_count;
            verdict = verdict_of_tile(legs, tile);
            if (near && rounds > 1) here_m = least_at_m(legs, tile.position_m);
            if (near) near = may_be_least(scan, here_m, least_m, tile.radius_m);
        }
        const TileVerdicts of_warp{__ballot_sync(all_lanes, verdict > 0), __ballot_sync(all_lanes, verdict < 0),
                                   __ballot_sync(all_lanes, o < count && verdict == 0), __ballot_sync(all_lanes, near)};
        if (lane == 0) verdicts[warp] = of_warp;
        __syncthreads();
        for (int w = 0; inside && w < tile_rows; ++w) point.take(begin + w * warp_size, verdicts[w], asks_for_all);
        if (__syncthreads_and(!inside || (point.is_settled() && !asks_for_all))) break;
    }
    const unsigned bits = __ballot_sync(all_lanes, inside && point.is_reachable());
    if (row < scan.y.count && lane == 0) answers.words.at(slice, row, static_cast<int>(blockIdx.x)) = bits;
    if (!inside) return;
    point.store(answers, (static_cast<std::size_t>(slice) * static_cast<std::size_t>(scan.y.count) +
                          static_cast<std::size_t>(row)) *
                                 static_cast<std::size_t>(scan.x.count) +
                             static_cast<std::size_t>(column));
}

}  // namespace hexscan
