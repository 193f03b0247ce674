#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/proofs/check_report.h"

/// For each limit, compares what a machine has with what a requirement needs.
namespace hexscan {

/// One end of a limit's range. Values are in SI.
struct HaveNeed {
    const LimitKind* kind = nullptr;
    bool is_lower_end = false;  ///< true if a lower value is less strict, as for the shortest length
    /// True if `have` is a minimum over the poses, such as the smallest gap. The need is then the value that the
    /// requirement demands.
    bool is_kept = false;
    double have = 0;               ///< the machine's limit; if `is_kept`, a proved lower bound on the smallest value
    double have_at_best = 0;       ///< the machine's limit; if `is_kept`, an upper bound: the value at one of the poses
    std::optional<double> enough;  ///< a value that is proved to suffice; nullopt: none was found
    std::optional<double> certain;  ///< a value that is needed at least, because some pose needs it
    bool is_bound = false;          ///< true if a limit that is clearly tighter than `enough` may suffice, too
};

/// Labels such as "base joint, fixed axis", "legs" or, if `legs` is not empty, "travel, leg 3".
std::string label_of(const LimitKind& kind, const std::string& legs);

/// True for forces, torques and rates. These limits exist for each leg, but they depend on more than the leg's own
/// size.
bool is_load_or_rate(const LimitKind& kind);

enum class Kept {
    yes,       ///< the value is proved to suffice
    no,        ///< the value is too small, and a sufficient one is proved
    no_end,    ///< the value is too small, and no sufficient one was found
    unknown,   ///< undecided, because a search gave up
    some_legs  ///< the value is too small for some legs; how much each of them needs is unknown
};

/// The status of one end of a limit that has the same value for all legs. A value that is too small by at most
/// `rounding` does not count as too small.
Kept kept(const HaveNeed& end, double rounding);
/// The status of one end of a limit whose value differs between legs, although the need is only known for all legs
/// together. `lacking` are the legs whose value is too small.
Kept kept(const HaveNeed& end, const std::vector<std::size_t>& lacking);

/// The printed values, each rounded to the safe side. `missing` is exactly the difference of the other two printed
/// values. If a need is only a bound, its text begins with ≥ at a lower end and with ≤ otherwise, and the text of what
/// is missing begins with ≤.
struct PrintedEnd {
    std::string have, need, missing;
};
PrintedEnd printed(const HaveNeed& end, Kept kept, const Units& units);

/// Label of the row about a rod that does not reach.
inline constexpr std::string_view rod_label = "rod";

/// Start of the text for a need that was not computed. The reason follows.
inline constexpr std::string_view not_known_text = "not known";

/// A row of the comparison: one or both ends of a limit, for legs with the same limit.
struct HaveNeedRow {
    std::string label;                              ///< such as "legs" or "base joint, legs 1 and 2"
    std::vector<HaveNeed> ends;                     ///< the ends of the limit; empty if the quantity has no limit
    std::vector<Kept> kept;                         ///< one for each end
    std::vector<std::vector<std::size_t>> lacking;  ///< for each end, the legs whose value is too small at some pose
    std::string none_found;                         ///< text if no value was found: the widest one tried, and a cure,
                                                    ///< or the reason
    std::string need;                               ///< text of the need; empty: the text follows from `ends`
    std::string words;                              ///< replaces all other text, unless it is empty
    std::string place;                              ///< pose with the largest need
};

/// The rows of a requirement: one for each limit of the machine or of the requirement, and rows for loads.
std::vector<HaveNeedRow> have_need_rows(const CheckReport& report, std::size_t requirement);

}  // namespace hexscan
