#include "src/study/case_study_chart.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

constexpr double chart_width = 860;
constexpr double top = 92;  ///< of the plot, below heading and legend
constexpr double stage_height = 44;
constexpr double bar_height = 14;
constexpr double bar_gap = 2;
constexpr double bottom_height = 48;  ///< for the axis below the plot
constexpr double chart_margin = 16;
constexpr double value_width = 76;  ///< right of the plot, for the value of the longest bar
constexpr double character_width = 7.6;
constexpr std::size_t name_characters = 26;

// The chart draws its own background. So it stays readable on a page whose colour scheme differs from the reader's.
constexpr std::string_view style = R"(<style>
.page{fill:#ffffff}
text{fill:#1f2328;font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",Arial,sans-serif}
.heading{font-size:16px;font-weight:600}
.quiet{fill:#59636e}
.value{font-size:12px;paint-order:stroke;stroke:#ffffff;stroke-width:4px;stroke-linejoin:round}
.grid{stroke:#d1d9e0;stroke-width:1}
.floor{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:5 4}
.total{fill:#1f6feb}
.kernel{fill:#d4761b}
@media (prefers-color-scheme:dark){
.page{fill:#0d1117}
text{fill:#e6edf3}
.quiet{fill:#9198a1}
.value{stroke:#0d1117}
.grid{stroke:#30363d}
.floor{stroke:#e6edf3}
.total{fill:#388bfd}
.kernel{fill:#db8b3a}
}
</style>
)";

/// Escapes text for an XML element, which may contain no control characters.
std::string xml(std::string_view text) {
    std::string result;
    for (const char byte : escaped(text)) {
        if (byte == '&')
            result += "&amp;";
        else if (byte == '<')
            result += "&lt;";
        else if (byte == '>')
            result += "&gt;";
        else
            result += byte;
    }
    return result;
}

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
    axis.left = chart_margin + label_width(study) + 10;
    axis.right = chart_width - value_width;
    const std::vector<double> times = drawn_times(study);
    if (times.empty()) return axis;
    const auto [shortest, longest] = std::minmax_element(times.begin(), times.end());
    // The axis begins a little lower, because a bar that ends exactly at its start would have no length.
    axis.first_decade = static_cast<int>(std::floor(std::log10(*shortest) - 0.1));
    axis.last_decade = std::max(axis.first_decade + 1, static_cast<int>(std::ceil(std::log10(*longest))));
    return axis;
}

double plot_bottom(const CaseStudy& study) { return top + stage_height * static_cast<double>(study.stages.size()); }

std::string text(double x, double y, std::string_view attributes, std::string_view content) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y, attributes.empty() ? "" : " ",
                       attributes, xml(content));
}

std::string line(std::string_view kind, double x1, double y1, double x2, double y2) {
    return fmt::format(R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)"
                       "\n",
                       kind, x1, y1, x2, y2);
}

std::string rectangle(std::string_view kind, double x, double y, double width, double height) {
    return fmt::format(R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)"
                       "\n",
                       kind, x, y, width, height);
}

std::string description(const CaseStudy& study) {
    std::string words = fmt::format("Horizontal bars on a logarithmic axis, device {}, {}.", study.device, study.date);
    for (const StageRecord& stage : study.stages)
        words += fmt::format(" Stage {}: total {}, kernel {}.", stage_label(stage), milliseconds(stage.total_ms.median),
                             milliseconds(stage.kernel_ms.median));
    if (positive(study.pinned_copy_ms.median))
        words += fmt::format(" Pinned copy of the volume: {}.", milliseconds(study.pinned_copy_ms.median));
    return words;
}

std::string opening(const CaseStudy& study) {
    const double height = plot_bottom(study) + bottom_height;
    std::string svg = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" )"
                                  R"(viewBox="0 0 {0:.0f} {1:.0f}" )"
                                  R"(role="img" aria-labelledby="hexscan-stages-title hexscan-stages-desc">)"
                                  "\n",
                                  chart_width, height);
    svg += "<title id=\"hexscan-stages-title\">Time per stage, total and kernel</title>\n";
    svg += fmt::format("<desc id=\"hexscan-stages-desc\">{}</desc>\n", xml(description(study)));
    svg += style;
    return svg + rectangle("page", 0, 0, chart_width, height);
}

std::string heading(const CaseStudy& study) {
    const std::string scan = fmt::format("{}, {} slices of {} x {} points, median of {} repeats", study.device,
                                         study.slices, study.columns, study.rows, study.repeats);
    return text(chart_margin, 28, R"(class="heading")", "Time per stage") +
           text(chart_margin, 48, R"(class="quiet")", scan);
}

std::string legend(const CaseStudy& study) {
    constexpr double baseline = 72;
    std::string svg = rectangle("total", chart_margin, baseline - 11, 12, 12);
    svg += text(chart_margin + 18, baseline, "", "total");
    svg += rectangle("kernel", chart_margin + 70, baseline - 11, 12, 12);
    svg += text(chart_margin + 88, baseline, "", "kernel");
    if (!positive(study.pinned_copy_ms.median)) return svg;
    svg += line("floor", chart_margin + 150, baseline - 5, chart_margin + 180, baseline - 5);
    return svg + text(chart_margin + 188, baseline, "",
                      fmt::format("pinned copy of one byte per point, {}", milliseconds(study.pinned_copy_ms.median)));
}

std::string decades(const CaseStudy& study, const LogAxis& axis) {
    const double bottom = plot_bottom(study);
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
    return line("floor", x, top, x, plot_bottom(study));
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
    return opening(study) + heading(study) + legend(study) + decades(study, axis) + bars + floor_line(study, axis) +
           values + "</svg>\n";
}

}  // namespace hexscan
