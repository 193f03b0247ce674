#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/effort.h"
#include "src/check/requirement.h"
#include "src/machine/description/description_numbers.h"
#include "src/scan/request.h"

/// A sweep: many machines, one request. What a sweep file asks for, read and checked.
namespace hexscan {

/// Machines of a sweep at most.
inline constexpr std::int64_t max_machines = 1'000'000'000;

/// A number of the platform file that is varied, in the file's units: values to choose from, or a range.
struct VariedNumber {
    std::string key;
    Dimension dimension = Dimension::length;
    std::vector<NumberPlace> places;  ///< several where the key names a list: all are set alike
    std::vector<double> values;       ///< where they are listed, or the points of a range on a grid
    double from = 0, to = 0;          ///< of a range
    bool listed = false;
    bool added = false;  ///< values are added to what the platform file says
};

/// How machines are chosen from the ranges.
struct Sampling {
    enum class Kind {
        grid,   ///< all combinations, the last number changing fastest
        sobol,  ///< a low-discrepancy sequence (Sobol 1967; Bratley and Fox, ACM TOMS 659)
        random  ///< independent and uniform
    } kind = Kind::grid;
    std::int64_t count = 0;  ///< of sobol and random
    std::uint64_t seed = 0;
};

/// Manufacturing scatter of one number of the description, independent of all others.
struct ScatteredNumber {
    std::string key;  ///< of the single number: "legs.max[3]"
    Dimension dimension = Dimension::length;
    NumberPlace place;
    bool normal = false;  ///< else uniform
    double width = 0;     ///< standard deviation, or half the width of the uniform distribution; the file's units
};

/// Scatter on top of every design.
struct Tolerances {
    std::vector<ScatteredNumber> numbers;
    std::int64_t samples = 1;  ///< machines built of each design
    std::uint64_t seed = 0;
    /// Joints of a side that is given by a radius are written out before they are scattered.
    bool lists_base_joints = false, lists_platform_joints = false;
    /// Something is scattered that axes towards home depend on: they stay as designed.
    bool fixes_axes = false;
};

/// What is measured of every machine.
struct Measure {
    enum Kind {
#define HEXSCAN_MEASURE(measure) measure,
#include "src/sweep/measures/measures.def"
#undef HEXSCAN_MEASURE
    };
    Measure(Kind measured) : kind(measured) {}  // NOLINT(google-explicit-constructor): most measures are their kind

    Kind kind;
    std::string requirement;  ///< its name, where the measure is of one
    std::size_t place = 0;    ///< that one's among the sweep's requirements
    std::size_t figure = 0;   ///< its own, among Measured::figures

    bool operator==(const Measure&) const = default;
};

/// What sweep files call a measure, and results, in SI, with its unit.
std::string name_of(const Measure& measure);
std::string column_of(const Measure& measure);
/// The kind whose name that is; of a measure of a requirement what stands before the point.
std::optional<Measure::Kind> measure_named(std::string_view name);
/// "volume, largest_ball ...": what an error says is allowed.
std::string measure_list();

/// A measure in the units of the platform file, for people: its unit ("mm^3", "mm" or nothing) and the figure.
std::string unit_in(const Measure& measure, const Units& units);
double in_units(const Measure& measure, double si, const Units& units);

/// One thing that designs are compared by. Either a measure or a varied number.
struct Objective {
    std::string name;
    bool larger_is_better = true;
    std::optional<std::size_t> measure{};  ///< its place among the sweep's measures; nothing: a varied number
};

/// A sweep with nothing left open: ranges of the scan have ends.
struct SweepFile {
    std::string name;            ///< of the sweep file, without folder and ending
    MachineDescription machine;  ///< as its file describes it
    ScanRequest scan;            ///< the sweep's own, or else the platform file's
    std::vector<Requirement> requirements;
    std::vector<VariedNumber> varied;
    Sampling sampling;
    std::optional<Tolerances> tolerances;
    std::vector<Measure> measures;
    std::vector<Objective> objectives;
    Effort effort{};                ///< of the searches; no key of the file
    bool names_objectives = false;  ///< else each measure is one, larger being better
    std::string sweep_text, sweep_source, platform_text, platform_source, platform_folder;  ///< the two files as read
    std::string identity;  ///< all that figures depend on: two sweeps of the same identity have the same figures

    std::int64_t designs() const;
    std::int64_t samples_per_design() const { return tolerances ? tolerances->samples : 1; }
    /// Machine k is sample k % samples_per_design() of design k / samples_per_design().
    std::int64_t machines() const { return designs() * samples_per_design(); }
    bool measures_any(Measure::Kind kind) const;
    /// How many of its measures have a figure of their own.
    std::size_t own_figures() const;
    /// Whether it is one design, built many times: a tolerance sweep, which has distributions and a common reach.
    bool is_of_one_design() const { return designs() == 1 && samples_per_design() > 1; }
};

}  // namespace hexscan
