#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/clearance.h"
#include "src/results/map_colours.h"
#include "src/results/output.h"
#include "src/results/run_record.h"
#include "src/results/tilt_inside.h"

namespace hexscan {

/// Maps as images: NAME_000.png ... and NAME_legend.svg for each; maps.csv with the least, mean and largest number of every
/// slice; and what the maps sum up to, for the record.
class MapFiles final : public Output {
public:
    /// `record` must outlive this object. Without `images` only maps.csv is written.
    MapFiles(RunRecord& record, std::filesystem::path folder, bool images);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    /// Writes legends and maps.csv, and puts the largest ball inside the workspace, the shares of its limits and the tilt
    /// reachable everywhere in the scan's region into the record.
    void finish(const Delivery& delivery) override;

private:
    struct Range {
        double least = 0, mean = 0, largest = 0;
        std::size_t largest_at = 0;  ///< index of the first point that has it
    };
    /// Of one slice; each has a place of its own, so that threads need no lock.
    struct SliceSummary {
        std::vector<Range> ranges;                                           ///< by map; empty ones for limits
        std::array<std::int64_t, 1 + leg_count * limits_per_leg> limited{};  ///< workspace points by active limit
    };

    void write_image(std::size_t map, int slice, const SliceField& field) const;
    std::string csv() const;
    bool of_a_set() const;
    void sum_up_ball(std::size_t map);
    /// Reachable points whose nearest limit is that one of that leg.
    struct LimitedPoints {
        std::int64_t points;
        int leg, kind;
    };
    /// Those that occur, most points first.
    std::vector<LimitedPoints> limited_points() const;
    void sum_up_limits();

    RunRecord& record_;
    ScanPlan plan_;
    std::filesystem::path folder_;
    bool images_;
    std::vector<MapKind> maps_;  ///< in the order in which slices bring them
    std::vector<MapColours> colours_;
    std::vector<SliceSummary> slices_;
    std::optional<TiltInside> tilt_inside_;  ///< where the scan asks for it
};

}  // namespace hexscan
