#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/case_study_report.h"
#include "src/stage_figures.h"

namespace hexscan {
namespace {

using Json = nlohmann::json;
using Limits = std::numeric_limits<double>;

Json number_json(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

Json optional_json(const std::optional<double>& value) {
    return value ? number_json(*value) : Json(nullptr);
}

Json spread_json(const Spread& spread) {
    return {{"median", number_json(spread.median)},
            {"min", number_json(spread.min)},
            {"max", number_json(spread.max)}};
}

Json extent_json(const Extent3& extent) {
    return {{"x", extent.x}, {"y", extent.y}, {"z", extent.z}};
}

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

Json stage_json(const CaseStudy& study, const StageRecord& stage) {
    return {{"number", stage.number},
            {"name", stage.name},
            {"change", stage.change},
            {"launch", launch_json(stage.launch)},
            {"resources", resources_json(stage.resources)},
            {"active_warps_per_sm", stage.active_warps},
            {"max_warps_per_sm", stage.max_warps},
            {"limiter", stage.limiter},
            {"kernel_ms", spread_json(stage.kernel_ms)},
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
}

/// A JSON value that knows its path from the root, for messages.
class Field {
public:
    Field(const Json& value, std::string path) : value_(value), path_(std::move(path)) {}

    Field at(const std::string& key) const {
        require(value_.is_object(), "is not an object");
        const Field field(value_.contains(key) ? value_.at(key) : value_,
                          path_.empty() ? key : path_ + '.' + key);
        field.require(value_.contains(key), "is missing");
        return field;
    }

    std::vector<Field> elements() const {
        require(value_.is_array(), "is not an array");
        std::vector<Field> fields;
        for (const Json& element : value_)
            fields.emplace_back(element, fmt::format("{}[{}]", path_, fields.size()));
        return fields;
    }

    std::string text() const {
        require(value_.is_string(), "is not a string");
        return value_.get<std::string>();
    }

    bool flag() const {
        require(value_.is_boolean(), "is not true or false");
        return value_.get<bool>();
    }

    double number() const {
        if (value_ == "NaN") return Limits::quiet_NaN();
        if (value_ == "Infinity") return Limits::infinity();
        if (value_ == "-Infinity") return -Limits::infinity();
        require(value_.is_number(), "is not a number");
        return value_.get<double>();
    }

    template <std::signed_integral Integer>
    Integer integer() const {
        require(value_.is_number_integer(), "is not a whole number");
        const bool fits = value_.is_number_unsigned()
                              ? std::in_range<Integer>(value_.get<std::uint64_t>())
                              : std::in_range<Integer>(value_.get<std::int64_t>());
        require(fits, "is too large");
        return value_.get<Integer>();
    }

private:
    void require(bool condition, const char* complaint) const {
        if (!condition)
            throw std::runtime_error(
                fmt::format("case study: {} {}", path_.empty() ? "the document" : path_, complaint));
    }

    const Json& value_;
    std::string path_;
};

Spread read_spread(const Field& field) {
    return {.median = field.at("median").number(),
            .min = field.at("min").number(),
            .max = field.at("max").number()};
}

Extent3 read_extent(const Field& field) {
    return {.x = field.at("x").integer<int>(),
            .y = field.at("y").integer<int>(),
            .z = field.at("z").integer<int>()};
}

LaunchShape read_launch(const Field& field) {
    return {.block = read_extent(field.at("block_threads")),
            .grid = read_extent(field.at("grid_blocks")),
            .launches = field.at("launches").integer<int>(),
            .points_per_thread = field.at("points_per_thread").integer<int>()};
}

StageResources read_resources(const Field& field) {
    return {.registers_per_thread = field.at("registers_per_thread").integer<int>(),
            .static_shared_bytes = field.at("static_shared_bytes_per_block").integer<int>(),
            .local_bytes = field.at("local_bytes_per_thread").integer<int>(),
            .resident_blocks = field.at("resident_blocks_per_sm").integer<int>()};
}

Verification read_verification(const Field& field) {
    return {.done = field.at("done").flag(),
            .passed = field.at("passed").flag(),
            .differences = field.at("differing_points").integer<std::int64_t>(),
            .worst_margin = field.at("worst_margin").number(),
            .margin_tolerance = field.at("margin_tolerance").number(),
            .unwritten_points = field.at("unwritten_points").integer<std::int64_t>()};
}

std::vector<std::string> read_texts(const Field& field) {
    std::vector<std::string> texts;
    for (const Field& element : field.elements()) texts.push_back(element.text());
    return texts;
}

StageRecord read_stage(const Field& field) {
    return {.number = field.at("number").integer<int>(),
            .name = field.at("name").text(),
            .change = field.at("change").text(),
            .launch = read_launch(field.at("launch")),
            .resources = read_resources(field.at("resources")),
            .active_warps = field.at("active_warps_per_sm").integer<int>(),
            .max_warps = field.at("max_warps_per_sm").integer<int>(),
            .limiter = field.at("limiter").text(),
            .kernel_ms = read_spread(field.at("kernel_ms")),
            .copy_ms = read_spread(field.at("copy_ms")),
            .total_ms = read_spread(field.at("total_ms")),
            .setup_ms = field.at("setup_ms").number(),
            .output_bytes = field.at("output_bytes").integer<std::int64_t>(),
            .memory = {.host_bytes = field.at("host_bytes").integer<std::int64_t>(),
                       .device_bytes = field.at("device_bytes").integer<std::int64_t>()},
            .reachable_points = field.at("reachable_points").integer<std::int64_t>(),
            .verification = read_verification(field.at("verification")),
            .remarks = read_texts(field.at("remarks"))};
}

std::vector<StageRecord> read_stages(const Field& field) {
    std::vector<StageRecord> stages;
    for (const Field& element : field.elements()) stages.push_back(read_stage(element));
    return stages;
}

}  // namespace

nlohmann::json to_json(const CaseStudy& study) {
    Json stages = Json::array();
    for (const StageRecord& stage : study.stages) stages.push_back(stage_json(study, stage));
    return {{"hexscan_version", study.hexscan_version},
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

CaseStudy case_study_from_json(const nlohmann::json& json) {
    const Field root(json, "");
    const Field capability = root.at("compute_capability");
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
