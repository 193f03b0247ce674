#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/scan/plan.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/measured.h"

namespace hexscan {

/// Measures machines of a sweep, many at a time. Only one thread may use a meter at a time. All meters give the same
/// figures to the last bit.
class Meter {
public:
    virtual ~Meter() = default;

    /// True if the meter uses all cores of the host. Several such meters at once compete for the cores and gain no
    /// speed.
    virtual bool uses_all_cores() const = 0;

    /// The meter's name in records: "cpu", or the name of a device.
    virtual std::string name() const = 0;

    /// Measures machines first ... first + count - 1. Throws DeviceError, std::bad_alloc.
    virtual std::vector<Measured> measure(std::int64_t first, std::int64_t count) = 0;

    /// For each point of a slice, columns fastest, the number of machines of the sweep that reach it. One more number
    /// follows at the end: the count for the slice's point on the z axis.
    virtual std::vector<std::uint32_t> reach_counts(int slice) = 0;
};

/// Meters that share the cores of the host. `designs` and the sweep behind it must outlive them.
std::vector<std::unique_ptr<Meter>> make_host_meters(const SweepFile& sweep, const Designs& designs, int count);

/// A single meter that uses the whole host.
std::unique_ptr<Meter> make_host_meter(const SweepFile& sweep, const Designs& designs);

/// The plan of a sweep's nominal machine.
ScanPlan nominal_plan(const SweepFile& sweep);

/// True if CUDA devices can measure the sweep. Its nominal machine must have no limits that legs share (gaps, loads,
/// singularities). If the legs have rods, an engine of CUDA devices must support the machine's plan.
bool devices_measure(const SweepFile& sweep);

/// A meter for an existing CUDA device. The device computes volumes and reach counts, and the host computes the other
/// measures. devices_measure() must be true. Throws DeviceError.
std::unique_ptr<Meter> make_cuda_meter(const SweepFile& sweep, const Designs& designs, int device);

}  // namespace hexscan
