#pragma once

#include <span>
#include <vector>

#include "src/machine/limit_table.h"

namespace hexscan {

/// The limits that bound one quantity of each leg, such as its length.
struct BoundedQuantity {
    std::vector<const LimitKind*> bounds;  ///< At least one.

    const LimitKind& any() const { return *bounds.front(); }
    bool has(const LimitKind& kind) const { return kind.side == any().side && kind.quantity == any().quantity; }
};

/// The quantities with at least one finite limit. `states` are those of the table's rows, at any pose.
std::vector<BoundedQuantity> limited_quantities(const LimitTable& table, std::span<const LimitState> states);

}  // namespace hexscan
