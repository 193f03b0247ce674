#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/machine/home_state.h"

namespace hexscan {

/// The states at home of all rows of one kind of limit: one for each leg if it is a limit of single legs.
std::vector<LimitState> states_of(const HomeState& home, const LimitTable& table, const LimitKind& kind);

/// The legs that violate their limits of one kind at home. Legs count from 0.
struct Shortfall {
    std::vector<std::size_t> legs;
    std::size_t worst = 0;  ///< the leg with the largest violation
    double most = 0;        ///< the largest violation, in SI units
};

/// The violations of one kind of limit, from its states_of(). Differences of at most `rounding` do not count.
Shortfall shortfall_of(const std::vector<LimitState>& states, double rounding);

/// Values of limits that would make a pose reachable: one for each violated kind of limit of single legs. All of them
/// are needed together. They are tested as printed, that is, after rounding.
class Cures {
public:
    Cures(const Machine& machine, const HomeState& state);

    /// Text such as "legs.max of 720 mm would do", or why no value would. "Would do" means that the pose is reachable
    /// with all cures together. Otherwise the text says that the value "is enough for this limit alone". The pose must
    /// violate limits of this kind.
    std::string text(const LimitKind& kind) const { return texts_.at(&kind); }

private:
    std::string set_rods(const HomeState& state, const LimitKind& kind, const Shortfall& missing);
    void set_ranges();
    std::string text_of(const LimitKind& kind, const Shortfall& missing, const std::string& rods) const;

    LimitTable table_;
    Machine cured_;
    Pose pose_;
    std::map<const LimitKind*, std::string> ranges_, texts_;
    std::set<const LimitKind*> impossible_;  ///< no value that a file may give would suffice
    std::set<const LimitKind*> failing_;     ///< violated even with all cures together
    bool passes_ = false;                    ///< true if the pose is reachable with all cures together
};

}  // namespace hexscan
