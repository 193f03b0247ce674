#include "src/sweep/sweep_run.h"

#include <algorithm>
#include <string>

#include "src/ranks/shared_work.h"
#include "src/sweep/sweep_tuning.h"
#include "src/system/memory.h"

namespace hexscan {
namespace {

/// The number of steps of work between two syncs of the file, if each step measures `poses` poses.
std::int64_t steps_between_syncs(std::int64_t poses) {
    return std::max<std::int64_t>(tuning::poses_between_syncs / std::max<std::int64_t>(poses, 1), 1);
}

/// Distributes the units that the file does not contain yet over the meters of all ranks. `work_on(meter, unit)`
/// returns a unit's bytes; a unit counts as size_of(unit) steps. Finished units are synced to the disk every
/// `sync_after` steps and at the end.
template <class WorkOn, class SizeOf>
void share_units(Meters meters, Ranks& ranks, BlockFile* file, Work& progress, std::int64_t sync_after, WorkOn work_on,
                 SizeOf size_of) {
    for (std::int64_t unit = 0; file != nullptr && unit < file->blocks(); ++unit)
        if (file->has(unit)) progress.found_done(size_of(unit));
    std::int64_t next = 0;
    SharedWork work;
    work.next = [&]() -> std::optional<std::int64_t> {
        while (next < file->blocks() && file->has(next)) ++next;
        if (next == file->blocks()) return std::nullopt;
        return next++;
    };
    for (const auto& meter : meters)
        work.workers.push_back([&, measuring = meter.get()](std::int64_t unit) { return work_on(*measuring, unit); });
    std::int64_t unsynced = 0;
    const auto sync = [&] {
        if (unsynced > 0) file->sync();
        unsynced = 0;
    };
    work.take = [&](std::int64_t unit, const std::string& result) {
        file->write(unit, result);
        unsynced += size_of(unit);
        if (unsynced >= sync_after) sync();
        progress.advance(size_of(unit));
    };
    share_work(work, ranks);
    sync();
}

std::int64_t points_of_slice(const SweepFile& sweep) { return std::int64_t{sweep.scan.x.count} * sweep.scan.y.count; }

}  // namespace

void measure_machines(const SweepFile& sweep, Meters meters, Ranks& ranks, BlockFile* file, Observer& observer) {
    const MachineBlocks blocks(sweep);
    const std::unique_ptr<Work> progress = observer.begin("machines", sweep.machines());
    share_units(
        meters, ranks, file, *progress, steps_between_syncs(points_of_slice(sweep) * sweep.scan.z.count),
        [&](Meter& meter, std::int64_t unit) {
            return blocks.packed(meter.measure(blocks.first(unit), blocks.size(unit)));
        },
        [&](std::int64_t unit) { return blocks.size(unit); });
}

std::size_t reach_bytes(const SweepFile& sweep) {
    return (static_cast<std::size_t>(points_of_slice(sweep)) + 1) * sizeof(std::uint32_t);
}

std::size_t counting_meters(Meters meters, std::size_t slice_bytes, std::int64_t free_bytes) {
    constexpr double usable_memory = 0.7;
    // The memory of a meter, in slices: the sum in progress, its counts, a copy of the counts as the result, and two
    // finished results that wait to be written.
    constexpr double slices_held = 5;
    const double fitting =
        usable_memory * static_cast<double>(free_bytes) / (slices_held * static_cast<double>(slice_bytes));
    const std::size_t useful =
        meters.front()->uses_all_cores() ? std::min<std::size_t>(meters.size(), 2) : meters.size();
    return fitting < static_cast<double>(useful) ? std::max<std::size_t>(static_cast<std::size_t>(fitting), 1) : useful;
}

void count_reach(const SweepFile& sweep, Meters meters, Ranks& ranks, BlockFile* file, Observer& observer) {
    const std::unique_ptr<Work> progress = observer.begin("slices reached", sweep.scan.z.count);
    share_units(
        meters.first(counting_meters(meters, reach_bytes(sweep), available_host_bytes())), ranks, file, *progress,
        steps_between_syncs(points_of_slice(sweep) * sweep.machines()),
        [](Meter& meter, std::int64_t unit) {
            const std::vector<std::uint32_t> counts = meter.reach_counts(static_cast<int>(unit));
            return std::string(reinterpret_cast<const char*>(counts.data()), counts.size() * sizeof(counts[0]));
        },
        [](std::int64_t) { return 1; });
}

}  // namespace hexscan
