#pragma once

#include <cstdint>
#include <vector>

#include "src/sweep/meters/measured_machines.h"

namespace hexscan {

/// The values that no other ones beat: vectors of objectives, larger is better in each. One beats another if it is
/// nowhere smaller and somewhere larger; equal ones stand beside each other.
class ParetoFront {
public:
    void add(const std::vector<double>& values);
    bool holds(const std::vector<double>& values) const;

private:
    std::vector<std::vector<double>> members_;  ///< in descending lexicographic order
};

/// To 2^-40 of its size, below which differences are rounding.
double without_rounding(double value);

/// The objectives of a machine, signs turned where smaller is better; values that differ by rounding alone are the
/// same.
std::vector<double> objectives_of(const MeasuredMachines& machines, std::int64_t machine, const Measured& measured);

/// Whether requirements are measured and no machine meets any: then none of them is better than another.
bool meets_nothing(const MeasuredMachines& machines);

/// The front of all machines that are machines; empty where they meet nothing.
ParetoFront front_of(const MeasuredMachines& machines);

}  // namespace hexscan
