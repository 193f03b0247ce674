#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/scan/plan.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/measured.h"

namespace hexscan {

/// Measures machines of a sweep, many at a time. One thread uses it at a time; figures are the same to the last bit
/// whichever meter tells them.
class Meter {
public:
    virtual ~Meter() = default;

    /// Whether it works on all cores of the host: several of them share these, and none works faster for having
    /// company.
    virtual bool uses_all_cores() const = 0;

    /// What records call it: "cpu", or the name of a device.
    virtual std::string name() const = 0;

    /// Machines first ... first + count - 1. Throws DeviceError, std::bad_alloc.
    virtual std::vector<Measured> measure(std::int64_t first, std::int64_t count) = 0;

    /// How many machines of the sweep reach each point of a slice, columns fastest, and behind them its point on the z
    /// axis.
    virtual std::vector<std::uint32_t> reach_counts(int slice) = 0;
};

/// Meters that share all cores of the host. `designs` and the sweep behind it must outlive them.
std::vector<std::unique_ptr<Meter>> make_host_meters(const SweepFile& sweep, const Designs& designs, int count);

/// The only meter of the host.
std::unique_ptr<Meter> make_host_meter(const SweepFile& sweep, const Designs& designs);

/// The plan of a sweep's machine as nothing is varied.
ScanPlan nominal_plan(const SweepFile& sweep);

/// Whether CUDA devices measure a sweep: of legs of all kinds that share no limit.
bool devices_measure(const SweepFile& sweep);

/// On a CUDA device that is there, of a sweep that devices measure; volumes and reach counts are its work. Throws
/// DeviceError.
std::unique_ptr<Meter> make_cuda_meter(const SweepFile& sweep, const Designs& designs, int device);

}  // namespace hexscan
