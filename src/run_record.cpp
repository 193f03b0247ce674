#include "src/run_record.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/verification.h"
#include "src/version.h"

namespace hexscan {
namespace {

using nlohmann::json;

json to_json(const Vector& v) { return {v.x, v.y, v.z}; }

/// Infinity, "no limit", is null: JSON has no infinity.
json tilt_to_json(double radians) { return std::isinf(radians) ? json() : json(radians); }

json to_json(const JointSet& joints) {
    json result = {{"joints_m", json::array()}, {"axes", json::array()}, {"max_tilt_rad", json::array()}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        result["joints_m"].push_back(to_json(joints.points_m[i]));
        result["axes"].push_back(to_json(joints.axes[i]));
        result["max_tilt_rad"].push_back(tilt_to_json(joints.max_tilt_rad[i]));
    }
    return result;
}

json to_json(const Platform& platform) {
    return {{"name", platform.name},
            {"base", to_json(platform.base)},
            {"platform", to_json(platform.platform)},
            {"min_length_m", platform.min_length_m},
            {"max_length_m", platform.max_length_m}};
}

json to_json(const ScanRange& range) {
    return {{"from_m", range.from_m}, {"to_m", range.to_m}, {"count", range.count}};
}

json to_json(const Extent3& extent) { return {extent.x, extent.y, extent.z}; }

json to_json(const Spread& spread) {
    return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}};
}

json to_json(const DeviceInfo& device) {
    return {{"index", device.index},
            {"name", device.name},
            {"compute_capability", fmt::format("{}.{}", device.capability_major, device.capability_minor)},
            {"driver", device.driver_version},
            {"runtime", device.runtime_version}};
}

json engine_json(const RunRecord& record) {
    const EngineChoice& engine = record.engine;
    if (!engine.stage) return {{"stage", nullptr}, {"name", "cpu"}, {"device", "cpu"}};
    const int slices = std::min(record.delivery.slab_slices, record.plan.slices());
    const LaunchShape shape = engine.stage->stage->launch_shape(
        record.timed_at_once ? record.plan : record.plan.slab(0, slices));
    return {{"stage", engine.stage->number},
            {"name", engine.stage->name},
            {"device", engine.device->name},
            {"device_details", to_json(*engine.device)},
            {"launch",
             {{"block", to_json(shape.block)},
              {"grid", to_json(shape.grid)},
              {"launches", shape.launches},
              {"points_per_thread", shape.points_per_thread}}}};
}

json timings_json(const RunRecord& record) {
    json timings = {{"repeats", record.repeats},
                    {"total_ms", to_json(record.timing.total_ms)},
                    {"setup_ms", record.timing.setup_ms},
                    {"remarks", record.timing.remarks},
                    {"whole_run_s",
                     {{"device", record.seconds.device},
                      {"timed_scans", record.seconds.timed_scans},
                      {"delivery", record.seconds.delivery},
                      {"delivery_scanning", record.delivery.scan_seconds},
                      {"image_writing_summed_over_threads", record.results.image_seconds},
                      {"total", record.seconds.total}}}};
    if (record.engine.stage && record.timed_at_once) {
        timings["kernel_ms"] = to_json(record.timing.kernel_ms);
        timings["copy_ms"] = to_json(record.timing.copy_ms);
    }
    return timings;
}

json counts_json(const RunRecord& record) {
    return {{"points", record.plan.points()},
            {"reachable_points", record.results.reachable_points},
            {"volume_m3", record.results.volume_m3}};
}

json verification_json(const Verification& verification) {
    if (!verification.done) return nullptr;
    return {{"passed", verification.passed},
            {"differences", verification.differences},
            {"worst_margin", verification.worst_margin},
            {"margin_tolerance", verification.margin_tolerance},
            {"unwritten_points", verification.unwritten_points}};
}

std::string line(const char* label, const std::string& text) { return fmt::format("  {:<20} {}\n", label, text); }

std::string engine_text(const RunRecord& record) {
    if (!record.engine.stage) return "CPU engine, closed form";
    return fmt::format("stage {} {} on {}", record.engine.stage->number, record.engine.stage->name,
                       record.engine.device->name);
}

std::string circle_text(const ScanSummary& results) {
    if (!results.widest_slice || !results.widest_slice->circumcircle) return "none: no point is reachable";
    const Circle& circle = *results.widest_slice->circumcircle;
    // Rounding dust such as -1e-16 reads as a number that means something.
    const auto clean = [](double metres) { return std::abs(metres) < 1e-12 ? 0.0 : metres; };
    return fmt::format("radius {:.4g} m about ({:.4g}, {:.4g}) m at z = {:.4g} m", circle.radius_m, clean(circle.x_m),
                       clean(circle.y_m), results.widest_slice->z_m);
}

std::string time_text(const RunRecord& record) {
    const Spread& total = record.timing.total_ms;
    std::string text = fmt::format("{:.4g} ms for all slices", total.median);
    if (record.repeats > 1)
        text += fmt::format(" (median of {}, {:.4g} to {:.4g})", record.repeats, total.min, total.max);
    if (record.engine.stage && record.timed_at_once)
        text += fmt::format("; kernels {:.4g}, copies {:.4g}", record.timing.kernel_ms.median,
                            record.timing.copy_ms.median);
    return text;
}

std::string whole_run_text(const RunRecord& record) {
    const RunSeconds& seconds = record.seconds;
    if (!record.engine.stage) return fmt::format("{:.3g} s", seconds.total);
    return fmt::format("{:.3f} s: device {:.3f}, timed scans {:.3f}, scan and results {:.3f}", seconds.total,
                       seconds.device, seconds.timed_scans, seconds.delivery);
}

}  // namespace

json run_json(const RunRecord& record) {
    const ScanSettings& scan = record.platform.scan;
    return {{"hexscan_version", version},
            {"platform", to_json(record.platform)},
            {"orientation_rad", {{"roll", scan.roll_rad}, {"pitch", scan.pitch_rad}, {"yaw", scan.yaw_rad}}},
            {"grid", {{"x", to_json(scan.x)}, {"y", to_json(scan.y)}, {"z", to_json(scan.z)}}},
            {"engine", engine_json(record)},
            {"timings", timings_json(record)},
            {"counts", counts_json(record)},
            {"verification", verification_json(record.delivery.verification)},
            {"image_format", record.image_format}};
}

std::string run_summary(const RunRecord& record) {
    const ScanSummary& results = record.results;
    std::string text = fmt::format("{}: {} slices of {} x {} points\n", record.platform.name, record.plan.slices(),
                                   record.plan.columns(), record.plan.rows());
    text += line("engine", engine_text(record));
    text += line("reachable", fmt::format("{} of {} points", results.reachable_points, record.plan.points()));
    text += line("volume", fmt::format("{:.6g} m^3", results.volume_m3));
    text += line("largest circumcircle", circle_text(results));
    text += line("scan", time_text(record));
    for (const std::string& remark : record.timing.remarks) text += line("", remark);
    text += line("whole run", whole_run_text(record));
    text += line("verification", describe(record.delivery.verification));
    text += line("results", record.output_folder);
    if (results.border.any())
        text += fmt::format("Warning: the workspace touches the border of the grid at {}; it may go on beyond.\n",
                            describe(results.border, record.plan));
    return text;
}

}  // namespace hexscan
