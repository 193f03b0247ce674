#pragma once

#include <memory>
#include <vector>

#include "src/check/pose_box.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

/// Gaps, singularities and conditioning over boxes of poses, bounded from below; rounding included. What a load asks of
/// legs has no bound here.
///
/// Legs apart: along a fixed direction two legs are as far apart as their four pairs of ends are at least, and of
/// telescopic legs an end is of the form c + n . p + n . R b (rotation_form.h), its free end n . l / |l| between the
/// ends of two intervals. Of legs with rods no point of a body moves by more than platform joint and foot do.
///
/// Singularities and conditioning: singular values change by no more than the matrix does in its norm. Seen from the
/// platform its rows (u, e x u) change with the legs' directions u alone, which turn with l seen from there: by no more
/// than the position moves and the angle of turning times |p - a|. Where the smallest singular value is larger than the
/// change, the determinant is 0 nowhere in the box and has the sign that it has in the middle.
namespace hexscan {

/// One limit of a machine.
class SharedBound {
public:
    virtual ~SharedBound() = default;

    /// Above 0 every pose of the box keeps the limit; the lower, the nearer some may be to not keeping it.
    virtual double at_least(const PoseBox& box) const = 0;

    /// The reference's verdict.
    bool keeps(const Pose& pose) const;
    double clearance_m(const Pose& pose) const;
    LimitId limit() const { return limit_; }
    /// How far the platform's turning by 1 rad moves what decides, in metres; about.
    double lever_m() const { return lever_m_; }

protected:
    /// `alone` is the machine with no other shared limit than this one; others may be freed.
    SharedBound(Machine alone, LimitId limit, double lever_m);
    const Machine& machine() const { return alone_; }

private:
    Machine alone_;
    LimitId limit_;
    double lever_m_;
};

/// Of all of them that a machine has and that are not freed.
std::vector<std::shared_ptr<const SharedBound>> shared_bounds(const Machine& machine);

}  // namespace hexscan
