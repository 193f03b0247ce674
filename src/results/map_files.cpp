#include "src/results/map_files.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/machine/pose_clearance.h"
#include "src/scan/largest_ball.h"

namespace hexscan {
namespace {

/// Limits that the summary names; the record holds all.
constexpr std::size_t named_limits = 4;

/// In the order in which slices bring them.
std::vector<MapKind> maps_in_order(const ScanPlan& plan) {
    std::vector<MapKind> maps;
    std::copy_if(all_maps.begin(), all_maps.end(), std::back_inserter(maps),
                 [&](MapKind map) { return plan.asks_for(map); });
    return maps;
}

}  // namespace

MapFiles::MapFiles(RunRecord& record, const ScanPlan& plan, std::filesystem::path folder, bool images)
    : record_(record),
      plan_(plan),
      maps_(maps_in_order(plan_)),
      images_(plan_, colours_of_maps(record.platform), std::move(folder), images),
      slices_(static_cast<std::size_t>(plan_.slices())) {
    if (record.platform.scan.questions.tilt_inside && plan_.asks_for(MapKind::tilt))
        tilt_inside_.emplace(record.platform.scan, plan_);
}

std::vector<AnnouncedFiles> MapFiles::files() const { return images_.files(); }

void MapFiles::take(const Slice& slice) {
    images_.take(slice);
    SliceSummary& summary = slices_[static_cast<std::size_t>(slice.index)];
    for (std::size_t map = 0; map < maps_.size(); ++map) {
        const SliceField& field = slice.fields[map];
        if (tilt_inside_ && maps_[map] == MapKind::tilt)
            tilt_inside_->take(slice.index, std::get<std::vector<float>>(field.values));
        if (maps_[map] != MapKind::limit) continue;
        const auto& limits = std::get<std::vector<std::uint8_t>>(field.values);
        for (int row = 0; row < slice.runs.rows(); ++row)
            for (const Run& run : slice.runs.row(row))
                for (int column = run.first; column <= run.last; ++column)
                    ++summary.limited[limits[static_cast<std::size_t>(row) * static_cast<std::size_t>(plan_.columns()) +
                                             static_cast<std::size_t>(column)]];
    }
}

bool MapFiles::of_a_set() const { return !record_.platform.scan.orientations.is_single(); }

void MapFiles::sum_up_ball() {
    const std::optional<ReachableBall> ball = largest_ball(record_.platform.machine, plan_);
    if (!ball) {
        record_.details.emplace_back("largest ball", fmt::format("none: no position has room on every side{}",
                                                                 of_a_set() ? " at every orientation" : ""));
        return;
    }
    const Units& units = record_.platform.machine.units;
    const auto& [x_m, y_m, z_m] = ball->centre_m;
    // Where the centre is 0 by symmetry the search leaves a rounding.
    const auto shown = [&](double at_m) {
        return significant(std::abs(at_m) < 1e-9 * ball->radius_m ? 0 : units.from_metres(at_m), 5);
    };
    record_.maps["largest_ball"] = {
        {"radius_m", ball->radius_m}, {"at_most_m", ball->at_most_m}, {"x_m", x_m}, {"y_m", y_m}, {"z_m", z_m}};
    record_.details.emplace_back(
        "largest ball", fmt::format("radius {} about ({}, {}, {}){}", units.length_text(ball->radius_m, 5), shown(x_m),
                                    shown(y_m), shown(z_m), of_a_set() ? ", reachable at every orientation" : ""));
}

std::vector<MapFiles::LimitedPoints> MapFiles::limited_points() const {
    std::vector<LimitedPoints> limited;
    for (int limit = 0; limit < leg_count * limits_per_leg; ++limit) {
        std::int64_t points = 0;
        for (const SliceSummary& slice : slices_) points += slice.limited[static_cast<std::size_t>(limit + 1)];
        if (points > 0) limited.push_back({points, limit / limits_per_leg, limit % limits_per_leg});
    }
    std::stable_sort(limited.begin(), limited.end(),
                     [](const LimitedPoints& a, const LimitedPoints& b) { return a.points > b.points; });
    return limited;
}

void MapFiles::sum_up_limits() {
    const std::vector<LimitedPoints> by_leg = limited_points();
    std::vector<LimitedPoints> by_kind;
    for (int kind = 0; kind < limits_per_leg; ++kind) {
        LimitedPoints all_legs{0, 0, kind};
        for (const LimitedPoints& l : by_leg) all_legs.points += l.kind == kind ? l.points : 0;
        if (all_legs.points > 0) by_kind.push_back(all_legs);
    }
    std::stable_sort(by_kind.begin(), by_kind.end(),
                     [](const LimitedPoints& a, const LimitedPoints& b) { return a.points > b.points; });
    const std::int64_t all = std::accumulate(by_leg.begin(), by_leg.end(), std::int64_t{0},
                                             [](std::int64_t sum, const LimitedPoints& l) { return sum + l.points; });
    const auto share = [all](const LimitedPoints& l) {
        return static_cast<double>(l.points) / static_cast<double>(all);
    };
    const auto append = [&](std::string& text, const std::string& name, double part) {
        text += fmt::format("{}{}: {:.1f} %", text.empty() ? "" : "; ", name, 100 * part);
    };
    record_.maps["limits"] = record_.maps["limit_kinds"] = nlohmann::json::array();
    std::string kinds, legs;
    for (const LimitedPoints& l : by_kind) {
        const std::string name = limit_kind_text(static_cast<LegLimit>(l.kind));
        record_.maps["limit_kinds"].push_back({{"name", name}, {"points", l.points}, {"share", share(l)}});
        append(kinds, name, share(l));
    }
    double others = 1;
    for (std::size_t i = 0; i < by_leg.size(); ++i) {
        const LimitedPoints& l = by_leg[i];
        const std::string name = limit_text(l.leg, static_cast<LegLimit>(l.kind));
        record_.maps["limits"].push_back({{"limit", 1 + l.leg * limits_per_leg + l.kind},
                                          {"name", name},
                                          {"points", l.points},
                                          {"share", share(l)}});
        if (i >= named_limits) continue;
        append(legs, name, share(l));
        others -= share(l);
    }
    if (by_leg.size() > named_limits) append(legs, "others", others);
    // A limit of the map is the nearest one of all orientations: what bounds a total workspace, not an inclusive one.
    const bool inclusive = of_a_set() && record_.platform.scan.workspace == WorkspaceKind::inclusive;
    record_.details.emplace_back(
        inclusive ? "nearest limits" : "what bounds it",
        by_kind.empty() ? "nothing: no point is reachable" : (inclusive ? "of all orientations, " : "") + kinds);
    if (!by_leg.empty()) record_.details.emplace_back("by leg", legs);
}

void MapFiles::finish(const Delivery&) {
    record_.maps = nlohmann::json::object();
    for (const MapKind map : maps_) {
        if (map == MapKind::clearance) sum_up_ball();
        if (map == MapKind::limit) sum_up_limits();
        if (tilt_inside_ && map == MapKind::tilt) {
            record_.maps["tilt_inside"] = tilt_inside_->json();
            record_.details.emplace_back("tilt inside", tilt_inside_->text(record_.platform.machine.units));
        }
    }
    images_.finish();
}

}  // namespace hexscan
