#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/limits.h"
#include "src/results/output.h"
#include "src/results/pictures/map_images.h"
#include "src/results/radii/tilt_inside.h"

namespace hexscan {

/// The maps of a scan as MapImages, and their extremes, means and counts for the record.
class MapFiles final : public Output {
public:
    /// `plan` is the plan of `platform`; both must outlive this object. If `images` is false, only maps.csv is written.
    MapFiles(const Platform& platform, const ScanPlan& plan, std::filesystem::path folder, bool images);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    /// Writes legends and maps.csv. Returns the largest ball inside the workspace, the shares of its limits and the
    /// tilt that is reachable everywhere in the scan's region.
    OutputReport finish() override;

private:
    /// The summary of one slice. Each slice has its own summary, so that threads need no lock.
    struct SliceSummary {
        /// The summary of one map over a slice's reachable points.
        struct Values {
            double sum = 0;
            std::int64_t points = 0;
            float extreme = 0;        ///< the smallest or the largest number, depending on which of them the map
                                      ///< reports
            int row = 0, column = 0;  ///< the first point with that number
        };
        std::vector<Values> values;               ///< by map; only filled for maps that report a number
        std::array<std::int64_t, 256> limited{};  ///< points by limit, whose number is a byte
        /// Consecutive points of a row-by-row walk through a slice that are all unreachable and have the same limit.
        struct Outside {
            std::size_t first, last;
            std::uint8_t limit;
        };
        WorkspaceSlice runs;           ///< the reachable points; only kept if the border is counted
        std::vector<Outside> outside;  ///< all other points; only kept if the border is counted
    };

    SliceSummary::Values values_of(const Slice& slice, MapKind map, const std::vector<float>& numbers) const;
    bool of_a_set() const;
    /// True if limits are counted at the points just outside the border, not at the reachable points.
    bool counts_border() const;
    void sum_up_ball(OutputReport& report) const;
    void keep_outside(const Slice& slice, const std::vector<std::uint8_t>& limits);
    /// Counts the points just outside the border: the unreachable ones beside a reachable one along x, y or z.
    void count_border();
    /// The number of counted points whose limit is `limit`.
    struct LimitedPoints {
        std::int64_t points;
        LimitId limit;
    };
    /// The limits of counted points, in the order of the table.
    std::vector<LimitedPoints> limited_points(const LimitTable& table) const;
    void sum_up_limits(OutputReport& report) const;
    /// Adds the extreme number of a map (smallest or largest, as the map requires) and the mean to the report.
    void sum_up_values(std::size_t map, OutputReport& report) const;

    const Platform& platform_;
    const ScanPlan& plan_;
    std::vector<MapKind> maps_;  ///< in the order of a slice's fields
    MapImages images_;
    std::vector<SliceSummary> slices_;
    std::optional<TiltInside> tilt_inside_;  ///< only if the scan requests it
};

}  // namespace hexscan
