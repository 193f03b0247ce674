#include "src/scan/pose_verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/base/vector_level.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"

namespace hexscan {
namespace {

using hexscan_test::Dice;
using PoseNumbers = std::array<double, 6>;

Platform some_platform(std::uint64_t seed) {
    return seed % 2 == 0 ? hexscan_test::random_platform(seed) : hexscan_test::integer_platform(seed);
}

/// The verdict of a scan of that point alone.
bool verdict_of_scan(const Machine& machine, const PoseNumbers& pose) {
    ScanRequest request;
    request.orientations = Orientation{pose[3], pose[4], pose[5]};
    request.x = request.y = request.z = {0, 0, 1, false};
    return exact_reachable(make_scan_plan(machine, request).oriented().geometry, pose[0], pose[1], pose[2]);
}

PoseNumbers pose_near(const ScanRequest& scan, double turn_rad, Dice& dice) {
    PoseNumbers pose{};
    const ScanRange* const ranges[] = {&scan.x, &scan.y, &scan.z};
    for (std::size_t k = 0; k < 3; ++k) pose[k] = dice.between(ranges[k]->from_m, ranges[k]->to_m);
    for (std::size_t k = 3; k < 6; ++k) pose[k] = dice.between(-turn_rad, turn_rad);
    return pose;
}

std::vector<std::uint8_t> verdicts_on(const Machine& machine, const std::vector<PoseNumbers>& poses) {
    std::vector<std::uint8_t> verdicts(poses.size(), 7);
    EXPECT_TRUE(PoseVerdicts(machine).ask(std::span(poses.front().data(), 6 * poses.size()), verdicts));
    return verdicts;
}

void expect_verdicts_of_scans(const Machine& machine, const std::vector<PoseNumbers>& poses, std::uint64_t seed) {
    const auto verdicts = verdicts_on(machine, poses);
    for (std::size_t i = 0; i < poses.size(); ++i)
        ASSERT_EQ(verdicts[i], verdict_of_scan(machine, poses[i]) ? 1 : 0) << "seed " << seed << ", pose " << i;
}

/// The last pose with the first one's verdict on the way from a reachable to an unreachable pose, and the next pose.
std::array<PoseNumbers, 2> poses_at_a_limit(const Machine& machine, PoseNumbers inside, PoseNumbers outside) {
    for (int step = 0; step < 200; ++step) {
        PoseNumbers middle{};
        for (std::size_t k = 0; k < 6; ++k) middle[k] = inside[k] + (outside[k] - inside[k]) / 2;
        if (middle == inside || middle == outside) break;
        (verdict_of_scan(machine, middle) ? inside : outside) = middle;
    }
    return {inside, outside};
}

TEST(PoseVerdicts, AreThoseOfScansAtEveryVectorLevel) {
    int reachable = 0;
    for (int level = 0; level <= static_cast<int>(highest_vector_level()); ++level) {
        use_vector_level(static_cast<VectorLevel>(level));
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const Platform platform = some_platform(seed);
            Dice dice(seed);
            std::vector<PoseNumbers> poses;
            for (const double turn_rad : {0.2, 4.0, 200.0})
                for (int i = 0; i < 67; ++i) poses.push_back(pose_near(platform.scan, turn_rad, dice));
            for (PoseNumbers& pose : poses)
                if (dice.chance(0.3)) std::fill(pose.begin() + 3, pose.end(), 0.0);
            expect_verdicts_of_scans(platform.machine, poses, seed);
            for (const std::uint8_t verdict : verdicts_on(platform.machine, poses)) reachable += verdict;
        }
    }
    use_vector_level(highest_vector_level());
    EXPECT_GT(reachable, 500);
}

TEST(PoseVerdicts, AreThoseOfScansOnBothSidesOfEveryLimit) {
    int limits_met = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const Platform platform = some_platform(seed);
        Dice dice(seed);
        std::vector<PoseNumbers> inside, outside, poses;
        for (int i = 0; i < 60; ++i) {
            const PoseNumbers pose = pose_near(platform.scan, 0.4, dice);
            (verdict_of_scan(platform.machine, pose) ? inside : outside).push_back(pose);
        }
        for (std::size_t i = 0; i < std::min({inside.size(), outside.size(), std::size_t{12}}); ++i)
            for (const PoseNumbers& pose : poses_at_a_limit(platform.machine, inside[i], outside[i]))
                poses.push_back(pose);
        if (poses.empty()) continue;
        limits_met += static_cast<int>(poses.size()) / 2;
        expect_verdicts_of_scans(platform.machine, poses, seed);
    }
    EXPECT_GT(limits_met, 300);
}

TEST(PoseVerdicts, AreThoseOfTheOracleAwayFromLimits) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Platform platform = hexscan_test::random_platform(seed);
        Dice dice(seed);
        for (int i = 0; i < 40; ++i) {
            const PoseNumbers pose = pose_near(platform.scan, 0.5, dice);
            platform.scan.orientations = Orientation{pose[3], pose[4], pose[5]};
            const double margin = hexscan_oracle::margin(platform, pose[0], pose[1], pose[2]);
            if (std::abs(margin) > 1e-9) {
                EXPECT_EQ(verdicts_on(platform.machine, {pose})[0], margin > 0 ? 1 : 0) << seed;
            }
        }
    }
}

/// Compares with double precision. The bound assumes that all rounding errors add up.
TEST(PoseVerdicts, InSinglePrecisionAreOffByNoMoreThanIsToldOfThem) {
    double worst = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Platform platform = some_platform(seed);
        const PoseVerdicts asked(platform.machine);
        Dice dice(seed);
        for (const double turn_rad : {0.2, 2.0, 20.0})
            for (int i = 0; i < 100; ++i) {
                const PoseNumbers pose = pose_near(platform.scan, turn_rad, dice);
                const auto single = quick::pose_slack(asked.single(), pose.data());
                const auto full = quick::pose_slack(asked.full(), pose.data());
                const double off_m2 = std::abs(static_cast<double>(single.least_m2) - full.least_m2);
                ASSERT_LE(off_m2 + full.uncertain_m2, static_cast<double>(single.uncertain_m2)) << seed;
                worst = std::max(worst, off_m2 / static_cast<double>(single.uncertain_m2));
            }
    }
    EXPECT_GT(worst, 0.001);
    std::printf("off by %.4f of what is told at most\n", worst);
}

TEST(PoseVerdicts, OfNumbersThatAreNotFiniteAreNo) {
    const Machine machine = hexscan_test::random_platform(2).machine;
    const PoseVerdicts asked(machine);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        for (std::size_t k = 0; k < 6; ++k) {
            PoseNumbers pose{};
            pose[k] = bad;
            std::uint8_t verdict = 1;
            EXPECT_FALSE(asked.ask(pose, std::span(&verdict, 1)));
            EXPECT_EQ(verdict, 0);
        }
}

}  // namespace
}  // namespace hexscan
