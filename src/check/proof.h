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

/// The parts that all proofs about a machine have in common.
namespace hexscan {

/// A machine in the forms that proofs need.
struct ProvenMachine {
    explicit ProvenMachine(const Machine& m) : whole(m), machine(with_legs_limits_alone(m)), shared(shared_bounds(m)) {
        if (m.is_telescopic()) legs = leg_bounds(m);
    }

    Machine whole;                          ///< The machine with all its limits.
    Machine machine;                        ///< The machine without shared limits, but with strokes and joint tilts.
    std::array<LegBounds, leg_count> legs;  ///< The legs in intervals, if they are telescopic.
    SharedBounds shared;                    ///< Bounds of the shared limits.

    /// The subjects of proofs in words: limited_motions() and, if the machine has such limits, "gaps".
    std::vector<std::string_view> subjects() const;
};

/// The clearance at a pose in interval arithmetic, which encloses the true one. Infinite if the machine has no limit.
Interval clearance_at(const ProvenMachine& machine, const Pose& pose);

/// The clearance to be proved, and the effort to spend on it.
struct ProofRequest {
    double clearance_m = 0;  ///< Required at all poses.
    double tolerance_m = 0;  ///< Smaller violations do not count: the requirement grazes.
    double least_to_m = 0;   ///< Resolution of the least clearance. Infinity: only the verdict is needed.
    /// The proof gives up after this many parts times the effort.
    std::int64_t most_parts = tuning::parts_of_proof;
    /// The same for each limit that legs share, and for each condition of the assembly mode.
    std::int64_t most_shared_parts = tuning::parts_of_shared_limits;
    std::int64_t most_assembly_parts = tuning::parts_of_assembly;
    bool proves_assembly = true;  ///< also proves that all poses are in home's assembly mode
    Effort effort{};
    /// For boxes and legs with rods: also gives a leg up at a pose whose own bound is too low, violated or not. The
    /// other legs continue, because a pose that one of them violates is a better answer.
    bool until_open = false;
};

/// A clearance at a pose, exact except for rounding (pose_clearance.h).
struct MetClearance {
    PoseClearance clearance;
    Pose pose;
    /// On a path: the pose's number, counted from 0, plus the fraction of the way to the next.
    double along = 0;
    std::optional<LimitState> state{};  ///< State of a violated shared limit at the pose.
};

/// The result of a search over a requirement's poses.
struct Proof {
    /// The search ended at a counterexample. Interval arithmetic verified it or, for a shared limit, the reference did.
    bool violated = false;
    /// A pose of the requirement that the machine cannot get to from home.
    std::optional<OtherAssembly> other_assembly;
    OneAssembly assembly = OneAssembly::unknown;
    /// A limit that legs share of which it is open whether it is kept everywhere.
    LimitId undecided = LimitId::none;
    /// The search reached its number of parts and left one without a verdict. More effort may decide it.
    bool gave_up = false;
    /// Unless violated: proved lower bound on the clearance of strokes and joint tilts.
    double at_least_m = 0;
    /// The least such clearance met, or the clearance of a violated shared limit.
    MetClearance least;
    std::int64_t parts = 0;  ///< The proof's length: the number of parts whose bounds were computed.

    /// Whether the clearance is kept everywhere, and what legs share, and no pose of another assembly mode was met.
    bool proves(double clearance_m) const {
        return !violated && !other_assembly && undecided == LimitId::none && at_least_m >= clearance_m;
    }
    /// The same, and all poses are proved to be of home's assembly mode, where there is one.
    bool proves_all(double clearance_m) const { return proves(clearance_m) && assembly != OneAssembly::sampled; }
};

/// The state of a running proof, shared by all threads that work on it.
class ProofRecord {
public:
    /// `any` is a pose of the requirement.
    ProofRecord(const ProvenMachine& machine, const ProofRequest& request, const Pose& any);

    /// Evaluates a pose of the requirement and records its clearance and assembly mode.
    void meet(const Pose& pose, double along = 0);
    /// Records that a part is finished and that its clearance is nowhere smaller.
    void close(double at_least_m);
    /// Counts more parts.
    void count(std::int64_t parts = 1) { parts_.fetch_add(parts, std::memory_order_relaxed); }
    /// Records a pose that violates a shared limit. The first such pose becomes the least clearance met.
    void violate(const MetClearance& violation);
    /// Records a pose that is known to violate the required clearance.
    void violate(const Pose& pose, double along = 0);
    /// Records a shared limit that stays undecided, because the search gave up or because no search can decide it. Only
    /// the first one is kept.
    void leave_undecided(LimitId limit, bool gave_up);
    /// Records that the search for the least clearance ended before it reached the tolerance.
    void give_up() { gave_up_.store(true, std::memory_order_relaxed); }
    /// All poses are in one assembly mode, unless that was left open.
    void close_assembly();
    /// It is open whether all poses are in one assembly mode, because the search gave up or for good.
    void leave_assembly_open(bool gave_up);

    /// The bound that suffices: the required clearance or, if the least clearance met is larger, almost that.
    double enough_m() const;
    /// True if a part's bound and the clearance of one of its poses are both within the tolerance of the required one.
    /// Then halving the part cannot decide.
    bool grazes(double at_least_m, double clearance_m) const;
    /// True if a leg is given up at a pose whose own bound is too low.
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
