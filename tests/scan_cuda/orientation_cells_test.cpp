// Cells of orientations: every orientation is in one cell of each level, and within the cell's distance.

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan_cuda/orientation_cells.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The norm of the difference of two rotation matrices: the largest change of a unit vector.
double norm_between(const Rotation& a, const Rotation& b) {
    const Vector x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return std::sqrt((dot(x, x) + dot(y, y) + dot(z, z)) / 2);
}

TEST(OrientationCells, ContainEachOrientationOnce) {
    Dice dice(7);
    for (int round = 0; round < 20; ++round) {
        std::vector<Rotation> rotations;
        const int count = 1 + round * round * 3;
        const auto angle = [&] { return dice.between(-0.3, 0.3); };
        for (int k = 0; k < count; ++k)
            rotations.push_back(rotation_of({angle(), angle(), angle()}, OrientationOrder::zyx));
        const int most_roots = 1 + round * 7;
        const OrientationCells tree = cells_of(rotations, most_roots);
        EXPECT_LE(tree.roots.size(), static_cast<std::size_t>(most_roots));
        std::vector<int> seen(rotations.size());
        for (const int root : tree.roots)
            for (int c = root; c < tree.cells[static_cast<std::size_t>(root)].end; ++c) {
                const OrientationCell& cell = tree.cells[static_cast<std::size_t>(c)];
                const Rotation& own = rotations[static_cast<std::size_t>(cell.orientation)];
                if (cell.end == c + 1) {
                    ++seen[static_cast<std::size_t>(cell.orientation)];
                    EXPECT_EQ(cell.turned, 0);
                }
                for (int d = c; d < cell.end; ++d) {
                    const int other = tree.cells[static_cast<std::size_t>(d)].orientation;
                    EXPECT_LE(norm_between(own, rotations[static_cast<std::size_t>(other)]), cell.turned + 1e-15);
                }
            }
        for (const int times : seen) EXPECT_EQ(times, 1);
    }
}

TEST(OrientationCells, HaveOneOrientationEachIfAsked) {
    const OrientationCells single = single_cells(3);
    ASSERT_EQ(single.cells.size(), 3U);
    EXPECT_EQ(single.roots, (std::vector<int>{0, 1, 2}));
    for (int k = 0; k < 3; ++k) EXPECT_EQ(single.cells[static_cast<std::size_t>(k)].end, k + 1);
}

}  // namespace
