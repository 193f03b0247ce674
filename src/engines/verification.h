#pragma once

#include <cstdint>
#include <string>

#include "src/engines/engine.h"

namespace hexscan {

/// Result of comparing an engine with the double-precision reference.
struct Verification {
    bool done = false;
    bool passed = false;
    std::int64_t differences = 0;       ///< verdicts that differ from the reference
    double worst_margin = 0;            ///< largest |margin| among the differences
    double margin_tolerance = 0;        ///< the largest allowed margin
    std::int64_t unwritten_points = 0;  ///< points that still held poison (PreparedScan::poison())
};

/// Compares every verdict of a finished scan with the reference of the same plan. The verification passes if every
/// point was written and verdicts differ only where |margin| is at most `margin_tolerance`. If that number is 0, no
/// verdict may differ.
Verification verify(const PreparedScan& scan, const OrientedPlan& plan, const Workspace& reference,
                    double margin_tolerance);

/// Compares all results of a finished scan of a set or of maps (verdicts, proved part, maps) with those of a referee's
/// scan. `differences` counts both points and numbers of maps. Verdicts must be equal; numbers of a map may differ by
/// the map's tolerance.
Verification verify_against(const PreparedScan& referee, const PreparedScan& scan, const ScanPlan& plan);

/// Combines two verifications of the same scan. The result has the counts of the worse verification, and passes only if
/// both passed.
Verification worse_of(const Verification& a, const Verification& b);

/// Combines verifications of different parts of one plan by adding their counts.
Verification sum_of(const Verification& a, const Verification& b);

/// One sentence that describes the result to the user.
std::string describe(const Verification& verification);

}  // namespace hexscan
