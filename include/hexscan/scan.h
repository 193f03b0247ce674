#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hexscan/column_run.h"
#include "hexscan/device.h"
#include "hexscan/machine.h"
#include "hexscan/observer.h"

/// Scans a dense grid: which points a machine reaches.
namespace hexscan {

/// The points on one axis of the grid, both ends included.
struct GridRange {
    double from_m = 0;  ///< the first point
    double to_m = 0;    ///< the last one
    int points = 1;     ///< how many there are
};

/// Evenly spaced angles, both ends included.
struct AngleSteps {
    double from_rad = 0;  ///< the first angle
    double to_rad = 0;    ///< the last one
    int points = 1;       ///< how many there are
};

/// Tilts in every direction up to a largest one: the level platform, and `rings` rings of `directions` directions each.
struct TiltRings {
    double to_rad = 0;   ///< the largest tilt
    int rings = 1;       ///< evenly spaced from the level platform outwards
    int directions = 1;  ///< directions of tilt on each ring
};

/// The orientations at which a position must be reachable.
enum class Reached {
    as_in_file,  ///< As the file's scan says. If ScanOptions gives orientations, tilts or maps: as in a file without
                 ///< the key `workspace` (docs/reference/keys.md).
    at_the_orientation,    ///< The single orientation. scan() throws UsageError if there are several.
    at_every_orientation,  ///< Every orientation of the set.
    at_one_orientation     ///< At least one orientation of the set.
};

/// The names of all maps that ScanOptions can request.
std::vector<std::string> all_map_names();

/// The request for a scan. Empty members take their values from the machine's file. Ranges that the file omits are
/// computed from the machine.
struct ScanOptions {
    std::optional<GridRange> x;                             ///< Positions along x.
    std::optional<GridRange> y;                             ///< Positions along y.
    std::optional<GridRange> z;                             ///< Positions along z.
    std::optional<std::array<AngleSteps, 3>> orientations;  ///< All combinations of roll, pitch and yaw.
    std::optional<TiltRings> tilts;                         ///< Replaces roll and pitch; yaw comes from `orientations`.
    Reached reached = Reached::as_in_file;                  ///< The orientations that count.
    std::optional<std::vector<std::string>> maps;           ///< Names from all_map_names().
    Device device;                                          ///< The processor to use.
};

/// A run of reachable columns like ColumnRun, with its slice and row.
struct PlacedRun {
    std::int32_t slice;  ///< from 0, upwards
    std::int32_t row;    ///< from 0, along y
    std::int32_t first;  ///< column
    std::int32_t last;   ///< column
};

/// The reachable points of one slice, as in a row of radii.csv: count, area and circles. A value is NaN if it is
/// undefined.
struct SliceCircles {
    std::int64_t slice;             ///< from 0, upwards
    double z_m;                     ///< Height of the slice.
    std::int64_t reachable_points;  ///< Number of reachable points in the slice.
    double area_m2;                 ///< Area of the grid cells of these points.
    double circumcircle_x_m;        ///< Centre of the smallest circle that encloses these points.
    double circumcircle_y_m;        ///< The centre along y.
    double circumcircle_radius_m;   ///< Radius of that circle.
    double inscribed_radius_m;      ///< Distance from the z axis to the nearest unreachable point.
};

/// A ball of positions that are all reachable at every one of the orientations.
struct Ball {
    double x_m;        ///< the ball's centre
    double y_m;        ///< the centre along y
    double z_m;        ///< the centre along z
    double radius_m;   ///< the ball's radius
    double at_most_m;  ///< proved upper bound: no such ball within the ranges is larger
};

/// The result of a scan. Copies share its data.
class Scan {
public:
    int columns() const noexcept;  ///< points along x
    int rows() const noexcept;     ///< points along y
    int slices() const noexcept;   ///< points along z
    GridRange x() const noexcept;  ///< the scanned range along x
    GridRange y() const noexcept;  ///< the scanned range along y
    GridRange z() const noexcept;  ///< the scanned range along z

    std::int64_t reachable_points() const noexcept;  ///< number of reachable points in all slices
    /// Volume of the reachable points' grid cells. A point on a face of the grid's box counts for half a cell, on an
    /// edge for a quarter, at a corner for an eighth.
    double volume_m3() const;

    /// The reachable columns of one row in ascending order. At least one unreachable column separates two runs. Throws
    /// UsageError if the slice or row does not exist.
    std::span<const ColumnRun> runs(int slice, int row) const;
    /// The runs of all rows, slice by slice and row by row.
    std::vector<PlacedRun> placed_runs() const;
    /// Writes the runs of all rows into `placed`. Throws UsageError unless its size is run_count().
    void placed_runs(std::span<PlacedRun> placed) const;
    std::size_t run_count() const noexcept;  ///< number of runs in all rows
    /// Writes 1 for every reachable point of a slice and 0 for the others, columns fastest. Throws UsageError unless
    /// `mask` has columns() * rows() bytes, or if the slice does not exist.
    void mask(int slice, std::span<std::uint8_t> mask) const;
    /// Fills the masks of all slices on all cores, slices slowest. Throws UsageError unless `mask` has columns() *
    /// rows() * slices() bytes.
    void mask(std::span<std::uint8_t> mask) const;

    /// The names of the requested maps.
    std::vector<std::string> map_names() const;
    /// The unit of a map's numbers, such as "m", "deg" or "N m". Empty for "limit", for fractions, and if the map was
    /// not requested.
    std::string map_unit(std::string_view name) const;
    /// A map of one slice, columns fastest; empty if it was not requested. "clearance" and "gap" are in metres, "tilt"
    /// in degrees, "share" is a fraction. docs/reference/maps.md lists all maps and their units. Throws UsageError if
    /// the slice does not exist.
    std::span<const float> map(std::string_view name, int slice) const;
    /// A map of all slices, slices slowest.
    std::span<const float> map(std::string_view name) const;
    /// The map "limit" of one slice: the number of the nearest limit, or 0 if nothing limits the machine. The result is
    /// empty if it was not requested. Throws UsageError if the slice does not exist.
    std::span<const std::uint8_t> limits(int slice) const;
    /// The map "limit" of all slices, slices slowest.
    std::span<const std::uint8_t> limits() const;

    /// Counts, areas and circles of all slices.
    std::vector<SliceCircles> circles() const;
    /// The largest ball of reachable positions; nothing if none is found.
    std::optional<Ball> largest_ball() const;

    /// Writes images, radii, page and record into a folder, as the program does. Throws OutputError.
    void save(const std::filesystem::path& folder, Observer& observer = silent_observer()) const;

    /// Name of the engine, for people to read: "cpu", "reference", or for example "cpu-rods", "cpu-cut" or "cuda-sets".
    /// Later versions may add names. docs/explanation/what-is-exact.md describes the engines.
    std::string_view engine() const noexcept;

    /// Serializes the scan.
    std::string bytes() const;
    /// Restores a scan from bytes(). Throws InputError if the bytes are not a scan of this version of hexscan.
    static Scan from_bytes(std::string_view bytes);

    struct Inside;
    /// Internal; do not use.
    explicit Scan(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

private:
    std::shared_ptr<const Inside> inside_;
};

/// Runs a scan. Warns the observer if the grid misses the workspace or cuts it off. Throws UsageError if members of the
/// options contradict each other, and InputError if the machine reaches nothing. Throws DeviceError if a requested CUDA
/// device is absent, full or failing, and std::bad_alloc if the result does not fit into memory.
Scan scan(const Hexapod& machine, const ScanOptions& options = {}, Observer& observer = silent_observer());

}  // namespace hexscan
