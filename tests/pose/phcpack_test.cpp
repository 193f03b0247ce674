#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "hexscan/pose.h"
#include "src/machine/rods.h"

namespace hexscan {
namespace {

struct KnownPose {
    Vector position_m;
    Rotation turned;
};

struct KnownMachine {
    std::string file;
    std::array<double, leg_count> lengths_m{};
    std::vector<KnownPose> poses;
};

Vector vector_from(std::istream& numbers) {
    Vector v;
    numbers >> v.x >> v.y >> v.z;
    return v;
}

/// The machines of tests/pose/phcpack_machines.txt, whose first lines describe it.
std::vector<KnownMachine> known_machines() {
    std::ifstream file(HEXSCAN_SOURCE_DIR "/tests/pose/phcpack_machines.txt");
    std::vector<KnownMachine> machines;
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream head(line);
        std::string word;
        std::size_t number = 0, poses = 0;
        if (!(head >> word >> number >> poses) || word != "machine") continue;
        KnownMachine known;
        std::vector<std::array<double, 3>> base, joints;
        for (double& length_m : known.lengths_m) {
            for (auto* const points : {&base, &joints}) {
                const auto [x, y, z] = vector_from(file);
                points->push_back({x, y, z});
            }
            file >> length_m;
        }
        for (std::size_t i = 0; i < poses; ++i) {
            const Vector position_m = vector_from(file);
            const Vector x = vector_from(file), y = vector_from(file), z = vector_from(file);
            known.poses.push_back({position_m, {x, y, z}});
        }
        if (!file) throw std::runtime_error("phcpack_machines.txt ends too early");
        known.file = fmt::format(
            "name: known\nunits: {{length: m, angle: deg}}\nbase: {{joints: {}}}\nplatform: {{joints: {}}}\n"
            "legs: {{min: 0, max: 10}}\n",
            base, joints);
        machines.push_back(known);
    }
    return machines;
}

/// Another solver, by polynomial homotopy continuation, found all poses of these random machines.
TEST(AllPoses, AreThoseOfPHCpack) {
    const std::vector<KnownMachine> machines = known_machines();
    ASSERT_EQ(machines.size(), 10U);
    for (const KnownMachine& known : machines) {
        const AssembledPoses found = find_poses(Hexapod::parse(known.file), {&known.lengths_m, 1}, {.all = true}).at(0);
        EXPECT_TRUE(found.complete);
        EXPECT_EQ(found.poses.size(), known.poses.size());
        for (const KnownPose& at : known.poses) {
            const auto is_same = [&](const AssembledPose& assembled) {
                const auto& [x, y, z, roll, pitch, yaw] = assembled.pose;
                const Rotation turned = rotation_of({roll, pitch, yaw}, OrientationOrder::zyx);
                return length_of(Vector{x, y, z} - at.position_m) < 1e-9 && angle_between(turned, at.turned) < 1e-9;
            };
            EXPECT_EQ(std::ranges::count_if(found.poses, is_same), 1);
        }
    }
}

}  // namespace
}  // namespace hexscan
