#include "src/machine/shared/shared_limit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hexscan/errors.h"
#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "src/base/infinity.h"
#include "src/machine/machine.h"
#include "src/machine/shared/force_limit.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/obstacles.h"
#include "src/machine/shared/rate_limit.h"
#include "src/machine/shared/singularity_limit.h"
#include "src/machine/shared/stiffness_limit.h"

namespace hexscan {
namespace {

/// The kinds of shared limits, in the order of the table's rows.
constexpr std::array shared_limit_kinds{&gap_limits,  &obstacle_limits, &singularity_limits,
                                        &load_limits, &rate_limits,     &stiffness_limits};

class FreedLimit final : public PosedSharedLimit {
public:
    bool keeps(const Vector&) const override { return true; }
    double clearance_m(const Vector&) const override { return infinity; }
    double doubt_m(double) const override { return 0; }
    LimitState state(const Vector&) const override { return {0, -infinity, infinity}; }
    std::optional<LimitForm> form(const Vector&, double) const override { return std::nullopt; }
    std::optional<ClearanceForm> clearance_form() const override { return std::nullopt; }
};

}  // namespace

Known PosedSharedLimit::in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const {
    const Vector half_m = scaled(high_m - low_m, 0.5);
    const double clearance_m = this->clearance_m(low_m + half_m);
    if (!(std::abs(clearance_m) - doubt_m > std::sqrt(dot(half_m, half_m)))) return Known::nothing;
    return clearance_m > 0 ? Known::kept : Known::lost;
}

void PosedSharedLimit::append_pieces(const PositionRow& row, double, std::vector<KnownPiece>& pieces) const {
    pieces.push_back({row.to_m, Known::nothing});
}

std::shared_ptr<const PosedSharedLimit> freed_limit() {
    static const auto freed = std::make_shared<const FreedLimit>();
    return freed;
}

PosedSharedLimits posed_shared_limits(const Machine& machine, const Rotation& turned) {
    PosedSharedLimits limits;
    for (const SharedLimitKinds* const kinds : shared_limit_kinds)
        if (kinds->count(machine) > 0) kinds->append_posed(machine, turned, limits);
    return limits;
}

bool has_shared_limits(const Machine& machine) {
    return std::ranges::any_of(shared_limit_kinds,
                               [&](const SharedLimitKinds* kinds) { return kinds->count(machine) > 0; });
}

void append_shared_limits(const Machine& machine, LimitTable& table) {
    for (const SharedLimitKinds* const kinds : shared_limit_kinds)
        if (kinds->count(machine) > 0) kinds->append_rows(machine, table);
}

void free_shared_limit(Machine& machine, std::size_t number) {
    for (const SharedLimitKinds* const kinds : shared_limit_kinds) {
        const std::size_t count = kinds->count(machine);
        if (number < count) return kinds->free(machine, number);
        number -= count;
    }
    throw InternalError("no such limit");
}

Machine with_legs_limits_alone(Machine machine) {
    for (const SharedLimitKinds* const kinds : shared_limit_kinds) kinds->remove(machine);
    return machine;
}

}  // namespace hexscan
