#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/base/effort.h"
#include "src/check/requirement_check.h"
#include "src/scan/plan.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// One measure of one machine of a sweep, to be computed on the calling thread.
struct Measuring {
    const Machine& machine;
    const ScanPlan& plan;  ///< covers the sweep's workspace
    const SweepFile& sweep;
    const Measure& measure;

    /// The requirement to which the measure belongs. Coordinates that its box leaves out are those of the machine's
    /// home.
    Requirement requirement() const { return at_home_of(machine, sweep.requirements[measure.place]); }
};

/// The definition of a kind of measure: a row of measures.def, with functions in measures.cpp.
struct MeasureDefinition {
    std::string_view name{};         ///< Name in sweep files.
    std::string_view column_unit{};  ///< Suffix of columns of results, in SI, such as "_m3".
    int length_power = 0;            ///< The unit is this power of the unit of length. 0: no unit.
    bool less_is_better = false;     ///< Direction in a front that the sweep file does not define.
    bool of_requirement = false;     ///< The measure belongs to one requirement: NAME.REQUIREMENT.
    bool needs_reach = false;        ///< It is 0 for every machine that reaches no point of the grid.
    /// Explains why a sweep cannot measure it. The result is empty if it can. The pointer may be null.
    std::string (*problem)(const SweepFile& sweep, const Measure& measure) = nullptr;
    /// Computes the figure in SI. If a search ended early, the figure may be too small. Returns null for volumes, whose
    /// grid points a meter counts.
    Found<double> (*figure)(const Measuring& of) = nullptr;
};

/// All kinds of measures, in the order in which lists show them.
std::span<const Measure::Kind> all_measures();
const MeasureDefinition& definition_of(Measure::Kind kind);

}  // namespace hexscan
