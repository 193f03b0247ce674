#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/points/allowed_cones.h"
#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// The joint at an end of a leg or its rod. For every sort of joint, the allowed vectors are the intersection of a few
/// cones (kernels/surfaces/cone.h):
///   - A tilting joint: The cone of max_tilt about its axis.
///   - A rod end: The angle to the plane perpendicular to its bolt is at most max_misalignment. Two cones express this,
///     one about each direction of the bolt.
///   - A universal joint: Let f be its fixed axis, and n the joint's axis projected perpendicular to f. Two half-spaces
///     bound the angle atan2(l . (f x n), l . n) about f. Two cones about f bound the angle asin(l . f / |l|) about the
///     carried axis. Half-spaces suffice because the angle about f stays within 90 degrees.
namespace hexscan {

/// A joint of a leg.
class LegJoint {
public:
    /// The joint in the frame of its side.
    LegJoint(const JointSet& joints, std::size_t leg);
    /// The joint in a frame in which its side is rotated.
    LegJoint(const JointSet& joints, std::size_t leg, const Rotation& turned);

    const AllowedCones& allowed() const { return allowed_; }
    std::span<const AllowedCone> cones() const {
        return std::span(allowed_.cones).first(static_cast<std::size_t>(allowed_.count));
    }
    bool is_limited() const { return allowed_.is_limited(); }
    /// The joint's numbers for closed forms of rows. They do not include limits of universal joints.
    RodEnd rod_end() const;
    /// Appends the state of each of the joint's limits, for the leg or rod vector `v`.
    void append_states(const Vector& v, std::vector<LimitState>& states) const;

private:
    void add(const Vector& axis, double sine, double cosine, int limit);
    void add_universal(const UniversalJoints& joints, std::size_t leg);

    enum class Sort { tilting, bolted, universal };
    Sort sort_ = Sort::tilting;
    double most_rad_;         ///< the largest tilt or misalignment; infinity without a limit
    Vector axis_, beside_{};  ///< for universal joints: the axis projected perpendicular to f, and f x n
    Vector fixed_axis_{};     ///< for universal joints: f
    std::array<double, UniversalJoints::ends> ends_rad_{};
    AllowedCones allowed_;
};

}  // namespace hexscan
