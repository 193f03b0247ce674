// Distances to violated limits: against plain loops over directions and radii, with determinants by elimination and
// forces by Gauss's solution of six equations.

#include "src/check/kept_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "src/check/figures/kept_ball.h"
#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"

namespace hexscan {
namespace {

using hexscan_test::Dice;

Platform platform_of(const std::string& limits, const std::string& orientation = "") {
    return read_platform(
        PlatformDocument("name: force\nunits: {length: m, angle: deg}\nbase: {radius: 1, spread: 20, azimuth: 0}\n"
                         "platform: {radius: 0.7, spread: 20, azimuth: 60}\nhome: {z: 1.45}\n" +
                             limits + "scan:\n" + orientation +
                             "  x: {from: -0.5, to: 0.5, points: 11}\n  y: {from: -0.5, to: 0.5, points: 11}\n"
                             "  z: {from: 1.2, to: 1.7, slices: 6}\n",
                         "force.yaml"));
}

using Six = std::array<double, 6>;

/// Lines of the legs, u and b x u about the platform's origin, and their lengths.
struct Lines {
    std::array<Six, 6> rows;
    Six lengths_m;
};
Lines lines_at(const Machine& machine, const std::array<double, 3>& p, const Orientation& o) {
    Lines lines{};
    for (std::size_t i = 0; i < 6; ++i) {
        const Vector &a = machine.base.points_m[i], &b = machine.platform.points_m[i];
        const auto r =
            hexscan_oracle::rotate({b.x, b.y, b.z}, o.roll_rad, o.pitch_rad, o.yaw_rad, machine.orientation_order);
        const double rx = static_cast<double>(r.x), ry = static_cast<double>(r.y), rz = static_cast<double>(r.z);
        const double x = p[0] + rx - a.x, y = p[1] + ry - a.y, z = p[2] + rz - a.z,
                     l = std::sqrt(x * x + y * y + z * z);
        lines.rows[i] = {x / l, y / l, z / l, (ry * z - rz * y) / l, (rz * x - rx * z) / l, (rx * y - ry * x) / l};
        lines.lengths_m[i] = l;
    }
    return lines;
}

/// Solves rows' transpose times forces = wrench; returns the determinant.
double solved(const std::array<Six, 6>& rows, Six wrench, Six& forces) {
    double m[6][7], product = 1;
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j) m[i][j] = rows[j][i];
        m[i][6] = wrench[i];
    }
    for (int k = 0; k < 6; ++k) {
        int pivot = k;
        for (int i = k + 1; i < 6; ++i)
            if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
        if (pivot != k) {
            std::swap(m[k], m[pivot]);
            product = -product;
        }
        product *= m[k][k];
        for (int i = 0; i < 6; ++i) {
            if (i == k) continue;
            const double part = m[i][k] / m[k][k];
            for (int j = k; j < 7; ++j) m[i][j] -= part * m[k][j];
        }
    }
    for (std::size_t k = 0; k < 6; ++k) forces[k] = m[k][6] / m[k][k];
    return product;
}

/// Tests the strokes, the largest forces of a weight above the origin, and the determinant's sign at home.
struct ForceOracle {
    const Machine& machine;
    Orientation orientation;
    double shortest_m, longest_m, max_force_n, weight_n, height_m;
    bool avoids;

    double home_sign() const {
        Six none{};
        const Vector& at = machine.home->position_m;
        return solved(lines_at(machine, {at.x, at.y, at.z}, machine.home->orientation).rows, {}, none);
    }
    bool keeps(const std::array<double, 3>& p) const {
        const Lines lines = lines_at(machine, p, orientation);
        for (const double length_m : lines.lengths_m)
            if (!(length_m >= shortest_m && length_m <= longest_m)) return false;
        const auto up = hexscan_oracle::rotate({0, 0, height_m}, orientation.roll_rad, orientation.pitch_rad,
                                               orientation.yaw_rad, machine.orientation_order);
        const double ux = static_cast<double>(up.x), uy = static_cast<double>(up.y);
        Six forces{};
        // Legs hold the weight at `height_m` along the platform's z.
        const double determinant = solved(lines.rows, {0, 0, weight_n, uy * weight_n, -ux * weight_n, 0}, forces);
        if (avoids && !(determinant * home_sign() > 0)) return false;
        return std::ranges::all_of(forces, [&](double force) { return std::abs(force) <= max_force_n; });
    }
    /// The nearest violated distance of many directions and radii, refined along its direction and beside it.
    double distance_m(const std::array<double, 3>& p, double longest_look_m) const {
        constexpr int directions = 600, radii = 100;
        double nearest_m = longest_look_m;
        std::array<double, 3> best{0, 0, 1};
        const auto at = [&](const std::array<double, 3>& u, double r) {
            return std::array<double, 3>{p[0] + r * u[0], p[1] + r * u[1], p[2] + r * u[2]};
        };
        const auto look = [&](const std::array<double, 3>& u) {
            for (int k = 1; k <= radii; ++k) {
                const double r = longest_look_m * k / radii;
                if (r - longest_look_m / radii >= nearest_m) return;
                if (keeps(at(u, r))) continue;
                double kept = longest_look_m * (k - 1) / radii, lost = r;
                for (int halving = 0; halving < 40; ++halving)
                    (keeps(at(u, (kept + lost) / 2)) ? kept : lost) = (kept + lost) / 2;
                if (lost < nearest_m) {
                    nearest_m = lost;
                    best = u;
                }
                return;
            }
        };
        for (int k = 0; k < directions; ++k) {
            const double z = 1 - (2 * k + 1.0) / directions, angle = k * 2.399963229728653, s = std::sqrt(1 - z * z);
            look({s * std::cos(angle), s * std::sin(angle), z});
        }
        for (double step = 0.05; step > 1e-4; step /= 2)
            for (int k = 0; k < 60; ++k) {
                const double angle = 0.7 * k, up = std::cos(1.3 * k);
                std::array<double, 3> u{best[0] + step * std::cos(angle), best[1] + step * std::sin(angle),
                                        best[2] + step * up};
                const double l = std::hypot(u[0], u[1], u[2]);
                for (double& x : u) x /= l;
                look(u);
            }
        return nearest_m;
    }
};

std::string limits_text(double max_force_n, bool avoids) {
    return "legs: {min: 1.2, max: 2, max_force: " + std::to_string(max_force_n) + "}\n" +
           "load: {force: [0, 0, -1000], at: [0, 0, 0.3]}\n" + (avoids ? "singularity: {avoid: true}\n" : "");
}

TEST(KeptDistance, IsTheDistanceToTheNearestViolatedPosition) {
    Dice dice(41);
    int of_force = 0, of_legs = 0;
    for (int round = 0; round < hexscan_test::how_many(20); ++round) {
        const double max_force_n = dice.magnitude(230, 600);
        const bool avoids = dice.chance(0.5);
        const Platform platform = platform_of(limits_text(max_force_n, avoids));
        const Machine& machine = platform.machine;
        const Pose pose{{dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), dice.between(1.3, 1.6)},
                        {dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), dice.between(-0.6, 0.6)}};
        const ForceOracle oracle{machine, pose.orientation, 1.2, 2, max_force_n, 1000, 0.3, avoids};
        const std::array<double, 3> p{pose.position_m.x, pose.position_m.y, pose.position_m.z};
        if (!oracle.keeps(p)) continue;
        const KeptDistance kept = kept_distance(ProvenMachine(machine), pose);
        const double sampled_m = oracle.distance_m(p, 0.5);
        EXPECT_LE(kept.at_least_m, sampled_m + 1e-9) << round;
        EXPECT_TRUE(kept.at_most_m >= kept.at_least_m && std::abs(kept.at_most_m - sampled_m) <= 0.01 * sampled_m)
            << round << ": " << kept.at_most_m << " by search, " << sampled_m << " by sampling, " << kept.parts;
        EXPECT_TRUE(kept.at_most_m - kept.at_least_m <= 0.01 * kept.at_most_m)
            << round << ": " << kept.at_least_m << " to " << kept.at_most_m << " of " << kept.parts;
        (limits_of(machine)[kept.limit].is_of_one_leg() && kept.at_least_m == kept.at_most_m ? of_legs : of_force) += 1;
    }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(of_force, 2);
    EXPECT_GT(of_legs, 2);
}

TEST(KeptDistance, OfForcesThatNeverMatterIsThatOfTheLegs) {
    const Platform platform = platform_of(limits_text(3000, false));
    const KeptDistance kept = kept_distance(ProvenMachine(platform.machine), *platform.machine.home);
    EXPECT_EQ(kept.at_least_m, kept.at_most_m);
    EXPECT_NEAR(kept.at_least_m, 0.38746, 1e-5);
}

TEST(KeptBall, IsAsLargeAsItsCentreKeepsAndNoneIsLarger) {
    for (const double max_force_n : {230.0, 300.0, 3000.0}) {
        const Platform platform = platform_of(limits_text(max_force_n, false));
        const auto ball = largest_kept_ball(platform.machine, make_scan_plan(platform), {});
        ASSERT_TRUE(ball);
        const ForceOracle oracle{platform.machine, {}, 1.2, 2, max_force_n, 1000, 0.3, false};
        const auto [x, y, z] = ball->centre_m;
        const double sampled_m = oracle.distance_m({x, y, z}, 0.6);
        EXPECT_LE(ball->radius_m, sampled_m + 1e-9);
        EXPECT_GE(ball->radius_m, 0.985 * sampled_m);
        EXPECT_TRUE(ball->at_most_m <= 1.05 * ball->radius_m) << ball->at_most_m << " and " << ball->radius_m;
        Dice dice(3);
        for (int k = 0; k < 10; ++k) {
            const std::array<double, 3> p{dice.between(-0.5, 0.5), dice.between(-0.5, 0.5), dice.between(1.2, 1.7)};
            if (oracle.keeps(p)) {
                EXPECT_LE(oracle.distance_m(p, 0.6), ball->at_most_m * 1.01);
            }
        }
    }
}

}  // namespace
}  // namespace hexscan
