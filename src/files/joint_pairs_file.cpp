#include "src/files/joint_pairs_file.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/files/platform_document.h"

namespace hexscan {
namespace {

/// The value of whichever of two keys is given; nullopt if neither is. Throws InputError if both are.
std::optional<Value> one_of(const Section& section, const char* key, const char* other) {
    const auto value = section.find(key), instead = section.find(other);
    if (value && instead) instead->fail(fmt::format("cannot be combined with {}; give one of them", key));
    return value ? value : instead;
}

/// Let r be the radius and s the angle between the joints of a pair. Then the joints of a pair are d = 2 r sin(s / 2)
/// apart. Neighbouring joints of two pairs are l = 2 r sin(60 degrees - s / 2) apart. So 3 r^2 = d^2 + d l + l^2.
JointPairs pairs_of(const Section& section, const Units& units) {
    constexpr double sixth_turn_rad = std::numbers::pi / 3;
    const auto number = [](const auto& value) { return value ? value->number() : 0; };
    const auto side = section.find("side"), pair_distance = section.find("pair_distance");
    const double l = number(side), d = number(pair_distance);
    for (const auto& distance : {side, pair_distance})
        if (distance && !(distance->number() >= 0))
            distance->fail(fmt::format("is {} {}; must be at least 0", distance->number(), units.length));
    const double third_turn = units.half_turn() * 2 / 3;
    JointPairs pairs{number(section.find("radius")), number(section.find("spread")), number_or_zero(section, "azimuth"),
                     number_or_zero(section, "height")};
    if (const auto order = section.find("order"))
        pairs.order = choice(*order, {"left", "right"}, "left or right") == "left" ? PairOrder::left : PairOrder::right;
    if (side && pair_distance) pairs.radius = std::sqrt((d * d + d * l + l * l) / 3);
    if (side && !pair_distance) {
        if (!(pairs.spread >= 0 && pairs.spread < third_turn))
            section.require("spread", "")
                .fail(fmt::format("is {0} {1}; if 'side' is given, spread must be at least 0 and below {2} {1}",
                                  pairs.spread, units.angle, third_turn));
        pairs.radius = l / (2 * std::sin(sixth_turn_rad - units.radians(pairs.spread) / 2));
    }
    if (!pair_distance) return pairs;
    const double most = 2 * pairs.radius * std::sin(sixth_turn_rad);
    if (!side && pairs.radius >= 0 && !(d <= most))
        pair_distance->fail(fmt::format("is {0} {1}; with this radius it must lie between 0 and {2} {1}", d,
                                        units.length, significant_no_more(most, 6)));
    pairs.spread = pairs.radius > 0
                       ? std::min(third_turn, units.from_radians(2 * std::asin(std::min(1.0, d / (2 * pairs.radius)))))
                       : 0;
    return pairs;
}

}  // namespace

JointPairs read_joint_pairs(const Section& section, const Units& units) {
    if (!one_of(section, "radius", "side"))
        section.fail("has neither joints nor radius; give six joints, or radius and spread");
    if (!one_of(section, "spread", "pair_distance"))
        (void)section.require(
            "spread",
            "must be the angle between the joints of a pair; or give pair_distance, the distance between them");
    return pairs_of(section, units);
}

}  // namespace hexscan
