#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/engines/engine.h"
#include "src/scan/plan.h"

namespace hexscan {

/// One or two maps of a plan, computed on the current device. Copies to the host run chunk by chunk while kernels
/// compute the next chunks.
class SetMap {
public:
    virtual ~SetMap() = default;

    /// Starts the kernels, and the copies of those maps that are copied completely. May wait for all kernels. finish()
    /// starts the other copies and waits for everything. After that the host computes the rows that the device left
    /// undecided.
    virtual void launch() = 0;
    virtual void finish() = 0;

    /// Copies the values of this object's maps into a slice's fields.
    virtual void fill(int slice, std::vector<SliceField>& fields) const = 0;
    virtual void poison(std::uint8_t pattern) = 0;
    virtual std::int64_t unwritten_points() const = 0;
    virtual std::int64_t output_bytes() const = 0;
    /// The number of rows that the host computed; 0 for maps that do not count them. Valid after finish().
    virtual std::int64_t rows_of_host() const { return 0; }
};

/// Makes those requested maps for which is_map_of_device() is true.
std::vector<std::unique_ptr<SetMap>> make_set_maps(const ScanPlan& plan);

/// True if the device has kernels for the map. The maps of shared_maps.h are not included.
bool is_map_of_device(MapKind map);

/// The memory that the maps of one slice take, on the host and on the device.
MemoryUse set_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
