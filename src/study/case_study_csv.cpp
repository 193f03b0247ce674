#include "src/study/case_study_csv.h"

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

/// What a column is made from.
struct CsvSource {
    const CaseStudy& study;
    const StageRecord& stage;
    StageFigures figures;
};

struct CsvColumn {
    std::string_view name;
    std::function<std::string(const CsvSource&)> cell;
};

std::string csv_text(std::string_view text) {
    std::string cell = escaped(text);
    if (cell.find_first_of(",\"") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char byte : cell) quoted += byte == '"' ? "\"\"" : std::string(1, byte);
    return quoted + '"';
}

std::string exact(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

std::string exact(const std::optional<double>& value) { return value ? exact(*value) : ""; }

template <typename Count>
std::string exact(Count value) {
    return fmt::format("{}", value);
}

std::string extent(const Extent3& extent) { return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z); }

CsvColumn text(std::string_view name, std::string StageRecord::*member) {
    return {name, [member](const CsvSource& source) { return csv_text(source.stage.*member); }};
}

template <typename Owner, typename Number>
CsvColumn number(std::string_view name, Owner StageRecord::*owner, Number Owner::*member) {
    return {name, [owner, member](const CsvSource& source) { return exact(source.stage.*owner.*member); }};
}

template <typename Integer>
CsvColumn integer(std::string_view name, Integer StageRecord::*member) {
    return {name, [member](const CsvSource& source) { return exact(source.stage.*member); }};
}

CsvColumn time(std::string_view name, Spread StageRecord::*spread, double Spread::*member) {
    return {name, [spread, member](const CsvSource& source) { return exact(source.stage.*spread.*member); }};
}

CsvColumn figure(std::string_view name, std::optional<double> StageFigures::*member) {
    return {name, [member](const CsvSource& source) { return exact(source.figures.*member); }};
}

/// A finding of the verification, empty where there was none.
template <typename Value>
CsvColumn finding(std::string_view name, Value Verification::*member) {
    return {name, [member](const CsvSource& source) {
                const Verification& verification = source.stage.verification;
                return verification.done ? exact(verification.*member) : "";
            }};
}

const std::vector<CsvColumn>& csv_columns() {
    using Stage = StageRecord;
    using Source = const CsvSource&;
    static const std::vector<CsvColumn> columns{
        {"date", [](Source source) { return csv_text(source.study.date); }},
        {"device", [](Source source) { return csv_text(source.study.device); }},
        integer("stage", &Stage::number),
        text("name", &Stage::name),
        {"block_threads", [](Source source) { return extent(source.stage.launch.block); }},
        {"grid_blocks", [](Source source) { return extent(source.stage.launch.grid); }},
        number("launches", &Stage::launch, &LaunchShape::launches),
        number("points_per_thread", &Stage::launch, &LaunchShape::points_per_thread),
        number("registers_per_thread", &Stage::resources, &StageResources::registers_per_thread),
        number("static_shared_bytes_per_block", &Stage::resources, &StageResources::static_shared_bytes),
        number("local_bytes_per_thread", &Stage::resources, &StageResources::local_bytes),
        number("resident_blocks_per_sm", &Stage::resources, &StageResources::resident_blocks),
        integer("active_warps_per_sm", &Stage::active_warps),
        integer("max_warps_per_sm", &Stage::max_warps),
        figure("occupancy_percent", &StageFigures::occupancy_percent),
        figure("occupancy_x_points_per_thread_percent", &StageFigures::points_in_flight_percent),
        text("limiter", &Stage::limiter),
        time("kernel_median_ms", &Stage::kernel_ms, &Spread::median),
        time("kernel_min_ms", &Stage::kernel_ms, &Spread::min),
        time("kernel_max_ms", &Stage::kernel_ms, &Spread::max),
        time("kernel_alone_median_ms", &Stage::kernel_alone_ms, &Spread::median),
        time("kernel_alone_min_ms", &Stage::kernel_alone_ms, &Spread::min),
        time("kernel_alone_max_ms", &Stage::kernel_alone_ms, &Spread::max),
        time("copy_median_ms", &Stage::copy_ms, &Spread::median),
        time("copy_min_ms", &Stage::copy_ms, &Spread::min),
        time("copy_max_ms", &Stage::copy_ms, &Spread::max),
        time("total_median_ms", &Stage::total_ms, &Spread::median),
        time("total_min_ms", &Stage::total_ms, &Spread::min),
        time("total_max_ms", &Stage::total_ms, &Spread::max),
        {"setup_ms", [](Source source) { return exact(source.stage.setup_ms); }},
        figure("kernel_speed_up", &StageFigures::kernel_speed_up),
        figure("total_speed_up", &StageFigures::total_speed_up),
        figure("total_to_pinned_copy", &StageFigures::total_to_floor),
        integer("output_bytes", &Stage::output_bytes),
        figure("kernel_gb_per_s", &StageFigures::kernel_gb_s),
        figure("memory_bandwidth_percent", &StageFigures::memory_bandwidth_percent),
        figure("total_gb_per_s", &StageFigures::total_gb_s),
        number("host_bytes", &Stage::memory, &MemoryUse::host_bytes),
        number("device_bytes", &Stage::memory, &MemoryUse::device_bytes),
        integer("reachable_points", &Stage::reachable_points),
        finding("passed", &Verification::passed),
        finding("differing_points", &Verification::differences),
        finding("worst_margin", &Verification::worst_margin),
        finding("margin_tolerance", &Verification::margin_tolerance),
        finding("unwritten_points", &Verification::unwritten_points),
        {"remarks", [](Source source) { return csv_text(joined(source.stage.remarks, "; ")); }},
    };
    return columns;
}

}  // namespace

std::string stages_csv(const CaseStudy& study) {
    std::vector<std::string> cells;
    for (const CsvColumn& column : csv_columns()) cells.emplace_back(column.name);
    std::string csv = joined(cells, ",") + '\n';
    for (const StageRecord& stage : study.stages) {
        const CsvSource source{study, stage, stage_figures(study, stage)};
        cells.clear();
        for (const CsvColumn& column : csv_columns()) cells.push_back(column.cell(source));
        csv += joined(cells, ",") + '\n';
    }
    return csv;
}

}  // namespace hexscan
