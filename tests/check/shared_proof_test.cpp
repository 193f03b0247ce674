// Shared limits over boxes of poses and along paths. No sample and no descent refutes a proof, and the exact test
// confirms every violation.

#include "src/check/shared_proof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "src/check/path_proof.h"
#include "src/check/requirement_check.h"
#include "src/files/platform_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/home_state.h"
#include "src/machine/machine.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity_limit.h"
#include "src/scan/platform.h"
#include "tests/support/box_about.h"
#include "tests/support/proof_request.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;

/// The exact test confirms the violation at the reported pose.
void expect_violation(const Machine& machine, const Proof& proof) {
    const HomeState state = state_at(machine, proof.least.pose);
    EXPECT_LE(state.state(proof.least.clearance.limit).left, 0);
    ASSERT_TRUE(proof.least.state);
    EXPECT_EQ(proof.least.state->left, state.state(proof.least.clearance.limit).left);
    EXPECT_LE(proof.least.clearance.clearance_m, 0);
}

/// The smallest slack of a limit, found by a descent from a pose in steps along each coordinate.
double least_left(const Machine& machine, std::size_t limit, const PoseBox& box, const Pose& from) {
    const auto left_at = [&](const std::array<double, PoseBox::dimensions>& at) {
        const Pose pose = pose_at(at);
        return posed_shared_limits(machine, rotation_of(pose.orientation, machine.orientation_order))[limit]
            ->state(pose.position_m)
            .left;
    };
    std::array<double, PoseBox::dimensions> at = coordinates_of(from);
    double least = left_at(at);
    for (double step = 0.25; step > 1e-3;) {
        bool lower = false;
        for (std::size_t k = 0; k < at.size(); ++k)
            for (const double way : {step, -step}) {
                auto candidate = at;
                candidate[k] = std::clamp(at[k] + way * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
                if (const double left = left_at(candidate); left < least) {
                    least = left;
                    at = candidate;
                    lower = true;
                }
            }
        if (!lower) step /= 2;
    }
    return least;
}

TEST(SharedProof, OfBoxesIsNeverWrong) {
    const int machines = how_many(120), samples = number_of("HEXSCAN_PROOF_SAMPLES", 200);
    Dice dice(31);
    std::array<std::array<int, 3>, 3> outcomes{};  // by sort of legs: proved, violated, undecided
    for (int seed = 0; seed < machines; ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 0.25);
        const ProvenMachine proven(machine);
        PoseBox box = random_box(machine, near, dice);
        ProofRequest request = asking(0);
        request.most_parts = 500;
        ProofRecord record(proven, request, near);
        prove_shared(proven, box, request, record, one_by_one);
        const Proof proof = record.proof();
        auto& tally = outcomes[static_cast<std::size_t>(sort)];
        ++tally[static_cast<std::size_t>(outcome_of(proof))];
        if (outcome_of(proof) == violated) {
            const auto at = coordinates_of(proof.least.pose);
            for (std::size_t k = 0; k < at.size(); ++k) {
                EXPECT_GE(at[k], box.low[k]) << seed;
                EXPECT_LE(at[k], box.high[k]) << seed;
            }
            expect_violation(machine, proof);
        }
        if (outcome_of(proof) != proved) continue;
        for (int k = 0; k < samples; ++k) EXPECT_TRUE(keeps(proven, random_pose(box, dice))) << seed;
        const double size_m = longest_leg_m(machine);
        const std::size_t limits = posed_shared_limits(machine, rotation_of({}, machine.orientation_order)).size();
        for (std::size_t limit = static_cast<std::size_t>(seed) % 3; limit < limits; limit += 3)
            EXPECT_GE(least_left(machine, limit, box, random_pose(box, dice)), -1e-12 * std::max(1.0, size_m)) << seed;
    }
    if (asks_few()) return;
    for (const auto& tally : outcomes) {
        EXPECT_GT(tally[proved], machines / 100) << "proofs that prove nothing are right, too";
        EXPECT_GT(tally[violated], machines / 100);
    }
    RecordProperty("telescopic_proved", outcomes[0][0]);
    RecordProperty("telescopic_violated", outcomes[0][1]);
    RecordProperty("telescopic_undecided", outcomes[0][2]);
    RecordProperty("slider_proved", outcomes[1][0]);
    RecordProperty("slider_undecided", outcomes[1][2]);
    RecordProperty("rotary_proved", outcomes[2][0]);
    RecordProperty("rotary_undecided", outcomes[2][2]);
}

/// True if `positions` random positions of a box keep the limits at each of `orientations` orientations, including the
/// extreme ones.
bool all_keep(const Machine& machine, const PoseBox& box, int orientations, int positions, Dice& dice) {
    for (int o = 0; o < orientations; ++o) {
        const Orientation orientation = random_pose(box, dice).orientation;
        const PosedSharedLimits limits =
            posed_shared_limits(machine, rotation_of(orientation, machine.orientation_order));
        for (int p = 0; p < positions; ++p) {
            const Vector at_m = random_pose(box, dice).position_m;
            if (!std::ranges::all_of(limits, [&](const auto& limit) { return limit->keeps(at_m); })) return false;
        }
    }
    return true;
}

TEST(SharedProof, OfABoxIsRefutedByNoneOfManySamples) {
    constexpr int positions = 100, boxes_of_a_sort = 2;
    const int orientations = how_many(1000);
    Dice dice(35);
    std::array<int, 3> boxes{};
    int caught = 0;
    const auto all_found = [&] { return std::ranges::all_of(boxes, [](int n) { return n >= boxes_of_a_sort; }); };
    for (std::uint64_t seed = 0; seed < 400 && !(all_found() && caught > 3); ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(seed, dice, near, sort, 0.25);
        const PoseBox box = random_box(machine, near, dice);
        int& of_sort = boxes[static_cast<std::size_t>(sort)];
        if (box.low == box.high) continue;
        const ProvenMachine proven(machine);
        ProofRequest request = asking(0);
        request.most_parts = 500;
        ProofRecord record(proven, request, near);
        prove_shared(proven, box, request, record, one_by_one);
        const int outcome = outcome_of(record.proof());
        if (outcome == violated) caught += all_keep(machine, box, 20, 20, dice) ? 0 : 1;
        if (outcome != proved || of_sort == boxes_of_a_sort) continue;
        ++of_sort;
        EXPECT_TRUE(all_keep(machine, box, orientations, positions, dice)) << seed;
    }
    for (const int many : boxes) EXPECT_EQ(many, boxes_of_a_sort);
    EXPECT_GT(caught, 3) << "samples that refute nothing say nothing";
}

TEST(SharedProof, OfPathsIsNeverWrong) {
    const int machines = how_many(120);
    Dice dice(32);
    std::array<int, 3> outcomes{};
    for (int seed = 0; seed < machines; ++seed) {
        Pose near;
        Sort sort{};
        Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 0.25);
        // Another test covers strokes and joints.
        const PoseBox box = random_box(machine, near, dice);
        const std::vector<Pose> path{random_pose(box, dice), random_pose(box, dice), random_pose(box, dice)};
        const ProvenMachine proven(machine);
        ProofRequest request = asking(-1e3 * longest_leg_m(machine));
        request.least_to_m = infinity;
        request.most_parts = 300;
        const Proof proof = prove_path(proven, path, true, request);
        ++outcomes[static_cast<std::size_t>(outcome_of(proof))];
        const auto pose_along = [&](double along) {
            const auto i = std::min(static_cast<std::size_t>(along), path.size() - 2);
            const auto from = coordinates_of(path[i]), to = coordinates_of(path[i + 1]);
            std::array<double, PoseBox::dimensions> at{};
            for (std::size_t k = 0; k < at.size(); ++k)
                at[k] = from[k] + (along - static_cast<double>(i)) * (to[k] - from[k]);
            return pose_at(at);
        };
        if (outcome_of(proof) == violated) {
            expect_violation(machine, proof);
            const auto found = coordinates_of(proof.least.pose),
                       expected = coordinates_of(pose_along(proof.least.along));
            for (std::size_t k = 0; k < found.size(); ++k)
                EXPECT_NEAR(found[k], expected[k], 1e-12 * (1 + longest_leg_m(machine)));
        }
        if (outcome_of(proof) != proved) continue;
        for (int k = 0; k <= 200; ++k) EXPECT_TRUE(keeps(proven, pose_along(k / 100.0))) << seed;
    }
    if (asks_few()) return;
    EXPECT_GT(outcomes[0], machines / 20);
    EXPECT_GT(outcomes[1], machines / 20);
    EXPECT_LT(outcomes[2], machines / 3);
}

TEST(SharedProof, TellsOnWhichSideOfAQuarterTurnThereIsNoSingularity) {
    Machine machine = parallel_hexagons();
    machine.singularity = SingularityLimit{};
    const ProvenMachine proven(machine);
    const auto proof_to = [&](double yaw_rad) {
        const PoseBox box{{-0.1, -0.1, 0.9, 0, 0, -0.2}, {0.1, 0.1, 1.1, 0, 0, yaw_rad}};
        return prove_box(proven, box, asking(0));
    };
    EXPECT_TRUE(proof_to(0.45 * pi).proves(0));
    const Proof beyond = proof_to(0.51 * pi);
    ASSERT_TRUE(beyond.violated);
    EXPECT_GT(beyond.least.pose.orientation.yaw_rad, 0.4999 * pi);
    EXPECT_EQ(limits_of(machine)[beyond.least.clearance.limit].kind, &singularity_limit);
}

/// A requirement includes the machine's shared limits, if it has any.
TEST(SharedProof, IsAPartOfEveryRequirement) {
    Machine machine = built_in_platform().machine;
    const PoseBox box = box_about(*machine.home, 0.02, 0.02);
    const Requirement requirement{"box", 0, required_box(box)};
    const auto outcome = [&] { return check_requirement(ProvenMachine(machine), requirement, Asked::outcome); };
    EXPECT_EQ(outcome().outcome, Outcome::proved);
    machine.legs_apart = LegsApart{0.2, 0.01, 0.1, {}};
    machine.singularity = SingularityLimit{true, 0.1, {}, false, false};
    EXPECT_EQ(outcome().outcome, Outcome::proved);
    machine.legs_apart->diameter = 0.5;
    const RequirementResult apart = outcome();
    EXPECT_EQ(apart.outcome, Outcome::violated);
    EXPECT_EQ(limits_of(machine)[apart.proof.least.clearance.limit].kind, &gap_limit);
    EXPECT_LT(apart.proof.least.clearance.clearance_m, 0);
    const auto violated_kind = [&] {
        const RequirementResult result = outcome();
        EXPECT_EQ(result.outcome, Outcome::violated);
        return limits_of(machine)[result.proof.least.clearance.limit].kind;
    };
    machine.legs_apart->diameter = 0.02;
    const Point3 on_leg{machine.base.points_m[2].x, machine.base.points_m[2].y, 0.2};
    machine.obstacles.keep_out.push_back({false, on_leg, on_leg, 0.5});
    EXPECT_EQ(violated_kind(), &keep_out_limit);
    machine.obstacles = {};
    machine.load = Load{{0, 0, -600}};
    machine.load->max_force.emplace().fill(1000);
    const RequirementResult loaded = outcome();
    EXPECT_EQ(loaded.outcome, Outcome::proved);
    EXPECT_EQ(loaded.subjects,
              (std::vector<std::string_view>{"strokes", "joint tilts", "gaps", "singularities", "loads"}));
    machine.load->max_force->fill(90);
    EXPECT_EQ(violated_kind(), &force_limit);
    machine.load.reset();
    machine.legs_apart.reset();
    machine.singularity->min_conditioning = 0.9;
    EXPECT_EQ(violated_kind(), &conditioning_limit);
}

}  // namespace
