#include "src/sweep/meters/reach_slices.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "src/scan/map_kind.h"
#include "src/scan/plan.h"

namespace hexscan {

Slice ReachSlices::slice(int index) const {
    const std::string bytes = counts_.read(index);
    std::vector<std::uint32_t> counts(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(counts.data(), bytes.data(), bytes.size());
    // The required number of machines, rounded up. The factor 1 - 1e-12 keeps a rounding error in the product from
    // adding one machine.
    const auto enough =
        static_cast<std::uint32_t>(std::ceil(reach_share * static_cast<double>(machines_) * (1 - 1e-12)));
    Slice slice;
    slice.index = index;
    slice.axis_reachable = counts.back() >= enough;
    counts.pop_back();
    const auto columns = static_cast<std::size_t>(grid_.columns());
    std::vector<std::uint8_t> row(columns);
    for (std::size_t begin = 0; begin < counts.size(); begin += columns) {
        for (std::size_t c = 0; c < columns; ++c) row[c] = counts[begin + c] >= enough ? 1 : 0;
        append_row_from_bytes(row, slice.runs);
    }
    std::vector<float> share;
    std::transform(counts.begin(), counts.end(), std::back_inserter(share),
                   [&](std::uint32_t count) { return share_of(count, machines_); });
    slice.fields.push_back({std::string(name_of(MapKind::share)), "", std::move(share)});
    return slice;
}

}  // namespace hexscan
