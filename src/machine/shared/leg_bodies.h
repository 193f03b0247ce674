#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "kernels/shared/segment_distance.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_pair_row.h"

/// The bodies of a leg, for limits on gaps: lines with a thickness.
namespace hexscan {

/// The centre lines of a leg's bodies: one line, or those of an arm and its rod.
struct Bodies {
    std::array<Segment3, 2> lines;
    std::size_t count = 0;

    void add(const Segment3& line) { lines[count++] = line; }
};

/// The bodies of a leg at one orientation. The machine's legs must have a thickness.
class PosedBodies {
public:
    PosedBodies(const Machine& machine, const Rotation& turned, const PosedLegs& posed, std::size_t leg);

    /// The bodies without the leg's free ends.
    Bodies at(const Vector& position_m) const;
    /// The leg's numbers, for telescopic legs only.
    StraightLeg straight() const { return {base_m_, joint_m_, free_m_}; }

    bool has_rod() const { return leg_ != nullptr; }
    /// Upper bound on the motion of the leg's foot while the platform moves by at most `moved_m`.
    double foot_shift_m(const Vector& position_m, double moved_m) const {
        return leg_ ? leg_->foot_shift_m(position_m + joint_m_ - base_m_, moved_m) : 0;
    }
    double extent_m() const;
    double doubt_m(double longest_m) const { return leg_ ? leg_->doubt_m(longest_m + extent_m()) : 0; }

private:
    Vector base_m_, joint_m_;
    std::shared_ptr<const PosedLeg> leg_;  ///< null for telescopic legs
    double free_m_, rod_m_, arm_m_;
};

/// Finds a distance by which the platform may move while some quantity changes by at most `most_m`. changed_m(move) is
/// an upper bound on the change. Returns 0 if no such distance is found.
template <class Changed>
double move_within_m(double most_m, Changed changed_m) {
    constexpr int most_tries = 40;
    double move_m = most_m / 2;
    for (int k = 0; k < most_tries && move_m > 0; ++k) {
        const double changed = changed_m(move_m);
        if (changed <= most_m) return move_m;
        move_m *= std::max(0.1, 0.95 * most_m / changed);
    }
    return 0;
}

}  // namespace hexscan
