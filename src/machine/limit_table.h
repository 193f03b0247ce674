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

/// The limits of a machine as a table, with owner, names and key of each. Verdicts, maps, proofs and pages refer to a
/// limit by the number of its row and take everything else from the row.
namespace hexscan {

/// A limit by the number of its row, from 1. It is a byte, as in maps.
enum class LimitId : std::uint8_t { none = 0 };

/// Properties that all limits of a kind share.
struct LimitKind {
    enum class Bound { at_least, at_most };

    std::string_view name{};      ///< "longest length". It follows the owner.
    std::string_view plural{};    ///< "longest lengths". The name for all owners.
    std::string_view as_limit{};  ///< "longest lengths", "base joints' tilt limits". Name in a list of removed limits.
    std::string_view heading{};   ///< "longest length", "base joint". Heading of a column.
    std::string_view json{};      ///< "longest". The name for programs.
    std::string_view key{};       ///< "legs.max". The key in a platform file.
    std::string_view side{};      ///< "base", "platform". The side of the joint, empty for a limit of the leg.
    std::string_view other{};     ///< "obstacle {}". The object that the leg keeps away from, if it is not a leg.
    std::string_view quantity{};  ///< "length", "tilt". The bounded quantity.
    std::string_view bound{};     ///< "longest", "limit". The name of the quantity's bound.
    std::string_view fault{};     ///< "be too long". It completes "the leg would" if the limit is violated.
    /// Message for a violation: "{legs}: the rod is too short by {missing}", also with {asked} and {allowed}. If it is
    /// empty, messages use `fault`. For a limit that legs share it has {owner}.
    std::string_view violation{};
    Dimension dimension = Dimension::length;
    Bound keeps = Bound::at_most;
    /// For an angle of a joint: the bound that leaves almost no motion, and the bound that limits nothing.
    double tightest_rad = 0, widest_rad = 0;
    bool of_geometry = false;                    ///< The key sets the machine's geometry, not a range of motion.
    std::array<std::uint32_t, leg_count> rgb{};  ///< 0xRRGGBB by leg; a pair has the colour of its first leg

    bool is_least() const { return keeps == Bound::at_least; }
};

/// The part that a joint connects to the leg or its rod.
enum class JointPlace { base, carriage, arm, platform };

/// The owner of a limit: a leg, a pair of legs, a leg and an obstacle, or, if all are empty, the machine. Numbers count
/// from 0.
struct LimitOwner {
    std::optional<std::size_t> leg, other_leg, obstacle{};

    bool operator==(const LimitOwner&) const = default;
};

/// A row of the table.
struct Limit {
    LimitId id = LimitId::none;
    LimitOwner owner;
    const LimitKind* kind = nullptr;  ///< never null; rows of the same kind share one

    /// "leg 3, longest length", "legs 2 and 5, gap". In texts, legs count from 1.
    std::string name() const;
    /// "leg 3", "legs 2 and 5", "leg 3 and obstacle 1", "the machine".
    std::string owner_text() const;
    bool is_of_one_leg() const { return owner.leg && !owner.other_leg && !owner.obstacle; }
    std::uint32_t rgb() const { return kind->rgb[owner.leg.value_or(0)]; }
};

/// The limits of one machine, numbered from 1.
class LimitTable {
public:
    /// A table in which each leg has one limit of each kind. A leg's limits are together, group after group. Kinds must
    /// outlive the table.
    static LimitTable of_legs(std::span<const std::span<const LimitKind>> groups);
    /// Appends a row. The kind must outlive the table.
    void append(const LimitOwner& owner, const LimitKind& kind);
    /// Appends a row for each leg.
    void append_of_each_leg(const LimitKind& kind);

    /// The table owns the rows, so a temporary table cannot return them.
    std::span<const Limit> rows() const& { return std::span(rows_).subspan(1); }
    std::span<const Limit> rows() const&& = delete;
    /// The row with that number. LimitId::none has a row named "no limit".
    const Limit& operator[](LimitId id) const { return rows_.at(static_cast<std::size_t>(id)); }
    /// Each kind once, in the order of its first row.
    std::vector<const LimitKind*> kinds() const;
    /// The rows of a kind.
    std::vector<LimitId> ids_of(const LimitKind& kind) const;

private:
    LimitTable();

    std::vector<Limit> rows_;  ///< row 0 is LimitId::none
};

/// The state of a limit at a pose, in metres or radians.
struct LimitState {
    double asked = 0, allowed = 0;
    double left = 0;  ///< infinite if there is no limit
};

}  // namespace hexscan
