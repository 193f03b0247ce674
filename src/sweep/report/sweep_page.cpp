#include "src/sweep/report/sweep_page.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/base/version.h"
#include "src/results/page/page_document.h"
#include "src/sweep/meters/reach_slices.h"
#include "src/sweep/report/export.h"
#include "src/system/atomic_file.h"

namespace hexscan {

/// The page's shell; the build generates it.
extern const char* const sweep_page_shell;

namespace {

using nlohmann::json;

/// The largest number of machines on the page. With this many, the plots still respond quickly.
constexpr std::int64_t most_shown = 5000;

json columns_json(const SweepFile& sweep) {
    const Units& units = sweep.machine.units;
    const auto direction = [&](const std::string& name) -> json {
        if (!has_front(sweep)) return nullptr;
        for (const Objective& o : sweep.objectives)
            if (o.name == name) return o.larger_is_better ? "larger" : "smaller";
        return nullptr;
    };
    json columns = json::array();
    for (const VariedNumber& number : sweep.varied)
        columns.push_back({{"name", number.key + (number.added ? ", added" : "")},
                           {"unit", units.name_of(number.dimension)},
                           {"kind", "parameter"},
                           {"better", direction(number.key)}});
    for (const Measure& measure : sweep.measures)
        columns.push_back({{"name", escaped(name_of(measure))},
                           {"unit", unit_in(measure, units)},
                           {"kind", "measure"},
                           {"better", direction(name_of(measure))}});
    return columns;
}

/// Collects the machines that the page shows, as columns of numbers.
class DesignLines {
public:
    explicit DesignLines(const MeasuredMachines& machines)
        : machines_(machines),
          values_(machines.sweep().varied.size() + machines.sweep().measures.size(), json::array()) {}

    void add(std::int64_t machine, const Measured& measured, bool on_front) {
        const SweepFile& sweep = machines_.sweep();
        const Designs& designs = machines_.designs();
        numbers_.push_back(machine);
        front_.push_back(on_front ? 1 : 0);
        cut_off_.push_back(measured.cut_off != 0 ? 1 : 0);
        std::size_t column = 0;
        for (const double value : designs.varied(designs.design_of(machine))) values_[column++].push_back(value);
        for (std::size_t m = 0; m < sweep.measures.size(); ++m) {
            if (measured.figures[m].gave_up) gave_up_.push_back({count() - 1, column});
            values_[column++].push_back(in_units(sweep.measures[m], measured.figures[m].value, sweep.machine.units));
        }
    }

    std::int64_t count() const { return static_cast<std::int64_t>(numbers_.size()); }
    json take() {
        return {
            {"number", numbers_}, {"front", front_}, {"cut_off", cut_off_}, {"gave_up", gave_up_}, {"values", values_}};
    }

private:
    const MeasuredMachines& machines_;
    json numbers_ = json::array(), front_ = json::array(), cut_off_ = json::array();
    json gave_up_ = json::array();  ///< row and column of each value whose search ended early
    std::vector<json> values_;
};

/// At most most_shown machines. Machines on the front come first. The remaining places go to every n-th of the others.
json designs_json(const MeasuredMachines& machines, const SweepResults& results) {
    const std::int64_t front = std::min(results.on_front, most_shown);
    const std::int64_t others = results.valid - results.on_front, room = most_shown - front;
    const std::int64_t every = room > 0 ? std::max<std::int64_t>(1, (others + room - 1) / room) : 0;
    DesignLines lines(machines);
    std::int64_t front_left = front, other = 0;
    machines.for_each([&](std::int64_t machine, const Measured& measured) {
        if (measured.is_machine == 0) return;
        const bool on_front =
            has_front(machines.sweep()) && results.front.holds(objectives_of(machines, machine, measured));
        if (on_front ? front_left-- > 0 : every > 0 && other++ % every == 0) lines.add(machine, measured, on_front);
    });
    return lines.take();
}

json distribution_for_page(const Distribution& d, const std::function<double(double)>& shown) {
    json quantiles = json::array();
    for (std::size_t q = 0; q < quantile_parts.size(); ++q)
        quantiles.push_back({quantile_parts[q], shown(d.quantiles[q])});
    return {{"quantiles", quantiles},
            {"least", shown(d.least)},
            {"largest", shown(d.largest)},
            {"histogram", {{"from", shown(d.least)}, {"to", shown(d.largest)}, {"counts", d.histogram}}}};
}

json tolerance_for_page(const MeasuredMachines& machines, const SweepResults& results) {
    if (!results.tolerance) return nullptr;
    const SweepFile& sweep = machines.sweep();
    const Units& units = sweep.machine.units;
    json measures = json::array(), sensitivities = json::array();
    for (std::size_t m = 0; m < sweep.measures.size(); ++m) {
        const Measure& measure = sweep.measures[m];
        const auto& d = results.tolerance->distributions[m];
        if (!d) continue;
        const auto shown = [&](double si) { return in_units(measure, si, units); };
        json entry = distribution_for_page(*d, shown);
        entry["name"] = escaped(name_of(measure));
        entry["unit"] = unit_in(measure, units);
        entry["nominal"] =
            results.tolerance->nominal ? json(shown(results.tolerance->nominal->figures[m].value)) : json();
        measures.push_back(entry);
    }
    for (const Sensitivity& s : results.tolerance->sensitivities) {
        const Measure& measure = sweep.measures[s.measure];
        sensitivities.push_back({{"measure", escaped(name_of(measure))},
                                 {"parameter", sweep.tolerances->numbers[s.number].key},
                                 {"unit", slope_unit(sweep, s, unit_in(measure, units))},
                                 {"slope", in_units(measure, s.slope, units)},
                                 {"correlation", s.correlation}});
    }
    json all = {{"samples", sweep.samples_per_design()},
                {"measures", measures},
                {"sensitivities", sensitivities},
                {"workspace", nullptr}};
    if (results.reach)
        all["workspace"] = {{"share", reach_share},
                            {"volume", in_units(Measure::volume, results.reach->volume_m3, units)},
                            {"unit", unit_in(Measure::volume, units)},
                            {"slice", results.reach->slice}};
    return all;
}

const char* sampling_name(const SweepFile& sweep) {
    if (sweep.varied.empty()) return "scatter";
    switch (sweep.sampling.kind) {
        case Sampling::Kind::sobol: return "sobol";
        case Sampling::Kind::random: return "random";
        case Sampling::Kind::grid: break;
    }
    return "grid";
}

}  // namespace

void write_sweep_page(const MeasuredMachines& machines, const SweepResults& results, const SweepRun& run,
                      const std::filesystem::path& file) {
    const SweepFile& sweep = machines.sweep();
    json files = json::object();
    for (const std::int64_t machine : results.best)
        files[fmt::format("{}", machine)] = {{"name", design_file_name(sweep, machine)},
                                             {"text", platform_file_of(sweep, machines.designs(), machine)}};
    const json data = {{"sweep",
                        {{"name", escaped(sweep.name)},
                         {"machine", escaped(sweep.machine.name)},
                         {"machines", sweep.machines()},
                         {"valid", results.valid},
                         {"front", results.on_front},
                         {"sampling", sampling_name(sweep)},
                         {"version", version},
                         {"file_text", sweep.sweep_text}}},
                       {"columns", columns_json(sweep)},
                       {"designs", designs_json(machines, results)},
                       {"files", files},
                       {"tolerance", tolerance_for_page(machines, results)}};
    const PageWords words{sweep.name,
                          {fmt::format("{}, {} machines, hexscan {}", sweep.machine.name, sweep.machines(), version)},
                          sweep_summary(machines, results, run)};
    write_whole_file(file, page_with_data(sweep_page_shell, words, data));
}

}  // namespace hexscan
