#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/proofs/check_report.h"

/// Limit by limit, what a machine has and what a requirement needs of it.
namespace hexscan {

/// One end of what a limit allows. In SI.
struct HaveNeed {
    const LimitKind* kind = nullptr;
    bool is_lower_end = false;      ///< less is more, as of the shortest length
    bool is_kept = false;           ///< had is what the machine keeps, such as a gap, and needed is what the file asks
    double have = 0;                ///< at least so much is had, proved
    double have_at_best = 0;        ///< some pose has no more
    std::optional<double> enough;   ///< proved to be enough; nothing: none was found
    std::optional<double> certain;  ///< some pose needs as much
};

enum class Kept {
    yes,       ///< what is had is enough, proved
    no,        ///< it is too little, and how much would be enough is proved
    no_end,    ///< it is too little, and no amount was found to be enough
    unknown,   ///< neither: a search ended early
    some_legs  ///< it is too little for legs that are named; how much each of them needs is not known
};

/// What can be said of an end that all legs have alike.
Kept kept(const HaveNeed& end, double rounding);
/// The same where limits differ: need is known for all legs together, and what is lacking of these legs.
Kept kept(const HaveNeed& end, const std::vector<std::size_t>& lacking);

/// As printed: each rounded to the safe side, and `missing` is their difference to the digit.
struct PrintedEnd {
    std::string have, need, missing;
};
PrintedEnd printed(const HaveNeed& end, Kept kept, const Units& units);

/// What stands for a need that was not computed, as where rods do not reach.
inline constexpr std::string_view not_known_text = "not known";

/// Both ends, or the one, of a limit of the same legs.
struct HaveNeedRow {
    std::string label;                              ///< "legs", "base joint, legs 1 and 2"
    std::vector<HaveNeed> ends;                     ///< none: nothing is asked of it
    std::vector<Kept> kept;                         ///< of each end
    std::vector<std::vector<std::size_t>> lacking;  ///< by end the legs for which it is too little at some pose
    std::string need;                               ///< in place of what the ends say; empty: they say it
    std::string words;                              ///< in place of all of it
    std::string place;                              ///< where that is needed
};

/// Of a requirement of the report: each limit that the machine or the requirement has, and what a load asks.
std::vector<HaveNeedRow> have_need_rows(const CheckReport& report, std::size_t requirement);

}  // namespace hexscan
