#include "src/study/memory/access_model.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace hexscan::memory {
namespace {

/// Calls visit(unit) for every unit of `unit_bytes` that the request touches, once per unit.
std::set<std::int64_t> units_of(const WarpRequest& request, int unit_bytes) {
    std::set<std::int64_t> units;
    for (const auto& first : request.first_byte)
        if (first)
            for (std::int64_t unit = *first / unit_bytes;
                 unit <= (*first + request.bytes_per_lane - 1) / unit_bytes; ++unit)
                units.insert(unit);
    return units;
}

double ratio(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

/// Passes of one group of lanes that shared memory serves together.
int passes_of_group(std::span<const std::optional<std::int64_t>> lanes, int bytes_per_lane) {
    std::array<std::set<std::int64_t>, banks> words;
    for (const auto& first : lanes)
        if (first)
            for (std::int64_t byte = *first; byte < *first + bytes_per_lane; byte += bank_bytes) {
                const std::int64_t word = byte / bank_bytes;
                words[static_cast<std::size_t>(word % banks)].insert(word);
            }
    std::size_t most = 0;
    for (const auto& of_bank : words) most = std::max(most, of_bank.size());
    return static_cast<int>(most);
}

}  // namespace

void GlobalTraffic::add(const WarpRequest& request) {
    const std::set<std::int64_t> sectors = units_of(request, sector_bytes);
    if (sectors.empty()) return;
    const std::set<std::int64_t> bytes = units_of(request, 1);
    ++requests_;
    sectors_ += static_cast<std::int64_t>(sectors.size());
    lines_ += static_cast<std::int64_t>(units_of(request, line_bytes).size());
    bytes_used_ += static_cast<std::int64_t>(bytes.size());
    distinct_.insert(sectors.begin(), sectors.end());
    distinct_bytes_.insert(bytes.begin(), bytes.end());
}

double GlobalTraffic::sectors_per_request() const { return ratio(sectors_, requests_); }
double GlobalTraffic::lines_per_request() const { return ratio(lines_, requests_); }
double GlobalTraffic::use() const { return ratio(bytes_used_, sectors_ * sector_bytes); }
double GlobalTraffic::use_once() const {
    return ratio(static_cast<std::int64_t>(distinct_bytes_.size()), distinct_sectors() * sector_bytes);
}

int shared_passes(const WarpRequest& request) {
    const auto lanes_together = static_cast<std::size_t>(warp_lanes * bank_bytes / std::max(request.bytes_per_lane, 4));
    const std::span all(request.first_byte);
    int passes = 0;
    for (std::size_t first = 0; first < all.size(); first += lanes_together)
        passes += passes_of_group(all.subspan(first, lanes_together), request.bytes_per_lane);
    return passes;
}

int constant_passes(const WarpRequest& request) { return static_cast<int>(units_of(request, bank_bytes).size()); }

std::optional<int> carve_out_kb(int capability_major, int capability_minor, int percent, int block_bytes) {
    // CUDA C++ Programming Guide, "Compute Capability 8.x" and "9.0": the sizes the driver offers.
    constexpr int sizes_of_80[] = {0, 8, 16, 32, 64, 100, 132, 164};
    constexpr int sizes_of_90[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
    constexpr int reserved_bytes = 1024;  // of every block
    std::span<const int> sizes;
    if (capability_major == 8 && capability_minor == 0) sizes = sizes_of_80;
    if (capability_major == 9 && capability_minor == 0) sizes = sizes_of_90;
    const auto enough = std::find_if(sizes.begin(), sizes.end(), [&](int kb) {
        return kb * 100 >= percent * sizes.back() && kb * 1024 >= block_bytes + reserved_bytes;
    });
    return enough == sizes.end() ? std::nullopt : std::optional(*enough);
}

}  // namespace hexscan::memory
