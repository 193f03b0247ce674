#include "src/check/data_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <tuple>
#include <vector>

#include "src/check/requirement_check.h"
#include "src/check/stretch_piece.h"
#include "src/machine/limits.h"
#include "src/scan/pose_verdicts.h"

namespace hexscan {

namespace {

/// The coordinate along an axis, from a pose towards an end, up to which a limit is proved to be kept.
double kept_to(const SharedBound& bound, const Pose& pose, std::size_t axis, double end, Effort effort) {
    constexpr double shortest = 0x1p-40;
    const auto home = coordinates_of(pose);
    const auto at = [&](double part) { return home[axis] + part * (end - home[axis]); };
    std::int64_t parts = 0;
    std::vector<StretchPiece> open{{}};
    while (!open.empty()) {
        const StretchPiece piece = open.back();
        open.pop_back();
        PoseBox box = box_of(pose);
        std::tie(box.low[axis], box.high[axis]) =
            std::minmax({at(piece.middle - piece.half), at(piece.middle + piece.half)});
        if (bound.at_least(box) > 0) continue;
        if (piece.half < shortest || ++parts > effort.of(tuning::parts_of_shared_limits))
            return end < home[axis] ? box.high[axis] : box.low[axis];
        for (const StretchPiece& half : piece.halves()) open.push_back(half);
    }
    return end;
}

/// Ends an axis's travel where the legs may be singular, if that is closer.
void end_at_singularity(const SharedBound& bound, const Pose& pose, std::size_t axis, double way, Effort effort,
                        TravelEnd& end) {
    const double farthest = std::isinf(end.at) ? coordinates_of(pose)[axis] + way * 2 * std::numbers::pi : end.at;
    const double at = kept_to(bound, pose, axis, farthest, effort);
    if (at != farthest) end = {at, bound.limit()};
}

}  // namespace

Travel travel_kept(const ProvenMachine& machine, const Pose& pose, Effort effort) {
    const PoseVerdicts verdicts(machine.machine);
    Travel travel = travel_from(machine.machine, pose, PosesInTurn(verdicts));
    const LimitTable table = limits_of(machine.whole);
    for (const auto& bound : machine.shared) {
        if (table[bound->limit()].kind != &singularity_limit) continue;
        for (std::size_t axis = 0; axis < pose_axes; ++axis) {
            end_at_singularity(*bound, pose, axis, -1, effort, travel[axis].from);
            end_at_singularity(*bound, pose, axis, 1, effort, travel[axis].to);
        }
    }
    return travel;
}

HalfWidths travel_proportions(const Travel& travel, const Pose& home) {
    const auto at = coordinates_of(home);
    HalfWidths widths{};
    for (std::size_t k = 0; k < widths.size(); ++k)
        widths[k] = std::min({at[k] - travel[k].from.at, travel[k].to.at - at[k],
                              k < PoseBox::angles_begin ? std::numeric_limits<double>::infinity() : std::numbers::pi});
    return widths;
}

DataSheet data_sheet(const ProvenMachine& machine, const Pose& home, const std::optional<HalfWidths>& proportions,
                     const Loop& loop, Effort effort) {
    DataSheet sheet;
    sheet.travel = travel_kept(machine, home, effort);
    sheet.proportions = proportions.value_or(travel_proportions(sheet.travel, home));
    const auto at = coordinates_of(home);
    PoseBox box{at, at};
    for (std::size_t k = 0; k < at.size(); ++k) {
        box.low[k] -= sheet.proportions[k];
        box.high[k] += sheet.proportions[k];
    }
    ProofRequest request;
    request.effort = effort;
    request.tolerance_m = grazing_tolerance_m(machine.machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    sheet.growth = box_growth(machine, box, request, prove_box(machine, box, request, loop).proves(0), loop);
    for (std::size_t k = 0; k < at.size(); ++k) sheet.proved[k] = sheet.growth.kept_to * sheet.proportions[k];
    return sheet;
}

}  // namespace hexscan
