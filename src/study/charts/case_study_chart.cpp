#include "src/study/charts/case_study_chart.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text_table.h"
#include "src/study/charts/chart_parts.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

using chart::line;
using chart::rectangle;
using chart::text;
using chart::xml;

constexpr double top = 92;  ///< of the plot, below heading and legend
constexpr double stage_height = 44;
constexpr double bar_height = 14;
constexpr double bar_gap = 2;
constexpr double bottom_height = 48;  ///< for the axis below the plot
constexpr double value_width = 76;    ///< right of the plot, for the value of the longest bar
constexpr double character_width = 7.6;
constexpr std::size_t name_characters = 26;

std::string milliseconds(double time_ms) { return positive(time_ms) ? three_digits(time_ms) + " ms" : "-"; }

std::string stage_label(const StageRecord& stage) { return fmt::format("{} {}", stage.number, stage.name); }

/// The label on the axis. The title of the bar has the whole name.
std::string short_label(const StageRecord& stage) {
    const std::vector<std::string> lines = wrapped(stage_label(stage), name_characters);
    return lines.size() == 1 ? lines.front() : lines.front() + "…";
}

double label_width(const CaseStudy& study) {
    std::size_t longest = 0;
    for (const StageRecord& stage : study.stages) longest = std::max(longest, short_label(stage).size());
    return static_cast<double>(longest) * character_width;
}

/// A logarithmic axis over whole decades of milliseconds.
struct LogAxis {
    int first_decade = -1, last_decade = 1;
    double left = 0, right = 0;

    double x(double time_ms) const {
        return left + (std::log10(time_ms) - first_decade) / (last_decade - first_decade) * (right - left);
    }
};

std::vector<double> drawn_times(const CaseStudy& study) {
    std::vector<double> times{study.pinned_copy_ms.median};
    for (const StageRecord& stage : study.stages) {
        times.push_back(stage.kernel_ms.median);
        times.push_back(stage.total_ms.median);
    }
    std::erase_if(times, [](double time_ms) { return !positive(time_ms); });
    return times;
}

LogAxis time_axis(const CaseStudy& study) {
    LogAxis axis;
    axis.left = chart::chart_margin + label_width(study) + 10;
    axis.right = chart::chart_width - value_width;
    const std::vector<double> times = drawn_times(study);
    if (times.empty()) return axis;
    const auto [shortest, longest] = std::minmax_element(times.begin(), times.end());
    // The axis begins a little lower, because a bar that ends exactly at its start would have no length.
    axis.first_decade = static_cast<int>(std::floor(std::log10(*shortest) - 0.1));
    axis.last_decade = std::max(axis.first_decade + 1, static_cast<int>(std::ceil(std::log10(*longest))));
    return axis;
}

double bottom_of(const CaseStudy& study) { return top + stage_height * static_cast<double>(study.stages.size()); }

std::string description(const CaseStudy& study) {
    std::string words = fmt::format("Horizontal bars on a logarithmic axis, device {}, {}.", study.device, study.date);
    for (const StageRecord& stage : study.stages)
        words += fmt::format(" Stage {}: total {}, kernel {}.", stage_label(stage), milliseconds(stage.total_ms.median),
                             milliseconds(stage.kernel_ms.median));
    if (positive(study.pinned_copy_ms.median))
        words += fmt::format(" Pinned copy of the volume: {}.", milliseconds(study.pinned_copy_ms.median));
    return words;
}

std::string heading(const CaseStudy& study) {
    const std::string scan = fmt::format("{}, {} slices of {} x {} points, median of {} repeats", study.device,
                                         study.slices, study.columns, study.rows, study.repeats);
    return text(chart::chart_margin, 28, R"(class="heading")", "Time per stage") +
           text(chart::chart_margin, 48, R"(class="quiet")", scan);
}

std::string legend(const CaseStudy& study) {
    constexpr double baseline = 72;
    std::string svg = rectangle("total", chart::chart_margin, baseline - 11, 12, 12);
    svg += text(chart::chart_margin + 18, baseline, "", "total");
    svg += rectangle("kernel", chart::chart_margin + 70, baseline - 11, 12, 12);
    svg += text(chart::chart_margin + 88, baseline, "", "kernel");
    if (!positive(study.pinned_copy_ms.median)) return svg;
    svg += line("floor", chart::chart_margin + 150, baseline - 5, chart::chart_margin + 180, baseline - 5);
    return svg + text(chart::chart_margin + 188, baseline, "",
                      fmt::format("pinned copy of one byte per point, {}", milliseconds(study.pinned_copy_ms.median)));
}

std::string decades(const CaseStudy& study, const LogAxis& axis) {
    const double bottom = bottom_of(study);
    std::string svg;
    for (int decade = axis.first_decade; decade <= axis.last_decade; ++decade) {
        const double time_ms = std::pow(10.0, decade);
        const double x = axis.x(time_ms);
        svg += line("grid", x, top, x, bottom);
        svg += text(x, bottom + 18, R"(class="quiet" text-anchor="middle")", fmt::format("{:g}", time_ms));
    }
    return svg + text((axis.left + axis.right) / 2, bottom + 36, R"(class="quiet" text-anchor="middle")",
                      "milliseconds, logarithmic");
}

std::string floor_line(const CaseStudy& study, const LogAxis& axis) {
    if (!positive(study.pinned_copy_ms.median)) return "";
    const double x = axis.x(study.pinned_copy_ms.median);
    return line("floor", x, top, x, bottom_of(study));
}

double bar_end(const LogAxis& axis, double time_ms) { return positive(time_ms) ? axis.x(time_ms) : axis.left; }

std::string bar(std::string_view kind, const LogAxis& axis, double y, double time_ms) {
    if (!positive(time_ms)) return "";
    return rectangle(kind, axis.left, y, bar_end(axis, time_ms) - axis.left, bar_height);
}

std::string value(const LogAxis& axis, double y, double time_ms) {
    return text(bar_end(axis, time_ms) + 6, y + bar_height - 3, R"(class="value")", milliseconds(time_ms));
}

constexpr double first_bar = (stage_height - 2 * bar_height - bar_gap) / 2;
constexpr double second_bar = first_bar + bar_height + bar_gap;

std::string stage_bars(const StageRecord& stage, const LogAxis& axis, double y) {
    std::string svg = fmt::format("<g>\n<title>{}: total {}, kernel {}</title>\n", xml(stage_label(stage)),
                                  milliseconds(stage.total_ms.median), milliseconds(stage.kernel_ms.median));
    svg += text(axis.left - 10, y + stage_height / 2 + 4, R"(text-anchor="end")", short_label(stage));
    svg += bar("total", axis, y + first_bar, stage.total_ms.median);
    svg += bar("kernel", axis, y + second_bar, stage.kernel_ms.median);
    return svg + "</g>\n";
}

std::string stage_values(const StageRecord& stage, const LogAxis& axis, double y) {
    return value(axis, y + first_bar, stage.total_ms.median) + value(axis, y + second_bar, stage.kernel_ms.median);
}

}  // namespace

std::string stages_svg(const CaseStudy& study) {
    const LogAxis axis = time_axis(study);
    std::string bars, values;
    double y = top;
    for (const StageRecord& stage : study.stages) {
        bars += stage_bars(stage, axis, y);
        values += stage_values(stage, axis, y);
        y += stage_height;
    }
    // The floor line is drawn above the bars but below their values.
    return chart::opening("stages", "Time per stage, total and kernel", description(study),
                          bottom_of(study) + bottom_height) +
           heading(study) + legend(study) + decades(study, axis) + bars + floor_line(study, axis) + values + "</svg>\n";
}

}  // namespace hexscan
