#include "src/machine/limit_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace hexscan {
namespace {

constexpr LimitKind no_limit{
    .name = "no limit", .plural = "no limits", .as_limit = "no limits", .heading = "none", .json = "none"};

}  // namespace

std::string Limit::name() const {
    return owner.leg ? fmt::format("{}, {}", owner_text(), kind->name) : std::string(kind->name);
}

std::string Limit::owner_text() const {
    if (owner.other_leg) return fmt::format("legs {} and {}", *owner.leg + 1, *owner.other_leg + 1);
    if (owner.obstacle)
        return fmt::format("leg {} and {}", *owner.leg + 1,
                           fmt::format(fmt::runtime(kind->other), *owner.obstacle + 1));
    if (owner.leg) return fmt::format("leg {}", *owner.leg + 1);
    return "the machine";
}

LimitTable::LimitTable() { append({}, no_limit); }

LimitTable LimitTable::of_legs(std::span<const std::span<const LimitKind>> groups) {
    LimitTable table;
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        for (const std::span<const LimitKind> kinds : groups)
            for (const LimitKind& kind : kinds) table.append({leg, {}}, kind);
    return table;
}

void LimitTable::append(const LimitOwner& owner, const LimitKind& kind) {
    rows_.push_back({static_cast<LimitId>(rows_.size()), owner, &kind});
}

void LimitTable::append_of_each_leg(const LimitKind& kind) {
    for (std::size_t leg = 0; leg < leg_count; ++leg) append({leg, {}}, kind);
}

std::vector<const LimitKind*> LimitTable::kinds() const {
    std::vector<const LimitKind*> kinds;
    for (const Limit& limit : rows())
        if (std::find(kinds.begin(), kinds.end(), limit.kind) == kinds.end()) kinds.push_back(limit.kind);
    return kinds;
}

std::vector<LimitId> LimitTable::ids_of(const LimitKind& kind) const {
    std::vector<LimitId> ids;
    for (const Limit& limit : rows())
        if (limit.kind == &kind) ids.push_back(limit.id);
    return ids;
}

}  // namespace hexscan
