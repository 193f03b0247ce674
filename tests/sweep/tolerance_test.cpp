// Tolerance sweeps whose distributions are known.

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/reach_slices.h"
#include "src/sweep/report/quantiles.h"
#include "src/sweep/report/sensitivity.h"
#include "src/sweep/report/sweep_report.h"
#include "src/sweep/report/tolerance_results.h"
#include "tests/support/shell.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;

class ToleranceSweeps : public FolderTest {};

/// The allowed deviation of an observed fraction from its probability. It is 4.5 standard deviations, which independent
/// samples exceed seven times in a million, plus one sample, since quantiles are measured figures.
double sampling_error(double probability, std::int64_t samples) {
    const auto count = static_cast<double>(samples);
    return 4.5 * std::sqrt(probability * (1 - probability) / count) + 1 / count;
}

/// The largest ball of a shell has the radius (Lmax - Lmin) / 2. The shell's Lmax is the shortest of six that scatter
/// independently, so P(ball <= b) = 1 - (1 - F(2 b + Lmin))^6.
TEST_F(ToleranceSweeps, OfAShellHaveTheQuantilesOfTheShortestOfSixLegs) {
    constexpr double width_m = 0.1, grid_m = 1e-5;
    for (const bool normal : {false, true}) {
        const SweepFile sweep = closed_sweep(
            shell_file("1", "2",
                       "scan: {x: {from: 1, to: 2, points: 50001}, y: {from: 0, to: 0, points: 1}, "
                       "z: {from: 0, to: 0, slices: 1}}"),
            fmt::format("tolerances: {{legs.max: {{{}: {}}}, samples: 4000, seed: 1}}\nmeasure: [largest_ball]\n",
                        normal ? "normal" : "uniform", width_m));
        fs::create_directory(folder_ / (normal ? "normal" : "uniform"));
        const MeasuredSweep measured(sweep, folder_ / (normal ? "normal" : "uniform"));
        const auto distribution = distribution_of(measured.machines(), 0, 0);
        ASSERT_TRUE(distribution);
        EXPECT_EQ(distribution->machines, 4000);
        const auto probability = [&](double ball_m) {
            const double deviation = (2 * ball_m + 1 - 2) / width_m;
            const double one =
                normal ? std::erfc(-deviation / std::sqrt(2)) / 2 : std::clamp((deviation + 1) / 2, 0.0, 1.0);
            return 1 - std::pow(1 - one, 6);
        };
        for (std::size_t q = 0; q < quantile_parts.size(); ++q) {
            const double part = quantile_parts[q], ball_m = distribution->quantiles[q];
            EXPECT_LE(probability(ball_m - grid_m), part + sampling_error(part, 4000)) << part;
            EXPECT_GE(probability(ball_m + grid_m), part - sampling_error(part, 4000)) << part;
        }
        EXPECT_LE(distribution->least, distribution->quantiles.front());
        EXPECT_GE(distribution->largest, distribution->quantiles.back());
        std::int64_t in_classes = 0;
        for (const std::int64_t machines : distribution->histogram) in_classes += machines;
        EXPECT_EQ(in_classes, 4000);
    }
}

/// A cube of 61 points per axis and a half width of 2 m. No grid point is on a sphere of these shells.
constexpr int cube_points = 61;
constexpr double shell_inner_m = 0.99;

/// The volume of a shell up to Lmax on a grid, from a count of all its points.
double counted_m3(double longest_m) {
    const double step_m = 4.0 / (cube_points - 1);
    return static_cast<double>(shell_points(shell_inner_m, longest_m, 2, cube_points).at_most) * step_m * step_m *
           step_m;
}

/// The slope of the least-squares line of these volumes over Lmax = L + d, with d uniform in [-w, w]: Cov(volume, d) /
/// Var(d). A point at distance r counts from d = r - L on. It contributes its cell times E[d; d >= r - L] = (w^2 - (r -
/// L)^2) / (4 w). Var(d) is w^2 / 3.
double counted_slope_m2(double nominal_m, double width_m) {
    const double step_m = 4.0 / (cube_points - 1);
    double slope_per_cell = 0;
    const auto at_m = [&](int i) { return i * step_m - 2; };
    for (int i = 0; i < cube_points; ++i)
        for (int j = 0; j < cube_points; ++j)
            for (int k = 0; k < cube_points; ++k) {
                const double beyond_m = std::hypot(at_m(i), at_m(j), at_m(k)) - nominal_m;
                if (std::abs(beyond_m) < width_m)
                    slope_per_cell += 3 * (width_m * width_m - beyond_m * beyond_m) / (4 * width_m * width_m * width_m);
            }
    return slope_per_cell * step_m * step_m * step_m;
}

/// Only one leg is short and scatters. The volume 4/3 pi (Lmax^3 - Lmin^3) grows with it by 4 pi Lmax^2.
TEST_F(ToleranceSweeps, OfAShellHaveTheVolumesAndSlopesOfGeometry) {
    constexpr double nominal_m = 1.81, width_m = 0.1, rounding = 1e-12;
    constexpr std::int64_t samples = 1500;
    const SweepFile sweep = closed_sweep(
        shell_file("0.99", "[1.81, 3, 3, 3, 3, 3]", cube_scan(2, cube_points)),
        "tolerances:\n  legs.max[0]: {uniform: 0.1}\n  legs.max[3]: {uniform: 0.1}\n  samples: 1500\n  seed: 1\n"
        "measure: [volume, largest_ball]\n");
    const MeasuredSweep measured(sweep, folder_);
    const ToleranceResults results = tolerance_results(measured.machines());
    ASSERT_TRUE(results.nominal);
    EXPECT_NEAR(value_of(Measure::volume, *results.nominal, sweep), counted_m3(nominal_m), rounding);

    const auto& volumes = results.distributions.at(0);
    ASSERT_TRUE(volumes);
    for (std::size_t q = 0; q < quantile_parts.size(); ++q) {
        const double part = quantile_parts[q], error = sampling_error(part, samples);
        const auto at = [&](double p) { return counted_m3(nominal_m + width_m * (2 * std::clamp(p, 0.0, 1.0) - 1)); };
        EXPECT_GE(volumes->quantiles[q], at(part - error) - rounding) << part;
        EXPECT_LE(volumes->quantiles[q], at(part + error) + rounding) << part;
    }

    ASSERT_EQ(results.sensitivities.size(), 4U);
    const Sensitivity &volume = results.sensitivities[0], &idle = results.sensitivities[1];
    EXPECT_EQ(volume.measure, 0U);
    EXPECT_EQ(sweep.tolerances->numbers[volume.number].key, "legs.max[0]");
    // The samples' slope deviates because the cubic is curved: with residuals e, by sqrt(E[(d e)^2] / samples) /
    // Var(d). The largest part of e is 4 pi L (d^2 - w^2 / 3), so E[(d e)^2] = (4 pi L)^2 w^6 (1/7 - 2/15 + 1/27). The
    // next part is smaller by w / L. The tolerance is 4.5 of these deviations, as above.
    const double slope_m2 = counted_slope_m2(nominal_m, width_m);
    const double strays_m2 =
        12 * pi * nominal_m * width_m * std::sqrt((1.0 / 7 - 2.0 / 15 + 1.0 / 27) / static_cast<double>(samples));
    EXPECT_NEAR(volume.slope, slope_m2, 4.5 * strays_m2);
    // The closed form without a grid gives Cov(d, 4/3 pi (L + d)^3) / Var(d).
    EXPECT_NEAR(slope_m2, 4 * pi * (nominal_m * nominal_m + width_m * width_m / 5), 0.01 * slope_m2);
    EXPECT_GT(volume.correlation, 0.99);
    EXPECT_LE(volume.correlation, 1 + rounding);
    EXPECT_LE(std::abs(idle.correlation), 4.5 / std::sqrt(static_cast<double>(samples)));
    EXPECT_EQ(slope_unit(sweep, volume, "m^3"), "m^3/m");
    // For a number without a unit, the slope has the measure's unit.
    SweepFile bare = sweep;
    bare.tolerances->numbers[volume.number].dimension = Dimension::number;
    EXPECT_EQ(slope_unit(bare, volume, "m^3"), "m^3");
    EXPECT_EQ(slope_unit(bare, volume, ""), "1");
}

/// Solves the normal equations again, in two passes and in long double.
TEST_F(ToleranceSweeps, HaveTheSlopesOfTheLeastSquaresLine) {
    const SweepFile sweep = closed_sweep(
        usual_file(),
        "tolerances:\n  base.joints[0]: {normal: 20}\n  legs.max: {uniform: 30}\n  samples: 700\n  seed: 4\n"
        "measure: [volume, largest_ball]\n");
    const MeasuredSweep measured(sweep, folder_);
    const std::vector<Sensitivity> found = sensitivities_of(measured.machines());
    const std::vector<Measured> all = measured.all();
    ASSERT_EQ(found.size(), 2U * 9U);
    for (const Sensitivity& s : found) {
        const auto y_of = [&](std::size_t k) -> long double { return all[k].figures[s.measure].value; };
        const auto x_of = [&](std::size_t k) -> long double {
            return measured.designs().deviations(static_cast<std::int64_t>(k))[s.number];
        };
        long double x_mean = 0, y_mean = 0, xx = 0, yy = 0, xy = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            ASSERT_EQ(all[k].is_machine, 1);
            x_mean += x_of(k) / 700;
            y_mean += y_of(k) / 700;
        }
        for (std::size_t k = 0; k < all.size(); ++k) {
            xx += (x_of(k) - x_mean) * (x_of(k) - x_mean);
            yy += (y_of(k) - y_mean) * (y_of(k) - y_mean);
            xy += (x_of(k) - x_mean) * (y_of(k) - y_mean);
        }
        EXPECT_NEAR(s.slope, static_cast<double>(xy / xx), 1e-9 * static_cast<double>(std::sqrt(yy / xx)));
        EXPECT_NEAR(s.correlation, static_cast<double>(xy / std::sqrt(xx * yy)), 1e-9);
    }
}

TEST_F(ToleranceSweeps, HaveNoSlopeWhereNothingChanges) {
    const SweepFile sweep =
        closed_sweep(shell_file("1", "[1.8, 3, 3, 3, 3, 3]", cube_scan(2, 11)),
                     "tolerances:\n  legs.max[3]: {normal: 0.01}\n  samples: 50\nmeasure: [volume]\n");
    const MeasuredSweep measured(sweep, folder_);
    const ToleranceResults results = tolerance_results(measured.machines());
    ASSERT_EQ(results.sensitivities.size(), 1U);
    EXPECT_EQ(results.sensitivities[0].slope, 0);
    EXPECT_EQ(results.sensitivities[0].correlation, 0);
    EXPECT_EQ(results.distributions[0]->least, results.distributions[0]->largest);
    EXPECT_EQ(results.distributions[0]->histogram[0], 50);
}

TEST_F(ToleranceSweeps, WithoutOneMachineHaveNoFigures) {
    const SweepFile sweep = closed_sweep(
        shell_file("1", "2", cube_scan(2, 5)),
        "vary: {legs.min: [1, 2.5]}\ntolerances: {legs.min: {uniform: 0.01}, samples: 40}\nmeasure: [volume]\n");
    const MeasuredSweep measured(sweep, folder_);
    EXPECT_EQ(distribution_of(measured.machines(), 0, 0)->machines, 40);
    EXPECT_FALSE(distribution_of(measured.machines(), 1, 0));
    write_quantiles(measured.machines(), folder_ / "quantiles.csv");
    const std::string lines = content(folder_ / "quantiles.csv");
    EXPECT_TRUE(contains(lines, "design,measure,machines,mean,least,q01,q05,q25,q50,q75,q95,q99,largest,gave_up\n"));
    EXPECT_TRUE(contains(lines, "\n1,volume_m3,0,,,,,,,,,,,\n")) << lines;
}

/// Each design has its own figures, although blocks of machines do not end at designs.
TEST_F(ToleranceSweeps, OfSeveralDesignsTellEachDesignsOwnFigures) {
    const SweepFile sweep = closed_sweep(
        shell_file("1", "2", cube_scan(2.2, 9)),
        "vary: {legs.max: {from: 1.6, to: 2.1, points: 7}}\n"
        "tolerances: {legs.min: {uniform: 0.2}, legs.max: {uniform: 0.1}, samples: 83}\nmeasure: [volume]\n");
    const MeasuredSweep measured(sweep, folder_);
    const std::vector<Measured> all = measured.all();
    for (std::int64_t design = 0; design < 7; ++design) {
        std::vector<double> figures;
        for (std::int64_t k = design * 83; k < (design + 1) * 83; ++k)
            figures.push_back(value_of(Measure::volume, all[static_cast<std::size_t>(k)], sweep));
        std::sort(figures.begin(), figures.end());
        const auto distribution = distribution_of(measured.machines(), design, 0);
        ASSERT_TRUE(distribution);
        EXPECT_EQ(distribution->machines, 83);
        EXPECT_EQ(distribution->least, figures.front());
        EXPECT_EQ(distribution->largest, figures.back());
        EXPECT_EQ(distribution->quantiles[3], figures[41]);
        double sum = 0;
        for (const double f : figures) sum += f;
        EXPECT_NEAR(distribution->mean, sum / 83, 1e-12 * sum);
    }
}

TEST_F(ToleranceSweeps, HaveTheCommonReachThatOneMachineInTwentyFallsShortOf) {
    // The Lmax of all six legs scatters by 0.1 m, so 95 % of the machines reach the points where (1 - F)^6 is 0.95.
    const SweepFile sweep = closed_sweep(shell_file("0.99", "1.8", cube_scan(2, cube_points)),
                                         "tolerances: {legs.max: {uniform: 0.1}, samples: 2000}\nmeasure: [volume]\n");
    const MeasuredSweep measured(sweep, folder_);
    BlockFile file(folder_ / "reach.blocks", sweep.identity, sweep.scan.z.count, reach_bytes(sweep));
    count_reach(sweep, measured.meters(), process_ranks(), &file, silent_observer());
    const ScanGrid grid = scan_grid(sweep.scan);
    const ReachSlices slices(grid, file, 2000);
    CountedCells cells;
    for (int s = 0; s < grid.slices(); ++s) cells.add(grid, s, slices.slice(s).runs);
    const double volume_m3 = hexscan::volume_m3(cells.eighth_cells, grid);
    const auto volume_of = [](double part) { return counted_m3(1.8 + 0.1 * (2 * (1 - std::pow(part, 1.0 / 6)) - 1)); };
    const double error = sampling_error(0.95, 2000);
    EXPECT_GE(volume_m3, volume_of(std::min(0.95 + error, 1.0)) - 1e-12);
    EXPECT_LE(volume_m3, volume_of(0.95 - error) + 1e-12);
}

/// The pose error at home for legs with rods. Unknown tool coordinates appear in it directly. An error of a joint's
/// value moves the leg's foot: for an arm by its length times the angle. Errors of rods, arms and rails count, too.
TEST_F(ToleranceSweeps, TellThePoseErrorAtHomeOfEveryKind) {
    int number = 0;
    for (const char* const name : {"pkm-6-pus.yaml", "knaufinator-simulator.yaml", "reachy-mini.yaml"}) {
        const fs::path file = fs::path(HEXSCAN_SOURCE_DIR) / "platforms" / name;
        const Machine nominal = load_platform(file).machine;
        std::ifstream stream(file);
        const std::string machine{std::istreambuf_iterator<char>(stream), {}};
        const auto error_of = [&](const std::string& tolerances) {
            const SweepFile sweep = closed_sweep(machine + "tool: {x: 0, y: 0, z: 0}\n",
                                                 "scan: {x: {from: 0, to: 1, points: 2}, y: {from: 0, to: 1, points: "
                                                 "2}, z: {from: 100, to: 101, slices: 2}}\n"
                                                 "tolerances: {" +
                                                     tolerances + ", samples: 2, seed: 1}\nmeasure: [volume]\n");
            const fs::path folder = folder_ / std::to_string(number++);
            fs::create_directory(folder);
            const MeasuredSweep measured(sweep, folder);
            return tolerance_results(measured.machines()).pose_error_at_home;
        };
        const double small = 1e-4, small_m = nominal.units.metres(small);
        for (const char* const key : {"tool.x", "tool.y", "tool.z"}) {
            const auto error = error_of(std::string(key) + ": {normal: " + fmt::format("{}", small) + "}");
            ASSERT_TRUE(error) << name << ' ' << key;
            EXPECT_NEAR(error->displacement_m, small_m, 1e-3 * small_m) << name << ' ' << key;
        }
        const auto* const rotary = std::get_if<RotaryLegs>(&nominal.legs);
        double squares_m2 = 0;
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            std::array<double, leg_count> errors_m{};
            errors_m[leg] = rotary ? rotary->arm[leg] * nominal.units.radians(small) : small_m;
            squares_m2 += std::pow(pose_error(nominal, *nominal.home, errors_m).displacement_m, 2);
        }
        const auto of_value = error_of(fmt::format("{}: {{normal: {}}}", rotary ? "legs.angle" : "legs.travel", small));
        ASSERT_TRUE(of_value) << name;
        EXPECT_NEAR(of_value->displacement_m, std::sqrt(squares_m2), 1e-9 * std::sqrt(squares_m2)) << name;
        for (const char* const key : {"legs.rod", rotary ? "legs.arm" : "legs.rail"}) {
            const auto error = error_of(fmt::format("{}: {{normal: {}}}", key, small));
            ASSERT_TRUE(error) << name << ' ' << key;
            EXPECT_GT(error->displacement_m, 1e-3 * small_m) << name << ' ' << key;
        }
    }
}

/// A rod that barely spans the gap to its rail. With a base that is one standard deviation wider it is too short.
TEST_F(ToleranceSweeps, LeaveOutOfThePoseErrorWhatNoMachineCanBeBuiltOf) {
    const std::string machine =
        "name: short rods\nunits: {length: mm, angle: deg}\n"
        "base: {radius: 240, spread: 30, height: -190, axis: home}\n"
        "platform: {radius: 85, spread: 80, azimuth: 60}\n"
        "legs: {kind: slider, rod: 157, rail: [0, 0, 1], travel: [-5, 260], branch: behind}\nhome: {z: 100}\n"
        "scan: {x: {from: -5, to: 5, points: 3}, y: {from: -5, to: 5, points: 3}, z: {from: 90, to: 110, slices: 3}}\n";
    const std::string scatter =
        "tolerances: {samples: 20, seed: 1, base.radius: {normal: 9}, platform.joints: {normal: 0.2}}\n"
        "measure: [volume]\n";
    for (const auto& [further, reason] :
         {std::pair{"", "with one standard deviation more, not all rods can reach the home pose"},
          std::pair{"singularity: {avoid: true}\n",
                    "with one standard deviation more, no machine can be built: "
                    "singularity.avoid: needs a home pose"}}) {
        const SweepFile sweep = closed_sweep(machine + further, scatter);
        const fs::path folder = folder_ / (*further == '\0' ? "reach" : "built");
        fs::create_directory(folder);
        const MeasuredSweep measured(sweep, folder);
        const SweepResults results = sum_up(measured.machines());
        ASSERT_TRUE(results.tolerance && results.tolerance->pose_error_at_home);
        ASSERT_EQ(results.tolerance->left_out.size(), 1U);
        EXPECT_EQ(results.tolerance->left_out[0].key, "base.radius");
        EXPECT_TRUE(results.tolerance->left_out[0].reason.starts_with(reason)) << results.tolerance->left_out[0].reason;
        const auto json = sweep_json(measured.machines(), results, {});
        EXPECT_EQ(json["tolerance"]["pose_error_left_out"][0]["number"], "base.radius");
        EXPECT_FALSE(json["tolerance"]["pose_error_at_home"].is_null());
        const auto summary = sweep_summary(measured.machines(), results, {});
        EXPECT_TRUE(std::ranges::any_of(
            summary, [](const auto& line) { return line.second.starts_with("leaves out base.radius: with one "); }));
    }
}

/// To first order, a joint that scatters equally in all directions acts like a leg that scatters as much.
TEST_F(ToleranceSweeps, TellThePoseErrorAtHome) {
    const std::string machine =
        "name: a\nunits: {length: mm, angle: deg}\nbase: {radius: 1000, spread: 20}\n"
        "platform: {radius: 700, spread: 20, azimuth: 60}\nlegs: {min: 1200, max: 2000}\n"
        "home: {z: 1450}\nscan: {x: {from: 0, to: 1, points: 2}, y: {from: 0, to: 1, points: 2}, "
        "z: {from: 1450, to: 1451, slices: 2}}\n";
    int number = 0;
    const auto error_of = [&](const std::string& tolerances) {
        const SweepFile sweep =
            closed_sweep(machine, "tolerances: {" + tolerances + ", samples: 2, seed: 1}\nmeasure: [volume]\n");
        const fs::path folder = folder_ / std::to_string(number++);
        fs::create_directory(folder);
        const MeasuredSweep measured(sweep, folder);
        return tolerance_results(measured.machines()).pose_error_at_home;
    };
    const auto legs = error_of("legs.max: {normal: 0.1}"), uniform = error_of("legs.max: {uniform: 0.1}");
    const auto both = error_of("legs.min: {normal: 0.05}, legs.max: {normal: 0.1}");
    const auto base = error_of("base.joints: {normal: 0.1}"), platform = error_of("platform.joints: {normal: 0.1}");
    ASSERT_TRUE(legs && uniform && both && base && platform);
    double squares_m2 = 0;
    const Machine nominal = parse_platform(machine, "test.yaml").machine;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        std::array<double, leg_count> errors_m{};
        errors_m[leg] = 1e-4;
        squares_m2 += std::pow(pose_error(nominal, *nominal.home, errors_m).displacement_m, 2);
    }
    EXPECT_NEAR(legs->displacement_m, std::sqrt(squares_m2), 1e-12);
    EXPECT_NEAR(uniform->displacement_m, legs->displacement_m / std::sqrt(3.0), 1e-12);
    EXPECT_NEAR(both->displacement_m, legs->displacement_m, 1e-12)
        << "a leg is as far off as its end that scatters more";
    for (const auto& joints : {base, platform}) {
        EXPECT_NEAR(joints->displacement_m, legs->displacement_m, 1e-3 * legs->displacement_m);
        EXPECT_NEAR(joints->rotation_rad, legs->rotation_rad, 1e-3 * legs->rotation_rad);
    }
    EXPECT_FALSE(error_of("home.x: {normal: 1}"));
}

}  // namespace
