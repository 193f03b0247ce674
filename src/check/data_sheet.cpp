#include "src/check/data_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <tuple>
#include <vector>

#include "src/check/requirement_check.h"
#include "src/check/stretch_piece.h"
#include "src/machine/limits.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/pose_verdicts.h"

namespace hexscan {

namespace {

/// Follows an axis from a pose towards an end of travel. Returns the coordinate up to which the limit is proved to be
/// satisfied.
double kept_to(const SharedBound& bound, const Pose& pose, std::size_t axis, double end, std::int64_t most_parts) {
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
        if (piece.half < shortest || ++parts > most_parts) return end < home[axis] ? box.high[axis] : box.low[axis];
        for (const StretchPiece& half : piece.halves()) open.push_back(half);
    }
    return end;
}

/// The end of an axis's travel, or of a full turn if travel has no end.
double farthest_on(const TravelEnd& end, const Pose& pose, std::size_t axis, double way) {
    return std::isinf(end.at) ? coordinates_of(pose)[axis] + way * 2 * std::numbers::pi : end.at;
}

/// Shortens an axis's travel to the part on which the legs are proved not to be singular.
void end_at_singularity(const SharedBound& bound, const Pose& pose, std::size_t axis, double way, Effort effort,
                        TravelEnd& end) {
    const double farthest = farthest_on(end, pose, axis, way);
    const double at = kept_to(bound, pose, axis, farthest, effort.of(tuning::parts_of_shared_limits));
    if (at != farthest) end = {at, bound.limit()};
}

/// The bound on singularities of a machine, whether or not the machine avoids them.
std::shared_ptr<const SharedBound> singularities_of(Machine machine) {
    if (!machine.singularity) machine.singularity.emplace();
    machine.singularity->avoid = true;
    machine.singularity->frees_sign = false;
    const LimitTable table = limits_of(machine);
    for (const auto& bound : shared_bounds(machine))
        if (table[bound->limit()].kind == &singularity_limit) return bound;
    return nullptr;
}

/// Examines the way from home to an end of travel. Beyond the proved part it tests single poses, in search of one on
/// the other side of a singularity.
WayToEnd way_to(const SharedBound& bound, const Pose& home, std::size_t axis, double end, Effort effort) {
    const double proved = kept_to(bound, home, axis, end, effort.of(tuning::parts_of_ways));
    // An end where a rod is in line with its arm, or perpendicular to its rail, is singular itself. So the last part of
    // the way does not count.
    constexpr double last_part = 1e-6;
    if (std::abs(end - proved) <= last_part * std::abs(end - coordinates_of(home)[axis]))
        return {WayToEnd::Singular::none, end};
    const auto keeps = [&](double at) {
        auto coordinates = coordinates_of(home);
        coordinates[axis] = at;
        return bound.keeps(pose_at(coordinates));
    };
    double kept = proved;
    for (int look = 1; look <= tuning::looks_at_ways; ++look) {
        // Tests more poses near the proved part.
        const double part = static_cast<double>(look) / tuning::looks_at_ways;
        double beyond = proved + part * part * part * (end - proved);
        if (keeps(beyond)) {
            kept = beyond;
            continue;
        }
        constexpr int halvings = 40;
        for (int halving = 0; halving < halvings; ++halving) {
            const double middle = 0.5 * kept + 0.5 * beyond;
            (keeps(middle) ? kept : beyond) = middle;
        }
        return {WayToEnd::Singular::crossed, beyond};
    }
    return {WayToEnd::Singular::open, proved};
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

std::optional<WaysToEnds> ways_to_ends(const Machine& machine, const Pose& from, const Travel& travel, Effort effort) {
    if (machine.singularity && machine.singularity->avoid) return std::nullopt;
    if (conditioning(machine, from).rank < static_cast<int>(leg_count)) return std::nullopt;
    const auto bound = singularities_of(machine);
    if (!bound || !bound->keeps(from)) return std::nullopt;
    WaysToEnds ways{};
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        ways[axis][0] = way_to(*bound, from, axis, farthest_on(travel[axis].from, from, axis, -1), effort);
        ways[axis][1] = way_to(*bound, from, axis, farthest_on(travel[axis].to, from, axis, 1), effort);
    }
    return ways;
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
    sheet.ways = ways_to_ends(machine.whole, home, sheet.travel, effort);
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
    sheet.growth = box_growth(machine, box, request, prove_box(machine, box, request, loop).proves_all(0), loop);
    for (std::size_t k = 0; k < at.size(); ++k) sheet.proved[k] = sheet.growth.kept_to * sheet.proportions[k];
    return sheet;
}

}  // namespace hexscan
