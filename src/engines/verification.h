#pragma once

#include <cstdint>
#include <string>

#include "src/engines/engine.h"

namespace hexscan {

/// What verifying an engine against the double-precision reference showed.
struct Verification {
    bool done = false;
    bool passed = false;
    std::int64_t differences = 0;       ///< verdicts that differ from the reference
    double worst_margin = 0;            ///< largest |margin| among them
    double margin_tolerance = 0;        ///< what it may be at most
    std::int64_t unwritten_points = 0;  ///< points that still held poison
};

/// Compares every verdict of a finished scan with the reference of the same plan. Passed means: every point
/// was written, and verdicts differ only where |margin| is at most `margin_tolerance` (0: nowhere).
Verification verify(const PreparedScan& scan, const OrientedPlan& plan, const Workspace& reference,
                    double margin_tolerance);

/// Compares everything that a finished scan of a plan with a set or with maps holds (verdicts, what is proved, maps)
/// with what a referee, finished too, holds. `differences` counts points and numbers: none may differ, but for the
/// tolerance of its map.
Verification verify_against(const PreparedScan& referee, const PreparedScan& scan, const ScanPlan& plan);

/// Both verifications as one: counts of the worse, passed only if both passed.
Verification worse_of(const Verification& a, const Verification& b);

/// Verifications of different parts of one plan as one: counts added up.
Verification sum_of(const Verification& a, const Verification& b);

/// One sentence for the user.
std::string describe(const Verification& verification);

}  // namespace hexscan
