#include "src/files/requirement_file.h"

#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/machine_file.h"
#include "src/files/pose_file.h"
#include "src/files/requirement_kind.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/rotation.h"
#include "tests/support/random/dice.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

const std::string machine_text = R"(name: example
units: {length: mm, angle: deg}
base: {radius: 1000, spread: 20, azimuth: 0}
platform: {radius: 600, spread: 20, azimuth: 60}
legs: {min: 1200, max: 1900}
home: {x: 5, z: 1400, yaw: 3}
)";

std::vector<Requirement> requirements_of(const std::string& list, const std::string& machine = machine_text) {
    const PlatformDocument document(machine + "requirements:\n" + list, "test.yaml", "/folder");
    return read_requirements(document, read_machine(document));
}

std::string requirement_error(const std::string& list, const std::string& machine = machine_text) {
    try {
        requirements_of(list, machine);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

void expect_error(const std::string& list, const std::vector<std::string>& parts,
                  const std::string& machine = machine_text) {
    const std::string error = requirement_error(list, machine);
    for (const std::string& part : parts)
        EXPECT_NE(error.find(part), std::string::npos) << part << " not in: " << error;
}

TEST(RequirementFile, ReadsBoxesInTheFilesUnits) {
    const auto list = requirements_of(
        "  - {name: travel, x: [-50, 50], z: [1350, 1450], roll: [-5, 5], clearance: 2}\n"
        "  - {y: 30}\n");
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].name, "travel");
    EXPECT_EQ(list[0].clearance_m, 0.002);
    EXPECT_FALSE(list[0].poses->file());
    ASSERT_TRUE(box_of(*list[0].poses) && box_of(*list[1].poses));
    const PoseBox travel = *box_of(*list[0].poses), level = *box_of(*list[1].poses);
    EXPECT_NEAR(travel.low[0], -0.05, 1e-15);
    EXPECT_NEAR(travel.high[3], 5 * 3.14159265358979 / 180, 1e-14);
    // The box contains the written numbers, whatever the conversion rounds.
    EXPECT_LT(travel.low[0], -50 / 1000.0);
    EXPECT_GT(travel.high[2], 1450 / 1000.0);
    // Coordinates that the file leaves out are home's.
    EXPECT_EQ(travel.low[1], 0);
    EXPECT_EQ(travel.low[5], travel.high[5]);
    EXPECT_NEAR(travel.low[5], 3 * 3.14159265358979 / 180, 1e-14);
    EXPECT_EQ(list[1].name, "requirement 2");
    EXPECT_EQ(level.low[0], 0.005);
    EXPECT_EQ(level.low[1], 0.03);
    EXPECT_EQ(level.high[1], 0.03);
}

/// The machine's home is x 5, z 1400 mm and yaw 3 deg.
TEST(RequirementFile, CountsFromHomeWhereABoxSaysSo) {
    const auto list = requirements_of("  - {about: home, x: 60, y: [-40, 60], z: [10, 20], roll: 2, yaw: [-5, 5]}\n");
    const PoseBox box = *box_of(*list[0].poses);
    using hexscan_test::degree;
    const std::array<double, 6> low{-0.055, -0.04, 1.41, -2 * degree, 0, -2 * degree},
        high{0.065, 0.06, 1.42, 2 * degree, 0, 8 * degree};
    for (std::size_t k = 0; k < low.size(); ++k) {
        EXPECT_NEAR(box.low[k], low[k], 1e-14) << k;
        EXPECT_NEAR(box.high[k], high[k], 1e-14) << k;
        EXPECT_LE(box.low[k], low[k]) << k;
        EXPECT_GE(box.high[k], high[k]) << k;
    }
}

/// If a sweep moves home, boxes relative to home move with it.
TEST(RequirementFile, BoxesAboutHomeGoWithIt) {
    const PlatformDocument document(machine_text + "requirements: [{about: home, x: 60}, {x: 60}]\n", "test.yaml");
    Machine machine = read_machine(document);
    std::vector<Requirement> list = read_requirements(document, machine);
    machine.home = Pose{{0.1, 0.2, 1.5}, {}};
    const Requirement about = at_home_of(machine, list[0]), absolute = at_home_of(machine, list[1]);
    EXPECT_NEAR(box_of(*about.poses)->low[0], 0.04, 1e-14);
    EXPECT_NEAR(box_of(*about.poses)->high[0], 0.16, 1e-14);
    EXPECT_EQ(box_of(*about.poses)->low[2], 1.5);
    EXPECT_EQ(box_of(*absolute.poses)->low[0], 0.06);
    EXPECT_EQ(box_of(*absolute.poses)->low[1], 0.2);
}

TEST(RequirementFile, TellsOfBoxesThatDoNotContainHome) {
    const Machine machine = read_machine(PlatformDocument(machine_text, "test.yaml"));
    const auto told = [&](const std::string& keys) {
        return box_without_home(requirements_of("  - {name: a, " + keys + "}\n")[0], machine);
    };
    const auto meant = told("x: [-60, 60], z: [-60, 60]");
    ASSERT_TRUE(meant);
    EXPECT_EQ(meant->weight, Finding::Weight::warning);
    EXPECT_EQ(meant->text,
              "a: the box does not contain home: z is -60 … 60 mm, home at 1400; did you mean z 1340 … 1460? Add "
              "about: home if the numbers count from home");
    const auto elsewhere = told("z: [1410, 1420]");
    ASSERT_TRUE(elsewhere);
    EXPECT_EQ(elsewhere->weight, Finding::Weight::note);
    EXPECT_EQ(elsewhere->text, "a: the box does not contain home: z is 1410 … 1420 mm, home at 1400");
    EXPECT_TRUE(told("yaw: 0"));
    for (const char* const keys : {"z: [1400, 1420]", "z: 1300", "about: home, z: [10, 20]", "poses: a.csv"})
        EXPECT_FALSE(told(keys)) << keys;
    Machine homeless = machine;
    homeless.home.reset();
    EXPECT_FALSE(box_without_home(requirements_of("  - {z: [-60, 60]}\n")[0], homeless));
}

TEST(RequirementFile, ReadsPaths) {
    const auto list =
        requirements_of("  - {name: path, poses: sub/path.csv, interpolate: linear}\n  - {poses: b.csv}\n");
    ASSERT_TRUE(list[0].poses->file() && list[1].poses->file());
    EXPECT_FALSE(box_of(*list[0].poses));
    EXPECT_EQ(list[0].poses->file()->file, std::filesystem::path("/folder/sub/path.csv"));
    EXPECT_EQ(written(list[0]).json().at("everything_between"), true);
    EXPECT_EQ(written(list[1]).json().at("everything_between"), false);
}

TEST(RequirementFile, NoneIsFine) {
    const PlatformDocument document(machine_text, "test.yaml");
    EXPECT_TRUE(read_requirements(document, read_machine(document)).empty());
    EXPECT_TRUE(requirements_of("  []\n").empty());
}

TEST(RequirementFile, MistakesAreNamed) {
    expect_error("  - {x: [5, 3]}\n", {"test.yaml:8", "requirements[0].x", "runs from 5 to 3", "larger"});
    expect_error("  - {x: [5]}\n", {"requirements[0].x", "2 numbers"});
    expect_error("  - {x: {from: -5, to: 5}}\n", {"requirements[0].x", "is a map", "[-50, 50]"});
    expect_error("  - {x: abc}\n", {"requirements[0].x", "finite number"});
    expect_error("  - {x: .nan}\n", {"requirements[0].x", "finite number"});
    expect_error("  - {roll: 400}\n", {"requirements[0].roll", "between -360 and 360 deg"});
    expect_error("  - {x: 1e300}\n", {"requirements[0].x", "must lie between"});
    expect_error(
        "  - {about: home, x: -60}\n",
        {"requirements[0].x", "is -60; with about: home, it must be a distance of at least 0 in either direction"});
    expect_error("  - {about: base, x: 6}\n", {"requirements[0].about", "is \"base\"; must be home"});
    expect_error("  - {about: home}\n", {"requirements[0]", "has none of x, y, z, roll, pitch, yaw"});
    expect_error("  - {poses: a.csv, about: home}\n", {"requirements[0].about", "goes with x, y, z, roll, pitch, yaw"});
    expect_error("  - {clearence: 3, x: 1}\n", {"clearence", "did you mean clearance?"});
    expect_error("  - {x: 1, clearance: -3}\n", {"requirements[0].clearance", "must lie between 0"});
    expect_error("  - {x: 1}\n  - {name: nothing}\n",
                 {"requirements[1]", "has none of x, y, z, roll, pitch, yaw, poses", "; give at least one of them"});
    expect_error("  - {poses: a.csv, x: 1}\n",
                 {"requirements[0].poses",
                  "cannot be combined with x; a requirement is either " + listed_requirement_kinds("or")});
    expect_error("  - {poses: a.csv, interpolate: cubic}\n", {"interpolate", "none or linear"});
    expect_error("  - {x: 1, interpolate: linear}\n", {"interpolate", "goes with poses only"});
    expect_error("  {x: 1}\n", {"requirements", "must be a list"});
    expect_error("  - 5\n", {"requirements[0]", "must be a map"});
}

/// The machine with thick legs and a load.
const std::string loaded_text = [] {
    std::string text = machine_text;
    const std::string legs = "legs: {min: 1200, max: 1900";
    text.insert(text.find(legs) + legs.size(), ", diameter: 20");
    return text + "load: {force: [0, 0, -250]}\n";
}();

TEST(RequirementFile, ReadsWhatIsRequiredOfLegs) {
    const auto list = requirements_of(
        "  - {x: 1, apart: 5, conditioning: 0.1, rate: 2, max_force: 300}\n"
        "  - {poses: a.csv, max_force: [1, 2, 3, 4, 5, 6]}\n"
        "  - {x: 1}\n",
        loaded_text);
    const RequiredOfLegs &all = list[0].of_legs, &each = list[1].of_legs;
    EXPECT_EQ(all.apart_m, 0.005);
    EXPECT_EQ(all.conditioning, 0.1);
    EXPECT_EQ(all.rate, 2);
    EXPECT_EQ(all.max_force_n, (PerLeg{300, 300, 300, 300, 300, 300}));
    EXPECT_FALSE(all.max_torque_nm);
    EXPECT_EQ(each.max_force_n, (PerLeg{1, 2, 3, 4, 5, 6}));
    EXPECT_FALSE(each.apart_m || each.conditioning || each.rate || list[2].of_legs.any());
    EXPECT_EQ(required_text(all, {"mm", "deg"}), "apart 5 mm, conditioning 0.1, rate 2, max_force 300 N");
    EXPECT_EQ(required_text(each, {"mm", "deg"}), "max_force [1, 2, 3, 4, 5, 6] N");
}

TEST(RequirementFile, MistakesInWhatIsRequiredOfLegsAreNamed) {
    expect_error("  - {x: 1, apart: 5}\n", {"test.yaml:8", "requirements[0].apart", "legs: {diameter: ...}"});
    expect_error("  - {x: 1, max_force: 5}\n", {"requirements[0].max_force", "load: {force: [x, y, z] in N"});
    expect_error("  - {x: 1, max_torque: 5}\n", {"requirements[0].max_torque", "load: {force: [x, y, z] in N"});
    const auto expect = [](const std::string& keys, const std::vector<std::string>& parts) {
        expect_error("  - {x: 1, " + keys + "}\n", parts, loaded_text);
    };
    expect("apart: -3", {"test.yaml:9: requirements[0].apart", "is -3 mm; must lie between 0 and"});
    expect("apart: 1e300", {"requirements[0].apart", "must lie between 0 and"});
    expect("apart: .nan", {"requirements[0].apart", "finite number"});
    expect("conditioning: 0", {"requirements[0].conditioning", "is 0; must be above 0 and below 1"});
    expect("conditioning: 1.5", {"requirements[0].conditioning", "is 1.5; must be above 0 and below 1"});
    expect("rate: 0", {"requirements[0].rate", "is 0; must be a finite number above 0"});
    expect("max_force: -5", {"requirements[0].max_force:", "is -5; must be above 0"});
    expect("max_force: [1, 2, 0, 4, 5, 6]", {"requirements[0].max_force[2]", "is 0; must be above 0"});
    expect("max_force: [1, 2]", {"requirements[0].max_force", "list of 6 values"});
    expect("max_torque: 5", {"requirements[0].max_torque", "needs legs with arms on motors, not telescopic legs"});
    expect("max_force: 5, max_torque: 5",
           {"requirements[0].max_torque", "needs legs with arms on motors, not telescopic legs"});
}

const Units file_units{"mm", "deg"};
constexpr OrientationOrder usual_order = OrientationOrder::zyx;

std::string pose_error(const std::string& text) {
    try {
        parse_poses(text, "path.csv", file_units, usual_order);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

void expect_pose_error(const std::string& text, const std::vector<std::string>& parts) {
    const std::string error = pose_error(text);
    for (const std::string& part : parts)
        EXPECT_NE(error.find(part), std::string::npos) << part << " not in: " << error;
}

TEST(PoseFile, AUnitMayFollowTheNameOfAColumn) {
    const Pose pose = parse_poses("t_s,x_in,y [m],z (cm),roll_rad,pitch,yaw_deg\n9,10,2,3,1,180,90", "path.csv",
                                  file_units, usual_order)[0];
    EXPECT_EQ(pose.position_m, (Vector{0.254, 2, 0.03}));
    EXPECT_EQ(pose.orientation.roll_rad, 1);
    EXPECT_EQ(pose.orientation.pitch_rad, file_units.radians(180));
    EXPECT_EQ(pose.orientation.yaw_rad, file_units.radians(90));
    expect_pose_error("x_deg,y,z,roll,pitch,yaw\n1,2,3,4,5,6",
                      {"path.csv:1: x_deg: has the unit deg; must be m, cm, mm, in"});
    expect_pose_error("x,y,z,roll_mm,pitch,yaw\n1,2,3,4,5,6",
                      {"path.csv:1: roll_mm: has the unit mm; must be deg, rad"});
    expect_pose_error("x_mm,y,z,roll,pitch,yaw\n1e12,2,3,4,5,6", {"path.csv:2: x"});
    expect_pose_error("x,y,z,qw_s,qx,qy,qz\n1,2,3,1,0,0,0",
                      {"path.csv:1: qw_s: has the unit s, but the column takes none; must be qw"});
    expect_pose_error("x_,y,z,roll,pitch,yaw\n1,2,3,4,5,6", {"path.csv:1: x_: is not a column"});
}

TEST(PoseFile, HoldsNoMorePosesThanAllowed) {
    const std::string text = "x,y,z,roll,pitch,yaw\n\n1,2,3,4,5,6\n1,2,3,4,5,6\n1,2,3,4,5,6\n";
    EXPECT_EQ(parse_poses(text, "path.csv", file_units, usual_order, 3).size(), 3U);
    try {
        parse_poses(text, "path.csv", file_units, usual_order, 2);
        FAIL() << "too many poses were read";
    } catch (const InputError& error) {
        EXPECT_TRUE(
            std::string(error.what()).starts_with("path.csv:5: line: at most 1000000 poses are allowed in one file"))
            << error.what();
    }
    expect_pose_error("x,y,z,roll,pitch,yaw\n" + std::string(100, ','), {"path.csv:2: line: has 101 numbers"});
}

TEST(PoseFile, ReadsColumnsInAnyOrder) {
    const auto poses = parse_poses("\xEF\xBB\xBFyaw, x,y,z,roll,pitch\r\n90,1,2,3,4,5\r\n\r\n 0 , -1e3 ,+2,3,0,0", "p",
                                   file_units, usual_order);
    ASSERT_EQ(poses.size(), 2U);
    EXPECT_EQ(poses[0].position_m.x, 0.001);
    EXPECT_NEAR(poses[0].orientation.yaw_rad, 1.5707963267948966, 1e-15);
    EXPECT_NEAR(poses[0].orientation.pitch_rad, 5 * 0.017453292519943295, 1e-15);
    EXPECT_EQ(poses[1].position_m.x, -1);
}

TEST(PoseFile, WithoutNamesSixColumnsAreAPose) {
    const auto poses = parse_poses("\n1,2,3,4,5,6\n7,8,9,10,11,12\n", "p", file_units, usual_order);
    ASSERT_EQ(poses.size(), 2U);
    EXPECT_EQ(poses[0].position_m.y, 0.002);
    EXPECT_NEAR(poses[1].orientation.yaw_rad, 12 * std::numbers::pi / 180, 1e-15);
    const std::string rule =
        "no line above names the columns; only the six columns x,y,z,roll,pitch,yaw need no names. Name the columns";
    expect_pose_error("1,2,3,4,5,6,7\n", {"path.csv:1: line: has 7 numbers", rule,
                                          "such as time,x,y,z,roll,pitch,yaw or x,y,z,qw,qx,qy,qz"});
    expect_pose_error("1,2,3,4,5,6,7,8\n", {"has 8 numbers", rule, "such as time,x,y,z,qw,qx,qy,qz"});
    const std::string six = "; a line must have the six x,y,z,roll,pitch,yaw. If the first line names the columns";
    expect_pose_error("\n1,2,3\n", {"path.csv:2: line: has 3 numbers" + six});
    expect_pose_error("1,2,3,4,5,6,7,8,9\n", {"path.csv:1: line: has 9 numbers" + six});
    expect_pose_error("1" + std::string(100, '\n') + "1,2\n", {"path.csv:1: line: has 1 number" + six});
    expect_pose_error("1,2,3,4,5,6\n1,2,3,4,5\n", {"path.csv:2: line: has 5 numbers; must have 6"});
}

TEST(PoseFile, ATimeIsLeftOut) {
    const auto poses = parse_poses("time,x,y,z,roll,pitch,yaw\n2026-11-28 10:00,1,2,3,4,5,6\nnan,1,2,3,4,5,6\n", "p",
                                   file_units, usual_order);
    ASSERT_EQ(poses.size(), 2U);
    EXPECT_EQ(poses[0].position_m.z, 0.003);
    EXPECT_EQ(
        parse_poses("x,y,z,yaw,pitch,roll,t\n1,2,3,4,5,6,0\n", "p", file_units, usual_order)[0].orientation.roll_rad,
        file_units.radians(6));
}

/// The components w, x, y, z.
using Quaternion = std::array<double, 4>;

/// Hamilton's product, the rotation b followed by a.
Quaternion product(const Quaternion& a, const Quaternion& b) {
    return {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// A rotation about axis 1, 2 or 3 by degrees.
Quaternion turn(std::size_t axis, double degrees) {
    const double half_rad = degrees * std::numbers::pi / 360;
    Quaternion q{std::cos(half_rad), 0, 0, 0};
    q[axis] = std::sin(half_rad);
    return q;
}

std::string pose_line(const Quaternion& q) { return fmt::format("0,{},{},{},{},1,2,3\n", q[0], q[1], q[2], q[3]); }

TEST(PoseFile, QuaternionsAreTheAnglesThatMakeThem) {
    hexscan_test::Dice dice(11);
    for (const OrientationOrder order : {OrientationOrder::zyx, OrientationOrder::xyz})
        for (int i = 0; i < 200; ++i) {
            const double roll = dice.between(-179, 179), pitch = dice.between(-89, 89), yaw = dice.between(-179, 179);
            const Quaternion outer = order == OrientationOrder::zyx ? turn(3, yaw) : turn(1, roll),
                             inner = order == OrientationOrder::zyx ? turn(1, roll) : turn(3, yaw);
            Quaternion q = product(outer, product(turn(2, pitch), inner));
            if (i % 2 == 0)
                for (double& part : q) part *= -1.004;  // the same rotation, from numbers with few digits
            const auto poses = parse_poses("t,qw,qx,qy,qz,x,y,z\n" + pose_line(q), "p", file_units, order);
            ASSERT_EQ(poses.size(), 1U);
            EXPECT_EQ(poses[0].position_m.z, 0.003);
            // The angles are those nearest to level: either these, or the other triple of the same rotation.
            const Orientation& is = poses[0].orientation;
            const Rotation turned = rotation_of(is, order),
                           wanted = rotation_of(
                               {file_units.radians(roll), file_units.radians(pitch), file_units.radians(yaw)}, order);
            EXPECT_NEAR(length_of(turned.x - wanted.x) + length_of(turned.y - wanted.y), 0, 1e-12);
            const double off_rad = std::abs(is.roll_rad - file_units.radians(roll)) +
                                   std::abs(is.pitch_rad - file_units.radians(pitch)) +
                                   std::abs(is.yaw_rad - file_units.radians(yaw));
            EXPECT_TRUE(off_rad < 1e-12 || std::abs(roll) + std::abs(pitch) + std::abs(yaw) > 90) << off_rad;
        }
}

TEST(PoseFile, AnglesOfQuaternionsDoNotJump) {
    std::string text = "time,qw,qx,qy,qz,x,y,z\n";
    for (int yaw = 0; yaw <= 350; yaw += 10) text += pose_line(turn(3, yaw));
    for (int pitch = 0; pitch <= 170; pitch += 10) text += pose_line(product(turn(3, 350), turn(2, pitch)));
    const auto poses = parse_poses(text, "p", file_units, usual_order);
    for (std::size_t i = 0; i < 36; ++i)
        EXPECT_NEAR(poses[i].orientation.yaw_rad, file_units.radians(10.0 * static_cast<double>(i)), 1e-12) << i;
    for (std::size_t i = 0; i < 18; ++i) {
        EXPECT_NEAR(poses[36 + i].orientation.pitch_rad, file_units.radians(10.0 * static_cast<double>(i)), 1e-12) << i;
        EXPECT_NEAR(poses[36 + i].orientation.yaw_rad, file_units.radians(350), 1e-9) << i;
        EXPECT_NEAR(poses[36 + i].orientation.roll_rad, 0, 1e-9) << i;
    }
}

TEST(PoseFile, AnglesOfQuaternionsPassWholeTurns) {
    std::string text = "qw,qx,qy,qz,x,y,z\n";
    for (int yaw = 0; yaw >= -1000; yaw -= 50) text += pose_line(turn(3, yaw)).substr(2);
    const auto poses = parse_poses(text, "p", file_units, usual_order);
    ASSERT_EQ(poses.size(), 21U);
    for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_NEAR(poses[i].orientation.yaw_rad, file_units.radians(-50.0 * static_cast<double>(i)), 1e-12) << i;
}

TEST(PoseFile, AtThePolesRollAndYawStayNearThoseBefore) {
    hexscan_test::Dice dice(12);
    for (const OrientationOrder order : {OrientationOrder::zyx, OrientationOrder::xyz})
        for (int i = 0; i < 200; ++i) {
            const double pole = i % 2 == 0 ? 90 : -90, roll = dice.between(-170, 170), yaw = dice.between(-170, 170);
            const auto quaternion = [&](double pitch, double more_roll, double more_yaw) {
                const Quaternion by_roll = turn(1, roll + more_roll), by_yaw = turn(3, yaw + more_yaw);
                const bool zyx_order = order == OrientationOrder::zyx;
                return product(zyx_order ? by_yaw : by_roll, product(turn(2, pitch), zyx_order ? by_roll : by_yaw));
            };
            // Towards the pole from less far, then a turn about the one axis that roll and yaw share there.
            std::string text = "t,qw,qx,qy,qz,x,y,z\n";
            for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
                text += pose_line(quaternion(part * pole, roll * (part - 1), yaw * (part - 1)));
            text += pose_line(quaternion(pole, 30, 0));
            const auto poses = parse_poses(text, "p", file_units, order);
            ASSERT_EQ(poses.size(), 6U);
            EXPECT_NEAR(poses[4].orientation.pitch_rad, file_units.radians(pole), 1e-7);
            for (const std::size_t at : {std::size_t{4}, std::size_t{5}}) {
                const Orientation& is = poses[at].orientation;
                const Rotation turned = rotation_of(is, order),
                               wanted = rotation_of({file_units.radians(at == 5 ? roll + 30 : roll),
                                                     file_units.radians(pole), file_units.radians(yaw)},
                                                    order);
                EXPECT_NEAR(length_of(turned.x - wanted.x) + length_of(turned.y - wanted.y), 0, 1e-6);
            }
            const Orientation &before = poses[4].orientation, &behind = poses[5].orientation;
            EXPECT_NEAR(std::abs(behind.roll_rad - before.roll_rad), file_units.radians(15), 1e-6);
            EXPECT_NEAR(std::abs(behind.yaw_rad - before.yaw_rad), file_units.radians(15), 1e-6);
        }
}

TEST(PoseFile, MistakesAreNamed) {
    const std::string header = "x,y,z,roll,pitch,yaw\n";
    expect_pose_error("", {"path.csv:1", "holds no pose"});
    expect_pose_error(header, {"holds no pose"});
    expect_pose_error("1,2,b,4,5,6\n", {"path.csv:1: 1: is not a column", "must name the columns"});
    expect_pose_error("x,y,z,roll,pitch\n1,2,3,4,5\n", {"path.csv:1: yaw: is missing", "must name the columns"});
    expect_pose_error("x,x,z,roll,pitch,yaw\n", {"path.csv:1: x: appears twice", "must name the columns"});
    expect_pose_error("\n \nx,y,z,roll,pitch\n1,2,3,4,5\n", {"path.csv:3: yaw: is missing"});
    expect_pose_error("\nx,x,z,roll,pitch,yaw\n", {"path.csv:2: x: appears twice"});
    expect_pose_error("\nx,y,z,roll,pitch,yaws\n", {"path.csv:2: yaws: is not a column"});
    expect_pose_error("x;y;z;roll;pitch;yaw\n", {"is not a column", "; separate the columns by commas, and write"});
    expect_pose_error("x,y,z,roll,pitch,yaw\n0,5,1,2,3,4,5\n",
                      {"path.csv:2: line: has 7 numbers", "write decimals with a point"});
    expect_pose_error("x,y,z,roll,pitch,yaw,u\n", {"path.csv:1: u: is not a column", "must name the columns"});
    expect_pose_error("x,y,z,qx,qy,qz\n", {"path.csv:1: qw: is missing", "must name the columns"});
    expect_pose_error("x,y,qw,qx,qy,qz\n", {"path.csv:1: z: is missing", "must name the columns"});
    expect_pose_error("x,y,z,yaw,qw,qx,qy,qz\n",
                      {"path.csv:1: yaw: cannot be combined with qw", "must name the columns"});
    expect_pose_error("x,y,z,qw,qx,qy,qz\n0,0,560,0.5,0,0,0.5\n",
                      {"path.csv:2: qw: belongs to a quaternion of length 0.7071; the length must be 1"});
    expect_pose_error("x,y,z,qw,qx,qy,qz\n0,0,560,nan,0,0,1\n", {"path.csv:2: qw", "finite number"});
    expect_pose_error(header + "1,2,3,4,5\n", {"path.csv:2", "has 5 numbers", "must have 6"});
    expect_pose_error(header + "1,2,3,4,5,6\n1,2,b,4,5,6\n", {"path.csv:3: z", "\"b\"", "finite number"});
    expect_pose_error(header + "1,2,3mm,4,5,6\n", {"path.csv:2: z", "write the number without a unit: 3"});
    expect_pose_error("X,y,z,roll,pitch,yaw\n", {"path.csv:1: X: is not a column; did you mean x?"});
    expect_pose_error(header + "1,2,nan,4,5,6\n", {"path.csv:2: z", "finite number"});
    expect_pose_error(header + "1,2,3,4,500,6\n", {"path.csv:2: pitch", "between -360 and 360 deg"});
    expect_pose_error(header + "1,2,3e9,4,5,6\n", {"path.csv:2: z", "must lie between"});
}

class PoseFileOnDisk : public hexscan_test::FolderTest {};

/// A file is read once even if several requirements name it. Identical requirements are proved once.
TEST_F(PoseFileOnDisk, IsReadOnce) {
    std::ofstream(folder_ / "a.csv") << "x,y,z,roll,pitch,yaw\n0,0,560,0,0,0\n1,0,560,0,0,0\n";
    const PlatformDocument document(std::string(machine_text) +
                                        "requirements: [{poses: a.csv}, {name: b, poses: a.csv}, "
                                        "{poses: ./a.csv, interpolate: linear}, {poses: a.csv, clearance: 1}]\n",
                                    "test.yaml", folder_);
    std::vector<Requirement> list = read_requirements(document, read_machine(document));
    for (Requirement& requirement : list) {
        requirement = with_file_read(requirement, file_units);
        ASSERT_TRUE(requirement.poses->file()->poses);
        EXPECT_EQ(requirement.poses->file()->poses, list[0].poses->file()->poses);
        EXPECT_EQ(requirement.poses->file()->poses->size(), 2U);
    }
    EXPECT_EQ(list[0].poses, list[1].poses);
    EXPECT_NE(list[0].poses, list[2].poses);
    EXPECT_NE(list[0].poses, list[3].poses);
}

TEST_F(PoseFileOnDisk, IsReadOrNamed) {
    std::ofstream(folder_ / "a.csv") << "x,y,z,roll,pitch,yaw\n1,2,3,4,5,6\n";
    const std::string named_by = "my.yaml:9: requirements[0].poses";
    EXPECT_EQ(read_poses(folder_ / "a.csv", named_by, file_units, usual_order).size(), 1U);
    try {
        read_poses(folder_ / "aa.csv", named_by, file_units, usual_order);
        FAIL() << "read a file that is not there";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()),
                  fmt::format("{0}/aa.csv: cannot be read, No such file or directory; did you mean {0}/a.csv? "
                              "my.yaml:9: requirements[0].poses must name a CSV file of poses",
                              folder_.string()));
    }
}

}  // namespace
}  // namespace hexscan
