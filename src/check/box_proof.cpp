#include "src/check/box_proof.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include "src/base/best_first.h"
#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/rods/rod_proof.h"
#include "src/check/shared_proof.h"

namespace hexscan {
namespace {

/// A part of a problem, with a lower bound on its clearance.
struct LimitPart {
    int leg;
    BoundedLimit limit;
    ClearanceBound bound;
    /// Orders parts so that the search takes the part with the lowest bound first.
    bool operator<(const LimitPart& other) const { return bound.at_least_m > other.bound.at_least_m; }
};

/// The proof of one limit over a box.
class LimitProof {
public:
    LimitProof(const ProvenMachine& machine, ProofRecord& record) : machine_(machine), record_(record) {}

    void prove(const LimitProblem& problem) {
        open_.add(bounded(problem));
        const LimitPart* const lowest = open_.search(
            [&](const LimitPart& part) {
                return record_.violated() || part.bound.at_least_m >= record_.enough_m() || record_.exhausted();
            },
            [&](const LimitPart& part) { split(part); });
        if (lowest && !record_.violated()) record_.close(lowest->bound.at_least_m);
    }

private:
    LimitPart bounded(const LimitProblem& problem) {
        record_.count();
        return {problem.leg, problem.limit,
                clearance_bound(machine_.legs[static_cast<std::size_t>(problem.leg)], problem, record_.enough_m())};
    }

    void split(const LimitPart& part) {
        record_.meet(part.bound.lowest);
        if (part.bound.axis == PoseBox::dimensions || grazes(part)) return record_.close(part.bound.at_least_m);
        for (const PoseBox& box : part.bound.parts()) open_.add(bounded({part.leg, part.limit, box}));
    }

    bool grazes(const LimitPart& part) const {
        // The clearance takes longer to compute. It is at least the bound, so a part whose bound does not graze needs
        // no clearance.
        if (!record_.grazes(part.bound.at_least_m, part.bound.at_least_m)) return false;
        const ClearanceEnclosure clearances = clearances_at(machine_.legs, part.bound.lowest);
        const auto& of_leg = clearances[static_cast<std::size_t>(part.leg)];
        return record_.grazes(part.bound.at_least_m, of_leg[static_cast<std::size_t>(part.limit.limit)].lo);
    }

    const ProvenMachine& machine_;
    ProofRecord& record_;
    BestFirst<LimitPart> open_;
};

/// The largest factor by which a box may be scaled. Beyond it, positions would leave the allowed coordinates, or angles
/// would be more than half a turn from the middle. Half a turn covers every orientation.
double largest_factor(const PoseBox& box) {
    double largest = infinity;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double half = 0.5 * box.high[k] - 0.5 * box.low[k];
        const double most = k < PoseBox::angles_begin ? max_extent_m : std::numbers::pi;
        if (half > 0) largest = std::min(largest, most / half);
    }
    return largest;
}

using Coordinates = std::array<double, PoseBox::dimensions>;

/// Adds to the record a pose of the box at which the determinant is approximately the smallest. The search starts at
/// the corner with the smallest determinant. If that determinant is clearly less than home's, the search descends along
/// each coordinate with steps that are halved (compass search: Kolda, Lewis, Torczon, SIAM Review 45, 2003).
void look_for_other_assembly(const PoseBox& box, ProofRecord& record) {
    double least = infinity;
    Coordinates at{};
    const auto try_at = [&](const Coordinates& candidate) {
        const double sense = record.mode().sense(pose_at(candidate));
        if (!(sense < least)) return false;
        least = sense;
        at = candidate;
        return true;
    };
    for (const Pose& corner : corner_poses(box)) try_at(coordinates_of(corner));
    for (double step = 0.5; least > 0 && least < tuning::suspicious_sense && step > tuning::smallest_descent;) {
        bool lower = false;
        for (std::size_t k = 0; k < at.size(); ++k)
            for (const double way : {step, -step}) {
                Coordinates candidate = at;
                candidate[k] = std::clamp(at[k] + way * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
                lower = (candidate[k] != at[k] && try_at(candidate)) || lower;
            }
        if (!lower) step /= 2;
    }
    record.meet(pose_at(at));
    record.meet(pose_at(box.low));
    record.meet(pose_at(box.high));
}

/// Proves the strokes and joint tilts of telescopic legs.
void prove_legs(const ProvenMachine& machine, const PoseBox& box, ProofRecord& record, const Loop& loop) {
    const std::vector<LimitProblem> problems = limit_problems(machine.legs, box);
    // Evaluates one pose for every limit before the proof starts. The closer the smallest known clearance is to the
    // true minimum, the less remains to be proved.
    for (const LimitProblem& problem : problems)
        record.meet(clearance_bound(machine.legs[static_cast<std::size_t>(problem.leg)], problem, infinity).lowest);
    loop(problems.size(), [&](std::size_t i) { LimitProof(machine, record).prove(problems[i]); });
}

}  // namespace

Proof prove_box(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, const Loop& loop) {
    const bool asks_only_least = !std::isfinite(request.clearance_m);
    const Pose middle = middle_of(box);
    ProofRecord record(machine, request, middle);
    record.meet(middle);
    look_for_other_assembly(box, record);
    if (!machine.machine.is_telescopic()) {
        const auto prove = [&](double clearance_m, ProofRecord& into) {
            prove_rods(machine, box, clearance_m, into, loop);
        };
        if (asks_only_least)
            prove_least_by_trials(machine, middle, request.least_to_m, request.effort, prove, record);
        else
            prove(request.clearance_m, record);
    } else {
        prove_legs(machine, box, record, loop);
    }
    if (!asks_only_least && !record.violated()) prove_shared(machine, box, request, record, loop);
    if (!asks_only_least && request.proves_assembly && !record.settled())
        prove_assembly(machine, box, request, record, loop);
    return record.proof();
}

Proof prove_assembly_of(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request,
                        const Loop& loop) {
    ProofRecord record(machine, request, middle_of(box));
    look_for_other_assembly(box, record);
    if (!record.settled()) prove_assembly(machine, box, request, record, loop);
    return record.proof();
}

PoseBox scaled_box(const PoseBox& box, double factor) {
    PoseBox scaled = box;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        if (box.low[k] == box.high[k]) continue;
        const double middle = 0.5 * box.low[k] + 0.5 * box.high[k], half = 0.5 * box.high[k] - 0.5 * box.low[k];
        scaled.low[k] = middle - factor * half;
        scaled.high[k] = middle + factor * half;
    }
    return scaled;
}

bool has_extent(const PoseBox& box) { return box.low != box.high; }

namespace {

/// Tries to prove the box that is scaled by `factor`. Returns true if it is proved.
using Trial = std::function<bool(double factor, BoxGrowth& growth)>;

/// Bisects for the largest factor that trials prove. It starts between `kept_to`, which is 0 or proved, and `lost_at`,
/// which is not proved.
void close_in(const Trial& is_proved, BoxGrowth& growth) {
    constexpr double precision = 1e-3;
    const auto try_factor = [&](double factor) {
        (is_proved(factor, growth) ? growth.kept_to : growth.lost_at) = factor;
    };
    // Bisection needs a proved factor, so the factor is halved until a box is proved.
    while (growth.kept_to == 0 && growth.lost_at > 0x1p-40) try_factor(0.5 * growth.lost_at);
    while (growth.kept_to > 0 && growth.lost_at - growth.kept_to > precision * growth.kept_to)
        try_factor(0.5 * growth.kept_to + 0.5 * growth.lost_at);
}

/// Adds a trial's parts to `growth`. If the box was not proved, also records whether it was refuted or stayed open.
bool counted(const Proof& proof, double clearance_m, bool proved, BoxGrowth& growth) {
    growth.parts += proof.parts;
    if (proved) return true;
    growth.is_open = !proof.violated && !proof.other_assembly && proof.least.clearance.clearance_m >= clearance_m;
    growth.gave_up = growth.is_open && proof.gave_up;
    return false;
}

}  // namespace

BoxGrowth box_growth(const ProvenMachine& machine, const PoseBox& box, const ProofRequest& request, bool kept,
                     const Loop& loop) {
    ProofRequest limits = request;
    limits.least_to_m = infinity;
    limits.proves_assembly = false;
    if (!machine.machine.is_telescopic() || !machine.shared.empty())
        limits.most_parts = std::min(limits.most_parts, tuning::parts_of_growing_rods);
    ProofRequest assembly = request;
    assembly.most_assembly_parts = tuning::parts_of_growing_assembly;
    const Trial limits_are_kept = [&](double factor, BoxGrowth& growth) {
        const Proof proof = prove_box(machine, scaled_box(box, factor), limits, loop);
        return counted(proof, request.clearance_m, proof.proves(request.clearance_m), growth);
    };
    const Trial is_one_assembly = [&](double factor, BoxGrowth& growth) {
        const Proof proof = prove_assembly_of(machine, scaled_box(box, factor), assembly, loop);
        return counted(proof, -infinity, !proof.other_assembly && proof.assembly != OneAssembly::sampled, growth);
    };
    const double largest = largest_factor(box);
    BoxGrowth growth{kept ? 1.0 : 0.0, kept ? infinity : 1.0};
    if (!kept && !limits_are_kept(0, growth)) return {0, 0, growth.is_open, growth.gave_up, growth.parts};
    while (growth.lost_at == infinity && growth.kept_to < largest) {
        const double factor = std::min(2 * growth.kept_to, largest);
        (limits_are_kept(factor, growth) ? growth.kept_to : growth.lost_at) = factor;
    }
    if (growth.lost_at < infinity) close_in(limits_are_kept, growth);
    // Limits almost always decide the size, so the assembly mode is proved only for the final box.
    if (growth.kept_to > (kept ? 1 : 0) && !is_one_assembly(growth.kept_to, growth)) {
        growth.lost_at = growth.kept_to;
        growth.kept_to = kept ? 1 : 0;
        close_in(is_one_assembly, growth);
    }
    // The caller only knows that the original box is not proved. Repeating its proof shows whether it was refuted or
    // stayed open.
    if (!kept && growth.lost_at == 1) limits_are_kept(1, growth);
    return growth;
}

}  // namespace hexscan
