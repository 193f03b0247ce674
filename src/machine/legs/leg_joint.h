#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/rod_end.h"
#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// The joint at an end of a leg, or of its rod. Whatever sort it is of, what it allows are the vectors within a few
/// cones (kernels/surfaces/cone.h):
///   - a joint that tilts: the cone of max_tilt about its axis;
///   - a rod end: at most 90 degrees and max_misalignment from its bolt, either way along it;
///   - a universal joint with the fixed axis f, and n what of the joint's axis is square to it: the angle
///     atan2(l . (f x n), l . n) about f is between two half spaces, and the angle asin(l . f / |l|) about the carried
///     axis between two cones about f. Angles at the fixed axis are within 90 degrees, so that the half spaces do.
namespace hexscan {

/// What it allows are the vectors v with v . axis >= cosine |v|.
struct AllowedCone {
    Vector axis;            ///< unit vector
    double sine, cosine;    ///< of the largest angle to it
    std::size_t limit = 0;  ///< of the joint's limits, in the order of joint_limits.h, the one that it is of
};

class LegJoint {
public:
    /// As the joint's side sees it.
    LegJoint(const JointSet& joints, std::size_t leg);
    /// The same joint seen from a frame that the side is turned in.
    LegJoint(const JointSet& joints, std::size_t leg, const Rotation& turned);

    std::span<const AllowedCone> cones() const { return std::span(cones_).first(cone_count_); }
    bool is_limited() const { return cone_count_ > 0; }
    /// Whether rod_end() says all that the joint allows.
    bool is_rod_end() const { return sort_ != Sort::universal; }
    /// What closed forms of rows know of it; of universal joints no limit.
    RodEnd rod_end() const;
    std::size_t limits() const { return sort_ == Sort::universal ? ends_rad_.size() : 1; }
    /// Of a vector so long.
    bool keeps(const Vector& v, double length_m) const;
    /// Of each of the joint's limits, for a vector.
    void append_states(const Vector& v, std::vector<LimitState>& states) const;

private:
    void add(const Vector& axis, double sine, double cosine, std::size_t limit);
    void add_universal(const UniversalJoints& joints, std::size_t leg);

    enum class Sort { tilting, bolted, universal };
    Sort sort_ = Sort::tilting;
    double most_rad_;         ///< the tilt or the misalignment; infinity where nothing is limited
    Vector axis_, beside_{};  ///< of universal joints what of the axis is square to the fixed one, and f x n
    Vector fixed_axis_{};     ///< likewise
    std::array<double, UniversalJoints::ends> ends_rad_{};
    std::array<AllowedCone, UniversalJoints::ends> cones_{};
    std::size_t cone_count_ = 0;
};

}  // namespace hexscan
