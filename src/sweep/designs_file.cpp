#include "src/sweep/designs_file.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/sweep/sweep_tuning.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

/// Text in quotes according to RFC 4180.
std::string quoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string header(const SweepFile& sweep) {
    std::string line = "machine";
    if (!has_front(sweep)) line += ",design";
    for (const VariedNumber& number : sweep.varied) line += "," + column_of(number, sweep.machine.units);
    line += ",valid,cut_off";
    for (const Measure& measure : sweep.measures) line += "," + csv_column(measure);
    if (has_front(sweep)) line += ",front";
    return line + ",problem,gave_up\n";
}

const char* yes_or_no(bool yes) { return yes ? "yes" : "no"; }

/// yes or no: whether the grid cuts the workspace off. Empty if the grid's points were not counted.
const char* cut_off_text(const SweepFile& sweep, const Measured& measured) {
    const bool is_known = measured.is_machine != 0 && sweep.measures_any(Measure::volume);
    return is_known ? yes_or_no(measured.cut_off != 0) : "";
}

/// Lists the measures whose search ended early for this machine.
std::string given_up_text(const SweepFile& sweep, const Measured& measured) {
    std::vector<std::string> columns;
    for (std::size_t m = 0; m < measured.figures.size(); ++m)
        if (measured.figures[m].gave_up) columns.push_back(column_of(sweep.measures[m]));
    return columns.empty() ? "" : quoted(joined(columns, ", "));
}

std::string line_of(const MeasuredMachines& machines, const ParetoFront& front, std::int64_t machine,
                    const Measured& measured) {
    const SweepFile& sweep = machines.sweep();
    const Designs& designs = machines.designs();
    const bool is_machine = measured.is_machine != 0;
    std::string line = fmt::format("{}", machine);
    if (!has_front(sweep)) line += fmt::format(",{}", designs.design_of(machine));
    for (const double value : designs.varied(designs.design_of(machine))) line += "," + shortest(value);
    line += fmt::format(",{},{}", yes_or_no(is_machine), cut_off_text(sweep, measured));
    for (std::size_t m = 0; m < sweep.measures.size(); ++m)
        line += is_machine ? "," + shortest(measured.figures[m].value) : ",";
    if (has_front(sweep))
        line +=
            fmt::format(",{}", is_machine ? yes_or_no(front.holds(objectives_of(machines, machine, measured))) : "");
    line += "," + (is_machine ? "" : quoted(designs.build_problem(machine)));
    return line + "," + given_up_text(sweep, measured) + "\n";
}

std::string lines_of(const MeasuredMachines& machines, const ParetoFront& front, std::int64_t block) {
    std::string lines;
    std::int64_t machine = machines.blocks().first(block);
    for (const Measured& measured : machines.block(block)) lines += line_of(machines, front, machine++, measured);
    return lines;
}

}  // namespace

std::string csv_column(const Measure& measure) {
    const std::string column = column_of(measure);
    return column.find_first_of(",\"") == std::string::npos ? column : quoted(column);
}

std::string column_of(const VariedNumber& number, const Units& units) {
    const std::string unit = units.name_of(number.dimension);
    return fmt::format("{}{}{}{}", number.key, number.added ? "_added" : "", unit.empty() ? "" : "_", unit);
}

void write_designs(const MeasuredMachines& machines, const ParetoFront& front, const std::filesystem::path& file) {
    AtomicFile designs(file);
    designs.write(header(machines.sweep()));
    const std::int64_t blocks = machines.blocks().count();
    for (std::int64_t begin = 0; begin < blocks; begin += tuning::blocks_at_once) {
        const std::int64_t count = std::min(tuning::blocks_at_once, blocks - begin);
        std::vector<std::string> texts(static_cast<std::size_t>(count));
        tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t b) {
            texts[static_cast<std::size_t>(b)] = lines_of(machines, front, begin + b);
        });
        for (const std::string& text : texts) designs.write(text);
    }
    designs.commit_to_disk();
}

}  // namespace hexscan
