#include "src/study/memory/access_model.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

namespace hexscan::memory {
namespace {

/// The units of `unit_bytes` bytes that some lanes touch.
std::set<std::int64_t> units_of(std::span<const std::optional<std::int64_t>> lanes, int bytes_per_lane,
                                int unit_bytes) {
    std::set<std::int64_t> units;
    for (const auto& first : lanes)
        if (first)
            for (std::int64_t unit = *first / unit_bytes; unit <= (*first + bytes_per_lane - 1) / unit_bytes; ++unit)
                units.insert(unit);
    return units;
}
std::set<std::int64_t> units_of(const WarpRequest& request, int unit_bytes) {
    return units_of(request.first_byte, request.bytes_per_lane, unit_bytes);
}

double ratio(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

}  // namespace

void GlobalTraffic::add(const WarpRequest& request) {
    const std::set<std::int64_t> sectors = units_of(request, sector_bytes);
    if (sectors.empty()) return;
    const std::set<std::int64_t> bytes = units_of(request, 1);
    ++requests_;
    sectors_ += static_cast<std::int64_t>(sectors.size());
    lines_ += static_cast<std::int64_t>(units_of(request, line_bytes).size());
    bytes_used_ += static_cast<std::int64_t>(bytes.size());
    bytes_.insert(bytes.begin(), bytes.end());
}

double GlobalTraffic::sectors_per_request() const { return ratio(sectors_, requests_); }
double GlobalTraffic::lines_per_request() const { return ratio(lines_, requests_); }
double GlobalTraffic::use() const { return ratio(bytes_used_, sectors_ * sector_bytes); }
double GlobalTraffic::use_once(int piece_bytes) const {
    return ratio(static_cast<std::int64_t>(bytes_.size()), distinct(piece_bytes) * piece_bytes);
}

std::int64_t GlobalTraffic::distinct(int piece_bytes) const {
    std::set<std::int64_t> pieces;
    for (const std::int64_t byte : bytes_) pieces.insert(byte / piece_bytes);
    return static_cast<std::int64_t>(pieces.size());
}

std::int64_t GlobalTraffic::partial() const {
    std::map<std::int64_t, int> bytes_of_sector;
    for (const std::int64_t byte : bytes_) ++bytes_of_sector[byte / sector_bytes];
    return std::count_if(bytes_of_sector.begin(), bytes_of_sector.end(),
                         [](const auto& sector) { return sector.second < sector_bytes; });
}

int shared_passes(const WarpRequest& request) {
    const int parts = std::max(request.bytes_per_lane / bank_bytes, 1);
    const auto lanes = static_cast<std::size_t>(warp_size / parts);
    int passes = 0;
    std::set<std::int64_t> brought;
    for (int part = 0; part < parts; ++part) {
        if (part % 2 == 0) brought.clear();
        std::array<int, banks> words_of_bank{};
        int passes_of_part = 0;
        const std::span mine = std::span(request.first_byte).subspan(static_cast<std::size_t>(part) * lanes, lanes);
        for (const std::int64_t word : units_of(mine, request.bytes_per_lane, bank_bytes))
            if (brought.insert(word).second)
                passes_of_part = std::max(passes_of_part, ++words_of_bank[static_cast<std::size_t>(word % banks)]);
        passes += passes_of_part;
    }
    return passes;
}

int constant_passes(const WarpRequest& request) { return static_cast<int>(units_of(request, bank_bytes).size()); }

std::optional<int> carve_out_kb(int capability_major, int capability_minor, int percent, int block_bytes) {
    // Sizes of shared memory in KB that the driver offers: CUDA C++ Programming Guide, "Compute Capability 8.x" and
    // "9.0".
    constexpr int sizes_of_80[] = {0, 8, 16, 32, 64, 100, 132, 164};
    constexpr int sizes_of_90[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
    constexpr int reserved_bytes = 1024;  // in every block
    std::span<const int> sizes;
    if (capability_major == 8 && capability_minor == 0) sizes = sizes_of_80;
    if (capability_major == 9 && capability_minor == 0) sizes = sizes_of_90;
    const auto enough = std::find_if(sizes.begin(), sizes.end(), [&](int kb) {
        return kb * 100 >= percent * sizes.back() && kb * 1024 >= block_bytes + reserved_bytes;
    });
    return enough == sizes.end() ? std::nullopt : std::optional(*enough);
}

}  // namespace hexscan::memory
