#pragma once

#include <array>
#include <vector>

#include "src/scan/plan.h"

namespace hexscan {

/// The smallest clearances along rows, of telescopic legs at one orientation. They have the same bits as those of
/// exact_leg_clearances().
///
/// Every clearance changes by at most the distance that the platform moves. So the clearances in the middle of a few
/// columns show which limits can be nearest there. Only these are evaluated in every column.
class ClearanceRows {
public:
    explicit ClearanceRows(const ScanPlan& plan);

    /// The smallest clearance in each column, and its limit's number. Numbers are as wide as clearances, because one
    /// vector instruction handles both.
    struct Row {
        std::vector<double> least_m, limit;
    };
    Row at(double y_m, double z_m) const;

    /// The reference's verdict on a position with this smallest clearance.
    bool is_reachable(double least_m, const Vector& position_m) const;

private:
    /// The columns from `first` to `end` - 1. No column is farther than `half_m` from the middle column.
    struct Part {
        int first, end;
        double half_m;
    };

    std::array<LegLimits<double>, leg_count> limits_;
    ScanGeometry<double> geometry_;
    std::vector<double> x_m_, middles_m_;
    std::vector<Part> parts_;
    double doubt_m_;  ///< beyond this magnitude a clearance has the verdict's sign
};

}  // namespace hexscan
