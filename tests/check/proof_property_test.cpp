#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "src/check/box_proof.h"
#include "src/check/requirement_check.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_boxes.h"

/// Proofs on random machines and boxes are never wrong. No violation is found in a box that is called proved, and the
/// independent oracle confirms every counterexample. HEXSCAN_PROOF_SAMPLES sets how many poses of each proved box are
/// tried. The documentation's long run uses 100 000, with corners, edges and local search.
namespace hexscan {
namespace {

using OracleVector = hexscan_oracle::Vector3;
using hexscan_test::BoxDice;

using Coordinates = std::array<double, PoseBox::dimensions>;

/// The oracle's margin, negative if the pose is unreachable.
class MarginOracle {
public:
    explicit MarginOracle(const Machine& machine) : platform_{machine, {}} {}

    double margin(const Coordinates& at) {
        platform_.scan.orientations = Orientation{at[3], at[4], at[5]};
        return hexscan_oracle::margin(platform_, at[0], at[1], at[2]);
    }

    /// The smallest margin after a move of the platform by `distance_m`. Moves go along every leg and perpendicularly
    /// to every joint's cone, since the nearest limit of each kind lies in one of these directions.
    double margin_after_moves(const Coordinates& at, double distance_m) {
        double least = margin(at);
        for (int leg = 0; leg < leg_count; ++leg) {
            const OracleVector l = hexscan_oracle::leg_vector(platform_, leg, at[0], at[1], at[2]);
            const auto i = static_cast<std::size_t>(leg);
            const Vector& b = platform_.machine.base.axes[i];
            const Vector& m = platform_.machine.platform.axes[i];
            const OracleVector base{b.x, b.y, b.z};
            const OracleVector platform =
                hexscan_oracle::rotate({m.x, m.y, m.z}, at[3], at[4], at[5], platform_.machine.orientation_order);
            try_move(at, l, distance_m, least);
            try_cone(at, l, base, platform_.machine.base.max_tilt_rad[i], distance_m, least);
            try_cone(at, l, platform, platform_.machine.platform.max_tilt_rad[i], distance_m, least);
        }
        return least;
    }

private:
    void try_move(const Coordinates& at, OracleVector along, double distance_m, double& least) {
        const long double length = std::sqrt(along.x * along.x + along.y * along.y + along.z * along.z);
        if (!(length > 0)) return;
        for (const double side : {distance_m, -distance_m}) {
            const Coordinates moved{at[0] + static_cast<double>(side * along.x / length),
                                    at[1] + static_cast<double>(side * along.y / length),
                                    at[2] + static_cast<double>(side * along.z / length),
                                    at[3],
                                    at[4],
                                    at[5]};
            least = std::min(least, margin(moved));
        }
    }
    void try_cone(const Coordinates& at, OracleVector l, OracleVector n, double max_tilt_rad, double distance_m,
                  double& least) {
        if (!(max_tilt_rad < 4)) return;
        const long double along = l.x * n.x + l.y * n.y + l.z * n.z;
        OracleVector outwards{l.x - along * n.x, l.y - along * n.y, l.z - along * n.z};
        const long double across =
            std::sqrt(outwards.x * outwards.x + outwards.y * outwards.y + outwards.z * outwards.z);
        if (!(across > 0)) return;
        const long double s = std::sin(max_tilt_rad), c = std::cos(max_tilt_rad) / across;
        try_move(at, {s * n.x - c * outwards.x, s * n.y - c * outwards.y, s * n.z - c * outwards.z}, distance_m, least);
    }

    Platform platform_;
};

/// Walks downhill from a pose within the box, coordinate by coordinate with shrinking steps.
double least_margin_near(MarginOracle& oracle, const PoseBox& box, Coordinates at) {
    double least = oracle.margin(at);
    for (double step = 0.25; step > 1e-4; step *= 0.5)
        for (bool better = true; better;) {
            better = false;
            for (std::size_t k = 0; k < at.size(); ++k)
                for (const double side : {step, -step}) {
                    Coordinates there = at;
                    there[k] = std::clamp(at[k] + side * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
                    const double margin = oracle.margin(there);
                    if (!(margin < least - 1e-15)) continue;
                    least = margin;
                    at = there;
                    better = true;
                }
        }
    return least;
}

struct ProofTally {
    std::atomic<int> proved{0}, violated{0}, grazing{0};
    std::atomic<int> sampled{0};           ///< machines with a proved box, whose largest box the oracle tested
    std::atomic<std::int64_t> longest{0};  ///< parts of the longest proof

    void count_parts(std::int64_t parts) {
        std::int64_t now = longest;
        while (parts > now && !longest.compare_exchange_weak(now, parts)) {
        }
    }
};

/// Rounding of the oracle's own inputs: margins are relative to the legs.
constexpr double oracle_rounding = 1e-12;

void look_for_violations(const Machine& machine, const PoseBox& box, double clearance_m, BoxDice& dice, int samples,
                         const std::string& which) {
    MarginOracle oracle(machine);
    Coordinates lowest{};
    double least = std::numeric_limits<double>::infinity();
    const auto look = [&](const Coordinates& at) {
        const double margin = oracle.margin(at);
        if (margin < least) {
            least = margin;
            lowest = at;
        }
    };
    for (unsigned corner = 0; corner < 64; ++corner) {
        Coordinates at{};
        for (unsigned k = 0; k < 6; ++k) at[k] = (corner >> k & 1U) != 0 ? box.high[k] : box.low[k];
        look(at);
        if (clearance_m > 0) {
            EXPECT_GE(oracle.margin_after_moves(at, clearance_m * (1 - 1e-9)), -oracle_rounding) << which;
        }
    }
    for (int sample = 0; sample < samples; ++sample) look(dice.inside(box));
    EXPECT_GE(least, -oracle_rounding) << which;
    EXPECT_GE(least_margin_near(oracle, box, lowest), -oracle_rounding) << which;
    for (int start = 0; start < 3; ++start)
        EXPECT_GE(least_margin_near(oracle, box, dice.inside(box)), -oracle_rounding) << which;
    if (clearance_m > 0) {
        EXPECT_GE(oracle.margin_after_moves(lowest, clearance_m * (1 - 1e-9)), -oracle_rounding) << which;
    }
}

/// The box shrunk towards a pose of it.
PoseBox shrunk(const PoseBox& box, const Coordinates& towards, double factor) {
    PoseBox smaller;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        smaller.low[k] = towards[k] + factor * (box.low[k] - towards[k]);
        smaller.high[k] = towards[k] + factor * (box.high[k] - towards[k]);
    }
    return smaller;
}

/// Home, or another reachable pose of the box if home is unreachable. It tries some hundred poses.
Coordinates reachable_pose(const Machine& machine, const PoseBox& box, double clearance_m, BoxDice& dice) {
    MarginOracle oracle(machine);
    const Coordinates home = coordinates_of(*machine.home);
    Coordinates at = home;
    for (int tries = 0; tries < 300; ++tries, at = dice.inside(box))
        if (oracle.margin_after_moves(at, clearance_m) > 0) return at;
    return home;
}

/// Tests one machine. Its random box shrinks towards a reachable pose until both verdicts occurred at nearly the same
/// size.
void try_machine(std::uint64_t seed, int samples, ProofTally& tally) {
    BoxDice dice(seed);
    const Machine& machine = dice.machine();
    const ProvenMachine proven(machine);
    const PoseBox box = dice.box(machine);
    ProofRequest request;
    request.clearance_m = dice.between(0, 1) < 0.5 ? 0 : dice.between(0, 0.05) * longest_leg_m(machine);
    request.tolerance_m = grazing_tolerance_m(machine);
    request.least_to_m = least_clearance_tolerance_m(machine);
    const Coordinates centre = reachable_pose(machine, box, request.clearance_m, dice);
    double kept = 0, lost = 1;
    PoseBox kept_box = box;
    for (int step = 0; step < 12 && lost - kept > 1e-3; ++step) {
        const double factor = step == 0 ? 1 : 0.5 * (kept + lost);
        const PoseBox at = shrunk(box, centre, factor);
        const Proof proof = prove_box(proven, at, request);
        tally.count_parts(proof.parts);
        const std::string which = machine.name + ", factor " + std::to_string(factor) + ", clearance asked " +
                                  std::to_string(request.clearance_m);
        const bool proved = !proof.violated && proof.at_least_m >= request.clearance_m;
        if (proof.violated) {
            ++tally.violated;
            MarginOracle oracle(machine);
            const double distance_m = request.clearance_m;
            EXPECT_LT(oracle.margin_after_moves(coordinates_of(proof.least.pose), distance_m), 0)
                << which << ", clearance met " << proof.least.clearance.clearance_m;
            for (std::size_t k = 0; k < 6; ++k) {
                const double value = coordinates_of(proof.least.pose)[k];
                EXPECT_TRUE(at.low[k] <= value && value <= at.high[k]) << which;
            }
        } else {
            EXPECT_LE(proof.at_least_m, proof.least.clearance.clearance_m + 1e-12 * longest_leg_m(machine)) << which;
            ++(proved ? tally.proved : tally.grazing);
        }
        if (proved) kept_box = at;
        (proved ? kept : lost) = factor;
        if (proved && factor == 1) break;
    }
    // The largest proved box leaves the least room for a mistake.
    if (!(kept > 0)) return;
    ++tally.sampled;
    look_for_violations(machine, kept_box, request.clearance_m, dice, samples, machine.name);
}

TEST(ProofProperty, IsNeverWrong) {
    const int machines = hexscan_test::how_many(250), samples = hexscan_test::number_of("HEXSCAN_PROOF_SAMPLES", 1000);
    ProofTally tally;
    tbb::parallel_for(1, machines + 1,
                      [&](int seed) { try_machine(static_cast<std::uint64_t>(seed), samples, tally); });
    std::printf(
        "%d machines: %d boxes proved, %d violated, %d grazing; %d machines' largest proved box sampled; the "
        "longest proof has %lld parts\n",
        machines, tally.proved.load(), tally.violated.load(), tally.grazing.load(), tally.sampled.load(),
        static_cast<long long>(tally.longest.load()));
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(tally.proved, machines);
    EXPECT_GT(tally.violated, machines);
    // Undecided boxes are rare.
    EXPECT_LE(tally.grazing, machines / 20);
}

}  // namespace
}  // namespace hexscan
