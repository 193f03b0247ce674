// Every column of random tolerance studies: volumes, balls, quantiles and the common reach. They are compared with
// scans of the same machines, exported one by one, and with the oracle.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/results/radii/radii_file.h"
#include "src/scan/searches/largest_ball.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/reach_slices.h"
#include "src/sweep/report/export.h"
#include "src/sweep/report/tolerance_results.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_set.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A machine of a common shape in any unit, with a grid that contains or cuts its workspace. The sweep scatters some of
/// its numbers.
struct RandomSweep {
    std::string platform, sweep;

    explicit RandomSweep(Dice& dice) {
        const char* const unit = dice.one_of({"m", "cm", "mm", "in"});
        const double metre = Units{unit, "deg"}.from_metres(1);
        const auto length = [&](double from_m, double to_m) { return dice.between(from_m, to_m) * metre; };
        const auto side = [&](double radius_m, int azimuth_deg) {
            const std::string limit =
                dice.chance(0.7) ? fmt::format(", max_tilt: {:.2f}", dice.between(20, 60)) : std::string();
            const double radius = length(radius_m, 1.2 * radius_m), spread_deg = dice.between(5, 40);
            return fmt::format("{{radius: {}, spread: {:.2f}, azimuth: {}, axis: {}{}}}", radius, spread_deg,
                               azimuth_deg, dice.one_of({"home", "up"}), limit);
        };
        platform = fmt::format("name: random\nunits: {{length: {}, angle: deg}}\n", unit);
        if (dice.chance(0.3)) platform += "orientation_order: xyz\n";
        const std::string base = side(0.9, 0), moving = side(0.6, 60);
        platform += fmt::format("base: {}\nplatform: {}\n", base, moving);
        const double shortest = dice.chance(0.1) ? 0 : length(1, 1.3), longest = length(1.7, 2.1);
        const double home_z = length(1.4, 1.5), home_yaw_deg = dice.between(-10, 10);
        platform += fmt::format("legs: {{min: {}, max: {}}}\nhome: {{z: {}, yaw: {:.2f}}}\n", shortest, longest, home_z,
                                home_yaw_deg);
        const std::string asked = question(dice), x = range(dice, metre, -1.3, "points");
        const std::string y = range(dice, metre, -1.3, "points"), z = range(dice, metre, 0.7, "slices");
        platform += fmt::format("scan: {{{}x: {}, y: {}, z: {}}}\n", asked, x, y, z);
        sweep = fmt::format("tolerances: {{samples: {}, seed: {}", samples(), dice.whole(0, 1000));
        for (const char* const key : {"base.joints", "platform.joints", "legs.max", "legs.min", "home.z"})
            if (dice.chance(0.5)) sweep += scatter(dice, key, length(0.001, 0.1));
        for (const char* const key : {"home.yaw", "home.roll"})
            if (dice.chance(0.2)) sweep += scatter(dice, key, dice.between(0.1, 5));
        sweep += scatter(dice, "legs.max", length(0.001, 0.1)) + "}\nmeasure: [volume, largest_ball]\n";
        // A key that was chosen twice appears once.
        if (const auto first = sweep.find(", legs.max"); first != sweep.rfind(", legs.max"))
            sweep.erase(first, sweep.find('}', first) + 1 - first);
    }

    static int samples() { return 21; }

private:
    static std::string scatter(Dice& dice, const std::string& key, double width) {
        return fmt::format(", {}: {{{}: {}}}", key, dice.one_of({"normal", "uniform"}), width);
    }

    static std::string range(Dice& dice, double metre, double from_m, const char* count) {
        const double to_m = from_m < 0 ? -from_m : 2.2;
        if (dice.chance(0.3)) return fmt::format("{{{}: {}}}", count, dice.whole(3, 9));  // a found range
        const double cut = dice.chance(0.3) ? dice.between(0, 0.4) * (to_m - from_m) : 0;
        return fmt::format("{{from: {}, to: {}, {}: {}}}", (from_m + cut) * metre, to_m * metre, count,
                           dice.whole(3, 9));
    }

    static std::string question(Dice& dice) {
        const double reach = dice.between(1, 8);
        switch (dice.whole(0, 3)) {
            case 0: return "";
            case 1:
                return fmt::format("orientation: {{roll: {:.2f}, pitch: {:.2f}, yaw: {:.2f}}}, ", reach, -reach,
                                   2 * reach);
            case 2:
                return fmt::format(
                    "workspace: {}, orientation: {{roll: {{from: {:.2f}, to: {:.2f}, points: 3}}, pitch: 0, yaw: "
                    "{{from: 0, "
                    "to: {:.2f}, points: 2}}}}, ",
                    dice.one_of({"total", "inclusive"}), -reach, 2 * reach, reach);
            default:
                return fmt::format(
                    "workspace: {}, orientation: {{tilt: {{to: {:.2f}, rings: 2, directions: 5}}, yaw: 0}}, ",
                    dice.one_of({"total", "inclusive"}), reach);
        }
    }
};

class ToleranceAttack : public FolderTest {
protected:
    fs::path next_folder() {
        const fs::path folder = folder_ / std::to_string(folders_++);
        fs::create_directory(folder);
        return folder;
    }

private:
    int folders_ = 0;
};

/// The scan of one machine's file.
struct Scanned {
    Platform platform;
    ScanPlan plan;
    RadiiFile radii;

    Scanned(const std::string& file, const fs::path& folder)
        : platform(parse_platform(file, "exported.yaml")), plan(make_scan_plan(platform)), radii(plan, folder) {
        Consumer* const consumers[] = {&radii};
        (void)deliver(set_engine(), plan, consumers, {});
        radii.finish();
    }
};

/// The oracle's verdict on a point. Returns nullopt if it is too near a limit.
std::optional<bool> by_oracle(const Platform& platform, const std::vector<Orientation>& set, double x_m, double y_m,
                              double z_m) {
    const bool inclusive = platform.scan.workspace == WorkspaceKind::inclusive;
    double margin = inclusive ? -INFINITY : INFINITY;
    for (const Orientation& orientation : set) {
        const double here = hexscan_oracle::margin(at(platform, orientation), x_m, y_m, z_m);
        margin = inclusive ? std::max(margin, here) : std::min(margin, here);
    }
    return std::abs(margin) <= hexscan_oracle::sure_margin ? std::nullopt : std::optional(margin > 0);
}

/// Compares the share map and the axis of the common reach with the oracle, where it is certain for every machine.
/// Returns the number of comparisons.
int expect_shares_by_oracle(const ScanGrid& grid, const ReachSlices& slices, const std::vector<Platform>& machines) {
    const std::vector<Orientation> set = members(machines.front().scan.orientations);
    int compared = 0;
    const auto share_at = [&](double x_m, double y_m, double z_m) -> std::optional<double> {
        int reaching = 0;
        for (const Platform& machine : machines) {
            const std::optional<bool> reached = by_oracle(machine, set, x_m, y_m, z_m);
            if (!reached) return std::nullopt;
            reaching += *reached;
        }
        return static_cast<double>(reaching) / static_cast<double>(machines.size());
    };
    for (int s = 0; s < grid.slices(); ++s) {
        const Slice slice = slices.slice(s);
        const auto& share = std::get<std::vector<float>>(slice.fields.at(0).values);
        const double z_m = grid_coordinate(grid.z, s);
        if (const auto expected = share_at(0, 0, z_m)) {
            EXPECT_EQ(slice.axis_reachable, *expected >= reach_share) << s;
        }
        for (int r = 0; r < grid.rows(); ++r)
            for (int c = 0; c < grid.columns(); ++c) {
                const auto expected = share_at(grid_coordinate(grid.x, c), grid_coordinate(grid.y, r), z_m);
                if (!expected) continue;
                EXPECT_EQ(share[static_cast<std::size_t>(r * grid.columns() + c)], static_cast<float>(*expected));
                compared += *expected > 0;
            }
    }
    return compared;
}

TEST_F(ToleranceAttack, EveryColumnIsThatOfTheMachinesExportedAndScanned) {
    Dice dice(20261124);
    int volumes = 0, balls = 0, cut_off = 0, shares = 0;
    for (int number = 0; number < how_many(48); ++number) {
        const RandomSweep random(dice);
        SCOPED_TRACE(random.platform + random.sweep);
        std::optional<SweepFile> closed;
        try {
            closed = closed_sweep(random.platform, random.sweep);
        } catch (const InputError&) {
            continue;  // no range can be found, since nothing is reachable
        }
        const SweepFile& sweep = *closed;
        const MeasuredSweep measured(sweep, next_folder());
        const std::vector<Measured> all = measured.all();
        ASSERT_EQ(all.size(), static_cast<std::size_t>(RandomSweep::samples()));
        std::vector<Platform> machines;
        std::vector<double> volumes_m3, balls_m;
        for (std::int64_t k = 0; k < RandomSweep::samples(); ++k) {
            const Scanned one(platform_file_of(sweep, measured.designs(), k), folder_);
            const Measured& figures = all[static_cast<std::size_t>(k)];
            volumes_m3.push_back(value_of(Measure::volume, figures, sweep));
            balls_m.push_back(value_of(Measure::largest_ball, figures, sweep));
            const double volume_m3 = one.radii.summary().volume_m3;
            EXPECT_LE(std::abs(volumes_m3.back() - volume_m3), 1e-12 * volume_m3) << k;
            EXPECT_EQ(figures.cut_off != 0, one.radii.summary().border.any()) << k;
            const auto ball = largest_ball(one.platform.machine, one.plan);
            EXPECT_EQ(balls_m.back(), ball ? ball->radius_m : 0) << k;
            machines.push_back(one.platform);
            volumes += volume_m3 > 0;
            balls += ball.has_value();
            cut_off += figures.cut_off;
        }
        const ToleranceResults results = tolerance_results(measured.machines());
        for (const auto& [measure, values] : {std::pair(0, volumes_m3), std::pair(1, balls_m)}) {
            const auto& distribution = results.distributions.at(static_cast<std::size_t>(measure));
            ASSERT_TRUE(distribution);
            EXPECT_EQ(distribution->least, *std::min_element(values.begin(), values.end()));
            EXPECT_EQ(distribution->largest, *std::max_element(values.begin(), values.end()));
            std::vector<double> sorted = values;
            std::sort(sorted.begin(), sorted.end());
            EXPECT_EQ(distribution->quantiles[3], sorted[RandomSweep::samples() / 2]) << "the median";
        }
        const ScanGrid grid = scan_grid(sweep.scan);
        BlockFile counts(next_folder() / "reach.blocks", sweep.identity, grid.slices(), reach_bytes(sweep));
        count_reach(sweep, measured.meters(), process_ranks(), &counts, silent_observer());
        if (number % 4 == 0)
            shares += expect_shares_by_oracle(grid, ReachSlices(grid, counts, RandomSweep::samples()), machines);
    }
    if (asks_few()) return;
    EXPECT_GT(volumes, 200);
    EXPECT_GT(balls, 150);
    EXPECT_GT(cut_off, 30);
    EXPECT_GT(shares, 100);
}

}  // namespace
