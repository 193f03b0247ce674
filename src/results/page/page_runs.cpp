#include "src/results/page/page_runs.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "src/base/base64.h"

namespace hexscan {
namespace {

void append_number(std::uint32_t number, std::string& bytes) {
    for (; number >= 0x80U; number >>= 7U) bytes += static_cast<char>(number | 0x80U);
    bytes += static_cast<char>(number);
}

void append_difference(std::int32_t difference, std::string& bytes) {
    const auto bits = static_cast<std::uint32_t>(difference);
    append_number(difference < 0 ? ~(bits << 1U) : bits << 1U, bytes);
}

std::size_t size_of(const std::vector<std::string>& parts) {
    return std::accumulate(parts.begin(), parts.end(), std::size_t{0},
                           [](std::size_t sum, const std::string& part) { return sum + part.size(); });
}

}  // namespace

std::vector<Run> thinned_runs(std::span<const Run> runs, const ThinnedAxis& columns) {
    std::vector<Run> shown;
    for (const Run& run : runs) {
        const Run thin{(run.first + columns.step - 1) / columns.step, run.last / columns.step};
        if (thin.first > thin.last) continue;
        if (!shown.empty() && thin.first <= shown.back().last + 1)
            shown.back().last = thin.last;
        else
            shown.push_back(thin);
    }
    return shown;
}

std::string encode_runs(const WorkspaceSlice& slice, const PageGrid& grid) {
    std::string bytes;
    std::vector<Run> above;
    for (int row = 0; row < grid.y.count; row += grid.y.step) {
        std::vector<Run> runs = thinned_runs(slice.row(row), grid.x);
        append_number(static_cast<std::uint32_t>(runs.size()), bytes);
        for (std::size_t k = 0; k < runs.size(); ++k) {
            const std::int32_t before = k == 0 ? 0 : runs[k - 1].last;
            const Run expected = k < above.size() ? above[k] : Run{before, before};
            append_difference(runs[k].first - expected.first, bytes);
            append_difference(runs[k].last - expected.last, bytes);
        }
        above = std::move(runs);
    }
    return bytes;
}

PageRuns::PageRuns(const PageGrid& grid) : grid_(grid), slices_(static_cast<std::size_t>(grid.z.shown())) {}

void PageRuns::take(const Slice& slice) {
    if (!grid_.z.shows(slice.index)) return;
    slices_[static_cast<std::size_t>(slice.index / grid_.z.step)] = encode_runs(slice.runs, grid_);
}

PageGrid PageRuns::fit(std::size_t bytes) {
    while (size_of(slices_) > bytes && slices_.size() > 1) {
        for (std::size_t i = 0; 2 * i < slices_.size(); ++i) std::swap(slices_[i], slices_[2 * i]);
        grid_.z.step *= 2;
        slices_.resize(static_cast<std::size_t>(grid_.z.shown()));
    }
    return grid_;
}

nlohmann::json PageRuns::json() const {
    std::vector<std::size_t> sizes;
    std::string all;
    all.reserve(size_of(slices_));
    for (const std::string& slice : slices_) {
        sizes.push_back(slice.size());
        all += slice;
    }
    return {{"bytes", sizes}, {"base64", base64(all)}};
}

}  // namespace hexscan
