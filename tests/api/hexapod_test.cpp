#include "hexscan/machine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/api/machine_inside.h"
#include "src/files/platform_file.h"
#include "src/machine/travel/travel.h"
#include "tests/support/message_of.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/shipped.h"

namespace hexscan {
namespace {

using hexscan_test::Dice;
using hexscan_test::message_of;
using hexscan_test::shipped_hexapod;

std::vector<PlatformPose> poses_about_home(const Hexapod& machine, int count) {
    Dice dice(7);
    const PlatformPose home = machine.home().value();
    std::vector<PlatformPose> poses;
    for (int i = 0; i < count; ++i) {
        PlatformPose pose = home;
        // Machines have strokes of many sizes, so the poses are near and far.
        const double part = dice.magnitude(0.003, 0.2);
        for (double* const position_m : {&pose.x_m, &pose.y_m, &pose.z_m})
            *position_m += home.z_m * dice.between(-part, part);
        for (double* const angle_rad : {&pose.roll_rad, &pose.pitch_rad, &pose.yaw_rad})
            *angle_rad += dice.between(-part, part);
        poses.push_back(pose);
    }
    return poses;
}

TEST(Hexapod, AnswersOfManyPosesAreThoseOfEach) {
    for (const char* const name : {"case-study", "rubin-camera-hexapod"}) {
        const Hexapod machine = shipped_hexapod(name);
        const auto poses = poses_about_home(machine, 700);
        const std::size_t n = poses.size();
        std::vector<std::uint8_t> reachable(n), limits(n), reasons(n);
        std::vector<double> clearances_m(n);
        std::vector<std::array<double, 6>> values(n);
        std::vector<PoseTravel> travel(n);
        std::vector<PoseTravelLimits> travel_limits(n);
        machine.reachable(poses, reachable);
        machine.clearance(poses, clearances_m, limits);
        machine.why_not(poses, reasons);
        machine.joint_values(poses, values);
        machine.travel(poses, travel, travel_limits);
        const Machine& inner = machine.inside().platform.machine;
        const PoseVerdicts verdicts(inner);
        std::set<int> both;
        for (std::size_t i = 0; i < n; ++i) {
            const NearestLimit room = machine.nearest_limit(poses[i]);
            both.insert(reachable[i]);
            EXPECT_EQ(reachable[i] != 0, machine.reachable(poses[i]));
            EXPECT_EQ(clearances_m[i], room.clearance_m);
            EXPECT_EQ(limits[i], room.limit);
            EXPECT_EQ(reasons[i], reachable[i] != 0 ? 0 : room.limit);
            EXPECT_EQ(reasons[i], machine.why_not(poses[i]));
            EXPECT_EQ(values[i], machine.joint_values(poses[i]));
            EXPECT_EQ(machine.limit_names()[limits[i]], room.limit_name);
            if (std::abs(room.clearance_m) > 1e-12) {
                EXPECT_EQ(reachable[i] != 0, room.clearance_m > 0);
            }
            const Travel one =
                reachable[i] != 0 ? travel_from(inner, inner_pose(poses[i]), PosesInTurn(verdicts)) : Travel{};
            for (std::size_t axis = 0; axis < 6; ++axis) {
                if (reachable[i] == 0) {
                    EXPECT_TRUE(std::isnan(travel[i].ends[axis][0]) && std::isnan(travel[i].ends[axis][1]));
                    continue;
                }
                EXPECT_EQ(travel[i].ends[axis][0], one[axis].from.at);
                EXPECT_EQ(travel[i].ends[axis][1], one[axis].to.at);
                EXPECT_EQ(travel_limits[i].limits[axis][1],
                          static_cast<int>(one[axis].to.limit.value_or(LimitId::none)));
            }
        }
        EXPECT_EQ(both.size(), 2U) << name;
    }
}

TEST(Hexapod, JointValuesAreThoseOfTheOracle) {
    const Hexapod machine = shipped_hexapod("rubin-camera-hexapod");
    Platform platform = machine.inside().platform;
    for (const PlatformPose& pose : poses_about_home(machine, 50)) {
        platform.scan.orientations = inner_pose(pose).orientation;
        for (int leg = 0; leg < 6; ++leg) {
            const auto l = hexscan_oracle::leg_vector(platform, leg, pose.x_m, pose.y_m, pose.z_m);
            const auto length_m = static_cast<double>(std::sqrt(l.x * l.x + l.y * l.y + l.z * l.z));
            EXPECT_NEAR(machine.joint_values(pose)[static_cast<std::size_t>(leg)], length_m, 1e-14);
        }
    }
}

TEST(Hexapod, NamesThePoseThatIsNoPose) {
    const Hexapod machine = Hexapod::built_in();
    std::vector<PlatformPose> poses(300);
    poses[217].pitch_rad = std::numeric_limits<double>::quiet_NaN();
    poses[250].x_m = std::numeric_limits<double>::infinity();
    std::vector<std::uint8_t> answers(300);
    std::vector<PoseTravel> travel(300);
    const std::string expected = "poses[217]: pitch is nan; must be a finite number, in metres or radians";
    EXPECT_EQ(message_of([&] { machine.reachable(poses, answers); }), expected);
    EXPECT_EQ(message_of([&] { machine.why_not(poses, answers); }), expected);
    EXPECT_EQ(message_of([&] { machine.travel(poses, travel); }), expected);
    EXPECT_THROW(machine.reachable(poses, std::span(answers).first(299)), UsageError);
    machine.reachable({}, {});
    machine.travel({}, {});
}

TEST(Hexapod, NumbersAreReadAndChangedInMetresAndRadians) {
    const Hexapod machine = shipped_hexapod("rubin-camera-hexapod");
    for (const std::string& key : machine.number_keys()) {
        const auto numbers = machine.numbers(key);
        ASSERT_FALSE(numbers.empty()) << key;
        EXPECT_EQ(machine.with_numbers(key, numbers).numbers(key), numbers) << key;
    }
    const auto longest_m = machine.numbers("legs.max");
    const double longer_m[] = {longest_m[0] * 1.0123456789};
    const Hexapod changed = machine.with_numbers("legs.max[2]", longer_m);
    auto expected = longest_m;
    // In a file in millimetres most numbers are exact to the last digit but one.
    expected[2] = changed.numbers("legs.max[2]")[0];
    EXPECT_DOUBLE_EQ(expected[2], longer_m[0]);
    EXPECT_EQ(changed.numbers("legs.max"), expected);
    EXPECT_EQ(Hexapod::parse(changed.text()).numbers("legs.max"), expected);
    EXPECT_EQ(machine.numbers("legs.max"), longest_m);
    EXPECT_EQ(machine.with_numbers("legs.max", longer_m).numbers("legs.max"), std::vector<double>(6, expected[2]));
}

TEST(Hexapod, OneEndOfATravelIsChangedForAllLegs) {
    const Hexapod machine = shipped_hexapod("pkm-6-pus");
    const auto keys = machine.number_keys();
    EXPECT_NE(std::ranges::find(keys, "legs.travel.to"), keys.end());
    const std::vector<double> travels = machine.numbers("legs.travel");
    ASSERT_EQ(travels.size(), 12U);
    const double end_m[] = {travels[1] + 0.01};
    const std::vector<double> changed = machine.with_numbers("legs.travel.to", end_m).numbers("legs.travel");
    for (std::size_t i = 0; i < travels.size(); ++i)
        EXPECT_NEAR(changed[i], i % 2 == 0 ? travels[i] : end_m[0], 1e-15) << i;
    EXPECT_NE(message_of([&] {
                  (void)machine.with_numbers("legs.travel", end_m);
              }).find("give all 12, or one for legs.travel.from or legs.travel.to"),
              std::string::npos);
}

/// A point or a vector takes a number for each coordinate. A single number for all coordinates is rejected.
TEST(Hexapod, VectorsTakeANumberForEachCoordinate) {
    std::string text = shipped_hexapod("rubin-camera-hexapod").text();
    text.insert(text.find("scan:") + 5, "\n  diameter: 0");
    const Hexapod machine = Hexapod::parse(text +
                                           "\nload: {force: [0, 0, -900], at: [0, 0, 100]}\n"
                                           "keep_out: [{sphere: [0, 0, -900], radius: 10}, "
                                           "{capsule: [[0, 0, -950], [0, 10, -950]], radius: 10}]\n");
    const std::pair<const char*, std::size_t> vectors[] = {{"base.joints", 18},       {"base.joints[2]", 3},
                                                           {"platform.joints", 18},   {"load.force", 3},
                                                           {"load.torque", 3},        {"load.at", 3},
                                                           {"keep_out[0].sphere", 3}, {"keep_out[1].capsule", 6},
                                                           {"keep_out", 11},          {"keep_out[1].capsule[0]", 3}};
    for (const auto& vector : vectors) {
        const char* const key = vector.first;
        const std::size_t count = vector.second;
        const std::vector<double> numbers = machine.numbers(key);
        ASSERT_EQ(numbers.size(), count) << key;
        EXPECT_FALSE(machine.takes_one_number(key)) << key;
        EXPECT_EQ(machine.with_numbers(key, numbers).numbers(key), numbers) << key;
        EXPECT_EQ(message_of([&] { (void)machine.with_numbers(key, std::span(numbers).first(1)); }),
                  std::string(key) + ": names several different numbers; give all " + std::to_string(count));
        EXPECT_EQ(message_of([&] { (void)machine.with_numbers(key, std::span(numbers).first(2)); }),
                  std::string(key) + ": 2 numbers are given; must be " + std::to_string(count));
    }
    for (const char* const key :
         {"legs.max", "legs.max[2]", "legs.min", "base.joints[2][1]", "load.force[2]", "keep_out[0].radius", "home.z"})
        EXPECT_TRUE(machine.takes_one_number(key)) << key;
    EXPECT_THROW((void)machine.takes_one_number("load.mass"), InputError);
}

TEST(Hexapod, AChangedMachineKeepsWhatItsFileAsks) {
    const std::string text =
        "name: mine\nunits: {length: mm, angle: deg}\nbase: {radius: 100, spread: 20}\n"
        "platform: {radius: 70, spread: 20, azimuth: 60}\nlegs: {min: 100, max: 200}\nhome: {z: 150}\n"
        "scan: {z: {from: 120, to: 160, slices: 5}}\nrequirements: [{name: up, x: 0, y: 0, z: [140, 150]}]\n";
    const double longest_m[] = {0.19};
    const Hexapod changed = Hexapod::parse(text).with_numbers("legs.max", longest_m);
    const Platform& platform = changed.inside().platform;
    EXPECT_EQ(platform.scan.z.from_m, 0.12);
    EXPECT_EQ(platform.scan.z.count, 5);
    EXPECT_NE(changed.text().find("requirements"), std::string::npos);
    EXPECT_EQ(platform.machine.telescopic().max_length[3], 0.19);
}

TEST(Hexapod, WrongNumbersAreAnsweredWithWhatIsRight) {
    const Hexapod machine = Hexapod::built_in();
    const double one[] = {1}, two[] = {1, 2}, none[] = {std::numeric_limits<double>::quiet_NaN()};
    EXPECT_NE(message_of([&] { (void)machine.numbers("legs.maxx"); }).find("did you mean legs.max?"),
              std::string::npos);
    EXPECT_NE(message_of([&] { (void)machine.with_numbers("legs.max", two); }).find("must be one, or 6"),
              std::string::npos);
    EXPECT_NE(message_of([&] { (void)machine.with_numbers("legs.max[1]", none); }).find("finite"), std::string::npos);
    EXPECT_NE(message_of([&] { (void)machine.with_numbers("legs.max", one); }).find("legs.m"), std::string::npos);
}

TEST(Hexapod, PosesOfMatricesAreThePoses) {
    for (const char* const order : {"zyx", "xyz"}) {
        const Hexapod machine =
            Hexapod::parse(Hexapod::built_in().text() + "\norientation_order: " + std::string(order) + "\n");
        Dice dice(3);
        for (int i = 0; i < 500; ++i) {
            Orientation turned;
            turned.roll_rad = dice.between(-3, 3);
            turned.pitch_rad = i % 5 == 0 ? dice.one_of({-1, 1}) * std::numbers::pi / 2 : dice.between(-1.5, 1.5);
            turned.yaw_rad = dice.between(-3, 3);
            const auto machine_order = machine.inside().platform.machine.orientation_order;
            const Rotation r = rotation_of(turned, machine_order);
            const double matrix[16] = {r.x.x, r.x.y, r.x.z, 1, r.y.x, r.y.y, r.y.z, 2,
                                       r.z.x, r.z.y, r.z.z, 3, 0,     0,     0,     1};
            const PlatformPose pose = machine.pose_of(matrix);
            EXPECT_EQ(pose.x_m, 1);
            EXPECT_EQ(pose.z_m, 3);
            const Rotation again = rotation_of(inner_pose(pose).orientation, machine_order);
            for (const auto& [a, b] : {std::pair{r.x, again.x}, {r.y, again.y}, {r.z, again.z}})
                EXPECT_LT(std::hypot(a.x - b.x, a.y - b.y, a.z - b.z), 1e-6) << order << " " << i;
            if (i % 5 != 0) {
                EXPECT_NEAR(pose.roll_rad, turned.roll_rad, 1e-12);
                EXPECT_NEAR(pose.pitch_rad, turned.pitch_rad, 1e-12);
                EXPECT_NEAR(pose.yaw_rad, turned.yaw_rad, 1e-12);
            }
        }
        double mirror[16] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        EXPECT_NE(message_of([&] { (void)machine.pose_of(mirror); }).find("must be a rotation"), std::string::npos);
        mirror[0] = std::numeric_limits<double>::quiet_NaN();
        EXPECT_NE(message_of([&] { (void)machine.pose_of(mirror); }).find("must be a rotation"), std::string::npos);
    }
}

}  // namespace
}  // namespace hexscan
