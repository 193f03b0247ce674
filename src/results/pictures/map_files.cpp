#include "src/results/pictures/map_files.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/check/figures/kept_ball.h"
#include "src/check/kept_distance.h"
#include "src/files/machine_json.h"
#include "src/results/output_kinds.h"
#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

/// The largest number of limits that the summary names. The record holds all of them.
constexpr std::size_t named_limits = 4;

/// The ball's radius as text. It is only a lower bound if the machine has shared limits and the plan has either a set
/// of orientations or legs with rods.
std::string radius_text(const ReachableBall& ball, const ScanPlan& plan, const Units& units) {
    if (!plan.has_shared_limits()) return units.length_text(ball.radius_m, 5);
    if (!plan.is_single() || plan.has_rods()) return "at least " + units.length_text(ball.radius_m, 5);
    return distance_text(ball.radius_m, ball.at_most_m, units);
}

/// The requested maps, in the order of a slice's fields.
std::vector<MapKind> maps_in_order(const ScanPlan& plan) {
    std::vector<MapKind> maps;
    std::copy_if(all_maps().begin(), all_maps().end(), std::back_inserter(maps),
                 [&](MapKind map) { return plan.asks_for(map); });
    return maps;
}

template <class Limited>
std::vector<Limited> most_first(std::vector<Limited> limited) {
    std::stable_sort(limited.begin(), limited.end(),
                     [](const Limited& a, const Limited& b) { return a.points > b.points; });
    return limited;
}

std::unique_ptr<Output> make_maps(const OutputOrder& order) {
    if (order.plan.maps.empty()) return nullptr;
    return std::make_unique<MapFiles>(order.platform, order.plan, order.folder, order.requested.want("image"));
}

bool reports_values(MapKind map) { return definition_of(map).reports_least || definition_of(map).reports_largest; }

/// True if `number` is more extreme than `other`: larger in a map that reports its largest number, otherwise smaller.
bool is_beyond(MapKind map, double number, double other) {
    return definition_of(map).reports_largest ? number > other : number < other;
}

/// The most extreme number over all orientations at a position, with its owner (such as a leg). Returns nothing if the
/// map's numbers belong to the machine as a whole.
std::optional<OwnedNumber> owner_of(MapKind map, const ScanPlan& plan, const Vector& position_m) {
    const auto owned = definition_of(map).owned;
    std::optional<OwnedNumber> owner;
    for (std::int64_t o = 0; owned && o < plan.set->count(); ++o)
        for (const OwnedNumber& one : owned(plan.set->machine(), plan.set->rotation_at(o), position_m))
            if (!owner || is_beyond(map, one.number, owner->number)) owner = one;
    return owner;
}

/// 1 for each reachable point of a slice, row by row.
std::vector<std::uint8_t> reachable_points(const WorkspaceSlice& runs, int columns) {
    const auto width = static_cast<std::size_t>(columns);
    std::vector<std::uint8_t> points(static_cast<std::size_t>(runs.rows()) * width);
    for (int row = 0; row < runs.rows(); ++row)
        fill_bytes(runs.row(row), std::span(points).subspan(static_cast<std::size_t>(row) * width, width));
    return points;
}

/// 1 for each point that has a reachable neighbour along x or y in the same slice.
std::vector<std::uint8_t> beside_reachable(const std::vector<std::uint8_t>& reachable, std::size_t width) {
    const std::size_t points = reachable.size();
    std::vector<std::uint8_t> beside(points);
    for (std::size_t at = 0; at < points; ++at) {
        const std::size_t column = at % width;
        beside[at] = (column > 0 && reachable[at - 1] != 0) || (column + 1 < width && reachable[at + 1] != 0) ||
                             (at >= width && reachable[at - width] != 0) ||
                             (at + width < points && reachable[at + width] != 0)
                         ? 1
                         : 0;
    }
    return beside;
}

/// Adds the limit that owns a map's number to the JSON, under the names that `hexscan check --json` uses for limits.
void write_owner(const Limit& limit, nlohmann::json& what) {
    add_owner(limit.owner, what);
    what["limit"] = limit.kind->json;
}

}  // namespace

OutputKind map_output() { return {.key = "maps", .make = make_maps}; }

MapFiles::MapFiles(const Platform& platform, const ScanPlan& plan, std::filesystem::path folder, bool images)
    : platform_(platform),
      plan_(plan),
      maps_(maps_in_order(plan_)),
      images_(plan_, colours_of_maps(platform), std::move(folder), images),
      slices_(static_cast<std::size_t>(plan_.slices())) {
    if (platform.scan.questions.tilt_inside && plan_.asks_for(MapKind::tilt))
        tilt_inside_.emplace(platform.scan, plan_);
}

std::vector<AnnouncedFiles> MapFiles::files() const { return images_.files(); }

void MapFiles::take(const Slice& slice) {
    images_.take(slice);
    SliceSummary& summary = slices_[static_cast<std::size_t>(slice.index)];
    summary.values.resize(maps_.size());
    for (std::size_t map = 0; map < maps_.size(); ++map) {
        const SliceField& field = slice.fields[map];
        if (tilt_inside_ && maps_[map] == MapKind::tilt)
            tilt_inside_->take(slice.index, std::get<std::vector<float>>(field.values));
        if (reports_values(maps_[map]))
            summary.values[map] = values_of(slice, maps_[map], std::get<std::vector<float>>(field.values));
        if (maps_[map] != MapKind::limit) continue;
        const auto& limits = std::get<std::vector<std::uint8_t>>(field.values);
        if (counts_border()) {
            keep_outside(slice, limits);
            continue;
        }
        const std::vector<std::uint8_t> counted = reachable_points(slice.runs, plan_.columns());
        for (std::size_t point = 0; point < counted.size(); ++point)
            if (counted[point] != 0) ++summary.limited[limits[point]];
    }
}

void MapFiles::keep_outside(const Slice& slice, const std::vector<std::uint8_t>& limits) {
    SliceSummary& summary = slices_[static_cast<std::size_t>(slice.index)];
    summary.runs = slice.runs;
    summary.outside.clear();
    const std::vector<std::uint8_t> reachable = reachable_points(slice.runs, plan_.columns());
    for (std::size_t point = 0; point < reachable.size(); ++point) {
        if (reachable[point] != 0) continue;
        auto& outside = summary.outside;
        if (!outside.empty() && outside.back().last + 1 == point && outside.back().limit == limits[point])
            outside.back().last = point;
        else
            outside.push_back({point, point, limits[point]});
    }
}

void MapFiles::count_border() {
    const auto width = static_cast<std::size_t>(plan_.columns());
    for (std::size_t s = 0; s < slices_.size(); ++s) {
        SliceSummary& slice = slices_[s];
        slice.limited.fill(0);
        if (slice.outside.empty()) continue;
        std::vector<std::uint8_t> beside = beside_reachable(reachable_points(slice.runs, plan_.columns()), width);
        for (const std::size_t other : {s - 1, s + 1}) {
            if (other >= slices_.size()) continue;
            const std::vector<std::uint8_t> reachable = reachable_points(slices_[other].runs, plan_.columns());
            for (std::size_t point = 0; point < reachable.size(); ++point) beside[point] |= reachable[point];
        }
        for (const auto& [first, last, limit] : slice.outside)
            for (std::size_t point = first; point <= last; ++point) slice.limited[limit] += beside[point];
    }
}

/// True if limits are counted at the points just outside the border. Lower bounds of clearance do not show which limit
/// is nearest. At an unreachable point, a violated limit is known.
bool MapFiles::counts_border() const {
    const bool inclusive = of_a_set() && platform_.scan.workspace == WorkspaceKind::inclusive;
    return is_lower_bound(MapKind::limit, platform_.machine) && !inclusive;
}

MapFiles::SliceSummary::Values MapFiles::values_of(const Slice& slice, MapKind map,
                                                   const std::vector<float>& numbers) const {
    SliceSummary::Values values;
    for (int row = 0; row < slice.runs.rows(); ++row)
        for (const Run& run : slice.runs.row(row))
            for (int column = run.first; column <= run.last; ++column) {
                const float number = numbers[static_cast<std::size_t>(row) * static_cast<std::size_t>(plan_.columns()) +
                                             static_cast<std::size_t>(column)];
                if (values.points == 0 || is_beyond(map, number, values.extreme)) {
                    values.extreme = number;
                    values.row = row;
                    values.column = column;
                }
                values.sum += share_of_mean(map, number);
                ++values.points;
            }
    return values;
}

bool MapFiles::of_a_set() const { return !platform_.scan.orientations.is_single(); }

void MapFiles::sum_up_ball(OutputReport& report) const {
    const std::optional<ReachableBall> ball =
        largest_kept_ball(platform_.machine, plan_, platform_.scan.orientations.first());
    if (!ball) {
        report.lines.emplace_back("largest ball", fmt::format("none: no position is inside all limits{}",
                                                              of_a_set() ? " at every orientation" : ""));
        return;
    }
    const Units& units = platform_.machine.units;
    const auto& [x_m, y_m, z_m] = ball->centre_m;
    // If symmetry puts the centre at 0, the search still returns a rounding error. It is shown as 0.
    const auto shown = [&](double at_m) {
        return significant(std::abs(at_m) < 1e-9 * ball->radius_m ? 0 : units.from_metres(at_m), 5);
    };
    report.json["largest_ball"] = {
        {"radius_m", ball->radius_m}, {"at_most_m", ball->at_most_m}, {"x_m", x_m}, {"y_m", y_m}, {"z_m", z_m}};
    report.lines.emplace_back(
        "largest ball", fmt::format("radius {} about ({}, {}, {}){}", radius_text(*ball, plan_, units), shown(x_m),
                                    shown(y_m), shown(z_m), of_a_set() ? ", reachable at every orientation" : ""));
}

std::vector<MapFiles::LimitedPoints> MapFiles::limited_points(const LimitTable& table) const {
    std::vector<LimitedPoints> limited;
    for (const Limit& limit : table.rows()) {
        std::int64_t points = 0;
        for (const SliceSummary& slice : slices_) points += slice.limited[static_cast<std::size_t>(limit.id)];
        if (points > 0) limited.push_back({points, limit.id});
    }
    return limited;
}

void MapFiles::sum_up_limits(OutputReport& report) const {
    const LimitTable table = limits_of(platform_.machine);
    const std::vector<LimitedPoints> by_limit = most_first(limited_points(table));
    // There is one entry per kind of limit; the first row of the table with this kind represents it.
    std::vector<LimitedPoints> by_kind;
    for (const LimitKind* kind : table.kinds()) {
        LimitedPoints all{0, table.ids_of(*kind).front()};
        for (const LimitedPoints& l : by_limit) all.points += table[l.limit].kind == kind ? l.points : 0;
        if (all.points > 0) by_kind.push_back(all);
    }
    by_kind = most_first(std::move(by_kind));
    const std::int64_t all = std::accumulate(by_limit.begin(), by_limit.end(), std::int64_t{0},
                                             [](std::int64_t sum, const LimitedPoints& l) { return sum + l.points; });
    const auto share = [all](const LimitedPoints& l) {
        return static_cast<double>(l.points) / static_cast<double>(all);
    };
    const auto append = [&](std::string& text, const std::string& name, double part) {
        text += fmt::format("{}{}: {:.1f} %", text.empty() ? "" : "; ", name, 100 * part);
    };
    report.json["limits"] = report.json["limit_kinds"] = nlohmann::json::array();
    report.json["limits_are_of_border"] = counts_border();
    std::string kinds, legs;
    for (const LimitedPoints& l : by_kind) {
        const std::string name(table[l.limit].kind->plural);
        report.json["limit_kinds"].push_back({{"name", name}, {"points", l.points}, {"share", share(l)}});
        append(kinds, name, share(l));
    }
    double others = 1;
    for (std::size_t i = 0; i < by_limit.size(); ++i) {
        const LimitedPoints& l = by_limit[i];
        const std::string name = table[l.limit].name();
        report.json["limits"].push_back(
            {{"limit", static_cast<int>(l.limit)}, {"name", name}, {"points", l.points}, {"share", share(l)}});
        if (i >= named_limits) continue;
        append(legs, name, share(l));
        others -= share(l);
    }
    if (by_limit.size() > named_limits) append(legs, "others", others);
    // The map holds the nearest limit over all orientations. This limit bounds a total workspace, but not an inclusive
    // workspace.
    const bool inclusive = of_a_set() && platform_.scan.workspace == WorkspaceKind::inclusive;
    report.lines.emplace_back(
        inclusive ? "nearest limits" : "workspace bounded by",
        by_kind.empty()
            ? (counts_border() ? "none: the workspace has no border inside the grid" : "none: no point is reachable")
            : (inclusive ? "of all orientations, " : "") + kinds +
                  (counts_border()                                     ? ", at points just outside the border"
                   : is_lower_bound(MapKind::limit, platform_.machine) ? ", by lower bounds of clearance"
                                                                       : ""));
    if (!by_limit.empty()) report.lines.emplace_back("by leg", legs);
}

void MapFiles::sum_up_values(std::size_t map, OutputReport& report) const {
    const MapDefinition& definition = definition_of(maps_[map]);
    SliceSummary::Values all;
    int extreme_slice = 0;
    for (std::size_t s = 0; s < slices_.size(); ++s) {
        if (slices_[s].values.empty() || slices_[s].values[map].points == 0) continue;
        const SliceSummary::Values& here = slices_[s].values[map];
        const double sum = all.sum + here.sum;
        const std::int64_t points = all.points + here.points;
        if (all.points == 0 || is_beyond(maps_[map], here.extreme, all.extreme)) {
            all = here;
            extreme_slice = static_cast<int>(s);
        }
        all.sum = sum;
        all.points = points;
    }
    if (all.points == 0) return;
    const Units& units = platform_.machine.units;
    const Vector at_m{grid_coordinate(plan_.x, all.column), grid_coordinate(plan_.y, all.row),
                      grid_coordinate(plan_.z, extreme_slice)};
    const double mean = all.sum / static_cast<double>(all.points);
    const std::string unit = shown_unit(maps_[map], platform_.machine);
    const auto text = [&](double value) {
        if (unit == "m") return units.length_text(value, 4);
        if (unit == units.name_of(Dimension::stiffness)) return units.text(value, Dimension::stiffness, 4);
        const std::string number = significant(unit == "%" ? 100 * value : value, 4);
        return unit.empty() ? number : number + " " + unit;
    };
    const auto length = [&](double m) { return significant(units.from_metres(m), 5); };
    const char* const which = definition.reports_largest ? "largest" : "least";
    nlohmann::json& json = report.json[std::string(definition.name)] = {
        {which, all.extreme}, {"mean", mean}, {"x_m", at_m.x}, {"y_m", at_m.y}, {"z_m", at_m.z}};
    std::optional<OwnedNumber> owner = owner_of(maps_[map], plan_, at_m);
    // An infinite number has no owner, for example when the legs cannot carry the load at all.
    if (owner && !std::isfinite(all.extreme)) owner.reset();
    if (owner) write_owner(owner->owner, json);
    report.lines.emplace_back(
        std::string(definition.name),
        fmt::format("{} {}{} at ({}, {}, {}){}, mean {}", which, text(all.extreme),
                    owner ? fmt::format(" ({})", owner->owner.name()) : "", length(at_m.x), length(at_m.y),
                    length(at_m.z), of_a_set() ? ", of all orientations" : "", text(mean)));
}

OutputReport MapFiles::finish() {
    OutputReport report{.json = nlohmann::json::object()};
    for (std::size_t k = 0; k < maps_.size(); ++k) {
        const MapKind map = maps_[k];
        if (reports_values(map)) sum_up_values(k, report);
        if (definition_of(map).is_lower_bound)
            report.json["clearances_are_lower_bounds"] = is_lower_bound(map, platform_.machine);
        if (map == MapKind::clearance) sum_up_ball(report);
        if (map == MapKind::limit) {
            if (counts_border()) count_border();
            sum_up_limits(report);
        }
        if (tilt_inside_ && map == MapKind::tilt) {
            report.json["tilt_inside"] = tilt_inside_->json();
            report.lines.emplace_back("tilt inside", tilt_inside_->text(platform_.machine.units));
        }
    }
    images_.finish();
    return report;
}

}  // namespace hexscan
