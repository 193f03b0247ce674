#include "hexscan/pose.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "tests/support/random/dice.h"
#include "tests/support/shipped.h"

namespace hexscan {
namespace {

using hexscan_test::shipped_hexapod;
using Row = std::array<double, 6>;

PlatformPose moved(PlatformPose pose, std::size_t number, double by) {
    (&pose.x_m)[number] += by;
    return pose;
}

class PosesOfJointValues : public testing::TestWithParam<const char*> {
protected:
    const Hexapod machine = shipped_hexapod(GetParam());
    const PlatformPose home = machine.home().value();
};

TEST_P(PosesOfJointValues, ComeBack) {
    hexscan_test::Dice dice(1);
    const double size_m = std::abs(home.z_m);
    std::vector<PlatformPose> poses;
    while (poses.size() < 300) {
        PlatformPose pose = home;
        const double part = dice.magnitude(1e-3, 0.2);
        for (std::size_t k = 0; k < 6; ++k) (&pose.x_m)[k] += dice.between(-part, part) * (k < 3 ? size_m : 1);
        if (machine.reachable(pose)) poses.push_back(pose);
    }
    std::vector<Row> values(poses.size());
    machine.joint_values(poses, values);
    std::vector<PlatformPose> near;
    for (const PlatformPose& pose : poses) near.push_back(moved(moved(pose, 0, 0.002 * size_m), 4, 0.02));
    std::vector<PlatformPose> found(poses.size());
    poses_near(machine, values, near, found);
    for (std::size_t i = 0; i < poses.size(); ++i)
        for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR((&found[i].x_m)[k], (&poses[i].x_m)[k], 1e-10) << i;
    const auto proved = find_poses(machine, std::span(values).first(3), {.near = near[0]});
    ASSERT_EQ(proved.size(), 3U);
    EXPECT_EQ(proved[0].status, PoseStatus::found);
    EXPECT_NEAR(proved[0].poses.at(0).pose.x_m, poses[0].x_m, 1e-10);
    EXPECT_GT(proved[0].poses[0].unique_within.m, 0);
}

TEST_P(PosesOfJointValues, JacobianIsTheDerivative) {
    constexpr double step = 1e-6;
    const PlatformPose pose = moved(home, 2, 0.001 * home.z_m);
    std::array<double, 36> rows{};
    inverse_jacobian(machine, std::span(&pose, 1), std::span(&rows, 1));
    for (std::size_t k = 0; k < 3; ++k) {
        const Row after = machine.joint_values(moved(pose, k, step));
        const Row before = machine.joint_values(moved(pose, k, -step));
        for (std::size_t leg = 0; leg < 6; ++leg)
            EXPECT_NEAR(rows[6 * leg + k], (after[leg] - before[leg]) / (2 * step), 1e-6) << leg << k;
    }
    // Yaw turns about z at any roll and pitch if it comes last, as in the default order.
    const Row after = machine.joint_values(moved(pose, 5, step));
    const Row before = machine.joint_values(moved(pose, 5, -step));
    for (std::size_t leg = 0; leg < 6; ++leg)
        EXPECT_NEAR(rows[6 * leg + 5], (after[leg] - before[leg]) / (2 * step), 1e-6) << leg;
}

INSTANTIATE_TEST_SUITE_P(Shipped, PosesOfJointValues,
                         testing::Values("case-study", "knaufinator-simulator", "pkm-6-pus", "reachy-mini"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(PosesOfRows, AreNaNWhereNewtonFindsNone) {
    const Hexapod machine = Hexapod::built_in();
    Row values = machine.joint_values(machine.home().value());
    values[2] *= 4;
    const PlatformPose near = machine.home().value();
    PlatformPose found;
    poses_near(machine, std::span(&values, 1), std::span(&near, 1), std::span(&found, 1));
    EXPECT_TRUE(std::isnan(found.x_m) && std::isnan(found.yaw_rad));
}

TEST(PosesOfRows, RefuseWrongInput) {
    const Hexapod machine = Hexapod::built_in();
    std::vector<Row> values(2, machine.joint_values(machine.home().value()));
    EXPECT_THROW(find_poses(machine, values, {.effort = 0}), UsageError);
    EXPECT_THROW(find_poses(machine, values, {.all = true, .follow = true}), UsageError);
    std::vector<PlatformPose> poses(3);
    EXPECT_THROW(poses_near(machine, values, std::vector{machine.home().value()}, poses), UsageError);
    EXPECT_THROW(poses_near(machine, values, poses, std::span(poses).first(2)), UsageError);
    values[1][3] = std::nan("");
    try {
        (void)find_poses(machine, values);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()), "values[1]: leg 4 is nan; must be a finite number, in metres or radians");
        EXPECT_EQ(error.facts().key, "values[1]");
    }
}

}  // namespace
}  // namespace hexscan
