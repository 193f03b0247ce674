#include "tests/stages/store_coalescing.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/ladder/thread_mapping.h"

namespace hexscan {
namespace {

constexpr int warp_threads = 32;

GridPoint first_point_of_store(const StorePattern& pattern, const SliceLaunch& launched, ThreadPlace place, int store) {
    const int k = store * pattern.points_per_store;
    return point_of_thread(pattern.launch, place, launched.first_row, launched.first_slice, k);
}

/// Distance of a store's first byte from the first byte of the volume.
std::int64_t offset_of(const StorePattern& pattern, const StoreTarget& target, GridPoint point) {
    const std::int64_t row = std::int64_t{point.slice} * target.rows + point.row;
    return row * static_cast<std::int64_t>(target.row_bytes) +
           std::int64_t{point.column / pattern.points_per_store} * pattern.bytes_per_store;
}

/// Adds store number `store` of the warp that begins at `first_thread` of the block.
void add_request(const StorePattern& pattern, const StoreTarget& target, const SliceLaunch& launched, ThreadPlace place,
                 int first_thread, int store, StoreCoalescing& sum) {
    const int end = std::min(first_thread + warp_threads, threads_per_block(pattern.launch));
    std::vector<std::int64_t> sectors;
    sectors.reserve(2 * warp_threads);
    for (int thread = first_thread; thread < end; ++thread) {
        place.thread_x = thread % pattern.launch.block_x;
        place.thread_y = thread / pattern.launch.block_x;
        const GridPoint point = first_point_of_store(pattern, launched, place, store);
        if (point.column >= target.columns || point.row >= target.rows) continue;
        const std::int64_t first_byte = offset_of(pattern, target, point);
        const std::int64_t last_sector = (first_byte + pattern.bytes_per_store - 1) / sector_bytes;
        for (std::int64_t s = first_byte / sector_bytes; s <= last_sector; ++s) sectors.push_back(s);
        sum.bytes += pattern.bytes_per_store;
    }
    std::sort(sectors.begin(), sectors.end());
    sum.sectors += std::unique(sectors.begin(), sectors.end()) - sectors.begin();
    sum.requests += sectors.empty() ? 0 : 1;
}

void add_block(const StorePattern& pattern, const StoreTarget& target, const SliceLaunch& launched, ThreadPlace place,
               StoreCoalescing& sum) {
    const int stores = pattern.launch.points_per_thread / pattern.points_per_store;
    for (int first = 0; first < threads_per_block(pattern.launch); first += warp_threads)
        for (int store = 0; store < stores; ++store) add_request(pattern, target, launched, place, first, store, sum);
}

}  // namespace

double StoreCoalescing::sectors_per_request() const {
    return static_cast<double>(sectors) / static_cast<double>(requests);
}

double StoreCoalescing::efficiency() const {
    return static_cast<double>(bytes) / (static_cast<double>(sectors) * sector_bytes);
}

StoreCoalescing count_store_sectors(const StorePattern& pattern, const StoreTarget& target) {
    StoreCoalescing sum;
    const auto add_launch = [&](const SliceLaunch& launched) {
        ThreadPlace place{};
        for (place.block_z = 0; place.block_z < launched.blocks_z; ++place.block_z)
            for (place.block_y = 0; place.block_y < launched.blocks_y; ++place.block_y)
                for (place.block_x = 0; place.block_x < launched.blocks_x; ++place.block_x)
                    add_block(pattern, target, launched, place, sum);
    };
    for_each_band(pattern.launch, target.columns, target.rows, 0, target.slices, add_launch);
    return sum;
}

}  // namespace hexscan
