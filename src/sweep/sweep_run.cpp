#include "src/sweep/sweep_run.h"

#include <string>

#include "src/base/progress.h"
#include "src/ranks/shared_work.h"

namespace hexscan {
namespace {

/// Shares out the units that the file lacks. `work_on(meter, unit)` gives a unit's bytes; it counts as size_of(unit)
/// steps.
template <class WorkOn, class SizeOf>
void share_units(Meters meters, Ranks& ranks, BlockFile* file, Progress& progress, WorkOn work_on, SizeOf size_of) {
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
    work.take = [&](std::int64_t unit, const std::string& result) {
        file->write(unit, result);
        progress.advance(size_of(unit));
    };
    share_work(work, ranks);
}

}  // namespace

void measure_machines(const SweepStudy& study, Meters meters, Ranks& ranks, BlockFile* file, bool show_progress) {
    const MachineBlocks blocks(study);
    Progress progress("machines", study.machines(), show_progress);
    share_units(
        meters, ranks, file, progress,
        [&](Meter& meter, std::int64_t unit) {
            return blocks.packed(meter.measure(blocks.first(unit), blocks.size(unit)));
        },
        [&](std::int64_t unit) { return blocks.size(unit); });
}

std::size_t reach_bytes(const SweepStudy& study) {
    return static_cast<std::size_t>(study.scan.x.count) * static_cast<std::size_t>(study.scan.y.count) *
           sizeof(std::uint32_t);
}

void count_reach(const SweepStudy& study, Meters meters, Ranks& ranks, BlockFile* file, bool show_progress) {
    Progress progress("slices reached", study.scan.z.count, show_progress);
    share_units(
        meters, ranks, file, progress,
        [](Meter& meter, std::int64_t unit) {
            const std::vector<std::uint32_t> counts = meter.reach_counts(static_cast<int>(unit));
            return std::string(reinterpret_cast<const char*>(counts.data()), counts.size() * sizeof(counts[0]));
        },
        [](std::int64_t) { return 1; });
}

}  // namespace hexscan
