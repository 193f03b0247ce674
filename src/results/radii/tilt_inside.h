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

/// The largest tilt that is reachable everywhere in a region, for a scan over a cone of tilts. Rings of equal tilt
/// sample the cone. The result is the smallest number of the tilt map at the region's grid points. It does not cover
/// positions between the points or directions between the samples.
class TiltInside {
public:
    /// The request must have a region. `plan` must be the plan of that request.
    TiltInside(const ScanRequest& request, const ScanPlan& plan);

    /// Takes the tilt map of one slice, in degrees. Called once per slice, possibly from several threads at once.
    void take(int slice, std::span<const float> tilts_deg);

    /// The result. It is valid once all slices have been taken.
    struct Answer {
        float tilt_deg = 0;             ///< Largest tilt; -1 if some point of the region is unreachable even without
                                        ///< tilt.
        std::array<double, 3> at_m{};   ///< The first point that allows no larger tilt, in the order of z, y and x.
        std::int64_t points = 0;        ///< Grid points in the region; if 0, the other fields mean nothing.
        bool goes_beyond_grid = false;  ///< True if a part of the region is outside the grid and was not tested.
        bool is_largest_ring = false;   ///< True if this is the cone's largest ring; larger tilts were not tested.
    };
    Answer answer() const;

    /// The result as JSON for the record.
    nlohmann::json json() const;

    /// The answer as text for users.
    std::string text(const Units& units) const;

private:
    /// The smallest tilt of one slice. Each slice has its own value, so that threads need no lock.
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
