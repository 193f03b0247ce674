// Poses that a machine cannot get to are not proved. The tests compare with determinants in closed form, and with known
// machines.

#include "src/check/assembly.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/files/requirements/path_requirement.h"
#include "src/proofs/check_report.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/platform_text.h"
#include "tests/support/proof_request.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using hexscan_test::Dice;
using hexscan_test::without_line_breaks;

/// Semi-regular hexagons without joint limits. Their legs allow almost everything.
std::string free_file(const std::string& requirements, const std::string& more = "") {
    return "name: free\nunits: {length: m, angle: deg}\nbase: {radius: 1, spread: 20, azimuth: 0}\n"
           "platform: {radius: 0.7, spread: 20, azimuth: 60}\nlegs: {min: 0, max: 9}\nhome: {z: 1.45}\n" +
           more + "requirements:\n" + requirements;
}

CheckReport checked(const std::string& text) { return check_platform(PlatformDocument(text, "free.yaml")); }

const OtherAssembly* other_assembly_of(const CheckReport& report) {
    const auto& other = report.requirements.at(0).result.proof.other_assembly;
    return other ? &*other : nullptr;
}

TEST(OtherAssembly, TheMirrorImageBelowTheBaseIsNoPlaceToGo) {
    const std::string simona = HEXSCAN_SOURCE_DIR "/platforms/simona-flight-simulator.yaml";
    Machine machine = load_platform(simona).machine;
    machine.base.max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    machine.platform.max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    const Requirement below{"below", 0, required_box({{0, 0, -2.5, 0, 0, 0}, {0, 0, -2.3, 0, 0, 0}})};
    const RequirementResult result = check_requirement(ProvenMachine(machine), below);
    EXPECT_EQ(result.outcome, Outcome::other_assembly);
    ASSERT_TRUE(result.proof.other_assembly);
    EXPECT_EQ(result.proof.other_assembly->because, OtherAssemblyReason::other_side);
    EXPECT_FALSE(is_proved(ProvenMachine(machine), below));
}

TEST(OtherAssembly, IsAFaultThatSaysSo) {
    const CheckReport report = checked(free_file("  - {name: deep, z: [-1.5, -1.4]}\n"));
    EXPECT_FALSE(report.all_hold());
    EXPECT_EQ(report.findings.back().weight, Finding::Weight::fault);
    EXPECT_NE(report.findings.back().text.find("deep: the machine cannot get "), std::string::npos);
    EXPECT_NE(without_line_breaks(check_text(report)).find("1 in another assembly"), std::string::npos);
    EXPECT_EQ(check_json(report).at("requirements")[0].at("outcome"), "other assembly");
    EXPECT_EQ(check_json(report).at("requirements")[0].at("other_assembly").at("because"), "other_side");
}

TEST(OtherAssembly, ABoxOrPathThroughTheBaseIsNone) {
    EXPECT_TRUE(other_assembly_of(checked(free_file("  - {z: [-1.4, 1.4]}\n"))));
    const Machine machine = read_platform(PlatformDocument(free_file(""), "free.yaml")).machine;
    const Requirement through{"through", 0,
                              required_path({{{0, 0, 1.4}, {}}, {{0, 0, -1.4}, {}}, {{0, 0, 1.4}, {}}}, true)};
    EXPECT_EQ(check_requirement(ProvenMachine(machine), through).outcome, Outcome::other_assembly);
    const Requirement above{"above", 0, required_path({{{0, 0, 1.4}, {}}, {{0, 0, 0.5}, {}}}, true)};
    EXPECT_EQ(check_requirement(ProvenMachine(machine), above).outcome, Outcome::proved);
}

/// det J = C z^3 cos yaw for parallel semi-regular hexagons.
TEST(OtherAssembly, YawBeyondAQuarterTurnIsBehindASingularity) {
    const CheckReport report = checked(free_file("  - {yaw: [-95, 95]}\n"));
    ASSERT_TRUE(other_assembly_of(report));
    EXPECT_EQ(other_assembly_of(report)->because, OtherAssemblyReason::singular);
    EXPECT_TRUE(other_assembly_of(report)->against_home);
    EXPECT_EQ(checked(free_file("  - {yaw: [-85, 85]}\n")).requirements[0].result.outcome, Outcome::proved);
    const auto growth = checked(free_file("  - {yaw: [-45, 45]}\n")).requirements[0].result.growth;
    ASSERT_TRUE(growth);
    EXPECT_LE(growth->kept_to, 2) << "the box grows no farther than to the singularity at 90 degrees";
    EXPECT_GT(growth->kept_to, 1.99);
}

TEST(OtherAssembly, WithoutHomeABoxIsHeldAgainstItsOwnMiddle) {
    std::string text = free_file("  - {z: 1.4, yaw: [80, 100]}\n");
    text.erase(text.find("home:"), text.find("requirements:") - text.find("home:"));
    // A file without home gets the pose in the middle of its legs as home, unless a limit forbids it.
    const CheckReport report = check_platform(PlatformDocument(text, "free.yaml"), {}, silent_observer(),
                                              [](Machine& machine, const auto&) { machine.home.reset(); });
    ASSERT_TRUE(other_assembly_of(report));
    EXPECT_FALSE(other_assembly_of(report)->against_home);
}

/// The determinant of the legs' lines. Each line follows the published formula, the determinant Laplace's expansion.
long double plain_determinant(const Machine& machine, const std::array<double, 6>& at) {
    std::vector<std::vector<long double>> rows;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &a = machine.base.points_m[i], &b = machine.platform.points_m[i];
        const auto r = hexscan_oracle::rotate({b.x, b.y, b.z}, at[3], at[4], at[5], machine.orientation_order);
        const long double x = at[0] + r.x - a.x, y = at[1] + r.y - a.y, z = at[2] + r.z - a.z;
        rows.push_back({x, y, z, r.y * z - r.z * y, r.z * x - r.x * z, r.x * y - r.y * x});
    }
    const auto minor = [](const auto& self, const std::vector<std::vector<long double>>& m) -> long double {
        if (m.size() == 1) return m[0][0];
        long double sum = 0;
        for (std::size_t c = 0; c < m.size(); ++c) {
            std::vector<std::vector<long double>> rest(m.begin() + 1, m.end());
            for (auto& row : rest) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
            sum += (c % 2 == 0 ? 1 : -1) * m[0][c] * self(self, rest);
        }
        return sum;
    };
    return minor(minor, rows);
}

TEST(OtherAssembly, BoxesWithASignChangeAreFoundByTheirDeterminants) {
    Dice dice(2002);
    int with_change = 0, without = 0;
    for (int round = 0; round < hexscan_test::how_many(150); ++round) {
        Machine machine = read_platform(PlatformDocument(free_file(""), "free.yaml")).machine;
        if (round % 2 == 1) machine.orientation_order = OrientationOrder::xyz;
        for (JointSet* const side : {&machine.base, &machine.platform})
            for (Vector& p : side->points_m) p = {p.x + dice.between(-0.2, 0.2), p.y + dice.between(-0.2, 0.2), p.z};
        const double size = dice.magnitude(0.1, 1.5);
        PoseBox box;
        box.low = box.high = coordinates_of(*machine.home);
        for (std::size_t k = 0; k < 6; ++k) {
            if (dice.chance(0.3)) continue;
            box.low[k] -= dice.between(0, 1.5) * size;
            box.high[k] += dice.between(0, 1.5) * size;
        }
        const long double home = plain_determinant(machine, coordinates_of(*machine.home));
        bool changes = false;
        for (int k = 0; k < 100 && !changes; ++k) {
            std::array<double, 6> at{};
            for (std::size_t d = 0; d < 6; ++d) at[d] = dice.between(box.low[d], box.high[d]);
            changes = plain_determinant(machine, at) * home < 0;
        }
        const Proof proof = prove_box(ProvenMachine(machine), box, hexscan_test::asking(0));
        if (changes) {
            EXPECT_TRUE(proof.other_assembly) << round;
        }
        if (proof.other_assembly && proof.other_assembly->because == OtherAssemblyReason::singular) {
            const auto pose = coordinates_of(proof.other_assembly->pose);
            EXPECT_LE(static_cast<double>(plain_determinant(machine, pose) / home), 1e-6) << round;
            for (std::size_t d = 0; d < 6; ++d) EXPECT_TRUE(box.low[d] <= pose[d] && pose[d] <= box.high[d]);
        }
        (changes ? with_change : without) += 1;
    }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(with_change, 20);
    EXPECT_GT(without, 20);
}

/// Determinant of the legs' lines by elimination with pivots.
double eliminated_determinant(const Machine& machine, const std::array<double, 6>& at) {
    double m[6][6];
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &a = machine.base.points_m[i], &b = machine.platform.points_m[i];
        const auto r = hexscan_oracle::rotate({b.x, b.y, b.z}, at[3], at[4], at[5], machine.orientation_order);
        const double rx = static_cast<double>(r.x), ry = static_cast<double>(r.y), rz = static_cast<double>(r.z);
        const double x = at[0] + rx - a.x, y = at[1] + ry - a.y, z = at[2] + rz - a.z;
        const double row[6] = {x, y, z, ry * z - rz * y, rz * x - rx * z, rx * y - ry * x};
        std::copy(row, row + 6, m[i]);
    }
    double product = 1;
    for (int k = 0; k < 6; ++k) {
        int pivot = k;
        for (int i = k + 1; i < 6; ++i)
            if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
        if (m[pivot][k] == 0) return 0;
        if (pivot != k) product = -product;
        if (pivot != k) std::swap(m[k], m[pivot]);
        product *= m[k][k];
        for (int i = k + 1; i < 6; ++i) {
            const double part = m[i][k] / m[k][k];
            for (int j = k; j < 6; ++j) m[i][j] -= part * m[k][j];
        }
    }
    return product;
}

/// Uneven in all directions, with legs that limit little.
Machine uneven_machine(Dice& dice) {
    Machine machine = read_platform(PlatformDocument(free_file(""), "free.yaml")).machine;
    if (dice.chance(0.5)) machine.orientation_order = OrientationOrder::xyz;
    const double uneven_m = dice.between(0, 0.6), thick_m = dice.between(0, 0.6);
    for (JointSet* const side : {&machine.base, &machine.platform})
        for (Vector& p : side->points_m)
            p = {p.x + dice.between(-0.5, 0.5) * uneven_m, p.y + dice.between(-0.5, 0.5) * uneven_m,
                 p.z + dice.between(-0.5, 0.5) * thick_m};
    return machine;
}

PoseBox box_about_home(const Machine& machine, Dice& dice) {
    const double size = dice.magnitude(0.2, 2);
    PoseBox box;
    box.low = box.high = coordinates_of(*machine.home);
    for (std::size_t k = 0; k < 6; ++k) {
        if (dice.chance(0.3)) continue;
        box.low[k] -= dice.between(0, 1) * size;
        box.high[k] += dice.between(0, 1) * size;
    }
    return box;
}

/// The least determinant of places along all coordinates' ends and anywhere, over that at home.
double least_sampled_sense(const Machine& machine, const PoseBox& box, Dice& dice, int samples) {
    const double home = eliminated_determinant(machine, coordinates_of(*machine.home));
    double least = 1;
    for (int k = 0; k < samples; ++k) {
        std::array<double, 6> at{};
        for (std::size_t d = 0; d < 6; ++d) {
            const double anywhere = dice.between(box.low[d], box.high[d]);
            at[d] = dice.chance(0.5) ? anywhere : dice.chance(0.5) ? box.low[d] : box.high[d];
        }
        least = std::min(least, eliminated_determinant(machine, at) / home);
    }
    return least;
}

TEST(OtherAssembly, BoxesAreProvedToBeOfOneAssemblyMode) {
    Dice dice(7);
    int proved = 0, found = 0, open = 0;
    const int rounds = hexscan_test::how_many(300);
    for (int round = 0; round < rounds;) {
        const Machine machine = uneven_machine(dice);
        const PoseBox box = box_about_home(machine, dice);
        const Proof proof = prove_box(ProvenMachine(machine), box, hexscan_test::asking(0));
        if (proof.violated) continue;
        const double sampled = least_sampled_sense(machine, box, dice, 3000);
        if (proof.other_assembly) {
            const auto pose = coordinates_of(proof.other_assembly->pose);
            const double home = eliminated_determinant(machine, coordinates_of(*machine.home));
            EXPECT_TRUE(proof.other_assembly->because == OtherAssemblyReason::other_side ||
                        eliminated_determinant(machine, pose) / home <= 1e-6)
                << round;
        } else {
            EXPECT_GT(sampled, 0) << round;
        }
        (proof.other_assembly ? found : proof.assembly == OneAssembly::proved ? proved : open) += 1;
        ++round;
    }
    EXPECT_LE(open, rounds / 20);
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(proved, 50);
    EXPECT_GT(found, 50);
}

TEST(OtherAssembly, AMachineThatIsSingularEverywhereIsAFault) {
    std::string text = free_file("  - {z: 1.5}\n");
    text.replace(text.find("azimuth: 60"), 11, "azimuth: 0");
    for (const bool with_home : {true, false}) {
        if (!with_home) text.erase(text.find("home:"), text.find("requirements:") - text.find("home:"));
        const CheckReport report = checked(text);
        EXPECT_FALSE(report.all_hold());
        bool fault = false;
        for (const Finding& finding : report.findings)
            fault = fault || (finding.code == "singular-everywhere" && finding.weight == Finding::Weight::fault);
        EXPECT_TRUE(fault);
    }
}

}  // namespace
}  // namespace hexscan
