// Sweep files: their content, and every kind of error with file, line, key and cure.

#include "src/sweep/sweep_file/sweep_file_reader.h"

#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/sweep/report/export.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The error of a sweep of the usual machine, with `more` in its machine file; empty if there is none.
std::string problem_of(const std::string& sweep, const std::string& more = {}) {
    try {
        (void)open_sweep(usual_file() + more, sweep);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

const std::string in_volume = "measure: [volume]\n";
const std::string ranged = "vary: {legs.max: [1900, 2000]}\n";

struct BadSweepFile {
    std::string text;       ///< Follows a first line with the machine.
    std::string place;      ///< Required place of the error: "study.yaml:LINE: KEY: ".
    std::string complaint;  ///< Text that the error must contain.
};

/// The name of a case in GoogleTest's messages.
void PrintTo(const BadSweepFile& sweep, std::ostream* out) { *out << testing::PrintToString(sweep.text); }

class BadSweepFiles : public testing::TestWithParam<BadSweepFile> {};

TEST_P(BadSweepFiles, AreRefusedWithFileLineKeyAndCure) {
    const std::string problem = problem_of(GetParam().text);
    EXPECT_TRUE(problem.starts_with("study.yaml:" + GetParam().place + ": ")) << problem;
    EXPECT_TRUE(contains(problem, GetParam().complaint)) << problem;
    EXPECT_FALSE(contains(problem, "\n")) << problem;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, BadSweepFiles,
    testing::Values(
        BadSweepFile{in_volume + ranged + "mesure: [volume]\n", "4: mesure", "did you mean measure?"},
        BadSweepFile{in_volume + ranged + "samplings: grid\n", "4: samplings", "did you mean sampling?"},
        BadSweepFile{in_volume + ranged + in_volume, "4: measure", "each key may appear once"},
        BadSweepFile{ranged, "1: measure", "must be a list of measures"},
        BadSweepFile{ranged + "measure: [volme]\n", "3: measure[0]", "did you mean volume?"},
        BadSweepFile{in_volume, "1: document", "neither vary nor tolerances"},
        BadSweepFile{in_volume + "vary: {}\n", "3: vary",
                     "is empty; name keys of the machine file with their values, such as legs.max: [A, B, C]"},
        BadSweepFile{in_volume + "vary: [legs.max]\n", "3: vary", "must be a map"},
        BadSweepFile{ranged + "measure: [requirements]\nscan: {map: clearance}\n", "4: scan.map",
                     "cannot be measured by a sweep"},
        BadSweepFile{ranged + "measure: [requirements]\nscan: {certified: true}\n", "4: scan.certified",
                     "cannot be measured by a sweep"},
        BadSweepFile{ranged + "measure: [requirements]\nscan: {tilt_inside: ball}\n", "4: scan.tilt_inside",
                     "export a machine from the sweep and scan it"},
        BadSweepFile{in_volume + "vary: {base.raduis: [900]}\n", "3: vary.base.raduis", "did you mean base.radius?"},
        BadSweepFile{in_volume + "vary:\n  legs.max[6]: [1900]\n", "4: vary.legs.max[6]", "legs.max[0]"},
        BadSweepFile{in_volume + "vary: {legs: [1900]}\n", "3: vary.legs", "legs.min, legs.max"},
        BadSweepFile{in_volume + "vary: {home.yow: [1]}\n", "3: vary.home.yow", "did you mean home.yaw?"},
        BadSweepFile{in_volume + "vary:\n  base.joints[0][2]: [0]\n", "4: vary.base.joints[0][2]", "base.radius"}));

INSTANTIATE_TEST_SUITE_P(
    Ranges, BadSweepFiles,
    testing::Values(
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 2000, to: 1900, points: 3}\n", "4: vary.legs.max",
                     "'from' must be below 'to'"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, to: 1900, points: 3}\n", "4: vary.legs.max",
                     "'from' must be below 'to'"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, to: 2000}\n", "4: vary.legs.max.points",
                     "is missing"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, to: 2000, points: 1}\n", "4: vary.legs.max.points",
                     "must be at least 2"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, to: 2000, points: 0}\n", "4: vary.legs.max.points",
                     "whole number"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, to: 2000, points: 2.5}\n", "4: vary.legs.max.points",
                     "whole number"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {to: 2000, points: 3}\n", "4: vary.legs.max.from", "is missing"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, points: 3}\n", "4: vary.legs.max.to", "is missing"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: .nan, to: 2000, points: 3}\n", "4: vary.legs.max.from",
                     "number"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1900, to: .inf, points: 3}\n", "4: vary.legs.max.to",
                     "number"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1, to: 2, step: 3}\n", "4: vary.legs.max.step",
                     "unknown key"},
        BadSweepFile{in_volume + "vary:\n  legs.max: 1900\n", "4: vary.legs.max",
                     "must be a list of values, or a range"},
        BadSweepFile{in_volume + "vary: {legs.max: [1900, 2000]}\ntolerances: {samples: 2, legs.min: {normal: 1}}\n"
                                 "front: {maximize: [volume]}\n",
                     "5: front", "remove front"},
        BadSweepFile{in_volume + "vary: {legs.max: [1900, 2000]}\nfront: {maximize: [volume], minimize: [volume]}\n",
                     "4: front.minimize[0]", "appears twice"},
        BadSweepFile{in_volume +
                         "vary: {legs.max: [1900, 2000]}\n"
                         "scan: {x: {from: -1, to: 1, points: 5}, y: {from: -1, to: 1, points: 5}, z: {from: 1400, "
                         "to: 1400, slices: 1}}\n",
                     "2: measure[0]", "flat grid"},
        BadSweepFile{in_volume + "vary:\n  legs.max: []\n", "4: vary.legs.max", "empty list"},
        BadSweepFile{in_volume + "vary:\n  legs.max: [1900, long]\n", "4: vary.legs.max[1]", "number"},
        BadSweepFile{in_volume + "vary:\n  legs.max: [1900]\n  legs.max[2]: [1901]\n", "5: vary.legs.max[2]",
                     "a number that legs.max sets, too"},
        BadSweepFile{in_volume + "vary:\n  legs.max[2]: [1901]\n  legs.max: [1900]\n", "5: vary.legs.max",
                     "a number that legs.max[2] sets, too"}));

INSTANTIATE_TEST_SUITE_P(
    Samplings, BadSweepFiles,
    testing::Values(
        BadSweepFile{in_volume + ranged + "sampling: latin\n", "4: sampling", "must be grid"},
        BadSweepFile{in_volume + ranged + "sampling: {}\n", "4: sampling", "must be grid"},
        BadSweepFile{in_volume + ranged + "sampling: {sobol: 8, random: 8}\n", "4: sampling", "must be grid"},
        BadSweepFile{in_volume + ranged + "sampling: {sobol: 8, seed: 1}\n", "4: sampling.seed",
                     "applies only to random"},
        BadSweepFile{in_volume + ranged + "sampling: {sobol: 0}\n", "4: sampling.sobol", "whole number from 1"},
        BadSweepFile{in_volume + ranged + "sampling: {random: 8, seed: -1}\n", "4: sampling.seed", "whole number"},
        BadSweepFile{in_volume + ranged + "sampling: {random: 1000000001}\n", "4: sampling.random", "1000000000"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1, to: 2, points: 3}\nsampling: {sobol: 8}\n",
                     "4: vary.legs.max.points", "sampling: grid"},
        BadSweepFile{in_volume + "tolerances: {legs.max: {normal: 1}}\nsampling: {sobol: 8}\n", "4: sampling",
                     "the file has no vary"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1, to: 2, points: 100000}\n"
                                 "  legs.min: {from: 1, to: 2, points: 100000}\n",
                     "1: document", "1e+10 machines; at most 1000000000"},
        BadSweepFile{in_volume + "vary:\n  legs.max: {from: 1, to: 2, points: 100000}\n"
                                 "tolerances: {legs.min: {normal: 1}, samples: 100000}\n",
                     "1: document", "at most 1000000000"}));

INSTANTIATE_TEST_SUITE_P(
    Tolerances, BadSweepFiles,
    testing::Values(
        BadSweepFile{in_volume + "tolerances: {legs.max: 1}\n", "3: tolerances.legs.max", "normal"},
        BadSweepFile{in_volume + "tolerances: {legs.max: {}}\n", "3: tolerances.legs.max", "must be {normal:"},
        BadSweepFile{in_volume + "tolerances: {legs.max: {normal: 1, uniform: 1}}\n", "3: tolerances.legs.max",
                     "must be {normal:"},
        BadSweepFile{in_volume + "tolerances: {legs.max: {normal: 0}}\n", "3: tolerances.legs.max.normal",
                     "must be above 0"},
        BadSweepFile{in_volume + "tolerances: {legs.max: {uniform: -1}}\n", "3: tolerances.legs.max.uniform",
                     "must be above 0"},
        BadSweepFile{in_volume + "tolerances: {legs.max: {uniform: .nan}}\n", "3: tolerances.legs.max.uniform",
                     "number"},
        BadSweepFile{in_volume + "tolerances: {samples: 3, seed: 1}\n", "3: tolerances",
                     "scatters no number; name keys of the machine file, such as legs.max: {uniform: 0.0005}"},
        BadSweepFile{in_volume + "tolerances: {samples: 0, legs.max: {normal: 1}}\n", "3: tolerances.samples",
                     "whole number"},
        BadSweepFile{in_volume + "tolerances: {legs.stroke: {normal: 1}}\n", "3: tolerances.legs.stroke",
                     "name legs.max, which sets the end of the stroke"},
        BadSweepFile{in_volume + "name: mine\n", "3: name", "unknown key; known keys are machine"},
        BadSweepFile{in_volume + "tolerances: {legs.mx: {normal: 1}}\n", "3: tolerances.legs.mx",
                     "did you mean legs.max?"},
        BadSweepFile{
            in_volume + "tolerances: {base.joint: {normal: 1}}\n", "3: tolerances.base.joint",
            "is not the name of a number in this machine's file; did you mean base.joints? the names are base.radius, "
            "base.spread, base.azimuth, base.height, base.max_tilt, platform.radius, platform.spread, "
            "platform.azimuth, platform.height, platform.max_tilt, legs.min, legs.max, home.x, home.y, home.z, "
            "home.roll, home.pitch, home.yaw, base.joints, platform.joints, and those of the elements of a list, "
            "such as legs.max[0]"},
        BadSweepFile{in_volume + "tolerances:\n  seed: 1\n  platform.jionts[0][1]: {normal: 1}\n",
                     "5: tolerances.platform.jionts[0][1]", "did you mean platform.joints[0][1]?"},
        BadSweepFile{in_volume + "tolerances:\n  base.joints[6]: {normal: 1}\n", "4: tolerances.base.joints[6]",
                     "this machine's file; the names are"},
        BadSweepFile{in_volume + "tolerances: {sample: 5, legs.max: {normal: 1}}\n", "3: tolerances.sample",
                     "did you mean samples?"},
        BadSweepFile{in_volume + "tolerances:\n  base.joints: {normal: 1}\n  base.radius: {normal: 1}\n",
                     "3: tolerances", "scatter one of the two"},
        BadSweepFile{in_volume + "tolerances:\n  legs.max: {normal: 1}\n  legs.max[1]: {uniform: 1}\n",
                     "5: tolerances.legs.max[1]", "once"},
        BadSweepFile{in_volume + "tolerances:\n  base.joints[2]: {normal: 1}\n  base.joints: {normal: 1}\n",
                     "5: tolerances.base.joints", "once"}));

INSTANTIATE_TEST_SUITE_P(
    MeasuresAndFront, BadSweepFiles,
    testing::Values(BadSweepFile{ranged + "measure: volume\n", "3: measure", "must be a list"},
                    BadSweepFile{ranged + "measure: []\n", "3: measure", "at least one measure"},
                    BadSweepFile{ranged + "measure: [mass]\n", "3: measure[0]", "volume, largest_ball"},
                    BadSweepFile{ranged + "measure: [volume, volume]\n", "3: measure[1]", "appears twice"},
                    BadSweepFile{ranged + "measure: [total_volume]\n", "3: measure[0]", "needs a set of orientations"},
                    BadSweepFile{ranged + "measure: [requirements]\n", "3: measure[0]", "needs requirements"},
                    BadSweepFile{ranged + in_volume + "front: {}\n", "4: front", "is empty"},
                    BadSweepFile{ranged + in_volume + "front: {maximize: [largest_ball]}\n", "4: front.maximize[0]",
                                 "neither measures nor varies"},
                    BadSweepFile{ranged + in_volume + "front: {minimise: [legs.max]}\n", "4: front.minimise",
                                 "did you mean minimize?"}));

INSTANTIATE_TEST_SUITE_P(Text, BadSweepFiles,
                         testing::Values(BadSweepFile{"vary: {legs.max: [1\n", "3", ""},
                                         BadSweepFile{"vary: *nothing\n", "2", ""},
                                         BadSweepFile{"\tvary: 1\n", "2", ""},
                                         BadSweepFile{"---\nmeasure: [volume]\n", "2", "one document"}));

TEST(SweepFiles, ReadsEveryPart) {
    const SweepFile sweep = open_sweep(
        usual_file() + "requirements: [{name: at home, x: 0, clearance: 1}]\n",
        "vary: {base.radius: {from: 900, to: 1100}, legs.max: [1900, 2000], home.z: {from: 1440, to: 1460}}\n"
        "sampling: {random: 50, seed: 7}\n"
        "tolerances:\n  platform.joints[1]: {normal: 0.2}\n  legs.min[5]: {uniform: 0.5}\n  samples: 20\n  seed: 9\n"
        "measure: [requirements, largest_ball]\n");
    EXPECT_EQ(sweep.name, "study");
    ASSERT_EQ(sweep.varied.size(), 3U);
    EXPECT_EQ(sweep.varied[1].places.size(), leg_count);
    EXPECT_EQ(sweep.varied[1].values, (std::vector<double>{1900, 2000}));
    EXPECT_EQ(sweep.sampling.kind, Sampling::Kind::random);
    EXPECT_EQ(sweep.sampling.seed, 7U);
    EXPECT_EQ(sweep.designs(), 50);
    EXPECT_EQ(sweep.samples_per_design(), 20);
    EXPECT_EQ(sweep.machines(), 1000);
    ASSERT_TRUE(sweep.tolerances);
    ASSERT_EQ(sweep.tolerances->numbers.size(), 4U);
    EXPECT_EQ(sweep.tolerances->numbers[2].key, "platform.joints[1][2]");
    EXPECT_TRUE(sweep.tolerances->numbers[2].normal);
    EXPECT_EQ(sweep.tolerances->numbers[3].key, "legs.min[5]");
    EXPECT_EQ(sweep.tolerances->seed, 9U);
    EXPECT_TRUE(sweep.tolerances->lists_platform_joints);
    EXPECT_FALSE(sweep.tolerances->lists_base_joints);
    EXPECT_EQ(sweep.measures, (std::vector<Measure>{Measure::requirements, Measure::largest_ball}));
    EXPECT_TRUE(sweep.tolerances->fixes_axes);
}

const std::string slider_file =
    "name: sliders\nunits: {length: mm, angle: deg}\n"
    "base: {radius: 200, spread: 20, universal: {axis: [1, 0, 0], ranges: [[-60, 60], [-50, 50]]}}\n"
    "platform: {radius: 100, spread: 20, azimuth: 60}\n"
    "legs: {kind: slider, rod: 260, rail: [0, 0, 1], travel: [-5, 250]}\nhome: {z: 350}\n"
    "scan: {x: {from: -50, to: 50, points: 5}, y: {from: -50, to: 50, points: 5}, z: {from: 300, to: 400, slices: "
    "3}}\n";

/// One end of every leg's pair can be varied, added to and scattered; the other end stays.
TEST(SweepFiles, VariesOneEndOfEveryLegsRange) {
    const SweepFile sweep = open_sweep(slider_file,
                                       "vary:\n  legs.travel.to: [240, 260]\n"
                                       "  base.universal.ranges.carried.from: {add: [-5, 5]}\n"
                                       "  legs.travel[2][0]: [-10, 0]\n"
                                       "tolerances: {legs.rail.x: {uniform: 0.001}}\nmeasure: [volume]\n");
    ASSERT_EQ(sweep.varied.size(), 3U);
    const MachineDescription last = Designs(sweep).with_varied({260, 5, -10});
    const SliderLegs& legs = std::get<SliderLegs>(last.legs);
    const UniversalJoints& joints = last.base.universal.value();
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        EXPECT_EQ(legs.travel_to[leg], 260) << leg;
        EXPECT_EQ(legs.travel_from[leg], leg == 2 ? -10 : -5) << leg;
        EXPECT_EQ(joints.carried_from[leg], -45) << leg;
        EXPECT_EQ(joints.carried_to[leg], 50) << leg;
        EXPECT_EQ(joints.fixed_from[leg], -60) << leg;
    }
    ASSERT_EQ(sweep.tolerances->numbers.size(), leg_count);
    EXPECT_EQ(sweep.tolerances->numbers[1].key, "legs.rail[1][0]");
    const std::string exported = platform_file_of(sweep, Designs(sweep), 7);
    EXPECT_NE(exported.find("[-5, 260]"), std::string::npos) << exported;
    EXPECT_EQ(exported.find("250]"), std::string::npos) << exported;
}

/// An added value shifts a pair as a whole. One value for both of its ends is rejected.
TEST(SweepFiles, RefusesOneValueForBothEndsOfARange) {
    const SweepFile shifted = open_sweep(slider_file, "vary: {legs.travel: {add: [-1, 1]}}\nmeasure: [volume]\n");
    EXPECT_EQ(shifted.varied[0].places.size(), 2 * leg_count);
    const std::pair<const char*, const char*> cures[] = {
        {"legs.travel: [250]",
         "vary legs.travel.from or legs.travel.to for every leg, or legs.travel[0][0] for one leg, or shift all with "
         "{add: ...}"},
        {"\"legs.travel[1]\": {from: 200, to: 250, points: 3}", "legs.travel[1][0]"},
        {"legs.rail: [1]", "legs.rail.x or legs.rail.y or legs.rail.z"},
        {"base.universal.ranges: [30]", "base.universal.ranges.fixed.from"},
        {"legs.travel.too: [250]", "did you mean legs.travel.to? the names are"},
        {"\"legs.travel[0][1]\": [240], legs.travel.to: [250]", "sets a number that legs.travel[0][1] sets, too"}};
    for (const auto& [varied, cure] : cures) {
        try {
            (void)open_sweep(slider_file, std::string("vary: {") + varied + "}\nmeasure: [volume]\n");
            ADD_FAILURE() << varied;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(cure), std::string::npos) << error.what();
        }
    }
}

/// One value cannot suit all coordinates of a point or a vector, nor can an added one.
TEST(SweepFiles, RefusesOneValueForAllCoordinates) {
    const std::string more = "load: {force: [0, 0, -9]}\n";
    for (const char* const values : {"[1]", "{add: [1]}"})
        EXPECT_TRUE(contains(problem_of(in_volume + "vary: {load.force: " + values + "}\n", more),
                             "several different numbers; vary one of them, as in load.force[2]"))
            << values;
    EXPECT_EQ(problem_of(in_volume + "vary: {\"load.force[2]\": [-9, -8]}\n", more), "");
}

TEST(SweepFiles, SaysWhatMachinesAreComparedBy) {
    const SweepFile sweep = open_sweep(usual_file(), in_volume +
                                                         "vary: {base.radius: {from: 900, to: 1100, points: 3}}\n"
                                                         "front: {maximize: [volume], minimize: [base.radius]}\n");
    ASSERT_EQ(sweep.objectives.size(), 2U);
    EXPECT_TRUE(sweep.objectives[0].larger_is_better);
    EXPECT_FALSE(sweep.objectives[1].larger_is_better);
}

TEST(SweepFiles, HasAThousandSamplesOfOneDesignAndOneOfEachOfMany) {
    EXPECT_EQ(open_sweep(usual_file(), in_volume + "tolerances: {legs.max: {normal: 1}}\n").machines(), 1000);
    EXPECT_EQ(open_sweep(usual_file(), in_volume + ranged + "tolerances: {legs.max: {normal: 1}}\n").machines(), 2);
}

const std::string with_requirements =
    "requirements:\n  - {name: near home, x: [-50, 50], roll: [-3, 3]}\n  - {name: single, x: 0}\n"
    "  - {name: twin, x: [-1, 1]}\n  - {name: twin, x: [-2, 2]}\n";

std::string problem_with_measure(const std::string& measure) {
    return problem_of("measure: [" + measure + "]\n" + ranged, with_requirements);
}

TEST(SweepFiles, TakesMeasuresThatNameARequirement) {
    const SweepFile sweep = open_sweep(usual_file() + with_requirements,
                                       "measure: [growth_of.near home, volume, least_clearance_in.single]\n" + ranged +
                                           "front: {maximize: [least_clearance_in.single, growth_of.near home]}\n");
    ASSERT_EQ(sweep.measures.size(), 3U);
    EXPECT_EQ(column_of(sweep.measures[0]), "growth_of.near home");
    EXPECT_EQ(column_of(sweep.measures[2]), "least_clearance_in.single_m");
    EXPECT_EQ(sweep.measures[2].place, 1U);
    ASSERT_EQ(sweep.objectives.size(), 2U);
    EXPECT_EQ(sweep.objectives[0].measure, 2U);
    EXPECT_EQ(sweep.objectives[1].measure, 0U);
}

TEST(SweepFiles, RefusesMeasuresOfNoRequirement) {
    for (const auto& [measure, complaint] : std::initializer_list<std::pair<const char*, const char*>>{
             {"growth_of", "least_conditioning_in.NAME, least_stiffness_in.NAME, growth_of.NAME"},
             {"volume.single", "must be one of"},
             {"growth_of.", "is not a requirement"},
             {"growth_of.other", "it has near home, single, twin, twin"},
             {"growth_of.single", "applies to boxes that have a size"},
             {"least_clearance_in.twin", "names several requirements"},
             {"growth_of.near home, growth_of.near home", "appears twice"}}) {
        const std::string problem = problem_with_measure(measure);
        EXPECT_TRUE(problem.starts_with("study.yaml:2: measure[")) << problem;
        EXPECT_TRUE(contains(problem, complaint)) << problem;
    }
    EXPECT_EQ(problem_with_measure("growth_of.near home, least_clearance_in.near home"), "");
}

class SweepOnDisk : public FolderTest {
protected:
    std::string problem(const std::string& sweep) const {
        std::ofstream(folder_ / "study.yaml") << sweep;
        try {
            (void)load_sweep(folder_ / "study.yaml");
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    }
};

TEST_F(SweepOnDisk, FindsItsMachineBesideItself) {
    fs::create_directory(folder_ / "machines");
    std::ofstream(folder_ / "machines" / "usual.yaml") << usual_file();
    EXPECT_EQ(problem("machine: machines/usual.yaml\n" + ranged + in_volume), "");
    EXPECT_EQ(load_sweep(folder_ / "study.yaml").machine.name, "usual");
}

TEST_F(SweepOnDisk, SaysWhichMachineIsMissingAndWhoAsksForIt) {
    const std::string missing = problem("measure: [volume]\nmachine: gone.yaml\n" + ranged);
    EXPECT_TRUE(contains(missing, "gone.yaml")) << missing;
    EXPECT_TRUE(contains(missing, "study.yaml:2: machine: ")) << missing;
    const std::string absent = problem(in_volume + ranged);
    EXPECT_TRUE(contains(absent, "study.yaml:1: machine: is missing")) << absent;
    EXPECT_TRUE(contains(problem("machine: [a]\n" + ranged + in_volume), "study.yaml:1: machine: ")) << absent;
    EXPECT_TRUE(contains(problem("machine: .\n" + ranged + in_volume), "directory"));
}

TEST_F(SweepOnDisk, PassesOnWhatIsWrongWithTheMachine) {
    std::ofstream(folder_ / "bad.yaml") << "name: bad\nunits: {length: m, angle: deg}\nlegs: {min: 2, max: 1}\n";
    EXPECT_TRUE(contains(problem("machine: bad.yaml\n" + ranged + in_volume), "bad.yaml:"));
}

TEST_F(SweepOnDisk, IsNoFileAtAll) {
    EXPECT_THROW((void)load_sweep(folder_ / "none.yaml"), InputError);
    EXPECT_THROW((void)load_sweep(folder_), InputError);
    EXPECT_TRUE(contains(problem(""), "study.yaml:1: "));
    EXPECT_TRUE(contains(problem(std::string("\0\1\2", 3)), "not text"));
    EXPECT_TRUE(contains(problem(std::string(300 * 1024, ' ')), "too long"));
}

}  // namespace
