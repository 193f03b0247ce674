#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/pose/all_poses.h"
#include "tests/pose/random_rods.h"

namespace hexscan {
namespace {

struct Known {
    Rods rods;
    std::vector<Placed> poses;
};

Vector vector_from(std::istream& numbers) {
    Vector v;
    numbers >> v.x >> v.y >> v.z;
    return v;
}

/// The machines of tests/pose/phcpack_machines.txt, whose first lines describe it.
std::vector<Known> known_machines() {
    std::ifstream file(HEXSCAN_SOURCE_DIR "/tests/pose/phcpack_machines.txt");
    std::vector<Known> machines;
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream head(line);
        std::string word;
        std::size_t number = 0, poses = 0;
        if (!(head >> word >> number >> poses) || word != "machine") continue;
        Known known;
        double squares = 0;
        for (std::size_t i = 0; i < leg_count; ++i) {
            known.rods.feet_m[i] = vector_from(file);
            known.rods.joints_m[i] = vector_from(file);
            file >> known.rods.length_m[i];
            squares += dot(known.rods.joints_m[i], known.rods.joints_m[i]);
        }
        known.rods.size_m = std::sqrt(squares / leg_count);
        for (std::size_t i = 0; i < poses; ++i) {
            const Vector position_m = vector_from(file);
            const Vector x = vector_from(file), y = vector_from(file), z = vector_from(file);
            known.poses.push_back({position_m, {x, y, z}});
        }
        if (!file) throw std::runtime_error("phcpack_machines.txt ends too early");
        machines.push_back(known);
    }
    return machines;
}

/// Another solver, by polynomial homotopy continuation, found all poses of these random machines.
TEST(AllPoses, AreThoseOfPHCpack) {
    const Machine machine = hexscan_test::telescopic_machine();
    const std::vector<Known> machines = known_machines();
    ASSERT_EQ(machines.size(), 10U);
    for (const auto& [rods, known] : machines) {
        const ClosedPoses found = all_poses(machine, rods, {});
        EXPECT_TRUE(found.complete);
        EXPECT_EQ(found.poses.size(), known.size());
        for (const Placed& at : known)
            EXPECT_EQ(std::ranges::count_if(found.poses,
                                            [&](const ClosedPose& pose) {
                                                return length_of(pose.at.position_m - at.position_m) < 1e-9 &&
                                                       angle_between(pose.at.turned, at.turned) < 1e-9;
                                            }),
                      1);
    }
}

}  // namespace
}  // namespace hexscan
