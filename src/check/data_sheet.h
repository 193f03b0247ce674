#pragma once

#include <array>
#include <optional>

#include "src/check/box_proof.h"
#include "src/machine/travel/travel.h"

/// The figures of a data sheet: travel from home along each single axis, and along all axes at once.
namespace hexscan {

/// Half the width of a box of poses along each axis: three in metres, then three in radians.
using HalfWidths = std::array<double, PoseBox::dimensions>;

/// The result of a search for singularities on the way from home to an end of an axis's travel.
struct WayToEnd {
    enum class Singular {
        none,     ///< proved: no pose on the way is singular, except possibly in its last millionth
        crossed,  ///< the determinant is 0 beyond `at`, or its sign differs from that at the beginning
        open      ///< undecided: nothing is proved beyond `at`
    };
    Singular singular = Singular::none;
    double at = 0;  ///< the axis's coordinate
};
/// The ways to the lower and the upper end of each axis.
using WaysToEnds = std::array<std::array<WayToEnd, 2>, pose_axes>;

struct DataSheet {
    Travel travel;                   ///< travel of each axis alone
    std::optional<WaysToEnds> ways;  ///< ways_to_ends() from home
    HalfWidths proportions;          ///< half widths of the box whose size is factor 1
    BoxGrowth growth;                ///< the factors for which the box about home is proved
    HalfWidths proved{};             ///< half widths of the largest box that was proved
};

/// The travel along every axis from a reachable pose, as far as the legs' limits are satisfied. If the machine avoids
/// singularities, travel also ends where the determinant is no longer proved to have the same sign as at home.
Travel travel_kept(const ProvenMachine& machine, const Pose& pose, Effort effort = {});

/// The results of searches for singularities on the ways from a pose to the ends of its travel. Returns nullopt if the
/// pose is singular. Also returns nullopt if the machine avoids singularities, because travel then ends before them.
std::optional<WaysToEnds> ways_to_ends(const Machine& machine, const Pose& from, const Travel& travel,
                                       Effort effort = {});

/// The default half widths of a data sheet's box: along each axis the smaller of its two travels, at most half a turn.
HalfWidths travel_proportions(const Travel& travel, const Pose& home);

/// The data sheet for a reachable home pose. Its proof covers strokes, joint tilts and shared limits. The size of the
/// box is exact to a thousandth.
DataSheet data_sheet(const ProvenMachine& machine, const Pose& home, const std::optional<HalfWidths>& proportions,
                     const Loop& loop = one_by_one, Effort effort = {});

}  // namespace hexscan
