#include "src/proofs/bounded_quantity.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hexscan {

std::vector<BoundedQuantity> limited_quantities(const LimitTable& table, std::span<const LimitState> states) {
    std::vector<BoundedQuantity> quantities;
    for (const LimitKind* kind : table.kinds()) {
        if (!table[table.ids_of(*kind).front()].is_of_one_leg()) continue;
        if (!quantities.empty() && quantities.back().has(*kind))
            quantities.back().bounds.push_back(kind);
        else
            quantities.push_back({{kind}});
    }
    const auto is_limited = [&](const LimitKind* kind) {
        return std::ranges::any_of(table.ids_of(*kind), [&](LimitId id) {
            return std::isfinite(states[static_cast<std::size_t>(id) - 1].allowed);
        });
    };
    std::erase_if(quantities,
                  [&](const BoundedQuantity& quantity) { return std::ranges::none_of(quantity.bounds, is_limited); });
    return quantities;
}

}  // namespace hexscan
