#pragma once

#include <cstdint>
#include <vector>

#include "src/sweep/meters/measured_machines.h"

namespace hexscan {

/// The Pareto front: vectors of objectives that no other vector beats. Larger is better in each objective. A vector
/// beats another if none of its objectives is smaller and at least one is larger. Equal vectors are stored once.
class ParetoFront {
public:
    void add(const std::vector<double>& values);
    bool holds(const std::vector<double>& values) const;

private:
    std::vector<std::vector<double>> members_;  ///< in descending lexicographic order
};

/// The value rounded to 40 binary digits. Smaller differences are rounding errors.
double without_rounding(double value);

/// The objectives of a machine. If smaller is better, the sign is reversed. Values that differ only by rounding become
/// equal.
std::vector<double> objectives_of(const MeasuredMachines& machines, std::int64_t machine, const Measured& measured);

/// True if requirements are measured and no machine meets any of them. Then no machine is better than another.
bool meets_nothing(const MeasuredMachines& machines);

/// The front of all machines that can be built. It is empty if meets_nothing().
ParetoFront front_of(const MeasuredMachines& machines);

}  // namespace hexscan
