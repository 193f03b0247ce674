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
    for (int i = 0; i < leg_count; ++i) text += fmt::format("[JOINT_{}]\nMIN_LIMIT = -1000.0\nMAX_LIMIT = 1000.0\n", i);
    return text;
}();

MachineDescription read(const std::string& hal, const std::string& ini) {
    return read_linuxcnc({hal, "kinematics.hal"}, {ini, "hexapod.ini"});
}

/// `text` with its first `what` replaced.
std::string with(std::string text, const std::string& what, const std::string& instead) {
    return text.replace(text.find(what), what.size(), instead);
}

void expect_refused(const std::string& hal, const std::string& ini, const std::string& message) {
    try {
        read(hal, ini);
        ADD_FAILURE() << "accepted; expected: " << message;
    } catch (const InputError& error) {
        EXPECT_TRUE(contains(error.what(), message)) << error.what();
    }
}

TEST(LinuxCnc, SampleHasThePublishedLengthsAtHome) {
    const MachineDescription description = read(sample_hal(), sample_ini);
    EXPECT_EQ(description.name, "hexapod (switchkins)");
    const auto home = home_state(build_machine(description));
    ASSERT_TRUE(home);
    for (const double length_m : home->length_m) EXPECT_NEAR(description.units.from_metres(length_m), 29.7466, 3e-4);
    // A limit below 0 is no shortest length.
    EXPECT_EQ(description.telescopic().min_length[3], 0);
    EXPECT_EQ(description.telescopic().max_length[3], 1000);
}

TEST(LinuxCnc, ItsPlatformFileIsTheSameMachine) {
    const MachineDescription description = read(sample_hal(), sample_ini);
    const MachineDescription again = read_description(PlatformDocument(description_text(description), "again.yaml"));
    EXPECT_EQ(description_text(again), description_text(description));
}

TEST(LinuxCnc, SpindleAndToolOffsetRaiseAllJoints) {
    const std::string hal =
        sample_hal() + "setp genhexkins.spindle-offset 4\nsetp genhexkins.tool-offset [TOOL]LENGTH\n";
    const MachineDescription description = read(hal, sample_ini + "[TOOL]\nlength=2.5\n");
    for (std::size_t i = 0; i < leg_count; ++i) {
        EXPECT_EQ(description.base.joints[i].z, 6.5);
        EXPECT_EQ(description.platform.joints[i].z, 6.5);
    }
}

TEST(LinuxCnc, MillimetresAndPositiveLimitsAreKept) {
    std::string ini = with(sample_ini, "= inch", "= mm");
    ini = with(ini, "MIN_LIMIT = -1000.0", "MIN_LIMIT = 480");
    const MachineDescription description = read(sample_hal(), ini);
    EXPECT_EQ(description.units.length, "mm");
    EXPECT_EQ(description.telescopic().min_length[0], 480);
}

TEST(LinuxCnc, WhatIsMissingOrAnotherKindOfMachineIsNamed) {
    expect_refused(with(sample_hal(), "setp genhexkins.base.3.y", "setp other.base.3.y"), sample_ini,
                   "kinematics.hal: genhexkins.base.3.y is missing; must be set, as in: setp");
    const std::pair<const char*, const char*> wrong_pins[] = {
        {"base.3.q 1", "genhexkins.base.3.q is no pin of genhexkins; it has base.N.x"},
        {"base.6.x 1", "genhexkins.base.6.x is no pin of genhexkins; it has base.N.x"},
        {"bse.3.y 1", "genhexkins.bse.3.y is no pin of genhexkins; did you mean base.3.y? it has base.N.x"},
        {"tool-ofset 4", "genhexkins.tool-ofset is no pin of genhexkins; did you mean tool-offset? it has base.N.x"},
        {"correction 4", "genhexkins.correction is no pin"}};
    for (const auto& [pin, message] : wrong_pins)
        expect_refused(std::string("setp genhexkins.") + pin + "\n" + sample_hal(), sample_ini,
                       std::string("kinematics.hal:1: ") + message);
    for (const char* const pin : {"base-n.5.z 1", "platform-n.0.x 0", "max-error 500", "convergence-criterion 1e-8",
                                  "limit-iterations 80", "correction.0 0", "gui.x 0", "a 0"})
        EXPECT_NO_THROW(read(std::string("setp genhexkins.") + pin + "\n" + sample_hal(), sample_ini)) << pin;
    expect_refused(with(sample_hal(), "22.95", "wide"), sample_ini, "kinematics.hal:4: genhexkins.base.0.x is -wide");
    expect_refused(sample_hal() + "setp genhexkins.screw-lead 0.2\n", sample_ini, "depends on how they are turned");
    expect_refused(sample_hal() + "setp genhexkins.spindle-offset [TOOL]Z\n", sample_ini,
                   "[TOOL]Z is in no section of hexapod.ini");
    expect_refused(sample_hal(), with(sample_ini, "genhexkins", "trivkins"), "only hexapods of genhexkins");
    expect_refused(sample_hal(), with(sample_ini, "= inch", "= furlong"),
                   "hexapod.ini:6: [TRAJ] LINEAR_UNITS is furlong; hexscan knows inch");
    expect_refused(sample_hal(), with(sample_ini, "MAX_LIMIT", "MAX"),
                   "hexapod.ini: [JOINT_0] MAX_LIMIT is missing; must be the strut's longest length");
    expect_refused(sample_hal(), with(sample_ini, "0 0 20 0 0 0", "0 0 20 0 0 0 7"), "up to six numbers");
    expect_refused(sample_hal(), with(sample_ini, "= 1000.0", "= nan"), "[JOINT_0] MAX_LIMIT is nan; must be a number");
    expect_refused("", "", "hexapod.ini: [TRAJ] LINEAR_UNITS is missing");
}

}  // namespace
}  // namespace hexscan
