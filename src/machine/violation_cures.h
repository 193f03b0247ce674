#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/machine/home_state.h"

namespace hexscan {

/// The states at home of one kind of limit, of which each leg has one.
std::vector<LimitState> states_of(const HomeState& home, const LimitTable& table, const LimitKind& kind);

/// A kind of limit that some legs violate at home.
struct Shortfall {
    std::vector<std::size_t> legs;
    std::size_t worst = 0;
    double most = 0;  ///< by how much, metres or radians
};

/// The states of one kind of limit; less than `rounding` is no violation.
Shortfall shortfall_of(const std::vector<LimitState>& states, double rounding);

/// Values of limits with which the legs keep them at a pose, one for each violated kind of limit, all of them together.
/// A machine that has these values as they are printed keeps them at the pose.
class Cures {
public:
    Cures(const Machine& machine, const HomeState& state);

    /// "legs.max of 720 mm would do", or why no value would. "Would do" says that the pose can be taken with all cures
    /// together. The kind must be violated at the pose.
    std::string text(const LimitKind& kind) const { return texts_.at(&kind); }

private:
    std::string set_rods(const HomeState& state, const LimitKind& kind, const Shortfall& missing);
    void set_ranges();
    std::string text_of(const LimitKind& kind, const Shortfall& missing, const std::string& rods) const;

    LimitTable table_;
    Machine cured_;
    Pose pose_;
    std::map<const LimitKind*, std::string> ranges_, texts_;
    std::set<const LimitKind*> impossible_;  ///< no value that a file may give would do
    std::set<const LimitKind*> failing_;     ///< violated even with all cures together
    bool passes_ = false;                    ///< with all cures together the pose can be taken
};

}  // namespace hexscan
