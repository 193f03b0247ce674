// Tests the limits of legs that prove() requires. They must equal those of requirements in machine files.

#include <cstddef>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "hexscan/check.h"
#include "hexscan/errors.h"
#include "tests/support/platform_text.h"

namespace hexscan {
namespace {

using hexscan_test::replaced;

/// The built-in machine, with legs that have a thickness and carry a load.
std::string loaded_built_in() {
    return replaced(Hexapod::built_in().text(), "legs: {",
                    "load: {force: [0, 0, -600]}\nlegs: {diameter: 0.02, stiffness: 2e6, ");
}

PoseRange about_home(const Hexapod& machine) {
    PoseRange range{machine.home().value(), machine.home().value()};
    constexpr double half = 0.02;
    for (double* const low : {&range.low.x_m, &range.low.y_m, &range.low.z_m, &range.low.roll_rad, &range.low.pitch_rad,
                              &range.low.yaw_rad})
        *low -= half;
    for (double* const high : {&range.high.x_m, &range.high.y_m, &range.high.z_m, &range.high.roll_rad,
                               &range.high.pitch_rad, &range.high.yaw_rad})
        *high += half;
    return range;
}

std::array<double, 6> each(double value) { return {value, value, value, value, value, value}; }

TEST(LegRequirements, IsProvedOrTheLimitNamed) {
    const Hexapod machine = Hexapod::parse(loaded_built_in());
    const PoseRange range = about_home(machine);
    const auto expect = [&](const LegRequirements& asked, const std::string& violated) {
        const ProofResult proven = prove(machine, range, 0.01, asked);
        EXPECT_EQ(proven.verdict, violated.empty() ? Verdict::proved : Verdict::violated) << violated;
        if (!violated.empty()) {
            EXPECT_NE(proven.least.limit_name.find(violated), std::string::npos) << proven.least.limit_name;
        }
    };
    expect({}, "");
    expect({.apart_m = 0.05}, "");
    expect({.apart_m = 0.9}, "gap");
    expect({.conditioning = 0.15}, "");
    expect({.conditioning = 0.9}, "conditioning");
    expect({.rate = 1}, "");
    expect({.rate = 0.999}, "rate");
    expect({.stiffness_n_per_m = 1e5}, "");
    expect({.stiffness_n_per_m = 1e7}, "stiffness");
    expect({.max_force_n = each(200)}, "");
    expect({.max_force_n = each(90)}, "force");
    std::array<double, 6> fourth_weak = each(200);
    fourth_weak[3] = 1;
    expect({.max_force_n = fourth_weak}, "leg 4");
    expect({.apart_m = 0.05, .conditioning = 0.15, .rate = 1, .max_force_n = each(200)}, "");
}

TEST(LegRequirements, TorquesAreOfArms) {
    const Hexapod machine = Hexapod::parse(Hexapod::load(HEXSCAN_SOURCE_DIR "/platforms/reachy-mini.yaml").text() +
                                           "\nload: {force: [0, 0, -10]}\n");
    const PoseRange home{machine.home().value(), machine.home().value()};
    EXPECT_EQ(prove(machine, home, 0, {.max_torque_nm = each(1000)}).verdict, Verdict::proved);
    const ProofResult weak = prove(machine, home, 0, {.max_torque_nm = each(1e-6)});
    EXPECT_EQ(weak.verdict, Verdict::violated);
    EXPECT_NE(weak.least.limit_name.find("torque"), std::string::npos) << weak.least.limit_name;
}

TEST(LegRequirements, IsRefusedWithTheCureInMetres) {
    const auto refusal = [](const Hexapod& machine, const LegRequirements& asked) -> std::string {
        try {
            (void)prove(machine, about_home(machine), 0, asked);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    };
    const auto begins = [](const std::string& text, const std::string& beginning) {
        EXPECT_EQ(text.substr(0, beginning.size()), beginning);
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const Hexapod bare = Hexapod::built_in(), loaded = Hexapod::parse(loaded_built_in());
    begins(refusal(bare, {.apart_m = 0.1}), "apart: needs leg diameters; add legs: {diameter");
    begins(refusal(bare, {.max_force_n = each(1)}), "max_force: needs a load; give the machine a load");
    begins(refusal(loaded, {.max_torque_nm = each(1)}), "max_torque: needs legs with arms on motors");
    begins(refusal(loaded, {.conditioning = 1}), "conditioning: is 1; must be above 0 and below 1");
    begins(refusal(loaded, {.conditioning = none}), "conditioning: is nan");
    begins(refusal(loaded, {.rate = none}), "rate: is nan; must be a finite number above 0");
    begins(refusal(loaded, {.max_force_n = each(none)}), "max_force[0]: is nan; must be above 0");
    begins(refusal(loaded, {.apart_m = none}), "apart: is nan m; must lie between 0 and");
    const Hexapod in_mm = Hexapod::parse(
        "name: mm\nunits: {length: mm, angle: deg}\nbase: {radius: 1000, spread: 20}\nplatform: {radius: 700, spread: "
        "20, azimuth: 60}\nlegs: {min: 1200, max: 2000, diameter: 20}\nhome: {z: 1450}\n");
    begins(refusal(in_mm, {.apart_m = -0.003}), "apart: is -0.003 m; must lie between 0 and");
}

TEST(CheckOptions, EffortIsThatOfTheReportAndIsRefusedBeyondItsBounds) {
    const Hexapod machine = Hexapod::built_in();
    EXPECT_NE(check(machine, silent_observer(), {.effort = 3}).json.find("\"effort\": 3"), std::string::npos);
    for (const int effort : {0, 1001}) {
        EXPECT_THROW((void)check(machine, silent_observer(), {.effort = effort}), UsageError);
        EXPECT_THROW((void)prove(machine, about_home(machine), 0, {}, {.effort = effort}), UsageError);
    }
}

}  // namespace
}  // namespace hexscan
