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

/// The limits of a machine as a table: whose each is, what it is called, which key sets it. Verdicts, maps, proofs and
/// pages carry a row's number; what there is to tell of a limit they take from its row.
namespace hexscan {

/// A limit by the number of its row, from 1 on; a byte, as maps have it.
enum class LimitId : std::uint8_t { none = 0 };

/// What all limits of a kind have in common, whoever's they are.
struct LimitKind {
    enum class Bound { at_least, at_most };

    std::string_view name{};      ///< "longest length", behind its owner
    std::string_view plural{};    ///< "longest lengths": of all owners
    std::string_view as_limit{};  ///< "longest lengths", "base joints' tilt limits": what a machine can be without
    std::string_view heading{};   ///< "longest length", "base joint": over a column
    std::string_view json{};      ///< "longest": for programs
    std::string_view key{};       ///< "legs.max": what of a platform file sets it
    std::string_view side{};      ///< "base", "platform": of a joint there; empty: of the leg
    std::string_view other{};     ///< "obstacle {}": what it keeps a leg from, which is no leg
    std::string_view quantity{};  ///< "length", "tilt": what it bounds
    std::string_view bound{};     ///< "longest", "limit": what the bound of the quantity is called
    std::string_view fault{};     ///< "be too long": what who does not keep it would do
    /// "{legs}: the rod is too short by {missing}": where it is not kept, with {asked} and {allowed}; empty: `fault`
    /// says it. Of a limit that legs share it has {owner}.
    std::string_view violation{};
    Dimension dimension = Dimension::length;
    Bound keeps = Bound::at_most;
    /// Of the angle of a joint: the bound that leaves next to nothing, and the one that limits nothing.
    double tightest_rad = 0, widest_rad = 0;
    bool of_geometry = false;                    ///< its key sets what the machine is, not how far it may go
    std::array<std::uint32_t, leg_count> rgb{};  ///< 0xRRGGBB by leg; a pair's is that of its first leg

    bool is_least() const { return keeps == Bound::at_least; }
};

/// What a leg's joint joins it, or its rod, to.
enum class JointPlace { base, carriage, arm, platform };

/// Whose a limit is: a leg's, a pair of legs', a leg's and an obstacle's, or with none the machine's. From 0.
struct LimitOwner {
    std::optional<std::size_t> leg, other_leg, obstacle{};

    bool operator==(const LimitOwner&) const = default;
};

/// A row of the table.
struct Limit {
    LimitId id = LimitId::none;
    LimitOwner owner;
    const LimitKind* kind = nullptr;  ///< never null; rows of the same kind share one

    /// "leg 3, longest length", "legs 2 and 5, gap": legs are counted from 1 in words.
    std::string name() const;
    /// "leg 3", "legs 2 and 5", "leg 3 and obstacle 1", "the machine".
    std::string owner_text() const;
    bool is_of_one_leg() const { return owner.leg && !owner.other_leg && !owner.obstacle; }
    std::uint32_t rgb() const { return kind->rgb[owner.leg.value_or(0)]; }
};

/// The limits of one machine, numbered from 1 on.
class LimitTable {
public:
    /// Of these kinds, group after group, each leg has one limit, a leg's together. Kinds must outlive the table.
    static LimitTable of_legs(std::span<const std::span<const LimitKind>> groups);
    /// One more row. The kind must outlive the table.
    void append(const LimitOwner& owner, const LimitKind& kind);
    /// One more for each leg.
    void append_of_each_leg(const LimitKind& kind);

    /// The table owns them: a temporary one has none to give.
    std::span<const Limit> rows() const& { return std::span(rows_).subspan(1); }
    std::span<const Limit> rows() const&& = delete;
    /// The row of a number; of LimitId::none one that says so.
    const Limit& operator[](LimitId id) const { return rows_.at(static_cast<std::size_t>(id)); }
    /// Each kind once, in the order of their first rows.
    std::vector<const LimitKind*> kinds() const;
    /// The rows of a kind.
    std::vector<LimitId> ids_of(const LimitKind& kind) const;

private:
    LimitTable();

    std::vector<Limit> rows_;  ///< row 0 is none
};

/// What a limit asks at a pose and what it allows, in metres or radians.
struct LimitState {
    double asked = 0, allowed = 0;
    double left = 0;  ///< infinite where nothing is limited
};

}  // namespace hexscan
