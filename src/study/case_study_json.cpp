#include "src/study/case_study_json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/files/json_fields.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

using Json = nlohmann::json;

/// The number of the record's form. It increases if a reader of the previous form cannot read the new one. Additional
/// fields need no new number: readers look them up with JsonField::find().
constexpr int schema = 1;

Json optional_json(const std::optional<double>& value) { return value ? number_json(*value) : Json(nullptr); }

Json extent_json(const Extent3& extent) { return {{"x", extent.x}, {"y", extent.y}, {"z", extent.z}}; }

Json launch_json(const LaunchShape& launch) {
    return {{"block_threads", extent_json(launch.block)},
            {"grid_blocks", extent_json(launch.grid)},
            {"launches", launch.launches},
            {"points_per_thread", launch.points_per_thread}};
}

Json resources_json(const StageResources& resources) {
    return {{"registers_per_thread", resources.registers_per_thread},
            {"static_shared_bytes_per_block", resources.static_shared_bytes},
            {"local_bytes_per_thread", resources.local_bytes},
            {"resident_blocks_per_sm", resources.resident_blocks}};
}

Json verification_json(const Verification& verification) {
    return {{"done", verification.done},
            {"passed", verification.passed},
            {"differing_points", verification.differences},
            {"worst_margin", number_json(verification.worst_margin)},
            {"margin_tolerance", number_json(verification.margin_tolerance)},
            {"unwritten_points", verification.unwritten_points}};
}

Json figures_json(const StageFigures& figures) {
    return {{"occupancy_percent", optional_json(figures.occupancy_percent)},
            {"occupancy_x_points_per_thread_percent", optional_json(figures.points_in_flight_percent)},
            {"kernel_speed_up", optional_json(figures.kernel_speed_up)},
            {"total_speed_up", optional_json(figures.total_speed_up)},
            {"kernel_gb_per_s", optional_json(figures.kernel_gb_s)},
            {"memory_bandwidth_percent", optional_json(figures.memory_bandwidth_percent)},
            {"total_gb_per_s", optional_json(figures.total_gb_s)},
            {"total_to_pinned_copy", optional_json(figures.total_to_floor)}};
}

Spread read_spread(const JsonField& field) {
    return {.median = field.at("median").number(), .min = field.at("min").number(), .max = field.at("max").number()};
}

/// Reads a field that older records do not have.
Spread read_later_spread(const JsonField& field, const char* name) {
    const auto found = field.find(name);
    return found ? read_spread(*found) : Spread{};
}

Extent3 read_extent(const JsonField& field) {
    return {.x = field.at("x").integer<int>(), .y = field.at("y").integer<int>(), .z = field.at("z").integer<int>()};
}

LaunchShape read_launch(const JsonField& field) {
    return {.block = read_extent(field.at("block_threads")),
            .grid = read_extent(field.at("grid_blocks")),
            .launches = field.at("launches").integer<int>(),
            .points_per_thread = field.at("points_per_thread").integer<int>()};
}

StageResources read_resources(const JsonField& field) {
    return {.registers_per_thread = field.at("registers_per_thread").integer<int>(),
            .static_shared_bytes = field.at("static_shared_bytes_per_block").integer<int>(),
            .local_bytes = field.at("local_bytes_per_thread").integer<int>(),
            .resident_blocks = field.at("resident_blocks_per_sm").integer<int>()};
}

Verification read_verification(const JsonField& field) {
    return {.done = field.at("done").flag(),
            .passed = field.at("passed").flag(),
            .differences = field.at("differing_points").integer<std::int64_t>(),
            .worst_margin = field.at("worst_margin").number(),
            .margin_tolerance = field.at("margin_tolerance").number(),
            .unwritten_points = field.at("unwritten_points").integer<std::int64_t>()};
}

std::vector<std::string> read_texts(const JsonField& field) {
    std::vector<std::string> texts;
    for (const JsonField& element : field.elements()) texts.push_back(element.text());
    return texts;
}

StageRecord read_stage(const JsonField& field) {
    return {.number = field.at("number").integer<int>(),
            .name = field.at("name").text(),
            .change = field.at("change").text(),
            .launch = read_launch(field.at("launch")),
            .resources = read_resources(field.at("resources")),
            .active_warps = field.at("active_warps_per_sm").integer<int>(),
            .max_warps = field.at("max_warps_per_sm").integer<int>(),
            .limiter = field.at("limiter").text(),
            .kernel_ms = read_spread(field.at("kernel_ms")),
            .kernel_alone_ms = read_later_spread(field, "kernel_alone_ms"),
            .copy_ms = read_spread(field.at("copy_ms")),
            .total_ms = read_spread(field.at("total_ms")),
            .decoding_ms = read_later_spread(field, "decoding_ms"),
            .setup_ms = field.at("setup_ms").number(),
            .output_bytes = field.at("output_bytes").integer<std::int64_t>(),
            .memory = {.host_bytes = field.at("host_bytes").integer<std::int64_t>(),
                       .device_bytes = field.at("device_bytes").integer<std::int64_t>()},
            .reachable_points = field.at("reachable_points").integer<std::int64_t>(),
            .verification = read_verification(field.at("verification")),
            .remarks = read_texts(field.at("remarks"))};
}

std::vector<StageRecord> read_stages(const JsonField& field) {
    std::vector<StageRecord> stages;
    for (const JsonField& element : field.elements()) stages.push_back(read_stage(element));
    return stages;
}

}  // namespace

nlohmann::json stage_json(const CaseStudy& study, const StageRecord& stage) {
    Json json{{"number", stage.number},
              {"name", stage.name},
              {"change", stage.change},
              {"launch", launch_json(stage.launch)},
              {"resources", resources_json(stage.resources)},
              {"active_warps_per_sm", stage.active_warps},
              {"max_warps_per_sm", stage.max_warps},
              {"limiter", stage.limiter},
              {"kernel_ms", spread_json(stage.kernel_ms)},
              {"kernel_alone_ms", spread_json(stage.kernel_alone_ms)},
              {"copy_ms", spread_json(stage.copy_ms)},
              {"total_ms", spread_json(stage.total_ms)},
              {"setup_ms", number_json(stage.setup_ms)},
              {"output_bytes", stage.output_bytes},
              {"host_bytes", stage.memory.host_bytes},
              {"device_bytes", stage.memory.device_bytes},
              {"reachable_points", stage.reachable_points},
              {"verification", verification_json(stage.verification)},
              {"remarks", stage.remarks},
              {"derived", figures_json(stage_figures(study, stage))}};
    // An old record that was read without decoding times is written without them.
    if (stage.decoding_ms.median > 0) json["decoding_ms"] = spread_json(stage.decoding_ms);
    return json;
}

nlohmann::json to_json(const CaseStudy& study) {
    Json stages = Json::array();
    for (const StageRecord& stage : study.stages) stages.push_back(stage_json(study, stage));
    return {{"schema", schema},
            {"hexscan_version", study.hexscan_version},
            {"date", study.date},
            {"device", study.device},
            {"compute_capability", {{"major", study.capability_major}, {"minor", study.capability_minor}}},
            {"driver_version", study.driver_version},
            {"runtime_version", study.runtime_version},
            {"memory_bandwidth_gb_per_s", number_json(study.memory_bandwidth_gb_s)},
            {"platform", study.platform},
            {"columns", study.columns},
            {"rows", study.rows},
            {"slices", study.slices},
            {"repeats", study.repeats},
            {"pinned_copy_ms", spread_json(study.pinned_copy_ms)},
            {"pageable_copy_ms", spread_json(study.pageable_copy_ms)},
            {"stages", stages}};
}

CaseStudy case_study_from_json(const nlohmann::json& json, const std::string& name) {
    const JsonField root(json, name);
    if (root.find("asked")) root.fail("is the record of a scan; hexscan --from RUN.JSON repeats it");
    if (!root.find("stages"))
        root.fail("is not the record of a ladder; name the stages.json that hexscan ladder wrote");
    if (const auto written = root.find("schema"); written && written->integer<int>() > schema)
        written->fail(fmt::format("is {}; this hexscan reads schemas up to {}; use a newer hexscan",
                                  written->integer<int>(), schema));
    const JsonField capability = root.at("compute_capability");
    return {.hexscan_version = root.at("hexscan_version").text(),
            .date = root.at("date").text(),
            .device = root.at("device").text(),
            .capability_major = capability.at("major").integer<int>(),
            .capability_minor = capability.at("minor").integer<int>(),
            .driver_version = root.at("driver_version").text(),
            .runtime_version = root.at("runtime_version").text(),
            .memory_bandwidth_gb_s = root.at("memory_bandwidth_gb_per_s").number(),
            .platform = root.at("platform").text(),
            .columns = root.at("columns").integer<int>(),
            .rows = root.at("rows").integer<int>(),
            .slices = root.at("slices").integer<int>(),
            .repeats = root.at("repeats").integer<int>(),
            .pinned_copy_ms = read_spread(root.at("pinned_copy_ms")),
            .pageable_copy_ms = read_spread(root.at("pageable_copy_ms")),
            .stages = read_stages(root.at("stages"))};
}

}  // namespace hexscan
