#include "src/study/two_devices.h"

#include <algorithm>

#include <fmt/format.h>

#include "src/base/text_table.h"
#include "src/study/figure_text.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

std::string ratio_text(double second, double first) { return figure_text(positive_ratio(second, first)); }

TextTable device_table(const CaseStudy& first, const CaseStudy& second) {
    TextTable table{.title = fmt::format("{} and {}", first.device, second.device),
                    .columns = {{.header = "", .align = Align::left, .max_width = 40},
                                {.header = first.device, .max_width = 30},
                                {.header = second.device, .max_width = 30},
                                {.header = "ratio"}},
                    .rows = {}};
    const auto add = [&](const char* what, double a, double b) {
        table.rows.push_back({what, time_text(a), time_text(b), ratio_text(b, a)});
    };
    table.rows.push_back({"measured", first.date, second.date, ""});
    table.rows.push_back({"compute capability", fmt::format("{}.{}", first.capability_major, first.capability_minor),
                          fmt::format("{}.{}", second.capability_major, second.capability_minor), ""});
    add("theoretical bandwidth of memory, GB/s", first.memory_bandwidth_gb_s, second.memory_bandwidth_gb_s);
    add("copy to pinned memory, ms", first.pinned_copy_ms.median, second.pinned_copy_ms.median);
    add("copy to pageable memory, ms", first.pageable_copy_ms.median, second.pageable_copy_ms.median);
    return table;
}

TextTable stage_table(const CaseStudy& first, const CaseStudy& second) {
    TextTable table{.title = "Stages: first device, second device, second over first",
                    .columns = {{.header = "#"},
                                {.header = "stage", .align = Align::left, .max_width = 17},
                                {.header = "occup. %\nfirst"},
                                {.header = "occup. %\nsecond"},
                                {.header = "alone ms\nfirst"},
                                {.header = "alone ms\nsecond"},
                                {.header = "alone\nratio"},
                                {.header = "total ms\nfirst"},
                                {.header = "total ms\nsecond"},
                                {.header = "total\nratio"}},
                    .rows = {}};
    for (const StageRecord& a : first.stages) {
        const auto b = std::find_if(second.stages.begin(), second.stages.end(),
                                    [&](const StageRecord& stage) { return stage.name == a.name; });
        if (b == second.stages.end()) continue;
        table.rows.push_back(
            {fmt::format("{}", a.number), a.name, percent_text(stage_figures(first, a).occupancy_percent),
             percent_text(stage_figures(second, *b).occupancy_percent), time_text(a.kernel_alone_ms.median),
             time_text(b->kernel_alone_ms.median), ratio_text(b->kernel_alone_ms.median, a.kernel_alone_ms.median),
             time_text(a.total_ms.median), time_text(b->total_ms.median),
             ratio_text(b->total_ms.median, a.total_ms.median)});
    }
    return table;
}

}  // namespace

std::string two_devices_text(const CaseStudy& first, const CaseStudy& second) {
    return aligned_text(device_table(first, second)) + '\n' + aligned_text(stage_table(first, second));
}

std::string two_devices_markdown(const CaseStudy& first, const CaseStudy& second) {
    return markdown_text(device_table(first, second)) + '\n' + markdown_text(stage_table(first, second));
}

}  // namespace hexscan
