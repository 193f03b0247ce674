#include "src/machine/legs/joint_limits.h"

#include <deque>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/base/infinity.h"
#include "src/machine/limit_colours.h"

namespace hexscan {
namespace {

using std::numbers::pi;

/// Names and colours of joint limits for one end of the leg.
struct PlaceWords {
    std::string_view joint, side;
    limit_colours::OfLegs rgb, other_rgb;
};

constexpr PlaceWords words_of(JointPlace place) {
    switch (place) {
        case JointPlace::carriage: return {"carriage", "base", limit_colours::green, limit_colours::cyan};
        case JointPlace::arm: return {"arm", "base", limit_colours::green, limit_colours::cyan};
        case JointPlace::platform: return {"platform", "platform", limit_colours::yellow, limit_colours::orange};
        default: return {"base", "base", limit_colours::green, limit_colours::cyan};
    }
}

/// The limits of joints for one end of the leg. Owns the texts to which the limits refer.
class PlaceLimits {
public:
    explicit PlaceLimits(const PlaceWords& words) : words_(words) {
        tilt_.push_back(one("tilt", "max_tilt", "tilt too far", pi));
        misalignment_.push_back(one("misalignment", "max_misalignment", "be misaligned too far", pi / 2));
        for (const bool fixed : {true, false})
            for (const bool lower : {true, false}) universal_.push_back(end(fixed, lower));
    }
    PlaceLimits(const PlaceLimits&) = delete;

    std::span<const LimitKind> of(const JointSet& joints) const {
        return joints.universal ? universal_ : joints.are_rod_ends() ? misalignment_ : tilt_;
    }

private:
    std::string_view kept(std::string text) { return texts_.emplace_back(std::move(text)); }

    LimitKind any() {
        LimitKind kind;
        kind.side = words_.side;
        kind.dimension = Dimension::angle;
        kind.rgb = words_.rgb;
        return kind;
    }

    LimitKind one(std::string_view quantity, std::string_view key, std::string_view fault, double widest_rad) {
        LimitKind kind = any();
        kind.name = kept(fmt::format("{} joint's {}", words_.joint, quantity));
        kind.plural = kept(fmt::format("{} joints' {}s", words_.joint, quantity));
        kind.as_limit = kept(fmt::format("{} joints' {} limits", words_.joint, quantity));
        kind.heading = kept(fmt::format("{} joint", words_.joint));
        kind.json = kept(fmt::format("{}_joint", words_.side));
        kind.key = kept(fmt::format("{}.{}", words_.side, key));
        kind.quantity = quantity;
        kind.bound = "limit";
        kind.widest_rad = widest_rad;
        kind.fault = kept(fmt::format("{} at the {}", fault, words_.joint));
        return kind;
    }

    LimitKind end(bool fixed, bool lower) {
        const std::string_view axis = fixed ? "fixed" : "carried", end = lower ? "lower" : "upper";
        LimitKind kind = any();
        kind.name = kept(fmt::format("{} joint's {} axis angle, {} end", words_.joint, axis, end));
        kind.plural = kept(fmt::format("{} joints' {} axis angles, {} ends", words_.joint, axis, end));
        kind.as_limit = kind.plural;
        kind.heading = kept(fmt::format("{} joint, {} axis {}", words_.joint, axis, lower ? "from" : "to"));
        kind.json = kept(fmt::format("{}_{}_{}", words_.side, axis, lower ? "from" : "to"));
        kind.key = kept(fmt::format("{}.universal.ranges[{}][{}]", words_.side, fixed ? 0 : 1, lower ? 0 : 1));
        kind.quantity = fixed ? "fixed axis angle" : "carried axis angle";
        kind.bound = lower ? "from" : "to";
        kind.violation =
            kept(fmt::format("{{legs}}: the {} joint needs {{asked}} about its {} axis, but its limit is {{allowed}}",
                             words_.joint, axis));
        kind.keeps = lower ? LimitKind::Bound::at_least : LimitKind::Bound::at_most;
        kind.widest_rad = lower ? -pi / 2 : pi / 2;
        kind.tightest_rad = -kind.widest_rad;
        if (!fixed) kind.rgb = words_.other_rgb;
        return kind;
    }

    PlaceWords words_;
    std::deque<std::string> texts_;
    std::vector<LimitKind> tilt_, misalignment_, universal_;
};

}  // namespace

std::span<const LimitKind> joint_limits(const JointSet& joints, JointPlace place) {
    static const PlaceLimits base(words_of(JointPlace::base)), carriage(words_of(JointPlace::carriage)),
        arm(words_of(JointPlace::arm)), platform(words_of(JointPlace::platform));
    switch (place) {
        case JointPlace::carriage: return carriage.of(joints);
        case JointPlace::arm: return arm.of(joints);
        case JointPlace::platform: return platform.of(joints);
        default: return base.of(joints);
    }
}

double widest_joint_limit(const JointSet& joints, std::size_t limit) {
    // The limit of a rod end must be finite. An infinite limit would mean another kind of joint.
    if (joints.are_rod_ends()) return pi / 2;
    return joints.universal && limit % 2 == 0 ? -infinity : infinity;
}

void set_joint_limit(JointSet& joints, std::size_t leg, std::size_t limit, double value_rad) {
    if (joints.universal)
        ((*joints.universal).*UniversalJoints::numbers()[UniversalJoints::axis_parts + limit].values)[leg] = value_rad;
    else
        (joints.are_rod_ends() ? joints.max_misalignment_rad : joints.max_tilt_rad)[leg] = value_rad;
}

}  // namespace hexscan
