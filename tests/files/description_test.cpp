// Descriptions: their machine, their numbers by key, and their text, to the last bit.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/description_text.h"
#include "src/files/machine_file.h"
#include "src/machine/description/description_numbers.h"
#include "src/scan/platform.h"
#include "tests/support/platform_text.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/sweep_files.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

std::vector<Units> all_units() {
    std::vector<Units> units;
    for (const char* length : {"m", "cm", "mm", "in"})
        for (const char* angle : {"deg", "rad"}) units.push_back({length, angle});
    return units;
}

/// Appends bits, so that -0 differs from 0.
void append(double value, std::vector<std::uint64_t>& bits) { bits.push_back(std::bit_cast<std::uint64_t>(value)); }

void append(const Vector& v, std::vector<std::uint64_t>& bits) {
    for (const double c : {v.x, v.y, v.z}) append(c, bits);
}

std::vector<std::uint64_t> bits_of(const Machine& machine) {
    std::vector<std::uint64_t> bits;
    for (const JointSet* side : {&machine.base, &machine.platform})
        for (std::size_t i = 0; i < leg_count; ++i) {
            append(side->points_m[i], bits);
            append(side->axes[i], bits);
            append(side->max_tilt_rad[i], bits);
        }
    for (std::size_t i = 0; i < leg_count; ++i) {
        append(machine.telescopic().min_length[i], bits);
        append(machine.telescopic().max_length[i], bits);
    }
    if (machine.home) {
        append(machine.home->position_m, bits);
        const Orientation& o = machine.home->orientation;
        for (const double angle : {o.roll_rad, o.pitch_rad, o.yaw_rad}) append(angle, bits);
    }
    return bits;
}

std::vector<std::uint64_t> bits_of(MachineDescription description) {
    std::vector<std::uint64_t> bits;
    for (const std::string& key : number_keys(description))
        for (const DescriptionNumber& number : numbers_of(description, key))
            append(number_at(description, number.place), bits);
    for (const SideDescription* side : {&description.base, &description.platform}) {
        bits.push_back(static_cast<std::uint64_t>(side->axis));
        if (side->axis == AxisRule::listed)
            for (const Vector& axis : side->axes) append(axis, bits);
    }
    return bits;
}

SideDescription described(const JointSet& joints, const Units& units) {
    SideDescription side;
    side.axis = AxisRule::listed;
    side.axes = joints.axes;
    PerLeg tilt{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& at = joints.points_m[i];
        side.joints[i] = {units.from_metres(at.x), units.from_metres(at.y), units.from_metres(at.z)};
        tilt[i] = std::min(units.from_radians(joints.max_tilt_rad[i]), units.half_turn());
    }
    side.max_tilt = tilt;
    return side;
}

/// The machine's description in those units. Rounding in the units makes it a slightly different machine.
MachineDescription described(const Machine& machine, const Units& units) {
    MachineDescription description;
    description.name = machine.name + ", \"quoted\" \\ äß: #1";
    description.units = units;
    description.base = described(machine.base, units);
    description.platform = described(machine.platform, units);
    for (std::size_t i = 0; i < leg_count; ++i) {
        description.telescopic().min_length[i] = units.from_metres(machine.telescopic().min_length[i]);
        description.telescopic().max_length[i] = units.from_metres(machine.telescopic().max_length[i]);
    }
    if (const auto& home = machine.home)
        description.home = HomeDescription{
            units.from_metres(home->position_m.x),           units.from_metres(home->position_m.y),
            units.from_metres(home->position_m.z),           units.from_radians(home->orientation.roll_rad),
            units.from_radians(home->orientation.pitch_rad), units.from_radians(home->orientation.yaw_rad)};
    return description;
}

void expect_same_when_read_back(const MachineDescription& description) {
    const std::string text = description_text(description);
    MachineDescription back = description_in(text);
    // A file without a home gets one.
    if (!description.home) back.home.reset();
    EXPECT_EQ(back.name, description.name) << text;
    EXPECT_EQ(back.units.length, description.units.length);
    EXPECT_EQ(back.units.angle, description.units.angle);
    EXPECT_EQ(number_keys(back), number_keys(description)) << text;
    EXPECT_EQ(bits_of(back), bits_of(description)) << text;
    EXPECT_EQ(bits_of(build_machine(back)), bits_of(build_machine(description))) << text;
}

TEST(DescriptionText, ReadsBackToTheSameBitsForRandomMachinesInAllUnits) {
    const std::uint64_t seeds = how_many_seeds(60);
    for (const Units& units : all_units())
        for (std::uint64_t seed = 0; seed < seeds; ++seed)
            for (const auto& platform : {random_platform(seed), integer_platform(seed)}) {
                SCOPED_TRACE(fmt::format("seed {}, {} and {}", seed, units.length, units.angle));
                expect_same_when_read_back(described(platform.machine, units));
            }
}

/// Sides given by a radius, with every rule for their axes, with and without limits and home.
MachineDescription random_shorthand(std::mt19937_64& dice, const Units& units) {
    const auto between = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(dice() >> 11) * 0x1p-53;
    };
    MachineDescription description;
    description.name = "shorthand";
    description.units = units;
    const double metre = units.from_metres(1), one_degree = units.half_turn() / 180;
    for (SideDescription* side : {&description.base, &description.platform}) {
        side->pairs = JointPairs{between(0.3, 2) * metre, between(0, 115) * one_degree, between(-180, 180) * one_degree,
                                 dice() % 2 ? between(-0.3, 0.3) * metre : 0.0};
        side->axis = dice() % 2 ? AxisRule::home : AxisRule::up;
        if (dice() % 2) side->max_tilt = PerLeg{};
        if (side->max_tilt && dice() % 2)
            side->max_tilt->fill(between(20, 180) * one_degree);
        else if (side->max_tilt)
            for (double& tilt : *side->max_tilt) tilt = between(20, 180) * one_degree;
    }
    for (std::size_t i = 0; i < leg_count; ++i) {
        description.telescopic().min_length[i] = between(0, 1) * metre;
        description.telescopic().max_length[i] = between(1, 2) * metre;
    }
    description.home =
        HomeDescription{between(-0.1, 0.1) * metre,   0, between(3, 4) * metre, 0, between(-10, 10) * one_degree,
                        between(-10, 10) * one_degree};
    return description;
}

TEST(DescriptionText, ReadsBackToTheSameBitsForTheShorthandInAllUnits) {
    std::mt19937_64 dice(11);
    const int shorthands = how_many(60);
    for (const Units& units : all_units())
        for (int i = 0; i < shorthands; ++i) expect_same_when_read_back(random_shorthand(dice, units));
}

TEST(DescriptionNumbers, NamesEveryNumberOnceAndItsPlaceIsItsOwn) {
    std::mt19937_64 dice(12);
    std::vector<MachineDescription> descriptions;
    for (const Units& units : all_units()) {
        descriptions.push_back(random_shorthand(dice, units));
        descriptions.push_back(described(random_platform(3).machine, units));
    }
    for (const MachineDescription& description : descriptions) {
        std::set<const double*> places;
        std::set<std::string> keys;
        MachineDescription changed = description;
        for (const std::string& list : number_keys(description))
            for (const DescriptionNumber& number : numbers_of(description, list)) {
                EXPECT_TRUE(keys.insert(number.key).second) << number.key;
                double& there = number_at(changed, number.place);
                EXPECT_TRUE(places.insert(&there).second) << number.key;
                const auto alone = numbers_of(description, number.key);
                ASSERT_EQ(alone.size(), 1U) << number.key;
                EXPECT_EQ(alone[0].place, number.place);
                there = 0.125 + there;
            }
        EXPECT_EQ(keys.size(), places.size());
        const auto before = bits_of(description), after = bits_of(changed);
        ASSERT_EQ(before.size(), after.size());
        for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_NE(before[i], after[i]);
    }
}

TEST(DescriptionNumbers, SetsWhatTheFileCallsSo) {
    MachineDescription pairs = description_in(usual_file());
    const std::vector<std::pair<std::string, double>> known{
        {"base.radius", 1000},    {"base.spread", 20},      {"base.azimuth", 0},      {"base.height", 0},
        {"base.max_tilt[3]", 33}, {"platform.radius", 700}, {"platform.azimuth", 60}, {"platform.max_tilt[0]", 36},
        {"legs.min[5]", 1200},    {"legs.max[0]", 2000},    {"home.z", 1450},         {"home.roll", 0}};
    for (const auto& [key, value] : known) {
        const auto numbers = numbers_of(pairs, key);
        ASSERT_EQ(numbers.size(), 1U) << key;
        EXPECT_EQ(number_at(pairs, numbers[0].place), value) << key;
    }
    EXPECT_EQ(numbers_of(pairs, "legs.max").size(), leg_count);
    for (const char* none : {"", "base", "legs", "base.joints", "legs.max[", "legs.max[6]", "legs.max[0", "LEGS.MAX",
                             "platform.max_tilt[0][0]", "home", "scan.x"})
        EXPECT_TRUE(numbers_of(pairs, none).empty()) << none;

    MachineDescription listed = description_in(shell_file("1", "2", ""));
    EXPECT_EQ(numbers_of(listed, "base.joints").size(), 18U);
    EXPECT_EQ(numbers_of(listed, "base.joints[2]").size(), 3U);
    EXPECT_TRUE(numbers_of(listed, "base.radius").empty());
    EXPECT_TRUE(numbers_of(listed, "base.max_tilt").empty());
    EXPECT_TRUE(numbers_of(listed, "home.z").empty());
    number_at(listed, numbers_of(listed, "platform.joints[4][1]")[0].place) = 7;
    EXPECT_EQ(listed.platform.joints[4].y, 7);
}

TEST(Description, BuildsTheMachineThatTheFileDescribes) {
    std::mt19937_64 dice(13);
    for (const Units& units : all_units()) {
        const std::string text = description_text(random_shorthand(dice, units));
        const PlatformDocument document(text, "machine.yaml");
        EXPECT_EQ(bits_of(build_machine(read_description(document))), bits_of(read_machine(document))) << text;
    }
    for (const char* name : {"case-study", "rubin-camera-hexapod", "simona-flight-simulator"}) {
        const PlatformDocument document =
            PlatformDocument::load(fmt::format("{}/platforms/{}.yaml", HEXSCAN_SOURCE_DIR, name));
        const MachineDescription description = read_description(document);
        EXPECT_EQ(bits_of(build_machine(description)), bits_of(read_machine(document)));
        expect_same_when_read_back(description);
    }
}

TEST(Description, SaysWhichNumberIsToBlame) {
    const auto key_of = [](const std::string& key, double value) {
        MachineDescription description = description_in(usual_file());
        for (const DescriptionNumber& number : numbers_of(description, key))
            number_at(description, number.place) = value;
        try {
            (void)build_machine(description);
        } catch (const DescriptionError& error) {
            EXPECT_EQ(error.what(), error.key() + ": " + error.problem());
            EXPECT_EQ(error.facts().key, error.key());
            return error.key();
        }
        return std::string();
    };
    EXPECT_EQ(key_of("legs.min[3]", 2001), "legs.min[3]");
    EXPECT_EQ(key_of("legs.max", 0), "legs.max[0]");
    EXPECT_EQ(key_of("legs.min", -1), "legs.min[0]");
    EXPECT_EQ(key_of("base.radius", -1), "base.radius");
    EXPECT_EQ(key_of("platform.spread", 121), "platform.spread");
    EXPECT_EQ(key_of("base.max_tilt[2]", 0), "base.max_tilt[2]");
    EXPECT_EQ(key_of("base.max_tilt[2]", 181), "base.max_tilt[2]");
    EXPECT_EQ(key_of("platform.azimuth", 361), "platform.azimuth");
    EXPECT_EQ(key_of("platform.azimuth", 0), "");
    EXPECT_EQ(key_of("home.yaw", NAN), "home.yaw");
    EXPECT_EQ(key_of("legs.max", INFINITY), "legs.max[0]");
}

}  // namespace
