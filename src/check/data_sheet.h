#pragma once

#include <array>
#include <optional>

#include "src/check/box_proof.h"
#include "src/machine/travel/travel.h"

/// The figures of a data sheet: travel from home along each single axis, and along all axes at once.
namespace hexscan {

/// Half the width of a box of poses along each axis: metres, then radians.
using HalfWidths = std::array<double, PoseBox::dimensions>;

struct DataSheet {
    Travel travel;           ///< Travel of each single axis.
    HalfWidths proportions;  ///< Half widths of the combined box at factor 1.
    BoxGrowth growth;        ///< The proved factor of the combined box about home.
    HalfWidths proved{};     ///< Half widths of the largest proved box.
};

/// The travel of every axis from a reachable pose within the legs' limits. If the machine avoids singularities, the
/// travel also ends where the determinant is not proved to have home's sign.
Travel travel_kept(const ProvenMachine& machine, const Pose& pose, Effort effort = {});

/// The default proportions of a data sheet: along each axis the smaller of its two travels, at most half a turn.
HalfWidths travel_proportions(const Travel& travel, const Pose& home);

/// The home pose must be reachable. The proof covers strokes, joint tilts and shared limits. The box is exact to a
/// thousandth of its size.
DataSheet data_sheet(const ProvenMachine& machine, const Pose& home, const std::optional<HalfWidths>& proportions,
                     const Loop& loop = one_by_one, Effort effort = {});

}  // namespace hexscan
