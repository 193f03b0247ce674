#pragma once

#include <array>
#include <optional>

#include "src/check/box_proof.h"
#include "src/machine/travel/travel.h"

/// The figures of a data sheet: travel from home along each single axis, and along all axes at once.
namespace hexscan {

/// Half the width of a box of poses along each axis: metres, then radians.
using HalfWidths = std::array<double, PoseBox::dimensions>;

/// The singularities on the way from home to an end of an axis's travel.
struct WayToEnd {
    enum class Singular {
        none,     ///< proved: no pose of the way is singular, except within its last millionth
        crossed,  ///< the determinant has another sign than where the way begins, or is 0, beyond `at`
        open      ///< neither: nothing is proved beyond `at`
    };
    Singular singular = Singular::none;
    double at = 0;  ///< the axis's coordinate
};
/// The ways of each axis to its lower and its upper end.
using WaysToEnds = std::array<std::array<WayToEnd, 2>, pose_axes>;

struct DataSheet {
    Travel travel;                   ///< of each axis alone
    std::optional<WaysToEnds> ways;  ///< ways_to_ends() from home
    HalfWidths proportions;          ///< of the combined box at factor 1
    BoxGrowth growth;                ///< how many times as large a box about home is proved
    HalfWidths proved{};             ///< half widths of the largest box that was proved
};

/// The travel of every axis from a reachable pose within the legs' limits. If the machine avoids singularities, the
/// travel also ends where the determinant is not proved to have home's sign.
Travel travel_kept(const ProvenMachine& machine, const Pose& pose, Effort effort = {});

/// The singularities on the ways from a pose to the ends of its travel. Nullopt if the pose is singular, or if the
/// machine avoids singularities: travel then ends there.
std::optional<WaysToEnds> ways_to_ends(const Machine& machine, const Pose& from, const Travel& travel,
                                       Effort effort = {});

/// The default proportions of a data sheet: along each axis the smaller of its two travels, at most half a turn.
HalfWidths travel_proportions(const Travel& travel, const Pose& home);

/// The home pose must be reachable. The proof covers strokes, joint tilts and shared limits. The box is exact to a
/// thousandth of its size.
DataSheet data_sheet(const ProvenMachine& machine, const Pose& home, const std::optional<HalfWidths>& proportions,
                     const Loop& loop = one_by_one, Effort effort = {});

}  // namespace hexscan
