#pragma once

#include <string_view>

#include "src/machine/limit_colours.h"
#include "src/machine/limit_table.h"

/// The limits of joints that every kind of leg has: how far its joints may tilt at either end.
namespace hexscan {

inline constexpr LimitKind base_joint_limit{.name = "base joint's tilt",
                                            .plural = "base joints' tilts",
                                            .as_limit = "base joints' tilt limits",
                                            .heading = "base joint",
                                            .json = "base_joint",
                                            .key = "base.max_tilt",
                                            .side = "base",
                                            .quantity = "tilt",
                                            .bound = "limit",
                                            .fault = "tilt too far at the base",
                                            .dimension = Dimension::angle,
                                            .keeps = LimitKind::Bound::at_most,
                                            .rgb = limit_colours::green};

inline constexpr LimitKind platform_joint_limit{.name = "platform joint's tilt",
                                                .plural = "platform joints' tilts",
                                                .as_limit = "platform joints' tilt limits",
                                                .heading = "platform joint",
                                                .json = "platform_joint",
                                                .key = "platform.max_tilt",
                                                .side = "platform",
                                                .quantity = "tilt",
                                                .bound = "limit",
                                                .fault = "tilt too far at the platform",
                                                .dimension = Dimension::angle,
                                                .keeps = LimitKind::Bound::at_most,
                                                .rgb = limit_colours::yellow};

/// The base joint's limit where what stands on the base gives that joint another name.
constexpr LimitKind base_joint_limit_named(std::string_view name, std::string_view plural, std::string_view as_limit,
                                           std::string_view heading, std::string_view fault) {
    LimitKind limit = base_joint_limit;
    limit.name = name;
    limit.plural = plural;
    limit.as_limit = as_limit;
    limit.heading = heading;
    limit.fault = fault;
    return limit;
}

}  // namespace hexscan
