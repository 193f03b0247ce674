#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/loop.h"
#include "src/machine/limit_table.h"
#include "src/scan/field.h"
#include "src/scan/orientations.h"

/// The maps: numbers that can be asked for at every grid point. Each is one file of the folder maps and one line of
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

/// The fields of a plan's slices, while the host fills them.
struct MapFields {
    const ScanPlan& plan;
    const HostRowSolver* solver;  ///< of the plan's own legs; null where the plan has a single orientation
    Loop loop;                    ///< how the host runs what can be done side by side
    std::vector<std::vector<SliceField>>& slices;
};

/// What the colours of a map of numbers mean, in words and in the map's unit. It is told by the platform and not by the
/// numbers, so that all slices, and the maps of other scans, can be compared.
struct MapScale {
    std::string title{};
    double low = 0, high = 1;  ///< the numbers at the colours' ends
    std::string low_text{}, high_text{};
    std::string below_text{};  ///< what a number below the scale says; empty: there is none
};

/// A number of those that a map's number is the least or the largest of, and whose it is: a row of the machine's table,
/// or one like it that is none.
struct OwnedNumber {
    double number;
    Limit owner;
};

/// The tolerance of maps that devices find another way than the host, and in part in fewer digits.
inline constexpr double device_tolerance = 0x1p-20;

/// All that is to be known of a map.
struct MapDefinition {
    std::string_view name{};                                        ///< in files, on the command line and in results
    std::string_view title{};                                       ///< what people choose it by on a page
    std::string_view unit{};                                        ///< "m", "deg", "N", "N m", or empty
    std::string_view (*unit_of)(const Machine& machine) = nullptr;  ///< in its place, where the machine tells it
    std::string (*told_in)(const Machine& machine) = nullptr;  ///< what people read where files name no unit, or null
    std::string_view remark{};                                 ///< behind its name in the help, or empty
    bool in_percent = false;  ///< people read its numbers, where they have no unit, as parts of a hundred
    bool is_codes = false;    ///< bytes, each a row of the machine's table of limits; else numbers in single precision
    bool asks_the_machine = false;  ///< its rows ask the plan's machine, not the legs alone
    double tolerance = 0;           ///< what an engine's numbers may be off by, as a share of them
    bool tells_least = false;    ///< the summary says what it is least and on average of what is reachable, and where
    bool tells_largest = false;  ///< likewise what it is at most
    bool tells_of_all = false;   ///< it tells of all orientations of a cone, whichever workspace is asked for
    /// Those numbers at one orientation and position; none where they say nothing. Null: they are the whole machine's.
    std::vector<OwnedNumber> (*owned)(const Machine& machine, const Rotation& turned,
                                      const Vector& position_m) = nullptr;
    /// Limits whose states at one orientation and position it is the farthest of, and what it has of a state:
    /// "clearance", the least, "asked" or "share", what is asked of what is allowed, the largest. Pages find by it
    /// whose a number is; of no kind: they do not.
    struct MadeOf {
        std::vector<const LimitKind*> kinds{};
        std::string_view number{};
    } made_of{};
    /// Why it cannot be asked of these orientations; empty: it can. May be null.
    std::string (*problem)(const OrientationSet& orientations) = nullptr;
    /// Why it cannot be asked of this machine; empty: it can. May be null.
    std::string (*machine_problem)(const Machine& machine) = nullptr;
    /// Fills its field of all slices, and may fill those of other maps with the same function. Null: row by
    /// row by fill_row.
    void (*fill)(const MapFields& fields) = nullptr;
    /// Fills a row of its field in a slice's fields, point by point and orientation by orientation: what it means.
    void (*fill_row)(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) = nullptr;
    /// Its colours; of codes, which have those of their limits, the title alone.
    MapScale (*scale)(const Platform& platform) = nullptr;
};

/// All maps, in the order in which slices bring them.
std::span<const MapKind> all_maps();
const MapDefinition& definition_of(MapKind map);

std::string_view name_of(MapKind map);
/// Of its numbers.
std::string_view unit_of(MapKind map, const Machine& machine);
std::string_view unit_of(MapKind map, const ScanPlan& plan);
/// What people read behind its numbers: "%" where they read parts of a hundred; may be empty.
std::string shown_unit(MapKind map, const Machine& machine);
std::optional<MapKind> map_kind(std::string_view name);
std::vector<std::string_view> map_names();
/// "clearance, limit and share", with the word for "and".
std::string listed_maps(std::string_view last_joint);

/// The numbers of a row of that map's field; the fields must have it.
std::span<float> float_row(const ScanPlan& plan, MapKind map, int row, std::vector<SliceField>& fields);

}  // namespace hexscan
