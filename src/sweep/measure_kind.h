#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/base/effort.h"
#include "src/check/requirement_check.h"
#include "src/scan/plan.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// The arguments of a function that computes one measure of one machine.
struct Measuring {
    const Machine& machine;
    const ScanPlan& plan;  ///< the machine's plan of workspace_scan() (machine_measures.h)
    const SweepFile& sweep;
    const Measure& measure;

    /// The requirement to which the measure belongs. Its box may leave coordinates out; they then equal those of the
    /// machine's home.
    Requirement requirement() const { return at_home_of(machine, sweep.requirements[measure.place]); }
};

/// The definition of a kind of measure: a row of measures.def, with functions in measures.cpp.
struct MeasureDefinition {
    std::string_view name{};         ///< Name in sweep files.
    std::string_view column_unit{};  ///< Suffix of columns of results, in SI, such as "_m3".
    std::string_view unit{};         ///< For people, such as "kg". Empty for numbers without a unit, and if the unit is
                                     ///< a power of the unit of length.
    int length_power = 0;            ///< The measure's unit is this power of the unit of length; 0 for all other
                                     ///< units and for numbers without a unit.
    bool less_is_better = false;     ///< True if smaller values are better in a front, unless the sweep file sets a
                                     ///< direction.
    bool of_requirement = false;     ///< True if the measure belongs to one requirement. Its name is then
                                     ///< NAME.REQUIREMENT.
    bool needs_reach = false;        ///< True if the measure is 0 for every machine that reaches no point of the grid.
    /// Explains why a sweep cannot use this measure. Returns an empty text if it can. May be null.
    std::string (*problem)(const SweepFile& sweep, const Measure& measure) = nullptr;
    /// Computes the measure in SI units. If a search ended early, the result may be too small. Null for volume and
    /// total_volume: a meter computes these by counting grid points.
    Found<double> (*figure)(const Measuring& of) = nullptr;
};

/// All kinds of measures, in the order in which they are listed for users.
std::span<const Measure::Kind> all_measures();
const MeasureDefinition& definition_of(Measure::Kind kind);

}  // namespace hexscan
