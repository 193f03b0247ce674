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

/// What the slices of a whole scan add up to.
struct ScanSummary {
    std::int64_t reachable_points = 0;
    double volume_m3 = 0;  ///< of the points' cells; 0 where an axis has a single point, which spans nothing
    std::optional<SliceRadii> widest_slice;    ///< with the largest circumcircle; nothing in an empty workspace
    std::optional<SliceRadii> roundest_slice;  ///< with the largest inscribed radius; nothing where no slice has one
    BorderContact border;
};

/// radii.csv: size and circles of every slice; and what they add up to.
class RadiiFile final : public Output {
public:
    /// `grid` is that of the whole scan.
    RadiiFile(const ScanGrid& grid, const std::filesystem::path& folder, std::string name = "radii.csv");

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    /// Writes the file and sums up.
    Told finish() override;

    /// Of all slices, once finished.
    const ScanSummary& summary() const { return summary_; }
    /// Of one slice, once it was taken.
    const SliceRadii& radii(int slice) const { return results_[static_cast<std::size_t>(slice)].radii; }

private:
    /// Each slice has a place of its own, so that threads need no lock.
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
