#include "src/study/published_tables.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/study/figure_text.h"
#include "src/study/occupancy_model.h"
#include "src/study/published_case_study.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

using Row = std::vector<std::string>;

const StageRecord* recorded(const CaseStudy& study, int number) {
    const auto found = std::find_if(study.stages.begin(), study.stages.end(),
                                    [number](const StageRecord& stage) { return stage.number == number; });
    return found == study.stages.end() ? nullptr : &*found;
}

std::string integer_text(const std::optional<int>& value) { return value ? fmt::format("{}", *value) : "-"; }

std::string grid_text(const std::optional<GridShape>& grid) {
    return grid ? extent_text({grid->x, grid->y, grid->z}) : "-";
}

std::string published_occupancy(const PublishedStep& step) {
    if (!step.occupancy_percent) return "-";
    if (!step.points_in_flight_percent) return fmt::format("{:g}", *step.occupancy_percent);
    return fmt::format("{:g} ({:g})", *step.occupancy_percent, *step.points_in_flight_percent);
}

std::string model_occupancy(const PublishedStep& step) {
    const double percent = 100 * occupancy(kernel_resources(step), published_capability).fraction;
    return occupancy_text(percent, percent * step.points_per_thread);
}

std::string our_occupancy(const StageFigures& figures) {
    if (!figures.occupancy_percent) return "-";
    return occupancy_text(*figures.occupancy_percent,
                          figures.points_in_flight_percent.value_or(*figures.occupancy_percent));
}

/// The speed-up that the source prints. If it prints none, the speed-up that follows from its times, in brackets.
std::string published_speed_up(const PublishedStep& step) {
    if (step.speed_up) return fmt::format("{:g}", *step.speed_up);
    const auto ratio = positive_ratio(published_case_study().front().time_ms.value_or(0), step.time_ms.value_or(0));
    return ratio ? fmt::format("({})", three_digits(*ratio)) : "-";
}

Row launch_row(const PublishedStep& step, const StageRecord* ours) {
    const LaunchShape launch = ours ? ours->launch : LaunchShape{};
    const auto our = [ours](int value) { return ours ? fmt::format("{}", value) : std::string("-"); };
    const auto extent = [ours](const Extent3& shape) { return ours ? extent_text(shape) : std::string("-"); };
    const StageResources resources = ours ? ours->resources : StageResources{};
    return {fmt::format("{}", step.number),
            std::string(step.name),
            extent_text({step.block.x, step.block.y, 1}),
            extent(launch.block),
            grid_text(step.grid),
            extent(launch.grid),
            integer_text(step.launches),
            our(launch.launches),
            integer_text(step.registers_per_thread),
            our(resources.registers_per_thread),
            integer_text(step.shared_bytes_per_block),
            our(resources.static_shared_bytes)};
}

Row time_row(const CaseStudy& study, const PublishedStep& step, const StageRecord* ours) {
    const StageFigures figures = ours ? stage_figures(study, *ours) : StageFigures{};
    return {fmt::format("{}", step.number),
            std::string(step.name),
            published_occupancy(step),
            model_occupancy(step),
            our_occupancy(figures),
            time_text(step.time_ms.value_or(0)),
            time_text(ours ? ours->kernel_alone_ms.median : 0),
            time_text(ours ? ours->total_ms.median : 0),
            published_speed_up(step),
            figure_text(figures.kernel_speed_up),
            figure_text(figures.total_speed_up)};
}

std::vector<TextColumn> with_step(std::vector<TextColumn> columns) {
    columns.insert(columns.begin(), {{.header = "#"}, {.header = "published step", .align = Align::left}});
    return columns;
}

TextTable launch_table() {
    return {.title = "Published (pub.) and measured here: launch",
            .columns = with_step({{.header = "block\npub."},
                                  {.header = "block\nhere"},
                                  {.header = "grid\npub."},
                                  {.header = "grid\nhere"},
                                  {.header = "launches\npub."},
                                  {.header = "launches\nhere"},
                                  {.header = "regs\npub."},
                                  {.header = "regs\nhere"},
                                  {.header = "shared B\npub."},
                                  {.header = "shared B\nhere"}}),
            .rows = {}};
}

TextTable time_table() {
    return {.title = "Published (pub.) and measured here: occupancy and time",
            .columns = with_step({{.header = "occup. %\npub."},
                                  {.header = "occup. %\nmodel 2.0"},
                                  {.header = "occup. %\nhere"},
                                  {.header = "time ms\npub."},
                                  {.header = "alone ms\nhere"},
                                  {.header = "total ms\nhere"},
                                  {.header = "speed-up\npub."},
                                  {.header = "speed-up\nalone"},
                                  {.header = "speed-up\ntotal"}}),
            .rows = {}};
}

bool published_grid(const CaseStudy& study) {
    return study.columns == 1000 && study.rows == 1000 && study.slices == 350;
}

}  // namespace

std::vector<TextTable> published_tables(const CaseStudy& study) {
    std::vector<TextTable> tables{launch_table(), time_table()};
    for (const PublishedStep& step : published_case_study()) {
        const StageRecord* ours = recorded(study, step.number);
        tables[0].rows.push_back(launch_row(step, ours));
        tables[1].rows.push_back(time_row(study, step, ours));
    }
    return tables;
}

std::vector<std::string> published_notes(const CaseStudy& study) {
    std::vector<std::string> notes{
        "Occupancy in brackets is multiplied by the points per thread. Model 2.0 is hexscan's occupancy model at "
        "compute capability 2.0 with the published registers and shared memory. If no registers are published, it uses "
        "those of step 1. Speed-ups in brackets are not printed in the source but follow from its times. Speed-ups of "
        "kernel (alone) and total are measured here."};
    if (!published_grid(study))
        notes.push_back(fmt::format(
            "The published times are for 350 slices of 1000 x 1000 points, the measured ones for {} slices of {} x {}.",
            study.slices, study.columns, study.rows));
    return notes;
}

}  // namespace hexscan
