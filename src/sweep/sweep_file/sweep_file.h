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

/// A sweep: many machines and one request. These types hold the content of a sweep file after it has been read and
/// checked.
namespace hexscan {

/// Largest number of machines in a sweep.
inline constexpr std::int64_t max_machines = 1'000'000'000;

/// A varied number of the machine file, in the file's units. It has either listed values or a range.
struct VariedNumber {
    std::string key;
    Dimension dimension = Dimension::length;
    std::vector<NumberPlace> places;  ///< Several if the key names a list; all get the same value.
    std::vector<double> values;       ///< Listed values, or the points of a range on a grid.
    double from = 0, to = 0;          ///< Ends of a range.
    bool listed = false;
    bool added = false;  ///< True if the values are added to the numbers of the machine file.
};

/// How designs are chosen from the values and ranges of the varied numbers.
struct Sampling {
    enum class Kind {
        grid,   ///< all combinations, the last number changing fastest
        sobol,  ///< a low-discrepancy sequence (Sobol 1967; Bratley and Fox, ACM TOMS 659)
        random  ///< independent and uniform
    } kind = Kind::grid;
    std::int64_t count = 0;  ///< for sobol and random only
    std::uint64_t seed = 0;
};

/// How one number of the description scatters in manufacturing. All numbers scatter independently.
struct ScatteredNumber {
    std::string key;  ///< The key of the single number, such as "legs.max[3]".
    Dimension dimension = Dimension::length;
    NumberPlace place;
    bool normal = false;  ///< True for the normal distribution, false for the uniform one.
    double width = 0;     ///< Standard deviation, or half the width of the uniform distribution, in the file's units.
};

/// Scatter added to every design.
struct Tolerances {
    std::vector<ScatteredNumber> numbers;
    std::int64_t samples = 1;  ///< machines per design
    std::uint64_t seed = 0;
    /// True for a side that is given by a radius and whose single joints scatter. Its joints are listed before they are
    /// scattered.
    bool lists_base_joints = false, lists_platform_joints = false;
    /// True if scatter affects the joints or the home from which the axes would be computed. The axes then stay as
    /// designed.
    bool fixes_axes = false;
};

/// One measure that a sweep takes of every machine.
struct Measure {
    enum Kind {
#define HEXSCAN_MEASURE(measure, ...) measure,
#include "src/sweep/measures.def"
#undef HEXSCAN_MEASURE
    };
    Measure(Kind measured) : kind(measured) {}  // NOLINT(google-explicit-constructor): most measures are their kind

    Kind kind;
    std::string requirement;  ///< The requirement's name if the measure belongs to one.
    std::size_t place = 0;    ///< The requirement's index in the sweep.

    bool operator==(const Measure&) const = default;
};

/// The name of a measure in sweep files, and its column in results. The column is the name with the SI unit, and
/// characters that could mislead a reader are escaped (src/base/text.h).
std::string name_of(const Measure& measure);
std::string column_of(const Measure& measure);
/// The kind of measure with this name, or nullopt. For a measure of a requirement the name is the part before the dot.
std::optional<Measure::Kind> measure_named(std::string_view name);
/// A list of the allowed measures for error messages: "volume, largest_ball ...".
std::string measure_list();

/// A measure in the units of the machine file, as shown to people: its unit ("mm^3", "mm", "kg" or nothing), and its
/// figure.
std::string unit_in(const Measure& measure, const Units& units);
double in_units(const Measure& measure, double si, const Units& units);

/// One criterion for comparing designs: a measure or a varied number.
struct Objective {
    std::string name;
    bool larger_is_better = true;
    std::optional<std::size_t> measure{};  ///< index of the sweep's measure; nullopt if the objective is a varied
                                           ///< number
};

/// A sweep. close_sweep() sets those ranges of its scan that the files leave open.
struct SweepFile {
    std::string name;            ///< Name of the sweep file without folder and ending.
    MachineDescription machine;  ///< The nominal machine as its file describes it.
    ScanRequest scan;            ///< The sweep's own scan, or else the machine file's.
    std::vector<Requirement> requirements;
    std::vector<VariedNumber> varied;
    Sampling sampling;
    std::optional<Tolerances> tolerances;
    std::vector<Measure> measures;
    std::vector<Objective> objectives;
    Effort effort{};                ///< how hard the searches try; not a key of the file
    bool names_objectives = false;  ///< true if the file names objectives; otherwise every measure is an objective, in
                                    ///< the direction of its kind
    std::string sweep_text, sweep_source, platform_text, platform_source, platform_folder;  ///< the two files as read
    std::string identity;  ///< all that figures depend on: two sweeps with the same identity have the same figures

    std::int64_t designs() const;
    std::int64_t samples_per_design() const { return tolerances ? tolerances->samples : 1; }
    /// Machine k is sample k % samples_per_design() of design k / samples_per_design().
    std::int64_t machines() const { return designs() * samples_per_design(); }
    /// The index of the first measure of this kind in `measures`, which is also the index of its figure in Measured.
    /// Returns nullopt if the sweep does not measure it.
    std::optional<std::size_t> place_of(Measure::Kind kind) const;
    bool measures_any(Measure::Kind kind) const { return place_of(kind).has_value(); }
    /// True for a tolerance sweep: one design, built many times. It has distributions and a common reach.
    bool is_of_one_design() const { return designs() == 1 && samples_per_design() > 1; }
};

}  // namespace hexscan
