// A machine of a sweep exported as a machine file is the same machine with the same scan, to the last bit.

#include "src/sweep/report/export.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/sweep/meters/machine_measures.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

std::vector<double> figures_of(const Machine& machine) {
    std::vector<double> figures;
    const auto add = [&](const Vector& v) { figures.insert(figures.end(), {v.x, v.y, v.z}); };
    for (const JointSet* side : {&machine.base, &machine.platform})
        for (std::size_t i = 0; i < leg_count; ++i) {
            add(side->points_m[i]);
            add(side->axes[i]);
            figures.push_back(side->max_tilt_rad[i]);
        }
    figures.insert(figures.end(), machine.telescopic().min_length.begin(), machine.telescopic().min_length.end());
    figures.insert(figures.end(), machine.telescopic().max_length.begin(), machine.telescopic().max_length.end());
    if (machine.home) add(machine.home->position_m);
    return figures;
}

/// Tests those of `machines` machines, spread over the sweep, that can be built.
void expect_same_when_read_back(const SweepFile& sweep, std::int64_t machines) {
    const Designs designs(sweep);
    for (std::int64_t i = 0; i < machines; ++i) {
        const std::int64_t k = i * (designs.count() - 1) / std::max<std::int64_t>(machines - 1, 1);
        const std::string text = platform_file_of(sweep, designs, k);
        const PlatformDocument document(text, "exported.yaml");
        const Platform back = read_platform(document);
        const Machine machine = designs.machine(k);
        EXPECT_EQ(figures_of(back.machine), figures_of(machine)) << text;
        EXPECT_EQ(back.scan, sweep.scan) << text;
        EXPECT_EQ(read_requirements(document, back.machine).size(), sweep.requirements.size());
        const Measured measured = measured_on_host(machine, sweep);
        EXPECT_EQ(measured_on_host(back.machine, sweep), measured);
        const CountedCells scanned = count_cells(make_scan_plan(back.machine, workspace_scan(back.scan)));
        if (sweep.measures_any(Measure::volume)) {
            EXPECT_EQ(volume_m3(scanned.eighth_cells, scan_grid(sweep.scan)),
                      value_of(Measure::volume, measured, sweep));
        }
    }
}

const std::string spread_out =
    "vary:\n  legs.max: {from: 1850.1, to: 2050.7, points: 7}\n  base.radius: {from: 933.3, to: 1100, points: 5}\n"
    "  platform.max_tilt[4]: [20, 36.6]\nmeasure: [volume]\n";

TEST(ExportedMachine, IsTheSweepsMachine) {
    expect_same_when_read_back(closed_sweep(usual_file(), spread_out), 20);
    expect_same_when_read_back(
        closed_sweep(usual_file(), spread_out + "tolerances: {base.joints: {normal: 0.3}, legs.min: {uniform: 0.7}, "
                                                "home.yaw: {normal: 0.1}}\n"),
        20);
    expect_same_when_read_back(
        closed_sweep(shell_file("1", "[1.5,1.6,1.7,1.8,1.9,2]", cube_scan(2.1, 10)),
                     "tolerances: {base.joints: {normal: 0.01}, platform.joints: {uniform: 0.02}, samples: 50}\n"
                     "measure: [volume]\n"),
        10);
}

TEST(ExportedMachine, HasTheRangesThatTheSweepFound) {
    std::string open = usual_file();
    open.erase(open.find("scan:"));
    for (const char* unit : {"m", "cm", "mm", "in"}) {
        std::string file = open;
        file.replace(file.find("mm"), 2, unit);
        const double scale = Units{unit, "deg"}.from_metres(0.001);
        for (const char* number : {"1000", "700", "1200", "2000", "1450"}) {
            const auto at = file.find(std::string(" ") + number);
            file.replace(at + 1, std::string(number).size(), fmt::format("{}", std::stod(number) * scale));
        }
        file += "scan: {x: {points: 20}, y: {points: 15}, z: {from: 0, to: 0, slices: 1}}\n";
        file.replace(file.find("from: 0, to: 0"), 14, fmt::format("from: {0}, to: {0}", 1450.1 * scale));
        const SweepFile sweep =
            closed_sweep(file, fmt::format("tolerances: {{legs.max: {{uniform: {}}}, samples: 20}}\n"
                                           "measure: [largest_ball]\n",
                                           10 * scale));
        EXPECT_FALSE(sweep.scan.x.open);
        EXPECT_LT(sweep.scan.x.from_m, -0.3);
        expect_same_when_read_back(sweep, 5);
    }
}

TEST(ExportedMachine, KeepsItsSetAndItsRequirements) {
    std::string file = usual_file();
    file.replace(
        file.find("scan: {"), 7,
        "requirements:\n  - {name: near home, x: [-10, 10], roll: [-1, 1], clearance: 2}\n  - {name: home, z: 1450}\n"
        "scan: {orientation: {roll: {from: -2, to: 2, points: 3}, pitch: 0, yaw: 1}, workspace: total, ");
    expect_same_when_read_back(closed_sweep(file,
                                            "vary: {home.z: [1440, 1450], legs.max: [1990, 2000]}\n"
                                            "measure: [volume, total_volume, requirements]\n"),
                               4);
}

class ExportedPaths : public FolderTest {};

/// Limits on legs in a scan are varied there, and the exported scan keeps `connected`.
TEST(ExportedMachine, AsksOfTheLegsWhatTheSweepsMachineIsAsked) {
    const std::string scan = "scan: {";
    std::string platform = usual_file() + "connected: true\n";
    platform.insert(platform.find(scan) + scan.size(), "max_force: 60, load: {force: [0, 0, -200]}, ");
    const SweepFile sweep = closed_sweep(platform, "vary: {legs.max_force: [40, 60, 300]}\nmeasure: [volume]\n");
    expect_same_when_read_back(sweep, 3);
    const Designs designs(sweep);
    const Platform back = parse_platform(platform_file_of(sweep, designs, 2), "exported.yaml");
    EXPECT_EQ(back.machine.load->max_force->front(), 300);
    EXPECT_TRUE(back.scan.questions.connected);
}

TEST_F(ExportedPaths, AreFoundFromAnywhere) {
    std::ofstream(folder_ / "path.csv") << "x,y,z,roll,pitch,yaw\n0,0,1450,0,0,0\n1,0,1450,0,0,0\n";
    std::ofstream(folder_ / "machine.yaml")
        << usual_file() + "requirements: [{name: path, poses: path.csv, conditioning: 0.1}]\n";
    std::ofstream(folder_ / "study.yaml") << "machine: machine.yaml\nvary: {legs.max: [1900, 2000]}\n"
                                             "measure: [requirements]\n";
    SweepFile sweep = load_sweep(folder_ / "study.yaml");
    (void)close_sweep(sweep);
    const std::string text = platform_file_of(sweep, Designs(sweep), 1);
    const PlatformDocument document(text, "exported.yaml", "/");
    const std::vector<Requirement> requirements = read_requirements(document, read_platform(document).machine);
    ASSERT_EQ(requirements.size(), 1U);
    EXPECT_EQ(requirements[0].of_legs.conditioning, 0.1);
    ASSERT_TRUE(requirements[0].poses->file());
    EXPECT_TRUE(fs::equivalent(requirements[0].poses->file()->file, folder_ / "path.csv"));
}

TEST(ExportedMachine, IsNamedAfterItsNumberAndItsSweep) {
    const SweepFile sweep = closed_sweep(usual_file(), spread_out);
    const std::string text = platform_file_of(sweep, Designs(sweep), 17);
    EXPECT_EQ(parse_platform(text, "exported.yaml").machine.name, "usual, machine 17 of study");
}

TEST(ExportedMachine, IsNoneWhereNoneCanBeBuilt) {
    const SweepFile sweep = closed_sweep(usual_file(), "vary: {legs.min: [1200, 2100]}\nmeasure: [volume]\n");
    try {
        (void)platform_file_of(sweep, Designs(sweep), 1);
        FAIL() << "an impossible machine was exported";
    } catch (const DescriptionError& error) {
        EXPECT_EQ(error.key(), "legs.min[0]");
    }
}

}  // namespace
