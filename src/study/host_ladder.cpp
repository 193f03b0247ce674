#include "src/study/host_ladder.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/numbers.h"
#include "src/base/text_table.h"
#include "src/base/version.h"
#include "src/engines/host_engines.h"
#include "src/files/json_fields.h"
#include "src/study/figure_text.h"
#include "src/study/host_run.h"
#include "src/study/stage_figures.h"
#include "src/study/stage_run.h"
#include "src/system/date.h"

namespace hexscan {
namespace {

/// The stages that have a CPU form, in the order of the ladder. Stages with the same code are in one group.
std::vector<HostRung> rungs() {
    std::vector<HostRung> all;
    for (const StageEntry& entry : stage_registry()) {
        if (!entry.on_host) continue;
        const auto same = std::ranges::find_if(
            all, [&](const HostRung& rung) { return rung.stages.front()->on_host->code() == entry.on_host->code(); });
        if (same == all.end())
            all.push_back({{&entry}, {}, 0, {}, 0});
        else
            same->stages.push_back(&entry);
    }
    return all;
}

/// "1 to 3", "7", "4, 6".
std::string numbers_of(const HostRung& rung) {
    const int first = rung.stages.front()->number, last = rung.stages.back()->number;
    const auto count = static_cast<int>(rung.stages.size());
    if (count == 1) return fmt::format("{}", first);
    if (last - first + 1 == count) return fmt::format("{} to {}", first, last);
    std::string numbers;
    for (const StageEntry* const entry : rung.stages)
        numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", entry->number);
    return numbers;
}

std::string names_of(const HostRung& rung) {
    std::string names;
    for (const StageEntry* const entry : rung.stages) names += (names.empty() ? "" : ", ") + entry->name;
    return names;
}

std::string footnote(const HostLadder& ladder) {
    std::string text =
        "Time is the median over the scans, from the call to the last verdict in host memory. Differ is the number of "
        "verdicts that differ from the double-precision reference. Worst margin is the largest distance from a limit "
        "among them.";
    for (const HostRung& rung : ladder.rungs)
        if (rung.stages.size() > 1)
            text += fmt::format(
                " Stages {} are in one row: they run the same code here. They differ in launch shapes and "
                "copies, which a CPU does not have.",
                numbers_of(rung));
    return text;
}

}  // namespace

bool HostLadder::all_verified() const {
    return std::ranges::all_of(rungs, [](const HostRung& rung) { return rung.verification.passed; });
}

HostLadder measure_host_ladder(const ScanPlan& plan, const std::string& platform, int repeats, Observer& observer) {
    HostLadder ladder{.hexscan_version = version,
                      .date = utc_now(),
                      .cpu = host_text(),
                      .platform = platform,
                      .columns = plan.columns(),
                      .rows = plan.rows(),
                      .slices = plan.slices(),
                      .rungs = rungs()};
    const OrientedPlan oriented = plan.oriented();
    const Workspace reference = scan_reference(oriented);
    for (HostRung& rung : ladder.rungs) {
        const HostStage& stage = *rung.stages.front()->on_host;
        const HostRun run = run_on_host(stage, plan, repeats, observer);
        rung.total_ms = run.total_ms;
        rung.runs = run.runs;
        rung.verification = verify(*run.scan, oriented, reference, stage.margin_tolerance(plan));
        for (int slice = 0; rung.verification.unwritten_points == 0 && slice < plan.slices(); ++slice)
            rung.reachable_points += run.scan->slice(slice).reachable_points();
    }
    return ladder;
}

std::string host_ladder_text(const HostLadder& ladder) {
    TextTable table{.title = fmt::format("The ladder on this CPU ({})", ladder.cpu),
                    .columns = {{.header = "#"},
                                {.header = "stage", .align = Align::left, .max_width = 30},
                                {.header = "time\nms"},
                                {.header = "min-max\nms"},
                                {.header = "scans"},
                                {.header = "ns\n/point"},
                                {.header = "speed-up"},
                                {.header = "verified"},
                                {.header = "differ"},
                                {.header = "worst\nmargin"}},
                    .rows = {}};
    const double points = 1.0 * ladder.columns * ladder.rows * ladder.slices;
    for (const HostRung& rung : ladder.rungs) {
        const Spread& ms = rung.total_ms;
        const Verification& truth = rung.verification;
        table.rows.push_back({numbers_of(rung), names_of(rung), time_text(ms.median),
                              fmt::format("{}-{}", three_digits(ms.min), three_digits(ms.max)),
                              fmt::format("{}", rung.runs), three_digits(ms.median * 1e6 / points),
                              figure_text(positive_ratio(ladder.rungs.front().total_ms.median, ms.median)),
                              truth.passed ? "yes" : "FAILED", fmt::format("{}", truth.differences),
                              truth.differences != 0 ? fmt::format("{:.1e}", truth.worst_margin) : "-"});
    }
    return paragraph(fmt::format("hexscan {}, {}; platform {}, {} slices of {} x {} points", ladder.hexscan_version,
                                 ladder.date, ladder.platform, ladder.slices, ladder.columns, ladder.rows)) +
           '\n' + aligned_text(table) + '\n' + paragraph(footnote(ladder));
}

nlohmann::json host_ladder_json(const HostLadder& ladder) {
    nlohmann::json rungs = nlohmann::json::array();
    for (const HostRung& rung : ladder.rungs) {
        nlohmann::json numbers = nlohmann::json::array(), names = nlohmann::json::array();
        for (const StageEntry* const entry : rung.stages) {
            numbers.push_back(entry->number);
            names.push_back(entry->name);
        }
        rungs.push_back({{"stages", numbers},
                         {"names", names},
                         {"total_ms", spread_json(rung.total_ms)},
                         {"runs", rung.runs},
                         {"verified", rung.verification.passed},
                         {"differing_points", rung.verification.differences},
                         {"worst_margin", rung.verification.worst_margin},
                         {"margin_tolerance", rung.verification.margin_tolerance},
                         {"reachable_points", rung.reachable_points}});
    }
    return {{"schema", 1},
            {"hexscan_version", ladder.hexscan_version},
            {"date", ladder.date},
            {"cpu", ladder.cpu},
            {"platform", ladder.platform},
            {"columns", ladder.columns},
            {"rows", ladder.rows},
            {"slices", ladder.slices},
            {"rungs", rungs}};
}

}  // namespace hexscan
