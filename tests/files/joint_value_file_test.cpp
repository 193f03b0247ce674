#include "src/files/joint_value_file.h"

#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/machine_file.h"

namespace hexscan {
namespace {

Machine machine_with_legs(const std::string& legs) {
    return read_machine(PlatformDocument(fmt::format(R"(name: test
units: {{length: mm, angle: deg}}
base: {{radius: 385, spread: 18}}
platform: {{radius: 250, spread: 20, azimuth: 60}}
legs: {{{}}}
home: {{z: 560}}
)",
                                                     legs),
                                         "test.yaml"));
}

std::string problem_of(std::string_view text, const Machine& machine) {
    try {
        parse_joint_values(text, "rows.csv", machine);
        return "no problem";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(JointValueFile, ReadsColumnsInAnyOrderAndIgnoresTime) {
    const Machine machine = machine_with_legs("min: 480, max: 720");
    const auto rows = parse_joint_values(
        "\xEF\xBB\xBFtime, leg2,leg1,leg3,leg4,leg5,leg6\r\n0,602,601,603,604,605,606\n\n1,2,1,3,4,5,6\n", "rows.csv",
        machine);
    EXPECT_EQ(rows, (std::vector<PerLeg>{{0.601, 0.602, 0.603, 0.604, 0.605, 0.606},
                                         {0.001, 0.002, 0.003, 0.004, 0.005, 0.006}}));
    EXPECT_EQ(parse_joint_values("601,602,603,604,605,606", "rows.csv", machine).front(), rows.front());
}

TEST(JointValueFile, ReadsAnglesOfArmsAndTravelsBelow0) {
    const Machine arms = machine_with_legs("kind: rotary, arm: 240, rod: 500, azimuth: outward, angle: [-60, 60]");
    EXPECT_NEAR(parse_joint_values("-90,0,0,0,0,180", "rows.csv", arms).front()[0], -std::numbers::pi / 2, 1e-15);
    EXPECT_EQ(problem_of("1,2,3,400,5,6", arms).find("rows.csv:1: leg4"), 0U) << problem_of("1,2,3,400,5,6", arms);
    const Machine sliders = machine_with_legs("kind: slider, rod: 600, rail: up, travel: [-100, 200]");
    EXPECT_EQ(parse_joint_values("-50,0,0,0,0,0", "rows.csv", sliders).front()[0], -0.05);
}

TEST(JointValueFile, AUnitMayFollowTheNameOfAColumn) {
    const Machine machine = machine_with_legs("min: 480, max: 720");
    const auto rows =
        parse_joint_values("leg1_in,leg2_m,leg3 [cm],leg4 (mm),leg5,leg6,time_s\n1,2,3,4,5,6,7", "rows.csv", machine);
    EXPECT_EQ(rows, (std::vector<PerLeg>{{0.0254, 2, 0.03, 0.004, 0.005, 0.006}}));
    const Machine arms = machine_with_legs("kind: rotary, arm: 240, rod: 500, azimuth: outward, angle: [-60, 60]");
    EXPECT_EQ(parse_joint_values("leg1_rad,leg2,leg3,leg4,leg5,leg6\n1,0,0,0,0,0", "rows.csv", arms)[0][0], 1);
    EXPECT_EQ(problem_of("leg1_deg,leg2,leg3,leg4,leg5,leg6\n1,2,3,4,5,6", machine),
              "rows.csv:1: leg1_deg: has the unit deg; must be m, cm, mm, in");
    EXPECT_EQ(problem_of("leg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm\n1,2,3,4,5,6", arms),
              "rows.csv:1: leg1_mm: has the unit mm; must be deg, rad");
    EXPECT_NE(problem_of("leg1 [mm,leg2,leg3,leg4,leg5,leg6\n1,2,3,4,5,6", machine).find("is not a column"),
              std::string::npos);
}

TEST(JointValueFile, FillsInTheValueOfALegThatHasOnlyOne) {
    const Machine machine =
        machine_with_legs("min: [480, 600, 480, 480, 480, 480], max: [720, 600, 720, 720, 720, 720]");
    EXPECT_EQ(parse_joint_values("601,,603,604,605,606", "rows.csv", machine).front()[1], 0.6);
    EXPECT_NE(problem_of("601,602,,604,605,606", machine).find("leg3: is empty"), std::string::npos);
}

TEST(JointValueFile, NamesLineAndColumnOfAFault) {
    const Machine machine = machine_with_legs("min: 480, max: 720");
    const auto expect = [&](std::string_view text, std::string_view said) {
        EXPECT_NE(problem_of(text, machine).find(said), std::string::npos) << problem_of(text, machine);
    };
    expect("1,2,3,4,5", "rows.csv:1: line: has 5 joint values");
    expect("1,2,3,4,5,6\n1,2,3,4,5\n", "rows.csv:2: line: has 5 numbers");
    expect("1,2,3,4,5,6\n1,2,3,4,5,nan\n", "rows.csv:2: leg6: is \"nan\"");
    expect("1,2,3,4,5,-6", "rows.csv:1: leg6");
    expect("leg1,leg2,leg3,leg4,leg5,leg7", "did you mean leg");
    expect("leg1,leg2,leg3,leg4,leg5,leg5", "appears twice");
    expect("leg1,leg2,leg3,leg4,leg5\n", "leg6: is missing");
    expect("leg1,leg2,leg3,leg4,leg5,leg6\n", "holds no joint values");
    expect("", "holds no joint values");
}

}  // namespace
}  // namespace hexscan
