#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/base/effort.h"
#include "src/sweep/meters/measured.h"

namespace hexscan {

/// The definition of a kind of measure. Each is one file of the folder `measures` and one line of
/// measures/measures.def.
struct MeasureDefinition {
    std::string_view name{};         ///< Name in sweep files.
    std::string_view column_unit{};  ///< Suffix of columns of results, in SI, such as "_m3".
    int length_power = 0;            ///< The unit is this power of the unit of length. 0: no unit.
    bool less_is_better = false;     ///< Direction in a front that the sweep file does not define.
    bool of_requirement = false;     ///< The measure belongs to one requirement: NAME.REQUIREMENT.
    /// Explains why a sweep cannot measure it; empty if it can. May be null.
    std::string (*problem)(const SweepFile& sweep, const Measure& measure) = nullptr;
    /// Computes the figure of one machine on the calling thread. `plan` covers the sweep's workspace.
    double (*figure)(const Machine& machine, const ScanPlan& plan, const SweepFile& sweep,
                     const Measure& measure) = nullptr;
    /// The same where a search finds it that may give up: the figure is then less than it could be.
    Found<double> (*search)(const Machine& machine, const SweepFile& sweep, const Measure& measure) = nullptr;
    /// In place of a figure of its own, of measures that have a place among every machine's figures: sets it, unless
    /// points of a grid are counted for it, and reads it, in SI.
    void (*set)(const Machine& machine, const ScanPlan& plan, const SweepFile& sweep,
                MachineFigures& figures) = nullptr;
    double (*value)(const MachineFigures& figures, const ScanRequest& scan) = nullptr;
    /// Whether the search for it gave up. Null: there is none.
    std::uint8_t MachineFigures::*gave_up = nullptr;

    bool has_own_figure() const { return figure || search; }
};

/// All kinds of measures, in the order of lists.
std::span<const Measure::Kind> all_measures();
const MeasureDefinition& definition_of(Measure::Kind kind);

}  // namespace hexscan
