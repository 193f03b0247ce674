#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/proofs/check_report.h"

/// For each limit, the value that a machine has and the value that a requirement needs.
namespace hexscan {

/// One end of a limit's range, in SI.
struct HaveNeed {
    const LimitKind* kind = nullptr;
    bool is_lower_end = false;  ///< A lower value allows more, as for the shortest length.
    /// `have` is a value that the machine keeps, such as a gap. The need is the file's value.
    bool is_kept = false;
    double have = 0;                ///< Proved lower bound on the value that the machine has.
    double have_at_best = 0;        ///< Value at some pose, so the machine has at most this.
    std::optional<double> enough;   ///< Proved to suffice. Nullopt: no value was found.
    std::optional<double> certain;  ///< Some pose needs at least this much.
};

/// Labels such as "base joint, fixed axis", "legs" and, with the text of legs, "travel, leg 3".
std::string label_of(const LimitKind& kind, const std::string& legs);

/// True for forces, torques and rates. Each leg has these limits, but legs alone do not determine their size.
bool is_load_or_rate(const LimitKind& kind);

enum class Kept {
    yes,       ///< The value is proved to suffice.
    no,        ///< The value is too small, and a sufficient one is proved.
    no_end,    ///< The value is too small, and no sufficient one was found.
    unknown,   ///< Undecided, because a search ended early.
    some_legs  ///< Too small for legs that are named. How much each of them needs is unknown.
};

/// The status of an end that all legs have alike.
Kept kept(const HaveNeed& end, double rounding);
/// The status of an end if limits differ. The need is known for all legs together, and `lacking` are the legs for which
/// the value is too small.
Kept kept(const HaveNeed& end, const std::vector<std::size_t>& lacking);

/// The printed values, each rounded to the safe side. `missing` is their difference, exact to the digit.
struct PrintedEnd {
    std::string have, need, missing;
};
PrintedEnd printed(const HaveNeed& end, Kept kept, const Units& units);

/// Text for a need that was not computed, for example because rods do not reach.
inline constexpr std::string_view not_known_text = "not known";

/// One or both ends of a limit, for legs with the same limit.
struct HaveNeedRow {
    std::string label;                              ///< Such as "legs" or "base joint, legs 1 and 2".
    std::vector<HaveNeed> ends;                     ///< Empty: nothing limits the quantity.
    std::vector<Kept> kept;                         ///< One for each end.
    std::vector<std::vector<std::size_t>> lacking;  ///< For each end the legs whose value is too small at some pose.
    std::string need;                               ///< Replaces the text of the ends. Empty: the ends give the text.
    std::string words;                              ///< Replaces all other text.
    std::string place;                              ///< The pose with the largest need.
};

/// The rows of a requirement: each limit of the machine and of the requirement, and the needs of a load.
std::vector<HaveNeedRow> have_need_rows(const CheckReport& report, std::size_t requirement);

}  // namespace hexscan
