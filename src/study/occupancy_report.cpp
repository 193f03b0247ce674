#include "src/study/occupancy_report.h"

#include <fmt/format.h>

#include "src/base/text_table.h"
#include "src/study/published_case_study.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

std::string points_in_flight(const OccupancyRow& row, const Occupancy& full) {
    const auto percent = points_in_flight_percent(100 * full.fraction, row.points_per_thread);
    return percent ? fmt::format("{:.1f}", *percent) : "-";
}

std::string known(const std::optional<int>& value) { return value ? fmt::format("{}", *value) : "-"; }

std::vector<std::string> cells(const OccupancyRow& row, ComputeCapability capability) {
    const Occupancy full = occupancy(row.resources, capability);
    return {row.number == 0 ? "-" : fmt::format("{}", row.number),
            row.name,
            fmt::format("{}", row.resources.threads_per_block),
            fmt::format("{}", row.resources.registers_per_thread),
            fmt::format("{}", row.resources.static_shared_bytes),
            known(row.local_bytes),
            known(row.spilled_bytes),
            fmt::format("{}", full.blocks_per_sm),
            fmt::format("{} of {}", full.active_warps, full.max_warps),
            fmt::format("{:.1f}", 100 * full.fraction),
            points_in_flight(row, full),
            full.limiter};
}

TextTable empty_table(ComputeCapability capability) {
    return {.title = fmt::format("Occupancy at compute capability {}, by the model", to_string(capability)),
            .columns = {{.header = "#"},
                        {.header = "stage", .align = Align::left, .max_width = 17},
                        {.header = "threads\n/block"},
                        {.header = "regs\n/thread"},
                        {.header = "shared B\n/block"},
                        {.header = "local B\n/thread"},
                        {.header = "spill\nB"},
                        {.header = "blocks\n/SM"},
                        {.header = "warps\n/SM"},
                        {.header = "occup.\n%"},
                        {.header = "x points\n/thread"},
                        {.header = "limited by", .align = Align::left, .max_width = 16}},
            .rows = {}};
}

}  // namespace

std::vector<OccupancyRow> published_occupancy_rows() {
    std::vector<OccupancyRow> rows;
    for (const PublishedStep& step : published_case_study())
        rows.push_back({.number = step.number,
                        .name = std::string(step.name),
                        .resources = kernel_resources(step),
                        .points_per_thread = step.points_per_thread,
                        .local_bytes = {},
                        .spilled_bytes = {}});
    return rows;
}

std::string occupancy_table(std::span<const OccupancyRow> rows, ComputeCapability capability) {
    TextTable table = empty_table(capability);
    for (const OccupancyRow& row : rows) table.rows.push_back(cells(row, capability));
    return aligned_text(table);
}

std::string occupancy_close_up(const OccupancyRow& row, ComputeCapability capability) {
    const std::string who = row.number == 0 ? row.name : fmt::format("Stage {} {}", row.number, row.name);
    return paragraph(fmt::format("{}: {} threads per block, {} registers per thread, {} B of shared memory per block",
                                 who, row.resources.threads_per_block, row.resources.registers_per_thread,
                                 row.resources.static_shared_bytes)) +
           occupancy_plots(row.resources, capability);
}

}  // namespace hexscan
