#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/engines/engine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// One or two maps of a plan, computed on the current device and brought home chunk by chunk behind the kernels.
class SetMap {
public:
    virtual ~SetMap() = default;

    /// Starts kernels, and the copies of maps that are copied whole. finish() starts the others, waits for all of them
    /// and has the host do the rows that the device could not decide.
    virtual void launch() = 0;
    virtual void finish() = 0;

    /// Fills in the values of the maps that this one is for.
    virtual void fill(int slice, std::vector<SliceField>& fields) const = 0;
    virtual void poison(std::uint8_t pattern) = 0;
    virtual std::int64_t unwritten_points() const = 0;
    virtual std::int64_t output_bytes() const = 0;
    /// Rows that the host had to do, once it is finished; 0 of maps that do not count them.
    virtual std::int64_t rows_of_host() const { return 0; }
};

/// Those of them that the plan asks for.
std::vector<std::unique_ptr<SetMap>> make_set_maps(const ScanPlan& plan);

/// Whether the device has kernels for that map, other than those of shared_maps.h.
bool is_map_of_device(MapKind map);

/// Memory that the maps of one slice take, on the host and on the device.
MemoryUse set_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
