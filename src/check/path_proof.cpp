#include "src/check/path_proof.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/rods/rod_bounds.h"
#include "src/check/rods/rod_proof.h"
#include "src/check/shared_proof.h"
#include "src/check/stretch_piece.h"

namespace hexscan {
namespace {

/// The way from one pose to the next, along which all coordinates change linearly. Its parameter runs from 0 to 1.
class PathSegment {
public:
    PathSegment(const ProvenMachine& machine, const Pose& from, const Pose& to)
        : machine_(machine), from_(coordinates_of(from)), to_(coordinates_of(to)) {
        for (std::size_t k = 0; k < from_.size(); ++k) {
            rate_[k] = Interval(to_[k]) - Interval(from_[k]);
            rounding_[k] = 8 * (std::abs(from_[k]) + std::abs(to_[k])) * 0x1p-53;
        }
    }

    Pose at(double fraction) const {
        std::array<double, PoseBox::dimensions> coordinates{};
        for (std::size_t k = 0; k < coordinates.size(); ++k) {
            const double value = from_[k] + fraction * (to_[k] - from_[k]);
            coordinates[k] = std::clamp(value, std::min(from_[k], to_[k]), std::max(from_[k], to_[k]));
        }
        return pose_at(coordinates);
    }

    /// A lower bound on the clearance of all limits of telescopic legs, for parameters within `half` of `middle`.
    double at_least_m(double middle, double half) const {
        const PosesNear poses(moved(box_about(middle, half), 0), machine_.legs.front().order);
        double least_m = infinity;
        for (const LegBounds& leg : machine_.legs)
            for (const BoundedLimit limit : bounded_limits(leg))
                least_m = std::min(least_m, least_along(LegClearance(leg, limit, leg_vector(leg, limit, poses)), half));
        return least_m;
    }

    /// A box that contains the poses with parameters within `half` of `middle`.
    PoseBox box_about(double middle, double half) const {
        const std::array<double, PoseBox::dimensions> one = coordinates_of(at(middle - half)),
                                                      other = coordinates_of(at(middle + half));
        PoseBox box;
        for (std::size_t k = 0; k < one.size(); ++k) {
            box.low[k] = std::min(one[k], other[k]) - rounding_[k];
            box.high[k] = std::max(one[k], other[k]) + rounding_[k];
        }
        return box;
    }

private:
    /// A lower bound on the clearance along the way. The coordinates change together, so their contributions to the
    /// slope may cancel. Poses deviate by at most twice `rounding_` from the line through the box's middle.
    double least_along(const LegClearance& clearance, double half) const {
        const PoseSlopes& number = clearance.number();
        Interval slope, rest;
        for (std::size_t k = 0; k < rate_.size(); ++k) {
            slope += number.by[k] * rate_[k];
            rest += Interval(number.by[k].magnitude()) * Interval(2 * rounding_[k]);
        }
        const Interval least_m = number.middle - Interval(slope.magnitude()) * Interval(half) - rest;
        return std::max(number.value.lo, least_m.lo);
    }

    const ProvenMachine& machine_;
    std::array<double, PoseBox::dimensions> from_, to_;
    std::array<Interval, PoseBox::dimensions> rate_;  ///< change of each coordinate over the segment
    /// Upper bounds on the rounding errors of interpolated coordinates.
    std::array<double, PoseBox::dimensions> rounding_{};
};

/// The smallest bound of all legs with rods. Joints that satisfy their limits count with a clearance of `asked_m`.
RodClearanceBound bound_of_rods(const AllRodBounds& bounds, const PoseBox& box, OrientationOrder order,
                                double asked_m) {
    const PreparedBox prepared(box, order);
    RodClearanceBound all{infinity, middle_of(box)};
    for (const auto& leg : bounds) {
        const RodClearanceBound bound = leg->bound(prepared, asked_m);
        all.at_least_m = std::min(all.at_least_m, bound.at_least_m);
        all.violated = all.violated || bound.violated;
        all.parts += bound.parts - 1;
    }
    return all;
}

/// The bound of legs with rods at a pose. Reports a violation to the record if the bound proves one.
double rods_at_least_m(const AllRodBounds& bounds, const Pose& pose, double along, OrientationOrder order,
                       double asked_m, ProofRecord& record) {
    const RodClearanceBound bound = bound_of_rods(bounds, box_of(pose), order, asked_m);
    record.count(bound.parts - 1);
    if (bound.violated) record.violate(pose, along);
    return bound.at_least_m;
}

/// Halves pieces of a segment until their bounds suffice or a pose violates a limit.
template <class Bound, class Enough, class Lost>
void prove_segment(const PathSegment& segment, double index, const ProvenMachine& machine, const Bound& bound,
                   const Enough& enough_m, const Lost& is_lost, ProofRecord& record) {
    constexpr double shortest = 0x1p-40;
    // The bounds below cover clearances, but not the assembly mode: a determinant's sign is known only at the poses at
    // which meet() evaluates it. So some poses of each segment are evaluated even if the first bound suffices.
    constexpr int looks = tuning::looks_along_segment;
    for (int look = 1; look < looks; ++look)
        record.meet(segment.at(double(look) / looks), index + double(look) / looks);
    std::vector<StretchPiece> open{{}};
    // The bound is compared first, because the clearance at a pose takes longer to compute.
    const auto grazes = [&](double at_least_m, const Pose& pose) {
        return record.grazes(at_least_m, at_least_m) && record.grazes(at_least_m, clearance_at(machine, pose).lo);
    };
    while (!open.empty() && !record.violated()) {
        const StretchPiece piece = open.back();
        const auto [middle, half] = piece;
        open.pop_back();
        record.count();
        const double at_least_m = bound(middle, half);
        if (at_least_m >= enough_m()) {
            record.close(at_least_m);
            continue;
        }
        const Pose pose = segment.at(middle);
        record.meet(pose, index + middle);
        if (is_lost(pose, index + middle)) return;
        if (record.exhausted() || half < shortest || grazes(at_least_m, pose)) {
            record.close(at_least_m);
            continue;
        }
        for (const StretchPiece& of_piece : piece.halves()) open.push_back(of_piece);
    }
}

/// Proves the limits on strokes and joint tilts between the poses.
void prove_between(const ProvenMachine& machine, const std::vector<Pose>& poses,
                   const std::vector<PathSegment>& segments, const ProofRequest& request, ProofRecord& record,
                   const Loop& loop) {
    if (machine.machine.is_telescopic())
        return loop(segments.size(), [&](std::size_t i) {
            prove_segment(
                segments[i], static_cast<double>(i), machine,
                [&](double middle, double half) { return segments[i].at_least_m(middle, half); },
                [&] { return record.enough_m(); }, [](const Pose&, double) { return false; }, record);
        });
    const auto bounds = rod_bounds(machine.machine);
    const OrientationOrder order = machine.machine.orientation_order;
    const auto prove = [&](double clearance_m, ProofRecord& into) {
        const auto is_lost = [&](const Pose& pose, double along) {
            if (!(clearance_m > 0)) return false;
            const double here_m = rods_at_least_m(bounds, pose, along, order, clearance_m, into);
            const bool open = here_m < clearance_m && into.ends_when_open();
            if (open) into.close(here_m);
            return open || into.violated();
        };
        loop(segments.size(), [&](std::size_t i) {
            const auto bound = [&](double middle, double half) {
                const RodClearanceBound rods =
                    bound_of_rods(bounds, segments[i].box_about(middle, half), order, clearance_m);
                into.count(rods.parts - 1);
                return rods.at_least_m;
            };
            prove_segment(
                segments[i], static_cast<double>(i), machine, bound, [&] { return clearance_m; }, is_lost, into);
        });
    };
    if (std::isfinite(request.clearance_m))
        prove(request.clearance_m, record);
    else
        prove_least_by_trials(machine, poses.front(), request.least_to_m, request.effort, prove, record);
}

}  // namespace

Proof prove_path(const ProvenMachine& machine, const std::vector<Pose>& poses, bool everything_between,
                 const ProofRequest& request, const Loop& loop) {
    ProofRecord record(machine, request, poses.front());
    const AllRodBounds rods = rod_bounds(machine.machine);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const auto along = static_cast<double>(i);
        record.meet(poses[i], along);
        record.count();
        double at_least_m = clearance_at(machine, poses[i]).lo;
        if (at_least_m < request.clearance_m && !machine.machine.is_telescopic() && !record.violated())
            at_least_m = std::max(at_least_m, rods_at_least_m(rods, poses[i], along, machine.machine.orientation_order,
                                                              request.clearance_m, record));
        record.close(at_least_m);
    }
    std::vector<PathSegment> segments;
    for (std::size_t i = 0; everything_between && i + 1 < poses.size(); ++i)
        segments.emplace_back(machine, poses[i], poses[i + 1]);
    if (!segments.empty()) prove_between(machine, poses, segments, request, record, loop);
    if (!std::isfinite(request.clearance_m) || record.violated()) return record.proof();
    std::vector<SharedStretch> stretches;
    for (std::size_t i = 0; i < segments.size(); ++i)
        stretches.push_back({static_cast<double>(i), [&, i](double at) { return segments[i].at(at); },
                             [&, i](double middle, double half) { return segments[i].box_about(middle, half); }});
    prove_shared(machine, poses, stretches, request, record, loop);
    if (!record.settled()) prove_assembly(machine, poses, stretches, request, record, loop);
    return record.proof();
}

}  // namespace hexscan
