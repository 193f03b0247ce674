#include "src/study/case_study_tables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text_table.h"
#include "src/study/figure_text.h"
#include "src/study/published_tables.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t name_columns = 17;

std::string spread_text(const Spread& spread) {
    if (!(spread.median > 0)) return "-";
    return fmt::format("{}-{}", three_digits(spread.min), three_digits(spread.max));
}

std::string megabytes(std::int64_t bytes) { return bytes > 0 ? three_digits(static_cast<double>(bytes) * 1e-6) : "-"; }

/// Adds the columns with which every table starts.
std::vector<TextColumn> with_stage(std::vector<TextColumn> columns) {
    columns.insert(columns.begin(),
                   {{.header = "#"}, {.header = "stage", .align = Align::left, .max_width = name_columns}});
    return columns;
}

Row with_stage(const StageRecord& stage, Row cells) {
    cells.insert(cells.begin(), {fmt::format("{}", stage.number), stage.name});
    return cells;
}

TextTable change_table(const CaseStudy& study) {
    TextTable table{.title = "What each stage changes",
                    .columns = with_stage({{.header = "change", .align = Align::left, .max_width = 97}}),
                    .rows = {}};
    for (const StageRecord& stage : study.stages) table.rows.push_back(with_stage(stage, {stage.change}));
    return table;
}

TextTable launch_table(const CaseStudy& study) {
    TextTable table{.title = "Launch and occupancy",
                    .columns = with_stage({{.header = "block"},
                                           {.header = "grid"},
                                           {.header = "launches"},
                                           {.header = "regs"},
                                           {.header = "shared\nB"},
                                           {.header = "local\nB"},
                                           {.header = "blocks\n/SM"},
                                           {.header = "occup.\n%"},
                                           {.header = "resident\npoints %"},
                                           {.header = "limited by", .align = Align::left, .max_width = 16}}),
                    .rows = {}};
    for (const StageRecord& stage : study.stages) {
        const StageFigures figures = stage_figures(study, stage);
        const StageResources& resources = stage.resources;
        table.rows.push_back(with_stage(
            stage, {extent_text(stage.launch.block), extent_text(stage.launch.grid),
                    fmt::format("{}", stage.launch.launches), fmt::format("{}", resources.registers_per_thread),
                    fmt::format("{}", resources.static_shared_bytes), fmt::format("{}", resources.local_bytes),
                    fmt::format("{}", resources.resident_blocks), percent_text(figures.occupancy_percent),
                    percent_text(figures.points_in_flight_percent), stage.limiter.empty() ? "-" : stage.limiter}));
    }
    return table;
}

std::string first_stage(const CaseStudy& study) {
    return study.stages.empty() ? "the first stage" : fmt::format("stage {}", study.stages.front().number);
}

/// The column in which the decoding times appear, next to the totals. Old records have no decoding times.
constexpr int decoding_column = 8;

bool has_decoding_times(const CaseStudy& study) {
    return std::ranges::any_of(study.stages, [](const StageRecord& stage) { return stage.decoding_ms.median > 0; });
}

TextTable time_table(const CaseStudy& study) {
    TextTable table{.title = "Time (median, and smallest to largest)",
                    .columns = with_stage({{.header = "kernel\nms"},
                                           {.header = "alone\nms"},
                                           {.header = "copy\nms"},
                                           {.header = "min-max\nms"},
                                           {.header = "total\nms"},
                                           {.header = "min-max\nms"},
                                           {.header = "speed-up\nalone"},
                                           {.header = "speed-up\ntotal"},
                                           {.header = "total\n/floor"}}),
                    .rows = {}};
    const bool decoded = has_decoding_times(study);
    if (decoded) table.columns.insert(table.columns.begin() + decoding_column, {.header = "decode\nms"});
    for (const StageRecord& stage : study.stages) {
        const StageFigures figures = stage_figures(study, stage);
        Row row = with_stage(
            stage, {time_text(stage.kernel_ms.median), time_text(stage.kernel_alone_ms.median),
                    time_text(stage.copy_ms.median), spread_text(stage.copy_ms), time_text(stage.total_ms.median),
                    spread_text(stage.total_ms), figure_text(figures.kernel_speed_up),
                    figure_text(figures.total_speed_up), figure_text(figures.total_to_floor)});
        if (decoded) row.insert(row.begin() + decoding_column, time_text(stage.decoding_ms.median));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Cells of a stage's verification: verified, differences, worst margin, allowed margin.
Row truth_cells(const Verification& truth) {
    if (!truth.done) return {"-", "-", "-", "-"};
    const bool any = truth.differences != 0;
    return {truth.passed ? "yes" : "FAILED", fmt::format("{}", truth.differences),
            any ? fmt::format("{:.1e}", truth.worst_margin) : "-",
            truth.margin_tolerance > 0 ? fmt::format("{:.1e}", truth.margin_tolerance) : "0"};
}

TextTable truth_table(const CaseStudy& study) {
    TextTable table{.title = "Bandwidth, truth and memory",
                    .columns = with_stage({{.header = "output\nMB"},
                                           {.header = "kernel\nGB/s"},
                                           {.header = "% of\nmemory"},
                                           {.header = "total\nGB/s"},
                                           {.header = "verified"},
                                           {.header = "differ"},
                                           {.header = "worst\nmargin"},
                                           {.header = "allowed\nmargin"},
                                           {.header = "host\nMB"},
                                           {.header = "device\nMB"},
                                           {.header = "set-up\nms"}}),
                    .rows = {}};
    for (const StageRecord& stage : study.stages) {
        const StageFigures figures = stage_figures(study, stage);
        Row cells{megabytes(stage.output_bytes), figure_text(figures.kernel_gb_s),
                  figure_text(figures.memory_bandwidth_percent), figure_text(figures.total_gb_s)};
        const Row truth = truth_cells(stage.verification);
        cells.insert(cells.end(), truth.begin(), truth.end());
        cells.insert(cells.end(), {megabytes(stage.memory.host_bytes), megabytes(stage.memory.device_bytes),
                                   time_text(stage.setup_ms)});
        table.rows.push_back(with_stage(stage, std::move(cells)));
    }
    return table;
}

std::string floor_line(const CaseStudy& study) {
    const Spread& pinned = study.pinned_copy_ms;
    if (!(pinned.median > 0)) return "floor: not measured";
    std::string line = fmt::format("floor: copy of one byte per point to pinned memory {} ms ({})",
                                   time_text(pinned.median), spread_text(pinned));
    if (study.pageable_copy_ms.median > 0)
        line += fmt::format("; to pageable memory {} ms", time_text(study.pageable_copy_ms.median));
    return line;
}

std::string memory_bandwidth(const CaseStudy& study) {
    const double gb_s = study.memory_bandwidth_gb_s;
    return gb_s > 0 ? fmt::format("the device's theoretical {} GB/s", three_digits(gb_s))
                    : "the theoretical bandwidth of the device, which is unknown here";
}

/// The lines of the header. The first has the device and the date. The others say what was scanned, how often, and the
/// floor.
std::vector<std::string> study_header(const CaseStudy& study) {
    return {fmt::format("{}, {}", study.device, study.date),
            fmt::format("hexscan {}, compute capability {}.{}, driver {}, CUDA runtime {}", study.hexscan_version,
                        study.capability_major, study.capability_minor, study.driver_version, study.runtime_version),
            fmt::format("platform {}, {} slices of {} x {} points, {} repeats after warm-up", study.platform,
                        study.slices, study.columns, study.rows, study.repeats),
            floor_line(study)};
}

/// The tables of the record's own measurements.
std::vector<TextTable> measured_tables(const CaseStudy& study) {
    return {change_table(study), launch_table(study), time_table(study), truth_table(study)};
}

/// Remarks on the run, stage by stage: first on a failed verification, then the record's own remarks.
std::vector<std::string> study_remarks(const CaseStudy& study) {
    std::vector<std::string> remarks;
    for (const StageRecord& stage : study.stages) {
        const std::string who = fmt::format("stage {} {}: ", stage.number, stage.name);
        const Verification& truth = stage.verification;
        if (truth.done && !truth.passed) remarks.push_back(who + "verification failed");
        if (truth.done && truth.unwritten_points != 0)
            remarks.push_back(fmt::format("{}{} points were never written", who, truth.unwritten_points));
        for (const std::string& remark : stage.remarks) remarks.push_back(who + remark);
    }
    return remarks;
}

/// Explains the measured tables.
std::vector<std::string> study_notes(const CaseStudy& study) {
    std::vector<std::string> notes{
        "Block is in threads, grid is in blocks of one launch. Regs and local B (spills and stack) are per thread, "
        "shared B is per block. Resident points are occupancy x points per thread. They say how many points are on a "
        "multiprocessor, not how many are worked on at once. They are left out if a thread owns a row.",
        fmt::format(
            "If kernels follow each other, the column kernel shows the time from the first launch to the end of the "
            "last kernel. Otherwise it shows the sum over all kernels, each with the gap before it. Alone is the time "
            "of the kernel in one launch that leaves verdicts in device memory. Copy is the sum over all copies, which "
            "may overlap the kernels. Total is the time from the first launch to the last verdict in host memory. Each "
            "repeat times these in turn, one scan for each. Speed-ups are relative to {}. The kernel's speed-up is "
            "that of the kernel alone. Floor is the time of a copy of the volume as bytes to pinned memory. A stage "
            "that transfers fewer bytes can take less time. Set-up is the time to allocate memory. Pageable memory is "
            "also filled with zeros, pinned memory is not.",
            first_stage(study)),
        fmt::format(
            "GB/s is output bytes over kernel time, and over total time. % of memory compares the first of these with "
            "{}, if the kernel writes to that memory. Differ is the number of verdicts that differ from the "
            "double-precision reference. Worst margin is the largest distance from a limit among them.",
            memory_bandwidth(study)),
    };
    if (has_decoding_times(study))
        notes.emplace_back(
            "Decode is the time to turn the verdicts in host memory into runs of columns, on all threads. It is not "
            "part of the total.");
    return notes;
}

std::string paragraphs(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += paragraph(line);
    return text;
}

/// Device and date are a line of their own. The rest of the header follows as one paragraph.
std::string markdown_header(const CaseStudy& study) {
    const std::vector<std::string> lines = study_header(study);
    std::string text = fmt::format("**{}**\n\n", markdown_escaped(lines.front()));
    for (std::size_t i = 1; i < lines.size(); ++i)
        text += markdown_escaped(lines[i]) + (i + 1 < lines.size() ? ";\n" : ".\n");
    return text;
}

std::string markdown_list(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += fmt::format("- {}\n", markdown_escaped(line));
    return text;
}

}  // namespace

std::string stage_table(const CaseStudy& study) {
    std::string text = paragraphs(study_header(study));
    for (const TextTable& table : measured_tables(study)) text += '\n' + aligned_text(table);
    text += '\n' + paragraphs(study_notes(study));
    if (const auto remarks = study_remarks(study); !remarks.empty()) text += "\nRemarks\n" + paragraphs(remarks);
    for (const TextTable& table : published_tables(study)) text += '\n' + aligned_text(table);
    return text + '\n' + paragraphs(published_notes(study));
}

std::string stages_markdown(const CaseStudy& study) {
    std::string text = markdown_header(study);
    for (const TextTable& table : measured_tables(study)) text += '\n' + markdown_text(table);
    text += '\n' + markdown_list(study_notes(study));
    if (const auto remarks = study_remarks(study); !remarks.empty())
        text += "\n**Remarks**\n\n" + markdown_list(remarks);
    for (const TextTable& table : published_tables(study)) text += '\n' + markdown_text(table);
    return text + '\n' + markdown_list(published_notes(study));
}

CaseStudyTables case_study_tables(const CaseStudy& study) {
    return {.header = study_header(study),
            .measured = measured_tables(study),
            .notes = study_notes(study),
            .remarks = study_remarks(study),
            .published = published_tables(study),
            .published_notes = published_notes(study)};
}

std::string time_table_text(const CaseStudy& study) {
    return paragraphs(study_header(study)) + '\n' + aligned_text(time_table(study)) + '\n';
}

std::string time_table_markdown(const CaseStudy& study) {
    return markdown_header(study) + '\n' + markdown_text(time_table(study));
}

}  // namespace hexscan
