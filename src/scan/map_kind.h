#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/loop.h"
#include "src/machine/limit_table.h"
#include "src/scan/field.h"
#include "src/scan/orientations.h"

/// The maps: numbers that a scan can compute at every grid point. Each map is one file in src/scan/maps and one line of
/// maps/maps.def.
namespace hexscan {

struct Machine;
struct Platform;
struct ScanPlan;
class HostRowSolver;

enum class MapKind {
#define HEXSCAN_MAP(map) map,
#include "src/scan/maps/maps.def"
#undef HEXSCAN_MAP
};

/// The inputs with which the host fills the fields of a plan's slices.
struct MapFields {
    const ScanPlan& plan;
    const HostRowSolver* solver;  ///< for the plan's own legs; null if the plan has a single orientation
    Loop loop;                    ///< runs independent steps on the host's threads
    std::vector<std::vector<SliceField>>& slices;
};

/// The meaning of the colours of a map of numbers, as text and as numbers in the map's unit. The scale depends on the
/// machine and not on the map's numbers. So all slices can be compared, and so can the maps of other scans.
struct MapScale {
    std::string title{};
    double high = 1;  ///< the number at the colours' upper end; their lower end is 0
    std::string low_text{}, high_text{};
    std::string below_text{};  ///< meaning of numbers below the scale; empty if there are none
};

/// A map's number is the smallest or largest of several numbers. This is one of them, with its owner: a row of the
/// machine's limit table, or a similar row that is not in the table.
struct OwnedNumber {
    double number;
    Limit owner;
};

/// The largest relative error of maps that a device computes with other formulas than the host, and partly in single
/// precision.
inline constexpr double device_tolerance = 0x1p-20;

/// Definition of a map.
struct MapDefinition {
    std::string_view name{};                                   ///< Name in files, on the command line and in
                                                               ///< results.
    std::string_view title{};                                  ///< Title that a page shows.
    bool (*is_lower_bound)(const Machine& machine) = nullptr;  ///< Says whether the numbers may be smaller than the
                                                               ///< true ones. Null if they never are.
    std::string_view unit{};                                   ///< Unit "m", "deg", "N", "N m", or empty.
    std::string_view (*unit_of)(const Machine& machine) = nullptr;  ///< Replaces `unit` if it depends on the machine.
    std::string (*display_unit)(const Machine& machine) = nullptr;  ///< The unit to show if the machine file has none
                                                                    ///< of its own; may be null.
    std::string_view remark{};                                      ///< Remark that follows the name in the help; may
                                                                    ///< be empty.
    bool in_percent = false;  ///< Show the numbers in per cent if they have no unit.
    bool is_codes = false;    ///< True if each number is a byte, which is a row of the machine's limit table. Otherwise
                              ///< numbers are single precision.
    bool asks_the_machine = false;  ///< True if the computation of a row needs the plan's machine and not only its
                                    ///< legs.
    double tolerance = 0;           ///< Largest allowed relative error of an engine's numbers.
    double tolerance_with_shared_limits = 0;  ///< The same if the plan has limits that legs share.
    bool reports_least = false;      ///< True if the summary reports the smallest number at reachable points, its
                                     ///< position and the mean.
    bool sign_is_a_side = false;     ///< True if the sign only shows the side of a singularity, so that means use
                                     ///< magnitudes.
    bool reports_largest = false;    ///< True if the summary reports the largest number in the same way.
    bool covers_whole_cone = false;  ///< True if the map covers all orientations of a cone, whichever workspace is
                                     ///< requested.
    /// Computes the numbers behind the map's number at one orientation and position. The list is empty if they have no
    /// meaning there. Null if the number belongs to the machine as a whole.
    std::vector<OwnedNumber> (*owned)(const Machine& machine, const Rotation& turned,
                                      const Vector& position_m) = nullptr;
    /// How pages compute the map's number at one pose from the states of the limits `kinds`. The member `number` is
    /// "clearance" (the least), "asked" (the largest value), "share" (the largest share of the allowed value) or "room"
    /// (the distance to the nearest limit of any kind). If the list of limits is empty, pages show the stored number.
    struct MadeOf {
        std::vector<const LimitKind*> kinds{};
        std::string_view number{};
    } made_of{};
    /// Returns the reason why the map is impossible for these orientations, or an empty text. May be null.
    std::string (*problem)(const OrientationSet& orientations) = nullptr;
    /// Returns the reason why the map is impossible for this machine, or an empty text. May be null.
    std::string (*machine_problem)(const Machine& machine) = nullptr;
    /// Fills the map's field in all slices. The same function may fill the fields of other maps. If it is null,
    /// fill_row fills the field row by row.
    void (*fill)(const MapFields& fields) = nullptr;
    /// Fills a row of the map's field in a slice, point by point and orientation by orientation. This function defines
    /// the map.
    using FillRow = void (*)(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields);
    FillRow fill_row = nullptr;
    /// Fills a row with the same numbers as fill_row, but faster. Null if there is no faster way.
    FillRow fill_row_fast = nullptr;
    FillRow fastest_fill_row() const { return fill_row_fast ? fill_row_fast : fill_row; }
    /// The title and the colours of the map. Maps whose values are codes of limits use only the title, because each
    /// limit has its own colour.
    MapScale (*scale)(const Platform& platform) = nullptr;
};

/// All maps, in the order of a slice's fields.
std::span<const MapKind> all_maps();
const MapDefinition& definition_of(MapKind map);

/// Largest allowed relative error of an engine's numbers for a map of this plan.
double tolerance_of(MapKind map, const ScanPlan& plan);

/// The contribution of one number of the map to the mean.
inline double share_of_mean(MapKind map, float number) {
    return definition_of(map).sign_is_a_side ? std::abs(number) : number;
}

std::string_view name_of(MapKind map);
/// The title of a map of this machine. It says *at least* if the map's numbers are lower bounds.
std::string title_of(MapKind map, const Machine& machine);
bool is_lower_bound(MapKind map, const Machine& machine);
/// The unit of the map's numbers.
std::string_view unit_of(MapKind map, const Machine& machine);
std::string_view unit_of(MapKind map, const ScanPlan& plan);
/// The unit of the map's numbers, or the unit to show if the machine file has none. Empty for fractions and codes.
std::string unit_for_users(MapKind map, const Machine& machine);
/// The unit that users see after the numbers: "%" if they are shown in per cent. May be empty.
std::string shown_unit(MapKind map, const Machine& machine);
std::optional<MapKind> map_kind(std::string_view name);
std::vector<std::string_view> map_names();
/// A list such as "clearance, limit and share". `last_joint` is the word before the last map, such as "and".
std::string listed_maps(std::string_view last_joint);

/// The part of the map's field that belongs to a row. `fields` must contain the map.
std::span<float> float_row(const ScanPlan& plan, MapKind map, int row, std::vector<SliceField>& fields);

}  // namespace hexscan
