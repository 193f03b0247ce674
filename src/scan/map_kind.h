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

/// The maps: numbers that a scan can compute at every grid point. Each is one file of the folder maps and one line of
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

/// The fields of a plan's slices while the host fills them.
struct MapFields {
    const ScanPlan& plan;
    const HostRowSolver* solver;  ///< for the plan's own legs; null if the plan has a single orientation
    Loop loop;                    ///< runs independent steps on the host's threads
    std::vector<std::vector<SliceField>>& slices;
};

/// Meaning of the colours of a map of numbers, in words and in the map's unit. It depends on the machine and not on the
/// numbers, so that all slices, and the maps of other scans, can be compared.
struct MapScale {
    std::string title{};
    double high = 1;  ///< the number at the colours' upper end; their lower end is 0
    std::string low_text{}, high_text{};
    std::string below_text{};  ///< meaning of numbers below the scale; empty if there are none
};

/// One of the numbers whose smallest or largest is the map's number, with its owner. The owner is a row of the
/// machine's limit table, or a similar row that is not in the table.
struct OwnedNumber {
    double number;
    Limit owner;
};

/// Largest relative error of maps that devices compute differently from the host and partly in single precision.
inline constexpr double device_tolerance = 0x1p-20;

/// Definition of a map.
struct MapDefinition {
    std::string_view name{};                                   ///< Name in files, on the command line and in
                                                               ///< results.
    std::string_view title{};                                  ///< Name that users see on a page.
    bool (*is_lower_bound)(const Machine& machine) = nullptr;  ///< True if the numbers may be smaller than the true
                                                               ///< ones. Null: never.
    std::string_view unit{};                                   ///< Unit "m", "deg", "N", "N m", or empty.
    std::string_view (*unit_of)(const Machine& machine) = nullptr;  ///< Replaces `unit` if it depends on the machine.
    std::string (*display_unit)(const Machine& machine) = nullptr;  ///< Unit for people if files name none, or null.
    std::string_view remark{};                                      ///< Remark after the name in the help, or empty.
    bool in_percent = false;  ///< Show the numbers in per cent if they have no unit.
    bool is_codes = false;    ///< Bytes that are rows of the machine's limit table; else single-precision numbers.
    bool asks_the_machine = false;   ///< Computing a row needs the plan's machine, not only the legs.
    double tolerance = 0;            ///< Largest allowed relative error of an engine's numbers.
    bool reports_least = false;      ///< The summary reports the smallest number at reachable points, its place and the
                                     ///< mean.
    bool sign_is_a_side = false;     ///< The sign shows the side of a singularity, so means are of magnitudes.
    bool reports_largest = false;    ///< The summary reports the largest number in the same way.
    bool covers_whole_cone = false;  ///< Covers all orientations of a cone, whichever workspace is requested.
    /// The numbers behind the map's number at one orientation and position. They are empty if they have no meaning
    /// there. The function is null if the number belongs to the whole machine.
    std::vector<OwnedNumber> (*owned)(const Machine& machine, const Rotation& turned,
                                      const Vector& position_m) = nullptr;
    /// How pages compute the map's number at one pose from the states of these limits. The words are "clearance" (the
    /// least), "asked" (the largest value), "share" (the largest share of the allowed value) and "room" (the distance
    /// to the nearest limit of any kind). If it is empty, pages show the stored number.
    struct MadeOf {
        std::vector<const LimitKind*> kinds{};
        std::string_view number{};
    } made_of{};
    /// The reason why the map is impossible for these orientations, or an empty text if it is possible. May be null.
    std::string (*problem)(const OrientationSet& orientations) = nullptr;
    /// The reason why the map is impossible for this machine, or an empty text if it is possible. May be null.
    std::string (*machine_problem)(const Machine& machine) = nullptr;
    /// Fills the map's field in all slices. The same function may fill the fields of other maps. If it is null,
    /// fill_row fills the field row by row.
    void (*fill)(const MapFields& fields) = nullptr;
    /// Fills a row of the map's field in a slice, point by point and orientation by orientation. It defines the map.
    void (*fill_row)(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) = nullptr;
    /// The colours of the map. For maps of codes only the title is used, because each limit has its own colour.
    MapScale (*scale)(const Platform& platform) = nullptr;
};

/// All maps, in the order of a slice's fields.
std::span<const MapKind> all_maps();
const MapDefinition& definition_of(MapKind map);

/// The contribution of one number of the map to the mean.
inline double share_of_mean(MapKind map, float number) {
    return definition_of(map).sign_is_a_side ? std::abs(number) : number;
}

std::string_view name_of(MapKind map);
/// The title of a machine's map. It says *at least* if the map's numbers are lower bounds.
std::string title_of(MapKind map, const Machine& machine);
bool is_lower_bound(MapKind map, const Machine& machine);
/// The unit of the map's numbers.
std::string_view unit_of(MapKind map, const Machine& machine);
std::string_view unit_of(MapKind map, const ScanPlan& plan);
/// The unit that people read after the numbers: "%" if they are shown in per cent. May be empty.
std::string shown_unit(MapKind map, const Machine& machine);
std::optional<MapKind> map_kind(std::string_view name);
std::vector<std::string_view> map_names();
/// For example "clearance, limit and share"; `last_joint` is the word for "and".
std::string listed_maps(std::string_view last_joint);

/// The numbers of a row of the map's field. `fields` must contain it.
std::span<float> float_row(const ScanPlan& plan, MapKind map, int row, std::vector<SliceField>& fields);

}  // namespace hexscan
