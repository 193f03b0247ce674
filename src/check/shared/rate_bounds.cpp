#include "src/check/shared/rate_bounds.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "src/check/shared/surroundings.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/rate_limit.h"

namespace hexscan {
namespace {

class BoundedRate final : public SharedBound {
public:
    BoundedRate(const Machine& machine, const Limit& limit) : SharedBound(machine, limit.id), leg_(*limit.owner.leg) {}

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const LegLines lines(machine(), around.turned);
        const LegLine line = lines.at(leg_, around.middle.position_m);
        if (!line.has_direction() || !line.closes) return -infinity;
        const double most = machine().rate->most;
        // A leg without a rod moves along itself: 1, without a rounding.
        if (!lines.have_rods()) return most >= 1 ? std::max(most - 1, 0x1p-40) : -infinity;
        const double moved_m = around.moved_at(length_of(machine().platform.points_m[leg_]));
        if (!(moved_m < lines.change(leg_, line).most_m)) return -infinity;
        const double at_edges = rounding_at_edges(machine(), leg_, around.middle.position_m, line.length_m);
        const double roundings = 0x1p-40 + at_edges / std::abs(line.along_motion);
        const double along = std::abs(line.along_motion) - lines.change_along_motion(leg_, line) * moved_m - roundings;
        const double crank_m = lines.crank_m(leg_), arm = std::isinf(crank_m) ? 1 : crank_m;
        return along > 0 ? most - (1 + 0x1p-40) / (along * arm) : -infinity;
    }
    double lever_m() const override { return longest_leg_m(machine()); }
    std::string_view subject() const override { return "rates"; }

private:
    std::size_t leg_;
};

}  // namespace

std::shared_ptr<const SharedBound> rate_bound(const Machine& machine, const Limit& limit) {
    return limit.kind == &rate_limit ? std::make_shared<BoundedRate>(machine, limit) : nullptr;
}

}  // namespace hexscan
