#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/scan/plan.h"
#include "src/scan/searches/region_points.h"

namespace hexscan {

/// The largest tilt that is reachable everywhere in a region: the least number that the tilt map holds at the region's
/// grid points. Says nothing of what lies between the points or between the sampled directions.
class TiltInside {
public:
    /// The region of the request; it has one, and the plan is made of it.
    TiltInside(const ScanRequest& request, const ScanPlan& plan);

    /// The tilt map of one slice, in degrees. Each slice once, from several threads at once.
    void take(int slice, std::span<const float> tilts_deg);

    /// Once all slices are taken.
    struct Answer {
        float tilt_deg = 0;             ///< -1: at some point not even the level is reachable
        std::array<double, 3> at_m{};   ///< the first point that allows no more, in order of z, y and x
        std::int64_t points = 0;        ///< grid points in the region; where there are none, the others say nothing
        bool goes_beyond_grid = false;  ///< a part of the region was not asked
        bool is_largest_ring = false;   ///< the cone ends here: more was not asked
    };
    Answer answer() const;

    /// The answer for the record.
    nlohmann::json json() const;

    /// The answer for people.
    std::string text(const Units& units) const;

private:
    /// Of one slice; each has a place of its own, so that threads need no lock.
    struct SliceLeast {
        std::int64_t points = 0;
        float tilt_deg = 0;
        int column = 0, row = 0;
    };

    Region region_;
    std::array<GridAxis<double>, 3> axes_;
    float largest_ring_deg_;
    RegionPoints points_;
    std::vector<SliceLeast> slices_;
};

}  // namespace hexscan
