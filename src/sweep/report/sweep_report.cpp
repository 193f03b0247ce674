#include "src/sweep/report/sweep_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/version.h"
#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/reach_slices.h"

namespace hexscan {
namespace {

using nlohmann::json;

/// A machine of the front. Machines are ordered by the first objective, best first, then by their numbers.
struct Best {
    double first_objective;
    std::int64_t machine;
    bool cut_off;
    bool operator<(const Best& other) const {
        return first_objective != other.first_objective ? first_objective > other.first_objective
                                                        : machine < other.machine;
    }
};

void keep_best(Best candidate, std::vector<Best>& best) {
    best.insert(std::upper_bound(best.begin(), best.end(), candidate), candidate);
    if (best.size() > most_best) best.pop_back();
}

void compare(const MeasuredMachines& machines, SweepResults& results) {
    results.front = front_of(machines);
    const SweepFile& sweep = machines.sweep();
    const std::optional<std::size_t> met = sweep.place_of(Measure::requirements);
    const auto all = static_cast<double>(sweep.requirements.size());
    std::vector<Best> best;
    double first_best = 0;
    machines.for_each([&](std::int64_t machine, const Measured& measured) {
        if (measured.is_machine == 0) return;
        const std::vector<double> objectives = objectives_of(machines, machine, measured);
        if (!results.front.holds(objectives)) return;
        ++results.on_front;
        results.front_meets_all += met && measured.figures[*met].value == all ? 1 : 0;
        if (results.tied == 0 || objectives.front() > first_best) {
            first_best = objectives.front();
            results.tied = 0;
        }
        results.tied += objectives.front() == first_best;
        keep_best({objectives.front(), machine, measured.cut_off != 0}, best);
    });
    for (const Best& b : best) {
        results.best.push_back(b.machine);
        results.best_cut_off.push_back(b.cut_off);
    }
}

/// For each column, the number of machines whose search for its value ended early. Columns without such machines are
/// left out.
json gave_up_json(const SweepFile& sweep, const SweepResults& results) {
    json columns = json::object();
    for (std::size_t m = 0; m < sweep.measures.size(); ++m)
        if (results.gave_up[m] > 0) columns[column_of(sweep.measures[m])] = results.gave_up[m];
    return columns;
}

/// A text such as "growth_of.lift of 2 machines, largest_ball of 1".
std::string gave_up_text(const SweepFile& sweep, const SweepResults& results) {
    std::string text;
    for (std::size_t m = 0; m < sweep.measures.size(); ++m)
        if (results.gave_up[m] > 0)
            text += fmt::format("{}{} of {}{}", text.empty() ? "" : ", ", name_of(sweep.measures[m]),
                                results.gave_up[m], text.empty() ? " machines" : "");
    return text;
}

json varied_json(const SweepFile& sweep) {
    json list = json::array();
    for (const VariedNumber& number : sweep.varied)
        list.push_back(
            {{"key", number.key}, {"added", number.added}, {"unit", sweep.machine.units.name_of(number.dimension)}});
    return list;
}

json requirements_json(const MeetsAll& meets, const SweepFile& sweep) {
    json all = {{"machines_that_meet_all", meets.machines}, {"nearest", nullptr}};
    if (const auto& nearest = meets.nearest)
        all["nearest"] = {{"machine", nearest->machine},
                          {"met", nearest->met},
                          {"requirement", sweep.requirements[nearest->requirement].name},
                          {"growth", nearest->growth ? json(*nearest->growth) : json(nullptr)},
                          {"most_missing_m", nearest->most_missing_m ? json(*nearest->most_missing_m) : json(nullptr)}};
    return all;
}

json range_json(const ScanRange& range) {
    return {{"from_m", range.from_m}, {"to_m", range.to_m}, {"points", range.count}};
}

json distribution_json(const Distribution& d) {
    json quantiles = json::array();
    for (std::size_t q = 0; q < quantile_parts.size(); ++q) quantiles.push_back({quantile_parts[q], d.quantiles[q]});
    return {{"machines", d.machines}, {"gave_up", d.gave_up}, {"mean", d.mean},
            {"least", d.least},       {"largest", d.largest}, {"quantiles", quantiles}};
}

json tolerance_json(const MeasuredMachines& machines, const SweepResults& results) {
    const SweepFile& sweep = machines.sweep();
    json measures = json::object();
    for (std::size_t m = 0; m < sweep.measures.size(); ++m) {
        const auto& d = results.tolerance->distributions[m];
        json entry = d ? distribution_json(*d) : json(nullptr);
        if (d && results.tolerance->nominal) entry["nominal"] = results.tolerance->nominal->figures[m].value;
        measures[column_of(sweep.measures[m])] = entry;
    }
    json all = {{"samples", sweep.samples_per_design()},
                {"measures", measures},
                {"pose_error_at_home", nullptr},
                {"pose_error_left_out", json::array()},
                {"workspace", nullptr}};
    if (const auto& error = results.tolerance->pose_error_at_home)
        all["pose_error_at_home"] = {{"rms_displacement_m", error->displacement_m},
                                     {"rms_rotation_rad", error->rotation_rad}};
    for (const LeftOutNumber& number : results.tolerance->left_out)
        all["pose_error_left_out"].push_back({{"number", number.key}, {"reason", number.reason}});
    if (results.reach)
        all["workspace"] = {{"share", reach_share},
                            {"reachable_points", results.reach->points},
                            {"volume_m3", results.reach->volume_m3}};
    return all;
}

std::string measure_text(const MeasuredMachines& machines, const Measure& measure, double value) {
    const Units& units = machines.sweep().machine.units;
    const std::string unit = unit_in(measure, units);
    return significant(in_units(measure, value, units), 6) + (unit.empty() ? "" : " " + unit);
}

std::string best_text(const MeasuredMachines& machines, std::int64_t machine) {
    const SweepFile& sweep = machines.sweep();
    const std::vector<double> varied = machines.designs().varied(machines.designs().design_of(machine));
    std::string text = fmt::format("machine {}{}", machine, varied.empty() ? "" : ":");
    for (std::size_t v = 0; v < varied.size(); ++v) {
        const std::string unit = sweep.machine.units.name_of(sweep.varied[v].dimension);
        text +=
            fmt::format("{} {}{} {}{}{}", v == 0 ? "" : ",", sweep.varied[v].key, sweep.varied[v].added ? " added" : "",
                        significant(varied[v], 6), unit.empty() ? "" : " ", unit);
    }
    return text;
}

/// Names the best machine by the first objective of the sweep. If several machines are equally good, gives their
/// number.
std::string best_or_tie_text(const MeasuredMachines& machines, const SweepResults& results) {
    const std::string& objective = machines.sweep().objectives.front().name;
    if (results.tied > 1) return fmt::format("{} machines tie in {}", results.tied, objective);
    return fmt::format("in {}, {}{}", objective, best_text(machines, results.best.front()),
                       results.best_cut_off.front() ? "; the grid cuts its workspace off" : "");
}

}  // namespace

SweepResults sum_up(const MeasuredMachines& machines) {
    SweepResults results;
    const auto volume = machines.sweep().place_of(Measure::volume);
    results.gave_up.assign(machines.sweep().measures.size(), 0);
    results.reaches_nothing = volume.has_value();
    machines.for_each([&](std::int64_t, const Measured& measured) {
        results.valid += measured.is_machine != 0;
        results.cut_off += measured.cut_off != 0;
        if (measured.is_machine == 0) return;
        for (std::size_t m = 0; m < measured.figures.size(); ++m) results.gave_up[m] += measured.figures[m].gave_up;
        if (volume && measured.figures[*volume].value > 0) results.reaches_nothing = false;
    });
    results.reaches_nothing &= results.valid > 0;
    results.meets_all = meets_all(machines);
    if (has_front(machines.sweep())) compare(machines, results);
    if (machines.sweep().is_of_one_design()) results.tolerance = tolerance_results(machines);
    return results;
}

AnnouncedFiles design_files(const SweepFile& sweep) {
    const auto machines = static_cast<std::size_t>(sweep.machines());
    return {"design_", ".yaml", machines, std::max<std::size_t>(3, fmt::format("{}", machines - 1).size())};
}

std::string design_file_name(const SweepFile& sweep, std::int64_t machine) {
    return fmt::format("design_{:0{}}.yaml", machine, design_files(sweep).digits);
}

json sweep_json(const MeasuredMachines& machines, const SweepResults& results, const SweepRun& run) {
    const SweepFile& sweep = machines.sweep();
    json measures = json::array(), objectives = json::array(), best = json::array();
    for (const Measure& measure : sweep.measures) measures.push_back(column_of(measure));
    for (const Objective& o : sweep.objectives)
        objectives.push_back({{"name", o.name}, {"better", o.larger_is_better ? "larger" : "smaller"}});
    for (std::size_t b = 0; b < results.best.size(); ++b)
        best.push_back({{"machine", results.best[b]},
                        {"file", design_file_name(sweep, results.best[b])},
                        {"cut_off", results.best_cut_off[b]}});
    return {
        {"schema", 1},
        {"version", version},
        {"study", {{"name", sweep.name}, {"text", sweep.sweep_text}, {"platform", sweep.platform_text}}},
        {"scan", {{"x", range_json(sweep.scan.x)}, {"y", range_json(sweep.scan.y)}, {"z", range_json(sweep.scan.z)}}},
        {"designs", sweep.designs()},
        {"machines", sweep.machines()},
        {"valid", results.valid},
        {"cut_off", sweep.measures_any(Measure::volume) ? json(results.cut_off) : json(nullptr)},
        {"effort", sweep.effort.times()},
        {"gave_up", gave_up_json(sweep, results)},
        {"requirements", results.meets_all ? requirements_json(*results.meets_all, sweep) : json(nullptr)},
        {"varied", varied_json(sweep)},
        {"measures", measures},
        {"front", has_front(sweep) ? json{{"objectives", objectives}, {"machines", results.on_front}, {"best", best}}
                                   : json(nullptr)},
        {"tolerance", results.tolerance ? tolerance_json(machines, results) : json(nullptr)},
        {"run",
         {{"command_line", run.command_line},
          {"devices", run.devices},
          {"machines_measured", run.measured},
          {"seconds", run.seconds},
          {"machines_per_second", run.seconds > 0 ? static_cast<double>(run.measured) / run.seconds : 0}}}};
}

std::vector<std::pair<std::string, std::string>> sweep_summary(const MeasuredMachines& machines,
                                                               const SweepResults& results, const SweepRun& run) {
    const SweepFile& sweep = machines.sweep();
    std::vector<std::pair<std::string, std::string>> lines;
    lines.emplace_back("sweep", fmt::format("{} of {}", sweep.name, sweep.machine.name));
    lines.emplace_back("machines",
                       fmt::format("{}, {} of them impossible", sweep.machines(), sweep.machines() - results.valid));
    if (results.cut_off > 0)
        lines.emplace_back("cut off", fmt::format("{} reach the border of the grid", results.cut_off));
    if (const std::string gave_up = gave_up_text(sweep, results); !gave_up.empty())
        lines.emplace_back("gave up",
                           fmt::format("{}: the figures may be larger; effort N tests N times as many parts", gave_up));
    if (const auto& meets = results.meets_all; meets && results.valid > 0)
        lines.emplace_back("requirements",
                           text_of(*meets, sweep, meets->nearest ? best_text(machines, meets->nearest->machine) : ""));
    lines.emplace_back("devices", joined(run.devices, ", "));
    if (run.measured > 0)
        lines.emplace_back("measured", fmt::format("{} machine{} in {} s: {} a second", run.measured,
                                                   run.measured == 1 ? "" : "s", three_digits(run.seconds),
                                                   three_digits(static_cast<double>(run.measured) / run.seconds)));
    // Machines that reach no grid point can still differ in measures that need no grid.
    const bool differ = !results.reaches_nothing || std::ranges::any_of(sweep.measures, [](const Measure& measure) {
        return !definition_of(measure.kind).needs_reach;
    });
    if (!results.best.empty() && !sweep.varied.empty() && differ) {
        std::string meet;
        if (results.meets_all)
            meet = results.front_meets_all == 0 ? "; none meets every requirement"
                   : results.on_front == 1
                       ? "; it meets every requirement"
                       : fmt::format("; {} of them meet{} every requirement", results.front_meets_all,
                                     results.front_meets_all == 1 ? "s" : "");
        lines.emplace_back("front", fmt::format("{} machine{} that no other machine beats{}", results.on_front,
                                                results.on_front == 1 ? "" : "s", meet));
        if (sweep.names_objectives) lines.emplace_back("best", best_or_tie_text(machines, results));
    }
    if (has_front(sweep) && results.valid > 0 && results.on_front == 0 && meets_nothing(machines))
        lines.emplace_back("front", "none: no machine meets a requirement");
    if (!has_front(sweep) && !results.tolerance)
        lines.emplace_back("designs", fmt::format("{}, each built {} times; quantiles.csv lists the results of each",
                                                  sweep.designs(), sweep.samples_per_design()));
    if (!results.tolerance) return lines;
    for (std::size_t m = 0; m < sweep.measures.size(); ++m)
        if (const auto& d = results.tolerance->distributions[m])
            lines.emplace_back(
                name_of(sweep.measures[m]),
                fmt::format("{}, 90 % between {} and {}", measure_text(machines, sweep.measures[m], d->quantiles[3]),
                            measure_text(machines, sweep.measures[m], d->quantiles[1]),
                            measure_text(machines, sweep.measures[m], d->quantiles[5])));
    if (const auto& error = results.tolerance->pose_error_at_home)
        lines.emplace_back("pose error",
                           fmt::format("{} and {} at home, root mean square, from the scatter of joints and lengths",
                                       sweep.machine.units.length_text(error->displacement_m, 3),
                                       sweep.machine.units.angle_text(error->rotation_rad, 3)));
    for (const LeftOutNumber& number : results.tolerance->left_out)
        lines.emplace_back("pose error", fmt::format("leaves out {}: {}", number.key, number.reason));
    if (results.reach)
        lines.emplace_back("reached by 95 %", measure_text(machines, Measure::volume, results.reach->volume_m3));
    return lines;
}

}  // namespace hexscan
