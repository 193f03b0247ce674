#include "src/results/proved_file.h"

#include <cmath>

#include <fmt/format.h>

#include "src/base/numbers.h"

namespace hexscan {

ProvedFile::ProvedFile(RunRecord& record, const std::filesystem::path& folder)
    : record_(record), radii_(scan_grid(record.platform.scan), folder, "radii_proved.csv") {}

void ProvedFile::finish(const Delivery& delivery) {
    radii_.finish(delivery);
    const ScanSummary& proved = radii_.summary();
    record_.proved = {{"reachable_points", proved.reachable_points}, {"volume_m3", proved.volume_m3}};
    const Units& units = record_.platform.machine.units;
    record_.details.emplace_back(
        "proved", fmt::format("{} points, {} {}^3, at every orientation between the samples", proved.reachable_points,
                              significant(proved.volume_m3 / std::pow(units.metres(1), 3), 6), units.length));
}

}  // namespace hexscan
