#include "src/results/scan_outputs.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace hexscan {
namespace {

/// The kind's index in output_kinds(), or the number of kinds if it is not in that list.
std::ptrdiff_t place_of(const OutputKind& kind) {
    const std::span<const OutputKind> kinds = output_kinds();
    return std::ranges::find(kinds, kind.make, &OutputKind::make) - kinds.begin();
}

}  // namespace

ScanOutputs::ScanOutputs(const OutputOrder& order, std::span<const OutputKind> kinds)
    : plan_(order.plan), folder_(order.folder), radii_(order.plan, order.folder) {
    for (const OutputKind& kind : kinds)
        if (auto output = kind.make(order)) outputs_.emplace_back(kind, std::move(output));
}

std::vector<AnnouncedFiles> ScanOutputs::files() const {
    std::vector<AnnouncedFiles> files{{.name = run_record_name}};
    const auto add = [&](const Output& output, std::string_view kind) {
        for (AnnouncedFiles& file : output.files()) files.emplace_back(std::move(file)).kind = kind;
    };
    add(radii_, "");
    for (const auto& [kind, output] : outputs_) add(*output, kind.option.empty() ? kind.key : kind.option);
    return files;
}

std::vector<Consumer*> ScanOutputs::consumers() {
    std::vector<Consumer*> list{&radii_};
    for (const auto& [kind, output] : outputs_) list.push_back(output.get());
    return list;
}

FinishedRun ScanOutputs::finish(const RunRecord& record, const Delivery& delivery) {
    FinishedRun run{record, plan_, delivery, radii_, {}, 0};
    radii_.finish();
    for (const auto& [kind, output] : outputs_) run.reports.emplace_back(kind, output->finish());
    // Outputs finish in the order in which the constructor received their kinds. Sorting makes the results independent
    // of that order.
    std::ranges::stable_sort(run.reports, {}, [](const auto& report) { return place_of(report.first); });
    const auto tell_time = [&] { run.total_seconds = record.seconds(); };
    for (const auto& [kind, output] : outputs_) {
        tell_time();
        output->write(run);
    }
    tell_time();
    write_run_record(run, folder_);
    return run;
}

}  // namespace hexscan
