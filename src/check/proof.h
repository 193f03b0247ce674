#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "src/base/effort.h"
#include "src/check/assembly.h"
#include "src/check/check_tuning.h"
#include "src/check/limit_bounds.h"
#include "src/check/shared_bounds.h"

/// What proofs about a machine have in common, whatever they cover.
namespace hexscan {

/// What of a machine proofs need.
struct ProvenMachine {
    explicit ProvenMachine(const Machine& m) : whole(m), machine(with_legs_limits_alone(m)), shared(shared_bounds(m)) {
        if (m.is_telescopic()) legs = leg_bounds(m);
    }

    Machine whole;                          ///< as it is
    Machine machine;                        ///< without the limits that legs share: strokes and joint tilts
    std::array<LegBounds, leg_count> legs;  ///< of telescopic ones
    SharedBounds shared;                    ///< the limits that legs share

    /// What proofs are about, in words: "strokes", "joint tilts" and, where it has such limits, "gaps".
    std::vector<std::string_view> subjects() const;
};

/// The clearance at a pose by interval arithmetic: the true one is within. Infinite where nothing limits the machine.
Interval clearance_at(const ProvenMachine& machine, const Pose& pose);

/// What is to be proved of a requirement, and how far to go for it.
struct ProofRequest {
    double clearance_m = 0;  ///< asked for everywhere
    double tolerance_m = 0;  ///< a violation by no more is none: the requirement grazes
    double least_to_m = 0;   ///< the least clearance is wanted to this; infinity: only the verdict
    /// Gives up beyond, times the effort.
    std::int64_t most_parts = tuning::parts_of_proof;
    /// The same for each limit that legs share, and for the assembly mode.
    std::int64_t most_shared_parts = tuning::parts_of_shared_limits;
    bool proves_assembly = true;  ///< also proves that all poses are in home's assembly mode
    Effort effort{};
    /// Of boxes of legs with rods: also gives a leg up at a pose whose own bound is not enough, violated or not. The
    /// other legs go on: a pose that one of them violates says more.
    bool until_open = false;
};

/// Where a clearance was met, exact but for rounding (pose_clearance.h).
struct MetClearance {
    PoseClearance clearance;
    Pose pose;
    double along = 0;                   ///< on a path: which pose, counted from 0, and what part of the way to the next
    std::optional<LimitState> state{};  ///< of a limit that legs share and that is violated there
};

/// What a search over a requirement's poses ended with.
struct Proof {
    /// A counterexample was found, verified in interval arithmetic or, of a limit that legs share, by the reference,
    /// and the search ended there.
    bool violated = false;
    /// A pose of the requirement that the machine cannot get to.
    std::optional<OtherAssembly> other_assembly;
    OneAssembly assembly = OneAssembly::unknown;
    /// A limit that legs share of which it is open whether it is kept everywhere.
    LimitId undecided = LimitId::none;
    /// Some part was left without a verdict because the search had looked at as many as it may: with more effort it may
    /// be decided.
    bool gave_up = false;
    /// Unless violated: the clearance of strokes and joint tilts is nowhere smaller, proved.
    double at_least_m = 0;
    /// The least such clearance met, or that of a limit that legs share and that is violated.
    MetClearance least;
    std::int64_t parts = 0;  ///< parts of the requirement whose bounds were computed: the proof's length

    /// Whether the clearance is kept everywhere, and what legs share, and no pose of another assembly mode was met.
    bool proves(double clearance_m) const {
        return !violated && !other_assembly && undecided == LimitId::none && at_least_m >= clearance_m;
    }
    /// The same, and all poses are proved to be of home's assembly mode, where there is one.
    bool proves_all(double clearance_m) const { return proves(clearance_m) && assembly != OneAssembly::sampled; }
};

/// A proof in the making, shared by all threads that work on it.
class ProofRecord {
public:
    /// `any` is a pose of the requirement.
    ProofRecord(const ProvenMachine& machine, const ProofRequest& request, const Pose& any);

    /// A pose of the requirement: its clearance and its assembly mode become part of what is known.
    void meet(const Pose& pose, double along = 0);
    /// A part is done with: its clearance is nowhere smaller.
    void close(double at_least_m);
    /// Counts more parts.
    void count(std::int64_t parts = 1) { parts_.fetch_add(parts, std::memory_order_relaxed); }
    /// A pose does not keep a limit that legs share: the first one is the least clearance met.
    void violate(const MetClearance& violation);
    /// A pose does not keep the clearance that is asked for, as is known of it.
    void violate(const Pose& pose, double along = 0);
    /// It is open whether such a limit is kept, because the search gave up or for good. Reports the first.
    void leave_undecided(LimitId limit, bool gave_up);
    /// The search for the least clearance ended before it knew that to the tolerance.
    void give_up() { gave_up_.store(true, std::memory_order_relaxed); }
    /// All poses are in one assembly mode, unless that was left open.
    void close_assembly();
    /// It is open whether all poses are in one assembly mode, because the search gave up or for good.
    void leave_assembly_open(bool gave_up);

    /// A bound that is enough: what is asked for or, where more is known to be there, nearly the least clearance.
    double enough_m() const;
    /// Whether a part of this bound holds a pose, of this clearance, that is as near to what is asked for as the bound:
    /// halving the part would not decide.
    bool grazes(double at_least_m, double clearance_m) const;
    /// Whether to give a leg up where a pose's own bound is not enough.
    bool ends_when_open() const { return request_.until_open; }
    bool exhausted() const { return parts_.load(std::memory_order_relaxed) > request_.effort.of(request_.most_parts); }
    bool violated() const { return violated_.load(std::memory_order_relaxed); }
    /// Whether a pose is known that is violated or of another assembly mode.
    bool settled() const;
    const AssemblyMode& mode() const { return mode_; }

    Proof proof() const;

private:
    const ProvenMachine& machine_;
    const ProofRequest request_;
    const AssemblyMode mode_;
    mutable std::mutex mutex_;
    MetClearance least_;
    std::optional<OtherAssembly> other_assembly_;
    OneAssembly assembly_ = OneAssembly::unknown;
    LimitId undecided_ = LimitId::none;
    std::atomic<double> least_m_, at_least_m_;
    std::atomic<bool> violated_{false}, gave_up_{false};
    std::atomic<std::int64_t> parts_{0};
};

}  // namespace hexscan
