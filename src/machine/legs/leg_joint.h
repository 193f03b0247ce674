#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/points/allowed_cones.h"
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

/// A joint of a leg.
class LegJoint {
public:
    /// As the joint's side sees it.
    LegJoint(const JointSet& joints, std::size_t leg);
    /// The same joint seen from a frame that the side is turned in.
    LegJoint(const JointSet& joints, std::size_t leg, const Rotation& turned);

    const AllowedCones& allowed() const { return allowed_; }
    std::span<const AllowedCone> cones() const {
        return std::span(allowed_.cones).first(static_cast<std::size_t>(allowed_.count));
    }
    bool is_limited() const { return allowed_.is_limited(); }
    /// What closed forms of rows know of it; of universal joints no limit.
    RodEnd rod_end() const;
    /// Of each of the joint's limits, for a vector.
    void append_states(const Vector& v, std::vector<LimitState>& states) const;

private:
    void add(const Vector& axis, double sine, double cosine, int limit);
    void add_universal(const UniversalJoints& joints, std::size_t leg);

    enum class Sort { tilting, bolted, universal };
    Sort sort_ = Sort::tilting;
    double most_rad_;         ///< the tilt or the misalignment; infinity where nothing is limited
    Vector axis_, beside_{};  ///< of universal joints what of the axis is square to the fixed one, and f x n
    Vector fixed_axis_{};     ///< likewise
    std::array<double, UniversalJoints::ends> ends_rad_{};
    AllowedCones allowed_;
};

}  // namespace hexscan
