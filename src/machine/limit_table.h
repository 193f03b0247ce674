#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/scan_geometry.h"
#include "src/machine/description/units.h"

/// The limits of a machine as a table. Each row has the limit's owner, names and key. Verdicts, maps, proofs and pages
/// identify a limit by its row number and take everything else from the row.
namespace hexscan {

/// Identifies a limit by its row number, which counts from 1. It is one byte, as in maps.
enum class LimitId : std::uint8_t { none = 0 };

/// The properties that all limits of one kind have in common.
struct LimitKind {
    enum class Bound { at_least, at_most };

    std::string_view name{};      ///< "longest length". Texts put it after the owner.
    std::string_view plural{};    ///< "longest lengths". Name for the limits of all owners.
    std::string_view as_limit{};  ///< "longest lengths", "base joints' tilt limits". Name in a list of removed limits.
    std::string_view heading{};   ///< "longest length", "base joint". Heading of a table column.
    std::string_view json{};      ///< "longest". Name in JSON.
    std::string_view key{};       ///< "legs.max". Key in a machine file.
    std::string_view side{};      ///< "base", "platform". The joint's side. Empty for a limit of the leg itself.
    std::string_view other{};  ///< "obstacle {}". Name of the object that the leg keeps clear of, unless it is a leg.
    std::string_view quantity{};  ///< "length", "tilt". Name of the bounded quantity.
    std::string_view bound{};     ///< "longest", "limit". Name of the bound on that quantity.
    std::string_view fault{};     ///< "be too long". Completes "the leg would" if the limit is violated.
    /// Template of the message about a violation: "{legs}: the rod is too short by {missing}". It can also contain
    /// {asked} and {allowed}, and for a shared limit {owner}. If it is empty, messages use `fault`.
    std::string_view violation{};
    Dimension dimension = Dimension::length;
    Bound keeps = Bound::at_most;
    /// For an angle of a joint: the bound that allows almost no motion, and the bound that allows every motion.
    double tightest_rad = 0, widest_rad = 0;
    bool of_geometry = false;  ///< True if the key sets the machine's geometry instead of a range of motion.
    std::array<std::uint32_t, leg_count> rgb{};  ///< 0xRRGGBB by leg; a pair has the colour of its first leg

    bool is_least() const { return keeps == Bound::at_least; }
};

/// The part that a joint connects to the leg or to its rod.
enum class JointPlace { base, carriage, arm, platform };

/// The owner of a limit: a leg, a pair of legs, or a leg and an obstacle. If all are empty, the owner is the machine.
/// Indices count from 0.
struct LimitOwner {
    std::optional<std::size_t> leg, other_leg, obstacle{};

    bool operator==(const LimitOwner&) const = default;
};

/// A row of the limit table.
struct Limit {
    LimitId id = LimitId::none;
    LimitOwner owner;
    const LimitKind* kind = nullptr;  ///< never null; rows of the same kind share one

    /// A name for texts, such as "leg 3, longest length" or "legs 2 and 5, gap". Legs are numbered from 1.
    std::string name() const;
    /// The parts that the limit concerns: "leg 3", "legs 2 and 5", "leg 3 and obstacle 1" or "the machine".
    std::string owner_text() const;
    bool is_of_one_leg() const { return owner.leg && !owner.other_leg && !owner.obstacle; }
    std::uint32_t rgb() const { return kind->rgb[owner.leg.value_or(0)]; }
};

/// The limits of one machine, numbered from 1.
class LimitTable {
public:
    /// A table in which each leg has one limit of each kind. A leg's limits are consecutive, group by group. The kinds
    /// must outlive the table.
    static LimitTable of_legs(std::span<const std::span<const LimitKind>> groups);
    /// Appends a row. `kind` must outlive the table.
    void append(const LimitOwner& owner, const LimitKind& kind);
    /// Appends a row of this kind for each leg.
    void append_of_each_leg(const LimitKind& kind);

    /// The rows of the table. Do not call this for a temporary table, because the table owns the rows.
    std::span<const Limit> rows() const& { return std::span(rows_).subspan(1); }
    std::span<const Limit> rows() const&& = delete;
    /// The row with that number. LimitId::none has a row named "no limit".
    const Limit& operator[](LimitId id) const { return rows_.at(static_cast<std::size_t>(id)); }
    /// Each kind of limit once, in the order of first rows.
    std::vector<const LimitKind*> kinds() const;
    /// The numbers of all rows of a kind.
    std::vector<LimitId> ids_of(const LimitKind& kind) const;

private:
    LimitTable();

    std::vector<Limit> rows_;  ///< row 0 is LimitId::none
};

/// The state of a limit at a pose, in SI units. `asked` is the value of the limited quantity at the pose, and `allowed`
/// is the limit on it.
struct LimitState {
    double asked = 0, allowed = 0;
    double left = 0;  ///< margin to the limit; infinite if the limit is disabled
};

}  // namespace hexscan
