#pragma once

#include "src/scan_plan.h"
#include "src/stage.h"
#include "src/stage_record.h"
#include "src/workspace.h"

namespace hexscan {

/// Compares every verdict of a finished scan with the reference of the same plan. Passed means: every point
/// was written, and verdicts differ only where |margin| is at most `margin_tolerance` (0: nowhere).
/// Throws Interrupted.
Verification verify(const PreparedScan& scan, const ScanPlan& plan, const Workspace& reference,
                    double margin_tolerance);

/// Both verifications as one: counts of the worse, passed only if both passed.
Verification worse_of(const Verification& a, const Verification& b);

/// Verifications of different parts of one plan as one: counts added up.
Verification sum_of(const Verification& a, const Verification& b);

/// One sentence for the user.
std::string describe(const Verification& verification);

}  // namespace hexscan
