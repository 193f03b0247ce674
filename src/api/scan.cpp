#include "hexscan/scan.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "hexscan/errors.h"
#include "kernels/sets/grid_cells.h"
#include "src/api/machine_inside.h"
#include "src/base/byte_stream.h"
#include "src/base/version.h"
#include "src/check/figures/kept_ball.h"
#include "src/check/rods/joint_test.h"
#include "src/engines/axis_verdicts.h"
#include "src/engines/connected_part.h"
#include "src/engines/delivery.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/platform_file.h"
#include "src/files/request_json.h"
#include "src/results/radii/slice_radii.h"
#include "src/results/scan_outputs.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan/slice_bytes.h"
#include "src/scan_cuda/choose_engine.h"
#include "src/system/all_cores.h"
#include "src/system/given_up.h"
#include "src/system/in_turn.h"

namespace hexscan {

namespace {

/// A map of all slices, the first one's values first.
struct KeptMap {
    std::string name;
    std::unique_ptr<float[]> numbers;
    std::unique_ptr<std::uint8_t[]> limits;
};

}  // namespace

struct Scan::Inside {
    explicit Inside(Platform asked) : platform(std::move(asked)), plan(make_scan_plan(platform)) {
        plan.end_if_given_up = end_if_given_up;
    }

    Platform platform;
    ScanPlan plan;
    Workspace workspace;
    std::vector<KeptMap> maps;
    std::int64_t reachable_points = 0;
    std::string engine;

    std::size_t points_per_slice() const { return static_cast<std::size_t>(plan.points_per_slice()); }
    std::vector<SliceField> fields(int index) const;
};

std::vector<SliceField> Scan::Inside::fields(int index) const {
    std::vector<SliceField> fields = empty_fields(plan);
    const std::size_t count = points_per_slice(), first = count * static_cast<std::size_t>(index);
    for (std::size_t m = 0; m < fields.size(); ++m) {
        if (auto* const numbers = std::get_if<std::vector<float>>(&fields[m].values))
            numbers->assign(&maps[m].numbers[first], &maps[m].numbers[first] + count);
        else
            std::get<std::vector<std::uint8_t>>(fields[m].values)
                .assign(&maps[m].limits[first], &maps[m].limits[first] + count);
    }
    return fields;
}

namespace {

/// Keeps the delivered slices.
class Keeper final : public Consumer {
public:
    explicit Keeper(Scan::Inside& kept) : kept_(kept) {
        const auto slices = static_cast<std::size_t>(kept.plan.slices());
        kept_.workspace.resize(slices);
        border_.resize(slices);
        points_.resize(slices);
        const std::size_t points = slices * kept.points_per_slice();
        for (const SliceField& field : empty_fields(kept.plan)) {
            const bool numbers = std::holds_alternative<std::vector<float>>(field.values);
            kept_.maps.push_back({field.name, numbers ? std::make_unique_for_overwrite<float[]>(points) : nullptr,
                                  numbers ? nullptr : std::make_unique_for_overwrite<std::uint8_t[]>(points)});
        }
    }

    void take(const Slice& slice) override { take_over(Slice(slice)); }

    void take_over(Slice&& slice) override {
        const auto index = static_cast<std::size_t>(slice.index);
        const std::size_t first = kept_.points_per_slice() * index;
        for (std::size_t m = 0; m < slice.fields.size(); ++m)
            std::visit(
                [&](const auto& values) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::vector<float>>)
                        std::copy(values.begin(), values.end(), &kept_.maps[m].numbers[first]);
                    else
                        std::copy(values.begin(), values.end(), &kept_.maps[m].limits[first]);
                },
                slice.fields[m].values);
        border_[index] = border_contact(kept_.plan, slice.index, slice.runs);
        points_[index] = slice.runs.reachable_points();
        kept_.workspace[index] = std::move(slice.runs);
    }

    /// Adds up the slices' numbers after the last slice. Returns the warning for the user, as the program prints it, or
    /// an empty text.
    std::string finish() {
        BorderContact border;
        for (std::size_t slice = 0; slice < points_.size(); ++slice) {
            kept_.reachable_points += points_[slice];
            border += border_[slice];
        }
        return workspace_warning(kept_.reachable_points, border, kept_.plan, kept_.platform.machine.units);
    }

private:
    Scan::Inside& kept_;
    // One entry per slice, so that threads that deliver slices need not wait for each other.
    std::vector<BorderContact> border_;
    std::vector<std::int64_t> points_;
};

void ask_for(const std::optional<GridRange>& asked, ScanRange& range) {
    if (asked) range = {asked->from_m, asked->to_m, asked->points, false};
}

ErrorFacts of_argument(const char* name) { return {.file = {}, .line = 0, .key = name}; }

/// Reports a problem of an argument of the call. Arguments are in metres and radians, whatever the units of the
/// machine's file.
void require(const char* argument, const std::string& problem) {
    if (!problem.empty()) throw UsageError(std::string(argument) + ": " + problem, of_argument(argument));
}

/// The machine and the scan that its file requests, changed by the options. Ranges that neither of them gives are found
/// from the machine.
Platform asked_platform(const Hexapod& machine, const ScanOptions& options) {
    Platform platform = machine.inside().platform;
    ScanRequest& scan = platform.scan;
    ask_for(options.x, scan.x);
    ask_for(options.y, scan.y);
    ask_for(options.z, scan.z);
    scan.questions.certified = false;
    scan.questions.tilt_inside.reset();
    const auto steps = [](const AngleSteps& a) { return AngleRange{a.from_rad, a.to_rad, a.points}; };
    if (options.orientations) {
        const auto& [roll, pitch, yaw] = *options.orientations;
        scan.orientations = {};
        scan.orientations.roll = steps(roll);
        scan.orientations.pitch = steps(pitch);
        scan.orientations.yaw = steps(yaw);
    }
    if (options.tilts) {
        scan.orientations.roll = scan.orientations.pitch = {};
        scan.orientations.tilt = TiltCone{options.tilts->to_rad, options.tilts->rings, options.tilts->directions};
    }
    if (options.maps) {
        scan.questions.maps.clear();
        for (const std::string& name : *options.maps) {
            const auto map = map_kind(name);
            if (!map)
                throw UsageError(name + ": is not a map; the maps are " + listed_maps("and"), of_argument("maps"));
            scan.questions.maps.push_back(*map);
        }
    }
    switch (options.reached) {
        case Reached::as_in_file:
            if (options.orientations || options.tilts || options.maps) scan.workspace = workspace_unless_named(scan);
            break;
        case Reached::at_the_orientation: scan.workspace = WorkspaceKind::constant; break;
        case Reached::at_every_orientation: scan.workspace = WorkspaceKind::total; break;
        case Reached::at_one_orientation: scan.workspace = WorkspaceKind::inclusive; break;
    }
    const Units si;
    for (const auto& [name, range] : {std::pair{"x", &scan.x}, std::pair{"y", &scan.y}, std::pair{"z", &scan.z}})
        require(name, scan_range_problem(*range, si));
    require("grid", scan_size_problem(scan));
    OrientationSet& set = scan.orientations;
    for (const auto& [name, range] :
         {std::pair{"roll", &set.roll}, std::pair{"pitch", &set.pitch}, std::pair{"yaw", &set.yaw}})
        require(name, angle_range_problem(*range, si));
    if (set.tilt) require("tilt", tilt_cone_problem(*set.tilt, si));
    require("orientations", orientation_count_problem(set));
    require("workspace", workspace_problem(scan));
    require("maps", map_problem(scan));
    const bool counted = counts_points(machine.inside().document);
    find_open_ranges(platform, counted ? FoundSteps::as_counted : FoundSteps::equal, end_if_given_up,
                     test_of_joints(platform));
    return platform;
}

ChosenEngine engine_for(const ScanPlan& plan, const Device& device, Observer& observer) {
    using Kind = DeviceChoice::Kind;
    const Kind kind = device.kind == Device::Kind::cpu    ? Kind::cpu
                      : device.kind == Device::Kind::cuda ? Kind::cuda
                                                          : Kind::automatic;
    ChosenEngine chosen = choose_engine(plan, {.device = {kind, device.index}});
    // A device that is present but cannot scan is worth a warning. An absent device is not: most hosts have none, and
    // every scan would repeat the warning.
    if (chosen.left_device) observer.warn(chosen.notice);
    return chosen;
}

std::size_t checked_slice(int slice, int slices) {
    if (slice < 0 || slice >= slices)
        throw UsageError("slice: is " + std::to_string(slice) + "; must be from 0 to " + std::to_string(slices - 1),
                         of_argument("slice"));
    return static_cast<std::size_t>(slice);
}

GridRange range_of(const GridAxis<double>& axis) { return {axis.from_m, axis.to_m, axis.count}; }

}  // namespace

std::vector<std::string> all_map_names() {
    const std::vector<std::string_view> names = map_names();
    return {names.begin(), names.end()};
}

Scan scan(const Hexapod& machine, const ScanOptions& options, Observer& observer) {
    const auto kept = std::make_shared<Scan::Inside>(asked_platform(machine, options));
    const ChosenEngine chosen = engine_for(kept->plan, options.device, observer);
    const Engine& engine = *chosen.engine;
    kept->engine = engine.name();
    Keeper keeper(*kept);
    Consumer* const consumers[] = {&keeper};
    if (kept->platform.scan.questions.connected) {
        ConnectedPart part;
        deliver_connected(engine, kept->plan, kept->platform.machine.home->position_m, consumers,
                          {.observer = observer}, part);
    } else {
        deliver(engine, kept->plan, consumers, {.observer = observer});
    }
    if (const std::string warning = keeper.finish(); !warning.empty()) observer.warn(warning);
    return Scan(kept);
}

int Scan::columns() const noexcept { return inside_->plan.columns(); }
int Scan::rows() const noexcept { return inside_->plan.rows(); }
int Scan::slices() const noexcept { return inside_->plan.slices(); }
GridRange Scan::x() const noexcept { return range_of(inside_->plan.x); }
GridRange Scan::y() const noexcept { return range_of(inside_->plan.y); }
GridRange Scan::z() const noexcept { return range_of(inside_->plan.z); }

std::int64_t Scan::reachable_points() const noexcept { return inside_->reachable_points; }

double Scan::volume_m3() const {
    const ScanGrid& grid = inside_->plan;
    std::int64_t eighths = 0;
    for (int slice = 0; slice < slices(); ++slice)
        for (int row = 0; row < rows(); ++row)
            for (const ColumnRun& run : runs(slice, row))
                eighths += std::int64_t{half_cells(grid.x, run.first, run.last)} * half_cells(grid.y, row) *
                           half_cells(grid.z, slice);
    return hexscan::volume_m3(eighths, grid);
}

std::span<const ColumnRun> Scan::runs(int slice, int row) const {
    const WorkspaceSlice& of_slice = inside_->workspace[checked_slice(slice, slices())];
    if (row < 0 || row >= of_slice.rows())
        throw UsageError(
            "row: is " + std::to_string(row) + "; must be from 0 to " + std::to_string(of_slice.rows() - 1),
            of_argument("row"));
    return of_slice.row(row);
}

std::size_t Scan::run_count() const noexcept {
    std::size_t count = 0;
    for (const WorkspaceSlice& of_slice : inside_->workspace) count += of_slice.runs.size();
    return count;
}

void Scan::placed_runs(std::span<PlacedRun> placed) const {
    if (placed.size() != run_count())
        throw UsageError("placed: has " + std::to_string(placed.size()) + " elements; must have run_count(), " +
                             std::to_string(run_count()),
                         of_argument("placed"));
    const Workspace& workspace = inside_->workspace;
    std::vector<std::size_t> begin{0};
    for (const WorkspaceSlice& of_slice : workspace) begin.push_back(begin.back() + of_slice.runs.size());
    on_all_cores(workspace.size(), [&](std::size_t slice) {
        const auto& [row_begin, runs] = workspace[slice];
        PlacedRun* next = placed.data() + begin[slice];
        // One loop over the runs of all rows. With a loop for each row, which has only a few runs, the processor would
        // often mispredict the end of the loop.
        int row = 0;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            while (static_cast<std::size_t>(row_begin[static_cast<std::size_t>(row) + 1]) <= i) ++row;
            *next++ = {static_cast<std::int32_t>(slice), row, runs[i].first, runs[i].last};
        }
    });
}

std::vector<PlacedRun> Scan::placed_runs() const {
    std::vector<PlacedRun> placed(run_count());
    placed_runs(placed);
    return placed;
}

void Scan::mask(int slice, std::span<std::uint8_t> mask) const {
    if (mask.size() != inside_->points_per_slice())
        throw UsageError("mask: has " + std::to_string(mask.size()) + " bytes; a slice needs columns() * rows(), " +
                             std::to_string(inside_->points_per_slice()),
                         of_argument("mask"));
    const auto width = static_cast<std::size_t>(columns());
    std::uint8_t* row_begin = mask.data();
    for (int row = 0; row < rows(); ++row, row_begin += width) {
        std::size_t written = 0;
        for (const ColumnRun& run : runs(slice, row)) {
            const auto first = static_cast<std::size_t>(run.first), end = static_cast<std::size_t>(run.last) + 1;
            std::memset(row_begin + written, 0, first - written);
            std::memset(row_begin + first, 1, end - first);
            written = end;
        }
        std::memset(row_begin + written, 0, width - written);
    }
}

void Scan::mask(std::span<std::uint8_t> mask) const {
    const std::size_t size = inside_->points_per_slice();
    if (mask.size() != size * inside_->workspace.size())
        throw UsageError("mask: has " + std::to_string(mask.size()) +
                             " bytes; all slices need columns() * rows() * slices(), " +
                             std::to_string(size * inside_->workspace.size()),
                         of_argument("mask"));
    on_all_cores(inside_->workspace.size(),
                 [&](std::size_t slice) { this->mask(static_cast<int>(slice), mask.subspan(slice * size, size)); });
}

std::vector<std::string> Scan::map_names() const {
    std::vector<std::string> names;
    for (const KeptMap& map : inside_->maps) names.push_back(map.name);
    return names;
}

std::string Scan::map_unit(std::string_view name) const {
    for (const KeptMap& map : inside_->maps)
        if (map.name == name) return unit_for_users(*map_kind(name), inside_->platform.machine);
    return "";
}

std::span<const float> Scan::map(std::string_view name) const {
    for (const KeptMap& map : inside_->maps)
        if (map.name == name && map.numbers)
            return {map.numbers.get(), inside_->points_per_slice() * inside_->workspace.size()};
    return {};
}

std::span<const float> Scan::map(std::string_view name, int slice) const {
    const std::span<const float> all = map(name);
    const std::size_t size = inside_->points_per_slice();
    return all.empty() ? all : all.subspan(size * checked_slice(slice, slices()), size);
}

std::span<const std::uint8_t> Scan::limits() const {
    for (const KeptMap& map : inside_->maps)
        if (map.limits) return {map.limits.get(), inside_->points_per_slice() * inside_->workspace.size()};
    return {};
}

std::span<const std::uint8_t> Scan::limits(int slice) const {
    const std::span<const std::uint8_t> all = limits();
    const std::size_t size = inside_->points_per_slice();
    return all.empty() ? all : all.subspan(size * checked_slice(slice, slices()), size);
}

std::vector<SliceCircles> Scan::circles() const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const AxisVerdicts axis = axis_verdicts(inside_->plan);
    std::vector<SliceCircles> circles(inside_->workspace.size());
    on_all_cores(circles.size(), [&](std::size_t i) {
        const int index = static_cast<int>(i);
        const SliceRadii radii =
            slice_radii(inside_->plan, index, row_extents(inside_->plan, inside_->workspace[i]), axis.reachable[i]);
        const Circle circle = radii.circumcircle.value_or(Circle{none, none, none});
        circles[i] = {radii.slice, radii.z_m,  radii.reachable_points, radii.area_m2,
                      circle.x_m,  circle.y_m, circle.radius_m,        radii.inscribed_radius_m.value_or(none)};
    });
    return circles;
}

std::optional<Ball> Scan::largest_ball() const {
    const auto ball =
        largest_kept_ball(inside_->platform.machine, inside_->plan, inside_->platform.scan.orientations.first());
    if (!ball) return std::nullopt;
    return Ball{ball->centre_m.x, ball->centre_m.y, ball->centre_m.z, ball->radius_m, ball->at_most_m};
}

void Scan::save(const std::filesystem::path& path, Observer& observer) const {
    RunRecord record;
    record.platform = inside_->platform;
    record.command_line = {"hexscan", "scan"};
    record.asked = {{"platform", nullptr}, {"stage", nullptr}, {"verify", false}};
    record.engine.json = {{"name", inside_->engine}};
    record.engine.text = inside_->engine;
    const RequestedOutputs requested;
    OutputFolder folder(path, "scan", observer);
    ScanOutputs outputs({record.platform, inside_->plan, requested, folder.path()});
    record.kept_files = folder.begin_run(outputs.files(), {subject_of(record)}).kept_files;
    const std::vector<Consumer*> consumers = outputs.consumers();
    const AxisVerdicts axis = axis_verdicts(inside_->plan);
    const std::unique_ptr<Work> work = observer.begin("slices", slices());
    for_each_in_turn(slices(), [&](int i) {
        Slice slice{i, inside_->workspace[static_cast<std::size_t>(i)], inside_->fields(i)};
        slice.axis_reachable = axis.reachable[static_cast<std::size_t>(i)];
        for (Consumer* const consumer : consumers) consumer->take(slice);
        work->advance();
    });
    for (const std::string& warning : all_warnings(outputs.finish(record, {}))) observer.warn(warning);
}

std::string_view Scan::engine() const noexcept { return inside_->engine; }

std::string Scan::bytes() const {
    ByteWriter writer;
    writer.add_text(version);
    writer.add_text(inside_->engine);
    writer.add_text(ascii_json_text(
        {{"machine", machine_json(inside_->platform.machine)}, {"request", request_json(inside_->platform.scan)}}));
    for (int i = 0; i < slices(); ++i) {
        writer.add_text(slice_bytes(inside_->workspace[static_cast<std::size_t>(i)]));
        writer.add_text(field_bytes(inside_->fields(i)));
    }
    return writer.take();
}

namespace {

bool are_runs_of(const WorkspaceSlice& slice, const ScanGrid& grid) {
    const auto& [row_begin, runs] = slice;
    if (slice.rows() != grid.rows() || row_begin.front() != 0 || !std::ranges::is_sorted(row_begin) ||
        row_begin.back() != static_cast<std::int32_t>(runs.size()))
        return false;
    for (int r = 0; r < slice.rows(); ++r) {
        int next = 0;
        for (const ColumnRun& run : slice.row(r)) {
            if (run.first < next || run.last < run.first || run.last >= grid.columns()) return false;
            next = run.last + 2;
        }
    }
    return true;
}

bool are_fields_of(const std::vector<SliceField>& fields, const ScanPlan& plan) {
    const auto size = [](const SliceField& field) {
        return std::visit([](const auto& values) { return values.size(); }, field.values);
    };
    return std::ranges::equal(fields, empty_fields(plan), [&](const SliceField& field, const SliceField& expected) {
        return field.name == expected.name && field.values.index() == expected.values.index() &&
               size(field) == static_cast<std::size_t>(plan.points_per_slice());
    });
}

Platform platform_in(std::string_view text) {
    const nlohmann::json json = parsed_json(text);
    const JsonField field(json, "scan");
    return {machine_from_json(field.at("machine")), request_from_json(field.at("request"))};
}

std::shared_ptr<Scan::Inside> read_scan(ByteReader reader) {
    if (reader.next_text() != version) return nullptr;
    const std::string engine(reader.next_text());
    const auto kept = std::make_shared<Scan::Inside>(platform_in(reader.next_text()));
    kept->engine = engine;
    Keeper keeper(*kept);
    for (int i = 0; i < kept->plan.slices(); ++i) {
        Slice slice{i, slice_from_bytes(reader.next_text()), fields_from_bytes(reader.next_text())};
        if (!are_runs_of(slice.runs, kept->plan) || !are_fields_of(slice.fields, kept->plan)) return nullptr;
        keeper.take_over(std::move(slice));
    }
    (void)keeper.finish();
    return kept;
}

}  // namespace

Scan Scan::from_bytes(std::string_view bytes) {
    std::shared_ptr<Inside> kept;
    try {
        kept = read_scan(ByteReader(bytes));
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {
        // The bytes ended too early, or are not JSON.
    }
    if (!kept) throw InputError(std::string("the bytes are not a scan of hexscan ") + version + "; scan again");
    return Scan(kept);
}

}  // namespace hexscan
