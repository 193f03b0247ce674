#include "src/machine/description/linuxcnc.h"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/description_text.h"
#include "src/files/machine_file.h"
#include "src/files/platform_document.h"
#include "src/machine/home_state.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

/// Joints of LinuxCNC's sample hexapod, in inches.
constexpr double base_joints[leg_count][3] = {{-22.95, 13.25, 0}, {22.95, 13.25, 0}, {22.95, 13.25, 0},
                                              {0, -26.5, 0},      {0, -26.5, 0},     {-22.95, 13.25, 0}};
constexpr double platform_joints[leg_count][3] = {{-1, 11.5, 0},      {1, 11.5, 0},        {10.459, -4.884, 0},
                                                  {9.459, -6.616, 0}, {-9.459, -6.616, 0}, {-10.459, -4.884, 0}};

std::string sample_hal() {
    std::string text = "# geometry\nloadrt something\n\n";
    for (int i = 0; i < leg_count; ++i)
        for (int k = 0; k < 3; ++k)
            text += fmt::format("setp genhexkins.base.{0}.{1}\t{2}   # base\ngenhexkins.platform.{0}.{1} = {3}\n", i,
                                "xyz"[k], base_joints[i][k], platform_joints[i][k]);
    return text;
}

const std::string sample_ini = [] {
    std::string text =
        "; sample\n[EMC]\nMACHINE = hexapod (switchkins)\n[TRAJ]\nHOME = 0 0 20 0 0 0\nLINEAR_UNITS = inch\n[KINS]\n"
        "KINEMATICS = genhexkins\n";
    for (int i = 0; i < leg_count; ++i) text += fmt::format("[JOINT_{}]\nMIN_LIMIT = 24.0\nMAX_LIMIT = 36.0\n", i);
    return text;
}();

/// Files that `source` lines name: the sample's joints, and a file that sources itself.
NamedText sourced(const std::string& name) {
    if (name == "joints.hal") return {sample_hal(), name};
    if (name == "loop.hal") return {"source loop.hal\n", name};
    throw InputError(name + ": cannot be read");
}

LinuxCncImport import_files(const std::string& hal, const std::string& ini) {
    return read_linuxcnc({hal, "kinematics.hal"}, {ini, "hexapod.ini"}, sourced);
}
MachineDescription imported(const std::string& hal, const std::string& ini) {
    return import_files(hal, ini).description;
}

/// `text` with the first occurrence of `what` replaced. The text must contain it.
std::string with_change(std::string text, const std::string& what, const std::string& instead) {
    EXPECT_TRUE(contains(text, what)) << what;
    return text.replace(text.find(what), what.size(), instead);
}

void expect_refused(const std::string& hal, const std::string& ini, const std::string& message) {
    try {
        import_files(hal, ini);
        ADD_FAILURE() << "accepted; expected: " << message;
    } catch (const InputError& error) {
        EXPECT_TRUE(contains(error.what(), message)) << error.what();
    }
}

TEST(LinuxCnc, SampleHasThePublishedLengthsAtHome) {
    const MachineDescription description = imported(sample_hal(), sample_ini);
    EXPECT_EQ(description.name, "hexapod (switchkins)");
    const auto home = home_state(build_machine(description));
    ASSERT_TRUE(home);
    for (const double length_m : home->length_m) EXPECT_NEAR(description.units.from_metres(length_m), 29.7466, 3e-4);
    EXPECT_EQ(description.telescopic().min_length[3], 24);
    EXPECT_EQ(description.telescopic().max_length[3], 36);
    EXPECT_TRUE(import_files(sample_hal(), sample_ini).notes.empty());
}

void expect_sample_joints(const MachineDescription& description) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &base = description.base.joints[i], &platform = description.platform.joints[i];
        EXPECT_EQ(base, (Vector{base_joints[i][0], base_joints[i][1], base_joints[i][2]})) << i;
        EXPECT_EQ(platform, (Vector{platform_joints[i][0], platform_joints[i][1], platform_joints[i][2]})) << i;
    }
}

TEST(LinuxCnc, PinsThatAreNotSetHaveTheModulesDefaults) {
    const LinuxCncImport one_left =
        import_files(with_change(sample_hal(), "setp genhexkins.base.3.y", "# "), sample_ini);
    expect_sample_joints(one_left.description);
    ASSERT_EQ(one_left.notes.size(), 1u);
    EXPECT_EQ(
        one_left.notes[0],
        "kinematics.hal: 1 of 36 joint coordinates are not set and keep the defaults of genhexkins: base.3.y -26.5");
    const LinuxCncImport all_left = import_files("loadrt [KINS](KINEMATICS)\n", sample_ini);
    expect_sample_joints(all_left.description);
    ASSERT_EQ(all_left.notes.size(), 1u);
    EXPECT_TRUE(contains(all_left.notes[0], "36 of 36 joint coordinates are not set")) << all_left.notes[0];
}

TEST(LinuxCnc, SourcedFilesAreRead) {
    const LinuxCncImport import = import_files("source joints.hal\nsetp genhexkins.base.1.z 7\n", sample_ini);
    EXPECT_TRUE(import.notes.empty());
    EXPECT_EQ(import.description.base.joints[1].z, 7);
    EXPECT_EQ(import.description.base.joints[3].y, -26.5);
    // The last value counts, and it may come from the sourced file.
    EXPECT_EQ(imported("setp genhexkins.base.1.z 7\nsource joints.hal\n", sample_ini).base.joints[1].z, 0);
    expect_refused("source nowhere.hal\n", sample_ini, "nowhere.hal: cannot be read");
    expect_refused("source loop.hal\n", sample_ini,
                   "loop.hal:1: sources loop.hal after 100 other files; does a file source itself?");
}

TEST(LinuxCnc, OffsetsThatFollowASignalAreImportedAs0AndSaid) {
    const std::string hal = sample_hal() + "setp genhexkins.spindle-offset 4\n" +
                            "net tool-offset motion.tooloffset.z \\\n  => genhexkins.tool-offset\n";
    const LinuxCncImport import = import_files(hal, sample_ini);
    EXPECT_EQ(import.description.base.joints[0].z, 4);
    ASSERT_EQ(import.notes.size(), 1u);
    EXPECT_EQ(import.notes[0],
              "kinematics.hal:42: genhexkins.tool-offset is connected to a signal and is imported as 0; for another "
              "value, replace this line by: setp genhexkins.tool-offset VALUE");
    // A last line that ends with a backslash is read without it.
    const std::string offset = "setp genhexkins.base.0.z 3 \\";
    EXPECT_EQ(import_files(sample_hal() + offset, sample_ini).description.base.joints[0].z, 3);
    EXPECT_EQ(import_files(sample_hal() + offset + "\n\n", sample_ini).description.base.joints[0].z, 3);
    EXPECT_EQ(import_files(sample_hal() + "\\\n", sample_ini).description.base.joints[0].z, 0);
    for (const char* const line : {"net place genhexkins.base.0.x", "linksp place genhexkins.base.0.x"})
        expect_refused(sample_hal() + line + "\n", sample_ini,
                       "kinematics.hal:40: genhexkins.base.0.x is connected to a signal, so no file contains its "
                       "value; replace this line by a value, such as: setp genhexkins.base.0.x 10.5");
    expect_refused("net place genhexkins.tool-ofset\n", sample_ini,
                   "kinematics.hal:1: genhexkins.tool-ofset is not a pin");
    EXPECT_TRUE(import_files(sample_hal() + "net gui genhexkins.last-iterations\n", sample_ini).notes.empty());
}

TEST(LinuxCnc, NegativeShortestLengthsAreRefused) {
    // The length at home is sqrt(21.95^2 + 1.75^2 + 20^2) = 29.74667 in.
    std::string ini = with_change(sample_ini, "MIN_LIMIT = 24.0", "MIN_LIMIT = -5.7466");
    ini = with_change(ini, "MAX_LIMIT = 36.0", "MAX_LIMIT = 6.2534");
    expect_refused(sample_hal(), ini,
                   "hexapod.ini:10: [JOINT_0] MIN_LIMIT is -5.7466; must be the strut's shortest length from joint to "
                   "joint, 0 or more: genhexkins takes whole lengths, not travels from home. At home the strut is "
                   "29.7467 long; if the limits are travels from home, write MIN_LIMIT = 24.0001 and MAX_LIMIT = "
                   "36.0001.");
    const std::string never_set = with_change(sample_ini, "MIN_LIMIT = 24.0", "MIN_LIMIT = -1000.0");
    expect_refused(sample_hal(), never_set, "not travels from home. At home the strut is 29.7467 long.");
    expect_refused(sample_hal(), with_change(never_set, "HOME =", "NO ="), "not travels from home.");
    EXPECT_EQ(imported(sample_hal(), with_change(sample_ini, "= 24.0", "= 0")).telescopic().min_length[0], 0);
}

TEST(LinuxCnc, AxisSectionsOfOldVersionsAreNamed) {
    expect_refused(sample_hal(), with_change(sample_ini, "[JOINT_0]", "[AXIS_0]"),
                   "hexapod.ini:10: [JOINT_0] MIN_LIMIT is missing; must be the strut's shortest length. This line "
                   "gives it under its name before LinuxCNC 2.8, [AXIS_0] MIN_LIMIT: rename the section to [JOINT_0]");
}

TEST(LinuxCnc, AnotherKinematicsIsNamed) {
    const std::string message = "the kinematics module is trivkins; hexscan imports only genhexkins";
    expect_refused(sample_hal(),
                   with_change(sample_ini, "KINEMATICS = genhexkins", "KINEMATICS = trivkins coordinates=XYZ"),
                   "hexapod.ini:8: the kinematics module is trivkins coordinates=XYZ; hexscan imports only");
    const std::string no_module = with_change(sample_ini, "KINEMATICS = genhexkins\n", "");
    expect_refused("loadrt trivkins\n", no_module, "kinematics.hal:1: " + message);
    expect_refused("loadrt genserkins\n", sample_ini,
                   "kinematics.hal:1: the kinematics module is genserkins; hexscan imports only");
    expect_refused("loadrt motmod\n", no_module,
                   "kinematics.hal: neither loads genhexkins nor sets its pins, and hexapod.ini has no [KINS] "
                   "KINEMATICS; name the HAL file with the lines setp genhexkins.base.0.x …");
    EXPECT_NO_THROW(imported("loadrt genhexkins\n", no_module));
    EXPECT_NO_THROW(imported(sample_hal(), no_module));
}

TEST(LinuxCnc, ItsPlatformFileIsTheSameMachine) {
    const MachineDescription description = imported(sample_hal(), sample_ini);
    const MachineDescription again = read_description(PlatformDocument(description_text(description), "again.yaml"));
    EXPECT_EQ(description_text(again), description_text(description));
}

TEST(LinuxCnc, SpindleAndToolOffsetRaiseAllJoints) {
    const std::string hal =
        sample_hal() + "setp genhexkins.spindle-offset 4\nsetp genhexkins.tool-offset [TOOL]LENGTH\n";
    const MachineDescription description = imported(hal, sample_ini + "[TOOL]\nlength=2.5\n");
    for (std::size_t i = 0; i < leg_count; ++i) {
        EXPECT_EQ(description.base.joints[i].z, 6.5);
        EXPECT_EQ(description.platform.joints[i].z, 6.5);
    }
}

TEST(LinuxCnc, MillimetresAndPositiveLimitsAreKept) {
    std::string ini = with_change(sample_ini, "= inch", "= mm");
    ini = with_change(ini, "MIN_LIMIT = 24.0", "MIN_LIMIT = 480");
    const MachineDescription description = imported(sample_hal(), ini);
    EXPECT_EQ(description.units.length, "mm");
    EXPECT_EQ(description.telescopic().min_length[0], 480);
}

TEST(LinuxCnc, WhatIsMissingOrAnotherKindOfMachineIsNamed) {
    const std::pair<const char*, const char*> wrong_pins[] = {
        {"base.3.q 1", "genhexkins.base.3.q is not a pin of genhexkins; its pins are base.N.x"},
        {"base.6.x 1", "genhexkins.base.6.x is not a pin of genhexkins; its pins are base.N.x"},
        {"bse.3.y 1", "genhexkins.bse.3.y is not a pin of genhexkins; did you mean base.3.y? its pins are base.N.x"},
        {"tool-ofset 4",
         "genhexkins.tool-ofset is not a pin of genhexkins; did you mean tool-offset? its pins are base.N.x"},
        {"correction 4", "genhexkins.correction is not a pin"}};
    for (const auto& [pin, message] : wrong_pins)
        expect_refused(std::string("setp genhexkins.") + pin + "\n" + sample_hal(), sample_ini,
                       std::string("kinematics.hal:1: ") + message);
    for (const char* const pin : {"base-n.5.z 1", "platform-n.0.x 0", "max-error 500", "convergence-criterion 1e-8",
                                  "limit-iterations 80", "correction.0 0", "gui.x 0", "a 0"})
        EXPECT_NO_THROW(imported(std::string("setp genhexkins.") + pin + "\n" + sample_hal(), sample_ini)) << pin;
    expect_refused(with_change(sample_hal(), "22.95", "wide"), sample_ini,
                   "kinematics.hal:4: genhexkins.base.0.x is -wide");
    expect_refused(sample_hal() + "setp genhexkins.screw-lead 0.2\n", sample_ini, "depends on the joint angles");
    expect_refused(sample_hal() + "setp genhexkins.spindle-offset [TOOL]Z\n", sample_ini,
                   "[TOOL]Z is not in hexapod.ini: no section [TOOL] has a key Z; add the key, or write its value");
    expect_refused(sample_hal(), with_change(sample_ini, "= inch", "= furlong"),
                   "hexapod.ini:6: [TRAJ] LINEAR_UNITS is furlong; must be inch");
    expect_refused(sample_hal(), with_change(sample_ini, "MAX_LIMIT", "MAX"),
                   "hexapod.ini: [JOINT_0] MAX_LIMIT is missing; must be the strut's longest length");
    expect_refused(sample_hal(), with_change(sample_ini, "0 0 20 0 0 0", "0 0 20 0 0 0 7"), "up to six numbers");
    expect_refused(sample_hal(), with_change(sample_ini, "= 36.0", "= nan"),
                   "[JOINT_0] MAX_LIMIT is nan; must be a number");
    expect_refused("loadrt genhexkins", "", "hexapod.ini: [TRAJ] LINEAR_UNITS is missing");
}

}  // namespace
}  // namespace hexscan
