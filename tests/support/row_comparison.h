#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "src/scan/platform.h"
#include "src/scan/rows/runs.h"

/// Compares the closed form, and rows by clearance, with the reference test, point by point. No difference is allowed,
/// neither in double on the CPU engine nor in the float instantiation of the GPU. The latter may leave rows undecided;
/// these are counted.
namespace hexscan_test {

/// Counts of what a test has compared, so that it can check that it compared something.
struct RowTally {
    std::int64_t platforms = 0, points = 0, reachable = 0, unsolvable = 0;
    std::int64_t float_rows = 0, undecided_rows = 0;
    std::int64_t double_rows = 0, undecided_in_double = 0;
    std::size_t most_runs = 0;
    int differences = 0;
};

std::string summary(const RowTally& tally);

/// Runs as " [first, last]" one after the other, or " none".
std::string to_text(std::span<const hexscan::Run> runs);
bool equal(std::span<const hexscan::Run> a, std::span<const hexscan::Run> b);

/// Compares a platform's scan. Differences are failures of the test, and a few are printed. Returns the reference's
/// workspace.
hexscan::Workspace compare(const hexscan::Platform& platform, RowTally& tally);

using Generate = std::function<hexscan::Platform(std::uint64_t seed)>;

/// Compares the platforms of seeds from 0, and expects no difference.
RowTally compare_many(const Generate& generate, int platforms);

/// Expects both verdicts to be frequent. Otherwise a solver that always gives one verdict would nearly pass.
void expect_both_verdicts(const RowTally& tally);

}  // namespace hexscan_test
