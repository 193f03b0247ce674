#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/results/output.h"
#include "src/results/radii/border_contact.h"
#include "src/results/radii/slice_radii.h"

namespace hexscan {

/// Totals and extremes over all slices of a scan.
struct ScanSummary {
    std::int64_t reachable_points = 0;
    double volume_m3 = 0;                      ///< Volume of the points' cells; 0 if an axis has a single point.
    std::optional<SliceRadii> widest_slice;    ///< Slice with the largest circumcircle; nothing if all are empty.
    std::optional<SliceRadii> roundest_slice;  ///< Slice with the largest inscribed radius; nothing if none has one.
    BorderContact border;
};

/// Writes radii.csv with the size and circles of every slice, and sums them up.
class RadiiFile final : public Output {
public:
    /// `grid` is the grid of the whole scan.
    RadiiFile(const ScanGrid& grid, const std::filesystem::path& folder, std::string name = "radii.csv");

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    /// Writes the file and computes the summary.
    OutputReport finish() override;

    /// The summary of all slices. Valid after finish().
    const ScanSummary& summary() const { return summary_; }
    /// The radii of one slice. Valid once that slice has been taken.
    const SliceRadii& radii(int slice) const { return results_[static_cast<std::size_t>(slice)].radii; }

private:
    /// The result of one slice. Each slice has its own result, so that threads need no lock.
    struct SliceResult {
        SliceRadii radii;
        BorderContact border;
    };

    ScanGrid grid_;
    std::string name_;
    std::filesystem::path file_;
    std::vector<SliceResult> results_;
    ScanSummary summary_;
};

}  // namespace hexscan
