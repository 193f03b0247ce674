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

/// The common parts of all proofs about a machine.
namespace hexscan {

/// A machine in the forms that proofs use.
struct ProvenMachine {
    explicit ProvenMachine(const Machine& m) : whole(m), machine(with_legs_limits_alone(m)), shared(shared_bounds(m)) {
        if (m.is_telescopic()) legs = leg_bounds(m);
    }

    Machine whole;                          ///< The machine with all its limits.
    Machine machine;                        ///< The machine without shared limits, but with strokes and joint tilts.
    std::array<LegBounds, leg_count> legs;  ///< The legs in intervals, if they are telescopic.
    SharedBounds shared;                    ///< Bounds of the shared limits.

    /// Names of everything that proofs cover: limited_motions() and, if the machine has such limits, "gaps" and
    /// similar.
    std::vector<std::string_view> subjects() const;
};

/// An interval that contains the clearance at a pose. Both of its ends are infinite if the machine has no limit.
Interval clearance_at(const ProvenMachine& machine, const Pose& pose);

/// The clearance to be proved, and how much work to spend on it.
struct ProofRequest {
    double clearance_m = 0;  ///< clearance required at all poses
    double tolerance_m = 0;  ///< smaller violations do not count; the requirement then grazes a limit
    double least_to_m = 0;   ///< resolution of the least clearance; infinity: only the verdict is needed
    /// Number of parts after which the proof gives up. The effort multiplies it. A part is a box of poses or a piece of
    /// a path, for which one bound is computed.
    std::int64_t most_parts = tuning::parts_of_proof;
    /// The same number for each shared limit, and for each condition of the assembly mode.
    std::int64_t most_shared_parts = tuning::parts_of_shared_limits;
    std::int64_t most_assembly_parts = tuning::parts_of_assembly;
    bool proves_assembly = true;  ///< true: also proves that all poses are in home's assembly mode
    Effort effort{};
    /// Only for legs with rods. If true, the proof of a leg over a box, or of a segment of a path, also stops at a pose
    /// whose own bound is too low, even if the pose violates nothing. The other legs or segments continue, because a
    /// pose that violates a limit is a better answer.
    bool until_open = false;
};

/// The clearance at an evaluated pose. It is exact except for rounding (pose_clearance.h).
struct MetClearance {
    PoseClearance clearance;
    Pose pose;
    /// On a path: the index of the last given pose up to this one, plus the fraction of the way to the next.
    double along = 0;
    std::optional<LimitState> state{};  ///< state of the shared limit that the pose violates
};

/// The result of a search over a requirement's poses.
struct Proof {
    /// True if the search found a counterexample. It was verified by interval arithmetic or, for a shared limit, by the
    /// reference test.
    bool violated = false;
    /// A pose of the requirement that the machine cannot reach from home.
    std::optional<OtherAssembly> other_assembly;
    OneAssembly assembly = OneAssembly::unknown;
    /// A shared limit for which it is undecided whether all poses satisfy it.
    LimitId undecided = LimitId::none;
    /// True if the search reached its largest number of parts before it had a verdict on all poses. More effort may
    /// bring one.
    bool gave_up = false;
    /// Proved lower bound on the clearance from the limits on strokes and joint tilts. Meaningless if `violated`.
    double at_least_m = 0;
    /// The smallest such clearance found, or the clearance of a violated shared limit.
    MetClearance least;
    std::int64_t parts = 0;  ///< number of parts whose bounds were computed, a measure of the proof's length

    /// True if all poses have at least this clearance and satisfy the shared limits, and no pose was found in another
    /// assembly mode.
    bool proves(double clearance_m) const {
        return !violated && !other_assembly && undecided == LimitId::none && at_least_m >= clearance_m;
    }
    /// True if, in addition, all poses are proved to be in home's assembly mode, or home has no mode.
    bool proves_all(double clearance_m) const { return proves(clearance_m) && assembly != OneAssembly::sampled; }
};

/// The state of a running proof. All threads that work on the proof share it.
class ProofRecord {
public:
    /// `any` is any pose of the requirement.
    ProofRecord(const ProvenMachine& machine, const ProofRequest& request, const Pose& any);

    /// Evaluates a pose of the requirement and records its clearance and assembly mode.
    void meet(const Pose& pose, double along = 0);
    /// Records that a part is finished and that its clearance is at least `at_least_m`.
    void close(double at_least_m);
    /// Adds to the number of parts.
    void count(std::int64_t parts = 1) { parts_.fetch_add(parts, std::memory_order_relaxed); }
    /// Records a pose that violates a shared limit. The first such pose is stored as the least clearance found.
    void violate(const MetClearance& violation);
    /// Records a pose that is known to violate the required clearance.
    void violate(const Pose& pose, double along = 0);
    /// Records a shared limit that stays undecided. `gave_up` is false if no search could decide it. Only the first
    /// such limit is kept.
    void leave_undecided(LimitId limit, bool gave_up);
    /// Records that a search reached its largest number of parts before it was done.
    void give_up() { gave_up_.store(true, std::memory_order_relaxed); }
    /// Records that all poses are in one assembly mode, unless this was left open.
    void close_assembly();
    /// Records that it is undecided whether all poses are in one assembly mode. `gave_up` is false if no search could
    /// decide it.
    void leave_assembly_open(bool gave_up);

    /// The bound that suffices for a part. It is the required clearance, or slightly less than the least clearance
    /// found if that is larger.
    double enough_m() const;
    /// True if both a part's bound and the clearance of one of its poses differ from the required clearance by at most
    /// the tolerance. Halving such a part could not decide.
    bool grazes(double at_least_m, double clearance_m) const;
    /// ProofRequest::until_open.
    bool ends_when_open() const { return request_.until_open; }
    bool exhausted() const { return parts_.load(std::memory_order_relaxed) > request_.effort.of(request_.most_parts); }
    bool violated() const { return violated_.load(std::memory_order_relaxed); }
    /// True if a pose is known that violates a limit or is in another assembly mode, so that the outcome is certain.
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
