#pragma once

#include <bitset>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// A limit on the speed of joint values while the tool moves in any direction.
namespace hexscan {

struct RateLimit {
    double most = 0;  ///< fastest change of a joint value while the tool moves at 1 m/s: in m/s, or rad/s for arms
    std::bitset<leg_count> frees{};  ///< legs whose limit is disabled
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

/// One limit for each leg.
extern const SharedLimitKinds rate_limits;

}  // namespace hexscan
