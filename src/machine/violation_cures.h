#pragma once

#include <cstddef>
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

/// What would let the legs keep a kind of limit at a pose: "legs.max of 720 mm would do".
std::string cure_text(const Machine& machine, const Pose& pose, const LimitKind& kind,
                      const std::vector<LimitState>& states, const Shortfall& missing);

}  // namespace hexscan
