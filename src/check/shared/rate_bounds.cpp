#include "src/check/shared/rate_bounds.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "src/check/rods/rod_bounds.h"
#include "src/check/shared/surroundings.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/rate_limit.h"

namespace hexscan {
namespace {

class BoundedRate final : public SharedBound {
public:
    BoundedRate(const Machine& machine, const Limit& limit)
        : SharedBound(machine, limit.id), leg_(*limit.owner.leg), rods_(rod_bounds(machine)) {}

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const LegLines lines(machine(), around.turned, {0, 0, 0});
        const LegLine line = lines.at(leg_, around.middle.position_m);
        if (!line.has_direction() || !line.closes) return -infinity;
        const double most = machine().rate->most;
        // A telescopic leg changes fastest if its end moves along the leg, so its largest rate is exactly 1.
        if (!lines.have_rods()) return most >= 1 ? std::max(most - 1, 0x1p-40) : -infinity;
        const double along = along_at_least(box);
        const double crank_m = lines.leg(leg_).crank_m(), arm = std::isinf(crank_m) ? 1 : crank_m;
        return along > 0 ? most - (1 + 0x1p-40) / (along * arm) : -infinity;
    }
    double lever_m() const override { return longest_leg_m(machine()); }
    std::string_view subject() const override { return "rates"; }

private:
    /// A lower bound on the component of the rod's direction along its foot's motion. If the component is monotone in a
    /// coordinate, that coordinate is fixed at the end with the smaller value.
    double along_at_least(PoseBox box) const {
        for (;;) {
            const PosesNear poses(moved(box, 0), machine().orientation_order);
            const PoseSlopes along_m = rods_[leg_]->slopes(poses).along_m;
            const auto end = poses.least_end(along_m);
            if (!end) return (Interval(poses.least(along_m)) / Interval(rods_[leg_]->rod_length_m())).lo;
            box = *end;
        }
    }

    std::size_t leg_;
    AllRodBounds rods_;
};

}  // namespace

std::shared_ptr<const SharedBound> rate_bound(const Machine& machine, const Limit& limit) {
    return limit.kind == &rate_limit ? std::make_shared<BoundedRate>(machine, limit) : nullptr;
}

}  // namespace hexscan
