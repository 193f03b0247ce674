#include "src/study/ladder_page.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "src/base/embedded_files.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/results/page/page_document.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"
#include "src/study/occupancy_report.h"

namespace hexscan {

/// CMake builds these, see CMakeLists.txt.
extern const char* const ladder_page_shell;
extern const std::span<const EmbeddedFile> stage_and_kernel_sources;

namespace {

using nlohmann::json;

struct StageFile {
    int number;
    const char* path;
};

/// The source files of the stages in stages.def. Each file has the name of the function that makes its stage.
constexpr StageFile stage_files[] = {
#define HEXSCAN_STAGE(number, name, make, change) {number, "stages/" #make ".cu"},
#define HEXSCAN_DEVICE_STAGE HEXSCAN_STAGE
#include "stages/stages.def"
#undef HEXSCAN_STAGE
#undef HEXSCAN_DEVICE_STAGE
};

json file_json(const EmbeddedFile& file) { return {{"path", file.path}, {"text", file.text}}; }

/// The file of a stage, then the headers of kernels/ that it includes. The result is empty if this program does not
/// have the stage.
json source_paths(int stage) {
    json paths = json::array();
    for (const StageFile& file : stage_files)
        for (const EmbeddedFile& source : stage_and_kernel_sources) {
            if (file.number != stage || std::string_view(file.path) != source.path) continue;
            paths.push_back(source.path);
            for (const EmbeddedFile& header : stage_and_kernel_sources)
                if (std::string_view(source.text).find(fmt::format("#include \"{}\"", header.path)) !=
                    std::string_view::npos)
                    paths.push_back(header.path);
        }
    return paths;
}

std::string plain_path(int stage) {
    const EmbeddedFile file = plain_stage(stage);
    return file.path == nullptr ? "" : file.path;
}

json stages_json(const CaseStudy& study) {
    json stages = json::array();
    for (const StageRecord& stage : study.stages)
        stages.push_back({{"number", stage.number},
                          {"name", escaped(stage.name)},
                          {"change", escaped(stage.change)},
                          {"plain", plain_path(stage.number)},
                          {"sources", source_paths(stage.number)}});
    return stages;
}

json table_json(const TextTable& table) {
    json columns = json::array();
    for (const TextColumn& column : table.columns)
        columns.push_back({{"header", column.header}, {"words", column.align == Align::left}});
    return {{"title", table.title}, {"columns", columns}, {"rows", table.rows}};
}

json tables_json(const std::vector<TextTable>& tables) {
    json list = json::array();
    for (const TextTable& table : tables) list.push_back(table_json(table));
    return list;
}

json kernel_json(std::string_view name, const KernelResources& resources, int points_per_thread) {
    return {{"name", name},
            {"threads_per_block", resources.threads_per_block},
            {"registers_per_thread", resources.registers_per_thread},
            {"static_shared_bytes", resources.static_shared_bytes},
            {"points_per_thread", points_per_thread}};
}

/// The kernels that the explorer offers as a start: as measured, and as published.
json kernels_json(const CaseStudy& study) {
    json kernels = json::array();
    for (const StageRecord& stage : study.stages) {
        const Extent3& block = stage.launch.block;
        kernels.push_back(kernel_json(
            fmt::format("stage {} {}", stage.number, escaped(stage.name)),
            {block.x * block.y * block.z, stage.resources.registers_per_thread, stage.resources.static_shared_bytes},
            stage.launch.points_per_thread));
    }
    for (const OccupancyRow& row : published_occupancy_rows())
        kernels.push_back(kernel_json(fmt::format("published step {} {}", row.number, row.name), row.resources,
                                      row.points_per_thread));
    return kernels;
}

PageWords ladder_words(const CaseStudy& study, const CaseStudyTables& tables) {
    PageWords words{"The stage ladder", tables.header, {}};
    for (const StageRecord& stage : study.stages)
        words.summary.emplace_back(fmt::format("stage {}, {}", stage.number, escaped(stage.name)),
                                   fmt::format("{} ms in all", significant(stage.total_ms.median, 4)));
    return words;
}

}  // namespace

EmbeddedFile plain_stage(int stage) {
    const std::string prefix = fmt::format("docs/cuda/{:02}_", stage);
    for (const EmbeddedFile& source : stage_and_kernel_sources)
        if (std::string_view(source.path).starts_with(prefix)) return source;
    return {};
}

json occupancy_limits_json() {
    json all = json::array();
    for (const detail::SmLimits& limits : detail::sm_limits())
        all.push_back({{"capability", to_string(limits.capability)},
                       {"max_warps", limits.max_warps},
                       {"max_blocks", limits.max_blocks},
                       {"registers", limits.registers},
                       {"registers_per_block", limits.registers_per_block},
                       {"registers_per_thread", limits.registers_per_thread},
                       {"register_unit", limits.register_unit},
                       {"warp_granularity", limits.warp_granularity},
                       {"launch_granularity", limits.launch_granularity},
                       {"shared_bytes", limits.shared_bytes},
                       {"reserved_shared_bytes", limits.reserved_shared_bytes},
                       {"shared_unit_bytes", limits.shared_unit_bytes}});
    return {{"warp_size", warp_size},
            {"max_threads_per_block", max_threads_per_block},
            {"max_static_shared_bytes", max_static_shared_bytes},
            {"capabilities", all}};
}

std::string ladder_page(const CaseStudy& study) {
    const CaseStudyTables tables = case_study_tables(study);
    json sources = json::array();
    for (const EmbeddedFile& file : stage_and_kernel_sources) sources.push_back(file_json(file));
    return page_with_data(ladder_page_shell, ladder_words(study, tables),
                          {{"study", to_json(study)},
                           {"stages", stages_json(study)},
                           {"header", tables.header},
                           {"tables", tables_json(tables.measured)},
                           {"notes", tables.notes},
                           {"remarks", tables.remarks},
                           {"published", tables_json(tables.published)},
                           {"published_notes", tables.published_notes},
                           {"sources", sources},
                           {"kernels", kernels_json(study)},
                           {"occupancy", occupancy_limits_json()}});
}

}  // namespace hexscan
