#include "src/study/charts/roofline.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/text_table.h"
#include "src/study/charts/chart_parts.h"
#include "src/study/figure_text.h"
#include "src/study/recorded_studies.h"

namespace hexscan {
namespace {

/// A unit in the order of GpuUnit, and its peak rate (throughput of arithmetic instructions, CUDA C++ Programming
/// Guide). L2, memory and PCIe execute no instructions.
struct UnitRate {
    const char* heading;
    double per_clock;                  ///< warp instructions per clock and multiprocessor, compute capability 9.0
    double InstructionCounts::*count;  ///< the instructions that the unit executes, or null
};
constexpr UnitRate units[gpu_unit_count] = {{"issue slots", 4, &InstructionCounts::all},
                                            {"XU", 0.5, &InstructionCounts::xu},
                                            {"ALU", 2, &InstructionCounts::alu},
                                            {"FP32", 4, &InstructionCounts::fp32},
                                            {"FP64", 2, &InstructionCounts::fp64},
                                            {"L2", 0, nullptr},
                                            {"memory", 0, nullptr},
                                            {"PCIe", 0, nullptr}};

/// The used share in percent of the unit's peak rate.
double used_percent(const Roofline& roofline, const UnitRate& unit, const RooflineStage& stage) {
    const double peak_per_s = roofline.issue_per_s * unit.per_clock / units[0].per_clock;
    return 100 * stage.instructions.*unit.count / (stage.alone_s * peak_per_s);
}

RooflineStage stage_of(const Roofline& roofline, const StageRecord& record, const nlohmann::json& counters) {
    RooflineStage stage;
    stage.number = record.number;
    stage.by_ncu = counted_instructions(record.number);
    const std::optional<InstructionCounts> modelled = modelled_instructions(record.number);
    stage.is_modelled = modelled.has_value();
    stage.instructions = modelled.value_or(stage.by_ncu);
    stage.output_bytes = static_cast<double>(record.output_bytes);
    stage.alone_s = record.kernel_alone_ms.median / 1000;
    stage.total_s = record.total_ms.median / 1000;
    stage.issue_percent_by_ncu = counters.at("issue_slots_percent").get<double>();
    const auto used = [&](GpuUnit unit) -> double& { return stage.used_percent[static_cast<std::size_t>(unit)]; };
    for (std::size_t unit = 0; unit < gpu_unit_count; ++unit)
        if (units[unit].count != nullptr) stage.used_percent[unit] = used_percent(roofline, units[unit], stage);
    used(GpuUnit::l2) = counters.at("l2_percent").get<double>();
    used(GpuUnit::memory) = counters.at("memory_percent").get<double>();
    used(GpuUnit::pcie) = 100 * stage.output_bytes / (stage.total_s * roofline.bus_bytes_per_s);
    return stage;
}

TextTable table_of(const Roofline& roofline) {
    TextTable table{.title = fmt::format("Roofline of the stages on {}, {}", roofline.device, roofline.date),
                    .columns = {{.header = "#"},
                                {.header = "counts\nby"},
                                {.header = "million\ninstr."},
                                {.header = "instr.\n/byte"},
                                {.header = "alone\nG instr./s"},
                                {.header = "scan\nG instr./s"}},
                    .rows = {}};
    for (const UnitRate& unit : units) table.columns.push_back({.header = fmt::format("{}\n%", unit.heading)});
    for (const RooflineStage& stage : roofline.stages) {
        std::vector<std::string> row{std::to_string(stage.number),
                                     stage.is_modelled ? "model" : "ncu",
                                     figure_text(stage.instructions.all / 1e6),
                                     figure_text(stage.instructions_per_byte()),
                                     figure_text(stage.alone_per_s() / 1e9),
                                     figure_text(stage.total_per_s() / 1e9)};
        for (const double percent : stage.used_percent) row.push_back(fmt::format("{:.1f}", percent));
        table.rows.push_back(row);
    }
    return table;
}

/// The cells of one count: model, ncu, and the ratio of the two.
void push_comparison(const RooflineStage& stage, const UnitRate& unit, std::vector<std::string>& row) {
    const double modelled = stage.instructions.*unit.count, counted = stage.by_ncu.*unit.count;
    row.push_back(stage.is_modelled ? fmt::format("{:.1f}", modelled / 1e6) : "-");
    row.push_back(fmt::format("{:.1f}", counted / 1e6));
    row.push_back(stage.is_modelled && counted > 0 ? fmt::format("{:.4f}", modelled / counted) : "-");
}

TextTable model_table_of(const Roofline& roofline) {
    TextTable table{.title = "Million warp instructions: the model and ncu", .columns = {{.header = "#"}}, .rows = {}};
    for (const UnitRate& unit : units) {
        if (unit.count == nullptr || unit.count == &InstructionCounts::fp64) continue;
        const char* heading = unit.count == &InstructionCounts::all ? "all" : unit.heading;
        for (const char* column : {"model", "ncu", "ratio"})
            table.columns.push_back({.header = fmt::format("{}\n{}", heading, column)});
    }
    table.columns.push_back({.header = "issue slots\nncu, %"});
    for (const RooflineStage& stage : roofline.stages) {
        std::vector<std::string> row{std::to_string(stage.number)};
        for (const UnitRate& unit : units)
            if (unit.count != nullptr && unit.count != &InstructionCounts::fp64) push_comparison(stage, unit, row);
        row.push_back(fmt::format("{:.1f}", stage.issue_percent_by_ncu));
        table.rows.push_back(row);
    }
    return table;
}

std::string roofs_text(const Roofline& roofline) {
    return fmt::format("{:.0f} G warp instructions/s fill every issue slot; the bus carries {:.1f} GB/s",
                       roofline.issue_per_s / 1e9, roofline.bus_bytes_per_s / 1e9);
}

constexpr std::string_view note =
    "Alone: kernels in one launch, verdicts left in device memory; scan: the whole scan, verdicts in host memory. The "
    "model multiplies the instructions on each way through the machine code (stage_paths.json) by the warps that take "
    "it (passed_limits.json). Issue slots to FP64: instructions divided by the time of the kernels alone, as a share "
    "of the unit's peak rate. ncu counted L2 and memory while kernels ran. PCIe: bytes of output divided by the time "
    "of the scan, as a share of the rate of a copy to pinned memory.";

constexpr std::string_view model_note =
    "No stage from 1 to 9 has FP64 instructions. The counters of stage 2 show the unit of three instructions (FCHK, "
    "VIADD, HFMA2.MMA), so the units of stages 1 to 3 are no predictions. Stages 10 and 11 have no model; their counts "
    "are those of ncu.";

// The picture: two logarithmic axes above, a bar per stage and unit below.
constexpr double plot_top = 84, plot_bottom = 420, plot_left = 70, plot_right = 830;
constexpr double least_per_byte = 1, most_per_byte = 100;
constexpr double least_rate = 130e9, most_rate = 1300e9;
constexpr double bars_top = 520, bar_step = 21, bar_left = 60, unit_step = 98, longest_bar = 62, unit_height = 11;

double x_of(double per_byte) {
    return plot_left +
           std::log(per_byte / least_per_byte) / std::log(most_per_byte / least_per_byte) * (plot_right - plot_left);
}

double y_of(double per_s) {
    return plot_bottom - std::log(per_s / least_rate) / std::log(most_rate / least_rate) * (plot_bottom - plot_top);
}

constexpr std::string_view quiet_text = R"(class="quiet")", quiet_middle = R"(class="quiet" text-anchor="middle")",
                           quiet_end = R"(class="quiet" text-anchor="end")";

std::string axes() {
    std::string svg;
    for (const double per_byte : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
        svg += chart::line("grid", x_of(per_byte), plot_top, x_of(per_byte), plot_bottom);
        svg += chart::text(x_of(per_byte), plot_bottom + 18, quiet_middle, fmt::format("{:g}", per_byte));
    }
    for (const double rate : {200e9, 500e9, 1000e9}) {
        svg += chart::line("grid", plot_left, y_of(rate), plot_right, y_of(rate));
        svg += chart::text(plot_left - 8, y_of(rate) + 4, quiet_end, fmt::format("{:g}", rate / 1e9));
    }
    svg += chart::text(chart::chart_margin, plot_top - 8, quiet_text, "G warp instructions/s");
    return svg + chart::text((plot_left + plot_right) / 2, plot_bottom + 38, quiet_middle,
                             "warp instructions per byte that leaves the GPU");
}

std::string roofs(const Roofline& roofline) {
    const double ridge = roofline.issue_per_s / roofline.bus_bytes_per_s;
    const double foot = least_rate / roofline.bus_bytes_per_s;
    std::string svg = chart::line("floor", x_of(foot), plot_bottom, x_of(ridge), y_of(roofline.issue_per_s));
    svg += chart::line("floor", x_of(ridge), y_of(roofline.issue_per_s), plot_right, y_of(roofline.issue_per_s));
    svg += chart::text(plot_right, y_of(roofline.issue_per_s) - 8, quiet_end,
                       fmt::format("every issue slot: {:.0f}", roofline.issue_per_s / 1e9));
    const double middle = std::sqrt(foot * ridge);
    return svg + chart::text(x_of(middle) - 10, y_of(middle * roofline.bus_bytes_per_s), quiet_end,
                             fmt::format("the bus: {:.0f} GB/s", roofline.bus_bytes_per_s / 1e9));
}

std::string marks(const RooflineStage& stage) {
    constexpr double size = 9;
    const double x = x_of(stage.instructions_per_byte());
    const double alone = y_of(stage.alone_per_s()), scan = y_of(stage.total_per_s());
    std::string svg = chart::line("grid", x, alone, x, scan);
    svg += chart::rectangle("total", x - size / 2, scan - size / 2, size, size);
    svg += chart::rectangle("kernel", x - size / 2, alone - size / 2, size, size);
    // Stages 2 and 3 share a kernel, so they share one point of the plot.
    if (stage.number == 3) return svg;
    const bool on_the_left = stage.number == 6 || stage.number == 10;
    return svg + chart::text(on_the_left ? x - 9 : x + 9, alone + 4, on_the_left ? R"(text-anchor="end")" : "",
                             stage.number == 2 ? "2, 3" : std::to_string(stage.number));
}

std::string legend() {
    constexpr double y = plot_bottom + 62;
    std::string svg = chart::rectangle("kernel", plot_left, y - 9, 9, 9);
    svg += chart::text(plot_left + 16, y, "", "kernels alone");
    svg += chart::rectangle("total", plot_left + 140, y - 9, 9, 9);
    return svg + chart::text(plot_left + 156, y, "", "whole scan, verdicts in host memory");
}

std::string unit_bars(const Roofline& roofline) {
    std::string svg;
    for (int unit = 0; unit < gpu_unit_count; ++unit)
        svg += chart::text(bar_left + unit_step * unit, bars_top - 8, quiet_text,
                           fmt::format("{} %", units[static_cast<std::size_t>(unit)].heading));
    double y = bars_top;
    for (const RooflineStage& stage : roofline.stages) {
        svg += chart::text(bar_left - 12, y + unit_height - 1, R"(text-anchor="end")",
                           fmt::format("{}{}", stage.number, stage.is_modelled ? "" : "*"));
        double x = bar_left;
        for (const double percent : stage.used_percent) {
            const double length = longest_bar * std::min(percent, 100.0) / 100;
            svg += chart::rectangle(x == bar_left + unit_step * (gpu_unit_count - 1) ? "total" : "kernel", x, y, length,
                                    unit_height);
            svg += chart::text(x + length + 4, y + unit_height - 1, R"(class="value")", fmt::format("{:.0f}", percent));
            x += unit_step;
        }
        y += bar_step;
    }
    return svg;
}

std::string description(const Roofline& roofline) {
    std::string words = roofs_text(roofline) + ".";
    for (const RooflineStage& stage : roofline.stages)
        words += fmt::format(" Stage {}: {} instructions per byte, {:.0f} G/s alone, {:.0f} G/s in the scan.",
                             stage.number, figure_text(stage.instructions_per_byte()), stage.alone_per_s() / 1e9,
                             stage.total_per_s() / 1e9);
    return words;
}

std::string xml_lines(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string each; std::getline(lines, each);) result += chart::xml(each) + '\n';
    return result;
}

}  // namespace

Roofline recorded_roofline() {
    const CaseStudy& study = recorded_case_study();
    const nlohmann::json gpu = recorded_memory(), counters = recorded_stage_counters();
    Roofline roofline;
    roofline.device = study.device;
    roofline.date = study.date.substr(0, study.date.find('T'));
    roofline.issue_per_s =
        units[0].per_clock * gpu.at("multiprocessors").get<double>() * gpu.at("clock_mhz").get<double>() * 1e6;
    const double points = 1.0 * study.columns * study.rows * study.slices;
    roofline.bus_bytes_per_s = points / (study.pinned_copy_ms.median / 1000);
    for (const nlohmann::json& counted : counters.at("stages")) {
        const auto record = std::ranges::find(study.stages, counted.at("stage").get<int>(), &StageRecord::number);
        if (record != study.stages.end()) roofline.stages.push_back(stage_of(roofline, *record, counted));
    }
    return roofline;
}

std::string roofline_text(const Roofline& roofline) {
    return fmt::format("{}\n{}.\n{}\n{}\n{}", aligned_text(table_of(roofline), terminal_columns), roofs_text(roofline),
                       paragraph(note), aligned_text(model_table_of(roofline), terminal_columns),
                       paragraph(model_note));
}

std::string roofline_svg(const Roofline& roofline) {
    const double height = bars_top + bar_step * static_cast<double>(roofline.stages.size()) + 34;
    std::string svg = chart::opening("roofline", "The roofline of the stages", description(roofline), height);
    svg += chart::text(chart::chart_margin, 28, R"(class="heading")",
                       "The roofline of the stages, and how busy each unit of the GPU is");
    svg += chart::text(chart::chart_margin, 48, quiet_text, fmt::format("{}, {}", roofline.device, roofline.date));
    svg += axes() + roofs(roofline);
    for (const RooflineStage& stage : roofline.stages) svg += marks(stage);
    svg += legend() + unit_bars(roofline);
    return svg +
           chart::text(chart::chart_margin, height - 12, quiet_text,
                       "Bars: the share of each unit's peak, by the model. By ncu: L2, memory, stages with *.") +
           "</svg>\n";
}

std::string roofline_page(const Roofline& roofline) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>Roofline of the stages</title>\n"
        "<style>:root{{color-scheme:light dark}}body{{margin:1rem auto;max-width:{0:.0f}px}}"
        "svg{{max-width:100%;height:auto}}pre{{overflow-x:auto}}</style>\n{1}<pre>{2}</pre>\n</html>\n",
        chart::chart_width, roofline_svg(roofline), xml_lines(roofline_text(roofline)));
}

}  // namespace hexscan
