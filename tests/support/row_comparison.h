#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "src/scan/platform.h"
#include "src/scan/rows/runs.h"

/// The closed form, and rows by clearance, against the reference test, point by point. No difference is ever allowed:
/// not in double on the CPU engine, and not in the float instantiation that the GPU runs. The latter may call a row
/// undecided; those rows are counted.
namespace hexscan_test {

/// What a test has looked at, so that it can say that it looked at something.
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

/// Compares a platform's scan; differences are failures of the test, of which a few are told. Returns the reference's.
hexscan::Workspace compare(const hexscan::Platform& platform, RowTally& tally);

using Generate = std::function<hexscan::Platform(std::uint64_t seed)>;

/// Compares the platforms of seeds from 0 on, and expects no difference.
RowTally compare_many(const Generate& generate, int platforms);

/// Neither verdict may be so rare that always answering the other one would nearly pass.
void expect_both_verdicts(const RowTally& tally);

}  // namespace hexscan_test
