#include "src/study/charts/chart_parts.h"

#include <fmt/format.h>

#include "src/base/text.h"

namespace hexscan::chart {
namespace {

// The chart draws its own background. So it stays readable on a page whose colour scheme differs from the reader's.
constexpr std::string_view style_element = R"(<style>
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

}  // namespace

std::string_view style() { return style_element; }

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

std::string opening(std::string_view name, std::string_view title, std::string_view description, double height) {
    std::string svg = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" )"
                                  R"(viewBox="0 0 {0:.0f} {1:.0f}" )"
                                  R"(role="img" aria-labelledby="hexscan-{2}-title hexscan-{2}-desc">)"
                                  "\n",
                                  chart_width, height, name);
    svg += fmt::format("<title id=\"hexscan-{}-title\">{}</title>\n", name, xml(title));
    svg += fmt::format("<desc id=\"hexscan-{}-desc\">{}</desc>\n", name, xml(description));
    svg += style();
    return svg + rectangle("page", 0, 0, chart_width, height);
}

}  // namespace hexscan::chart
