#include "src/results/proved_file.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/results/output_kinds.h"

namespace hexscan {

namespace {

std::unique_ptr<Output> make_proved(const OutputOrder& order) {
    if (!order.plan.is_certified()) return nullptr;
    return std::make_unique<ProvedFile>(order.plan, order.platform.machine.units, order.folder);
}

}  // namespace

OutputKind proved_output() { return {.key = "proved", .make = make_proved}; }

ProvedFile::ProvedFile(const ScanGrid& grid, Units units, const std::filesystem::path& folder)
    : units_(std::move(units)), radii_(grid, folder, "radii_proved.csv") {}

OutputReport ProvedFile::finish() {
    radii_.finish();
    const ScanSummary& proved = radii_.summary();
    const std::string text = fmt::format(
        "{} points ({} {}^3) proved reachable at every orientation, also between the samples", proved.reachable_points,
        significant(proved.volume_m3 / std::pow(units_.metres(1), 3), 6), units_.length);
    return {.json = {{"reachable_points", proved.reachable_points}, {"volume_m3", proved.volume_m3}},
            .lines = {{"proved", text}}};
}

}  // namespace hexscan
