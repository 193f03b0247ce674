#pragma once

#include <span>
#include <vector>

#include "src/machine/limit_table.h"

namespace hexscan {

/// A quantity of each leg, such as its length, and the limits that bound it.
struct BoundedQuantity {
    std::vector<const LimitKind*> bounds;  ///< at least one

    const LimitKind& any() const { return *bounds.front(); }
    bool has(const LimitKind& kind) const { return kind.side == any().side && kind.quantity == any().quantity; }
};

/// The quantities that have at least one finite limit. `states` are the states of the table's rows at any pose.
std::vector<BoundedQuantity> limited_quantities(const LimitTable& table, std::span<const LimitState> states);

}  // namespace hexscan
