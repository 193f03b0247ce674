// Compares the workspaces and maps of sets: the engine with the reference, bit by bit, and the reference with the
// oracle.

#include "src/engines/host_engines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/oracles/room_by_oracle.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/shell.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

std::unique_ptr<PreparedScan> finished_scan(const Engine& engine, const ScanPlan& plan) {
    std::unique_ptr<PreparedScan> scan = engine.prepare(plan);
    scan->scan();
    return scan;
}

std::vector<std::uint8_t> verdicts(const ScanPlan& plan, const WorkspaceSlice& slice) {
    std::vector<std::uint8_t> bytes;
    for (int row = 0; row < plan.rows(); ++row) {
        std::vector<std::uint8_t> line(static_cast<std::size_t>(plan.columns()));
        fill_bytes(slice.row(row), line);
        bytes.insert(bytes.end(), line.begin(), line.end());
    }
    return bytes;
}

/// Calls visit(x, y, z, slice, index of the point in its slice) for every grid point.
template <class Visit>
void for_each_place(const ScanPlan& plan, Visit visit) {
    for (int s = 0; s < plan.slices(); ++s)
        for (int r = 0; r < plan.rows(); ++r)
            for (int c = 0; c < plan.columns(); ++c)
                visit(grid_coordinate(plan.x, c), grid_coordinate(plan.y, r), grid_coordinate(plan.z, s), s,
                      static_cast<std::size_t>(r) * static_cast<std::size_t>(plan.columns()) +
                          static_cast<std::size_t>(c));
}

/// The oracle's margin over a set: the smallest for a total workspace, the largest for an inclusive one.
double oracle_margin_of(const Platform& platform, const std::vector<Orientation>& set, double x, double y, double z) {
    const bool inclusive = platform.scan.workspace == WorkspaceKind::inclusive;
    double margin = inclusive ? -INFINITY : INFINITY;
    for (const Orientation& orientation : set) {
        const double here = hexscan_oracle::margin(at(platform, orientation), x, y, z);
        margin = inclusive ? std::max(margin, here) : std::min(margin, here);
    }
    return margin;
}

/// The number of points whose verdict differs from the oracle's.
std::int64_t disputed(const Platform& platform, const PreparedScan& scan) {
    const ScanPlan plan = make_scan_plan(platform);
    const std::vector<Orientation> set = members(platform.scan.orientations);
    std::int64_t count = 0;
    int slice = -1;
    std::vector<std::uint8_t> reachable;
    for_each_place(plan, [&](double x, double y, double z, int s, std::size_t i) {
        if (s != slice) reachable = verdicts(plan, scan.slice(slice = s));
        const double margin = oracle_margin_of(platform, set, x, y, z);
        if (std::abs(margin) > hexscan_oracle::sure_margin && (margin > 0) != (reachable[i] != 0)) ++count;
    });
    return count;
}

void ask_for_maps(Platform& platform) {
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    if (platform.scan.orientations.tilt) platform.scan.questions.maps.push_back(MapKind::tilt);
    if (!platform.scan.orientations.is_single()) platform.scan.questions.maps.push_back(MapKind::share);
}

/// The number of differences between the engine and the reference, in verdicts and maps together.
std::int64_t differences(const ScanPlan& plan, PreparedScan& found) {
    const Verification result = verify_against(*finished_scan(reference_engine(), plan), found, plan);
    EXPECT_TRUE(result.done);
    return result.differences;
}

std::int64_t differences(const Platform& platform) {
    const ScanPlan plan = make_scan_plan(platform);
    EXPECT_TRUE(set_engine().supports(plan));
    return differences(plan, *finished_scan(set_engine(), plan));
}

/// The grids are so dense that most limits need no clearance in a column.
TEST(ClearanceMap, EqualsTheReferenceOnDenseRows) {
    const auto seeds = how_many_seeds(60);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
        platform.scan.orientations.roll.count = platform.scan.orientations.pitch.count = 1;
        platform.scan.orientations.yaw.count = 1;
        platform.scan.x.count = 301 + static_cast<int>(seed);
        platform.scan.y.count = 5;
        platform.scan.z.count = 5;
        platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
        EXPECT_EQ(differences(platform), 0) << "seed " << seed;
    }
}

/// A machine with all legs upright at (0, 0, z), whose base joints tilt from `axis` by at most `tilt_rad`.
Platform upright(const Vector& axis, double tilt_rad, double step_m) {
    Platform platform = built_in_platform();
    Machine& machine = platform.machine;
    machine.base.points_m = machine.platform.points_m;
    machine.base.axes.fill(axis);
    machine.base.max_tilt_rad.fill(tilt_rad);
    std::get<TelescopicLegs>(machine.legs).min_length.fill(0.1);
    std::get<TelescopicLegs>(machine.legs).max_length.fill(10);
    platform.scan.x = {0, 2 * step_m, 3};
    platform.scan.y = {0, step_m, 2};
    platform.scan.z = {1, 2, 2};
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    return platform;
}

/// The allowed directions are a line, and the legs have the opposite direction. Their clearance jumps beside it.
TEST(ClearanceMap, EqualsTheReferenceOppositeToALine) { EXPECT_EQ(differences(upright({0, 0, -1}, 1e-16, 1e-9)), 0); }

/// A record may have axes whose lengths are not quite 1. The reference and a clearance then differ in sign.
TEST(ClearanceMap, EqualsTheReferenceWithAnAxisThatIsTooLong) {
    EXPECT_EQ(differences(upright({0, 0, 1 + 9e-10}, 1e-5, 4e-5)), 0);
}

class RandomSets : public testing::TestWithParam<WorkspaceKind> {};

TEST_P(RandomSets, EngineEqualsTheReference) {
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
        add_random_set(seed, GetParam(), platform);
        EXPECT_EQ(differences(platform), 0) << "seed " << seed;
    }
}

TEST_P(RandomSets, MapsEqualTheReference) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
        add_random_set(seed, GetParam(), platform);
        ask_for_maps(platform);
        EXPECT_EQ(differences(platform), 0) << "seed " << seed;
    }
}

TEST_P(RandomSets, TheOracleAgrees) {
    std::int64_t reachable = 0, points = 0;
    for (std::uint64_t seed = 201; seed <= 240; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, GetParam(), platform);
        platform.scan.x.count = std::min(platform.scan.x.count, 12);
        if (platform.scan.x.count == 1) platform.scan.x.to_m = platform.scan.x.from_m;
        const ScanPlan plan = make_scan_plan(platform);
        const auto scan = finished_scan(set_engine(), plan);
        EXPECT_EQ(disputed(platform, *scan), 0) << "seed " << seed;
        points += plan.points();
        for (int s = 0; s < plan.slices(); ++s) reachable += scan->slice(s).reachable_points();
    }
    EXPECT_GT(reachable, points / 200) << "hardly any of these workspaces holds a point";
    EXPECT_LT(reachable, points) << "all of these workspaces are full";
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomSets, testing::Values(WorkspaceKind::total, WorkspaceKind::inclusive),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST(SetEngine, OneOrientationGivesWhatTheCpuEngineGives) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Platform platform = random_platform(seed);
        const ScanPlan plan = make_scan_plan(platform);
        platform.scan.workspace = WorkspaceKind::total;
        const ScanPlan set = make_scan_plan(platform);
        const auto constant = finished_scan(cpu_engine().supports(plan) ? cpu_engine() : reference_engine(), plan);
        const auto total = finished_scan(set_engine(), set);
        for (int s = 0; s < plan.slices(); ++s) EXPECT_EQ(constant->slice(s), total->slice(s)) << "seed " << seed;
    }
}

TEST(SetEngine, ATotalWorkspaceIsInEveryConstantOneAndAnInclusiveOneHoldsThem) {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = 41;
    platform.scan.z.count = 6;
    const double angle = 0.08;
    platform.scan.orientations.roll = {-angle, angle, 3};
    platform.scan.orientations.pitch = {-angle, angle, 3};
    platform.scan.workspace = WorkspaceKind::total;
    const ScanPlan total_plan = make_scan_plan(platform);
    const auto total = finished_scan(set_engine(), total_plan);
    platform.scan.workspace = WorkspaceKind::inclusive;
    const auto inclusive = finished_scan(set_engine(), make_scan_plan(platform));
    std::int64_t held = 0, holding = 0;
    for (const Orientation& orientation : members(platform.scan.orientations)) {
        const ScanPlan plan = make_scan_plan(at(platform, orientation));
        const auto constant = finished_scan(cpu_engine(), plan);
        for (int s = 0; s < plan.slices(); ++s) {
            const auto here = verdicts(plan, constant->slice(s)), least = verdicts(plan, total->slice(s)),
                       most = verdicts(plan, inclusive->slice(s));
            for (std::size_t i = 0; i < here.size(); ++i) {
                EXPECT_LE(least[i], here[i]);
                EXPECT_LE(here[i], most[i]);
                held += here[i] - least[i];
                holding += most[i] - here[i];
            }
        }
    }
    EXPECT_GT(held, 0);
    EXPECT_GT(holding, 0);
}

TEST(SetEngine, AMillionOrientationsEqualTheReference) {
    Platform platform = built_in_platform();
    platform.scan.x = {-0.9, 0.9, 13};
    platform.scan.y = {-0.3, -0.3, 1};
    platform.scan.z = {1.35, 1.35, 1};
    const double angle = 5 * std::numbers::pi / 180;
    platform.scan.orientations.roll = platform.scan.orientations.pitch =
        platform.scan.orientations.yaw = {-angle, angle, 101};
    for (const WorkspaceKind kind : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
        platform.scan.workspace = kind;
        platform.scan.questions.certified = kind == WorkspaceKind::total;
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_EQ(plan.set->count(), 1030301);
        ASSERT_TRUE(set_engine().supports(plan));
        const auto found = finished_scan(set_engine(), plan);
        const std::int64_t reachable = found->slice(0).reachable_points();
        EXPECT_GT(reachable, 0);
        EXPECT_LT(reachable, plan.points());
        EXPECT_EQ(differences(plan, *found), 0);
    }
}

// ---- closed forms

/// A machine whose workspace is a spherical shell, or its part in a cone about z, with maps of clearance and limits.
Platform shell(double min_m, double max_m, double base_tilt_rad) {
    Platform platform;
    platform.machine = hexscan_test::shell_machine(min_m, max_m, base_tilt_rad);
    platform.scan.x = platform.scan.y = platform.scan.z = {-2.5, 2.5, 51};
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    return platform;
}

const std::vector<float>& clearances(const std::vector<SliceField>& fields) {
    return std::get<std::vector<float>>(fields[0].values);
}

TEST(ClosedForm, AShellsClearanceIsTheDistanceToItsSpheres) {
    const Platform platform = shell(0.5, 2, std::numeric_limits<double>::infinity());
    const ScanPlan plan = make_scan_plan(platform);
    const auto scan = finished_scan(set_engine(), plan);
    float largest = 0;
    for (int s = 0; s < plan.slices(); ++s) {
        const auto fields = scan->fields(s);
        const auto& limit = std::get<std::vector<std::uint8_t>>(fields[1].values);
        for_each_place(plan.slab(s, 1), [&](double x, double y, double z, int, std::size_t i) {
            const double radius = std::hypot(x, y, z), least = std::min(radius - 0.5, 2 - radius);
            EXPECT_NEAR(clearances(fields)[i], least, 1e-6);
            if (std::abs(radius - 1.25) > 1e-9) {
                EXPECT_EQ(limit[i], radius < 1.25 ? 1 : 2);
            }
            largest = std::max(largest, clearances(fields)[i]);
        });
    }
    EXPECT_NEAR(largest, 0.75, 0.01) << "the largest ball lies midway between the spheres";
}

TEST(ClosedForm, AConesClearanceIsTheDistanceToIt) {
    const double tilt = std::numbers::pi / 6;
    const Platform platform = shell(0, 100, tilt);
    const ScanPlan plan = make_scan_plan(platform);
    const auto scan = finished_scan(set_engine(), plan);
    for (int s = 0; s < plan.slices(); ++s) {
        const auto fields = scan->fields(s);
        for_each_place(plan.slab(s, 1), [&](double x, double y, double z, int, std::size_t i) {
            const double across = std::hypot(x, y);
            if (!(std::atan2(across, z) <= tilt - 1e-9)) return;
            EXPECT_NEAR(clearances(fields)[i], std::sin(tilt - std::atan2(across, z)) * std::hypot(across, z), 1e-6);
        });
    }
}

TEST(ClosedForm, YawAboutTheSymmetryAxisChangesNothing) {
    Platform platform = shell(0.5, 2, 1.0);
    platform.scan.questions.maps.clear();
    const auto constant = finished_scan(cpu_engine(), make_scan_plan(platform));
    platform.scan.orientations.yaw = {-3, 3, 9};
    for (const WorkspaceKind kind : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
        platform.scan.workspace = kind;
        const auto set = finished_scan(set_engine(), make_scan_plan(platform));
        for (int s = 0; s < platform.scan.z.count; ++s) EXPECT_EQ(constant->slice(s), set->slice(s));
    }
}

// ---- maps

Platform small_case_study(int points, int slices) {
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = points;
    platform.scan.z.count = slices;
    return platform;
}

TEST(Maps, TiltTotalsOfItsRingsAndShareAgree) {
    Platform platform = small_case_study(31, 5);
    const int rings = 4, directions = 12;
    const double to_rad = 20 * std::numbers::pi / 180;
    platform.scan.orientations = OrientationSet{};
    platform.scan.orientations.tilt = TiltCone{to_rad, rings, directions};
    platform.scan.workspace = WorkspaceKind::inclusive;
    platform.scan.questions.maps = {MapKind::tilt, MapKind::share};
    const ScanPlan plan = make_scan_plan(platform);
    const auto maps = finished_scan(set_engine(), plan);
    platform.scan.questions.maps.clear();
    platform.scan.workspace = WorkspaceKind::total;
    std::int64_t tilted = 0;
    for (int ring = 1; ring <= rings; ++ring) {
        const double ring_deg = 20.0 * ring / rings;
        platform.scan.orientations.tilt = TiltCone{to_rad * ring / rings, ring, directions};
        const ScanPlan ring_plan = make_scan_plan(platform);
        const auto total = finished_scan(set_engine(), ring_plan);
        for (int s = 0; s < plan.slices(); ++s) {
            const auto fields = maps->fields(s);
            const auto& tilt = std::get<std::vector<float>>(fields[0].values);
            const auto& share = std::get<std::vector<float>>(fields[1].values);
            const auto reachable = verdicts(ring_plan, total->slice(s));
            for (std::size_t i = 0; i < tilt.size(); ++i) {
                EXPECT_EQ(tilt[i] >= ring_deg - 1e-3, reachable[i] != 0);
                if (ring == rings) {
                    EXPECT_EQ(share[i] == 1, reachable[i] != 0);
                }
                tilted += reachable[i];
            }
        }
    }
    EXPECT_GT(tilted, 0);
}

TEST(Maps, ABallOfTheClearanceHoldsReachablePointsOnly) {
    Platform platform = small_case_study(15, 7);
    platform.scan.orientations.roll = platform.scan.orientations.pitch = {-0.05, 0.05, 3};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.questions.maps = {MapKind::clearance};
    const ScanPlan plan = make_scan_plan(platform);
    const auto scan = finished_scan(set_engine(), plan);
    const std::vector<Orientation> set = members(platform.scan.orientations);
    std::mt19937_64 numbers(1);
    std::normal_distribution<double> normal;
    std::int64_t asked = 0;
    for (int s = 0; s < plan.slices(); ++s) {
        const auto fields = scan->fields(s);
        for_each_place(plan.slab(s, 1), [&](double x, double y, double z, int, std::size_t i) {
            const double radius = clearances(fields)[i];
            if (!(radius > 0)) return;
            for (int n = 0; n < 20; ++n) {
                const double dx = normal(numbers), dy = normal(numbers), dz = normal(numbers);
                const double scale = radius / std::hypot(dx, dy, dz);
                const Platform here = at(platform, set[static_cast<std::size_t>(n) % set.size()]);
                EXPECT_GE(hexscan_oracle::margin(here, x + scale * dx, y + scale * dy, z + scale * dz), -1e-6);
                ++asked;
            }
        });
    }
    EXPECT_GT(asked, 1000);
}

/// The clearance has the sign of the verdict, wherever the machine is. All engines give the reference's bits.
TEST(Maps, ClearanceIsTheRoomThatGeometryFindsNearTheOriginAndFarFromIt) {
    std::int64_t inside = 0, outside = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        Platform platform = seed % 4 == 0 ? integer_platform(seed) : random_platform(seed);
        if (seed % 2 != 0) add_random_set(seed, WorkspaceKind::total, platform);
        platform.scan.questions.maps = {MapKind::clearance};
        const double longest_m = *std::ranges::max_element(platform.machine.telescopic().max_length);
        for (const double far : {0.0, 300.0}) {
            const Platform here = moved(platform, {far * longest_m, -0.8 * far * longest_m, 1.37 * far * longest_m});
            const RoomByOracle room(here);
            const ScanPlan plan = make_scan_plan(here).slab(0, 1);
            const auto scan = finished_scan(set_engine(), plan);
            const auto reachable = verdicts(plan, scan->slice(0));
            const auto fields = scan->fields(0);
            for_each_place(plan, [&](double x, double y, double z, int, std::size_t i) {
                const double told_m = clearances(fields)[i], room_m = room({x, y, z});
                EXPECT_NEAR(told_m, room_m, 0x1p-22 * std::max(longest_m, std::abs(room_m))) << seed << ", " << far;
                EXPECT_EQ(told_m >= 0, reachable[i] != 0) << seed << ", " << far;
                (told_m > 0 ? inside : outside) += 1;
            });
        }
    }
    EXPECT_GT(inside, 2000);
    EXPECT_GT(outside, 2000);
}

// ---- certificates

struct Certified {
    std::int64_t proved = 0, possible = 0;
};

/// Runs a certified scan. Every proved point must be possible, and must keep the oracle's limits at random orientations
/// between the samples.
Certified certified_scan(const Platform& platform, int probes) {
    const ScanPlan plan = make_scan_plan(platform);
    const auto scan = finished_scan(set_engine(), plan);
    std::mt19937_64 numbers(7);
    const auto between = [&](const AngleRange& range) {
        const double part = static_cast<double>(numbers() >> 11) * 0x1p-53;
        return range.from_rad + part * (range.to_rad - range.from_rad);
    };
    Certified counts;
    for (int s = 0; s < plan.slices(); ++s) {
        const auto possible = verdicts(plan, scan->slice(s)), proved = verdicts(plan, scan->proved(s));
        for_each_place(plan.slab(s, 1), [&](double x, double y, double z, int, std::size_t i) {
            EXPECT_LE(proved[i], possible[i]);
            counts.proved += proved[i];
            counts.possible += possible[i];
            for (int n = 0; proved[i] && n < probes; ++n) {
                const OrientationSet& set = platform.scan.orientations;
                const Orientation orientation{between(set.roll), between(set.pitch), between(set.yaw)};
                EXPECT_GE(hexscan_oracle::margin(at(platform, orientation), x, y, z), 0);
            }
        });
    }
    return counts;
}

TEST(Certificate, IsNotRefutedBetweenTheSamplesAndGrowsWithThem) {
    Platform platform = small_case_study(25, 7);
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.questions.certified = true;
    double before = 0;
    for (const int points : {5, 17, 65}) {
        platform.scan.orientations.roll = platform.scan.orientations.pitch = {-0.06, 0.06, points};
        const Certified counts = certified_scan(platform, points == 17 ? 30 : 2);
        ASSERT_GT(counts.possible, 0);
        const double part = static_cast<double>(counts.proved) / static_cast<double>(counts.possible);
        EXPECT_GT(part, before) << points << " samples a range";
        before = part;
    }
    EXPECT_GT(before, 0.95) << "65 samples a range leave hardly anything open";
}

TEST(Certificate, EqualsTheReferencesOnRandomSets) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, WorkspaceKind::total, platform);
        if (platform.scan.orientations.is_single()) continue;
        platform.scan.questions.certified = true;
        EXPECT_EQ(differences(platform), 0) << "seed " << seed;
    }
}

}  // namespace
