#pragma once

#include <bitset>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// Joints that are fast enough for the tool, whatever its direction.
namespace hexscan {

struct RateLimit {
    double most = 0;  ///< that a leg's value changes by, in m/s or of arms rad/s, while the tool moves by 1 m/s
    std::bitset<leg_count> frees{};  ///< legs that need not keep it
};

inline constexpr LimitKind rate_limit{.name = "joint rate",
                                      .plural = "joint rates",
                                      .as_limit = "limit of joint rates",
                                      .heading = "joint rate",
                                      .json = "rate",
                                      .key = "rate",
                                      .side = "",
                                      .quantity = "rate",
                                      .bound = "largest",
                                      .fault = "move too fast",
                                      .dimension = Dimension::number,
                                      .rgb = limit_colours::brown};

/// Of each leg.
extern const SharedLimitKinds rate_limits;

}  // namespace hexscan
