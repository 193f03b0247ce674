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
#include "hexscan/machine.h"
#include "hexscan/observer.h"

/// What a machine reaches, at every point of a dense grid.
namespace hexscan {

/// Points on one axis of the grid, both ends included.
struct GridRange {
    double from_m = 0;  ///< the first point
    double to_m = 0;    ///< the last one
    int points = 1;     ///< how many there are
};

/// Angles, both ends included.
struct AngleSteps {
    double from_rad = 0;  ///< the first angle
    double to_rad = 0;    ///< the last one
    int points = 1;       ///< how many there are
};

/// All tilts up to one, in every direction: the level, and `rings` rings of `directions` directions each.
struct TiltRings {
    double to_rad = 0;   ///< the largest tilt
    int rings = 1;       ///< evenly spaced from the level on
    int directions = 1;  ///< of tilt on each ring
};

/// What is asked of each position.
enum class Reached {
    as_the_file_says,      ///< as its scan's workspace says, where orientations and maps are the file's, too
    at_the_orientation,    ///< at the one orientation
    at_every_orientation,  ///< of the set
    at_one_orientation     ///< of the set at least
};

/// Where a scan is computed. Results are the same everywhere, to the bit.
struct Device {
    /// Which processor.
    enum class Kind {
        automatic,             ///< the first CUDA device that is there, has room and ends sooner, else the processor
        cpu,                   ///< all cores
        cuda                   ///< a CUDA device; refused where it is not there or has no kernel for the scan
    } kind = Kind::automatic;  ///< which processor
    int index = 0;             ///< of a CUDA device
};

/// The names of all maps, which a Question may ask for.
std::vector<std::string> all_map_names();

/// What is scanned. What is left out is as the machine's file says or, of ranges, found from the machine.
struct Question {
    std::optional<GridRange> x;                             ///< positions along x
    std::optional<GridRange> y;                             ///< along y
    std::optional<GridRange> z;                             ///< along z
    std::optional<std::array<AngleSteps, 3>> orientations;  ///< roll, pitch and yaw: all their combinations
    std::optional<TiltRings> tilts;                         ///< in place of roll and pitch; yaw is that of above
    Reached reached = Reached::as_the_file_says;            ///< at which of the orientations
    std::optional<std::vector<std::string>> maps;           ///< of all_map_names(): a number for every point
    Device device;                                          ///< where it is computed
};

/// A run of reachable columns, as ColumnRun, with the row that it lies in.
struct PlacedRun {
    std::int32_t slice;  ///< from 0, upwards
    std::int32_t row;    ///< from 0, along y
    std::int32_t first;  ///< column
    std::int32_t last;   ///< column
};

/// A row of radii.csv: size and circles of one slice's reachable points. NaN where there is none.
struct SliceCircles {
    std::int64_t slice;             ///< from 0, upwards
    double z_m;                     ///< its height
    std::int64_t reachable_points;  ///< of the slice
    double area_m2;                 ///< of the cells that the points stand for
    double circumcircle_x_m;        ///< the centre of the smallest circle about all of them
    double circumcircle_y_m;        ///< the same along y
    double circumcircle_radius_m;   ///< its radius
    double inscribed_radius_m;      ///< from the z axis to the nearest unreachable point
};

/// A ball of positions that is reachable throughout at each of the orientations.
struct Ball {
    double x_m;        ///< its centre
    double y_m;        ///< the same along y
    double z_m;        ///< the same along z
    double radius_m;   ///< all positions within are reachable
    double at_most_m;  ///< proved: no such ball in the ranges is larger
};

/// What a scan found. Copies share it.
class Scan {
public:
    int columns() const noexcept;  ///< points along x
    int rows() const noexcept;     ///< points along y
    int slices() const noexcept;   ///< points along z
    GridRange x() const noexcept;  ///< as it was scanned
    GridRange y() const noexcept;  ///< the same along y
    GridRange z() const noexcept;  ///< the same along z

    std::int64_t reachable_points() const noexcept;  ///< how many there are
    /// What the reachable points stand for: each for a cell of the grid, on a side of the grid for half a cell.
    double volume_m3() const;

    /// The reachable columns of one row, from the lowest on; at least one column lies between two runs. Throws
    /// UsageError where there is no such slice or row.
    std::span<const ColumnRun> runs(int slice, int row) const;
    /// All of them, slice by slice and row by row.
    std::vector<PlacedRun> placed_runs() const;
    /// The same into `placed`, which has room for run_count(). Throws UsageError where it has another size.
    void placed_runs(std::span<PlacedRun> placed) const;
    std::size_t run_count() const noexcept;  ///< of all rows together
    /// 1 where reachable, else 0, for every point of a slice: columns fastest. `mask` has columns() * rows() bytes.
    /// Throws UsageError where it has another size, or where there is no such slice.
    void mask(int slice, std::span<std::uint8_t> mask) const;
    /// The same of all slices, slowest, filled by all cores: columns() * rows() * slices() bytes. Throws UsageError
    /// where `mask` has another size.
    void mask(std::span<std::uint8_t> mask) const;

    /// The names of the maps that were asked for.
    std::vector<std::string> map_names() const;
    /// A map of one slice, columns fastest: "clearance" and "gap" in metres, "tilt" in degrees, "share" as a fraction;
    /// docs/orientation-sets.md has all of them and their units. Empty where it was not asked for. Throws UsageError
    /// where there is no such slice.
    std::span<const float> map(std::string_view name, int slice) const;
    /// Of all slices, slowest.
    std::span<const float> map(std::string_view name) const;
    /// The map "limit": 0 where nothing limits the machine, else the number of the nearest limit. Empty where it was
    /// not asked for. Throws UsageError where there is no such slice.
    std::span<const std::uint8_t> limits(int slice) const;
    /// Of all slices, slowest.
    std::span<const std::uint8_t> limits() const;

    /// Of every slice.
    std::vector<SliceCircles> circles() const;
    /// Nothing where no ball is found.
    std::optional<Ball> largest_ball() const;

    /// Leaves what the program leaves of such a scan, images, radii, page and record, in a folder. Throws OutputError.
    void save(const std::filesystem::path& folder, Observer& observer = nobody()) const;

    /// What scanned it, for people to read: "cpu", "reference", or the name of an engine, as "cpu-rods", "cpu-cut" or
    /// "cuda-sets", of which later versions may have more. docs/orientation-sets.md and docs/how-fast.md tell them
    /// apart.
    std::string_view engine() const noexcept;

    /// The scan as bytes.
    std::string bytes() const;
    /// The scan that has these bytes. Throws InputError if they are no scan of this version of hexscan.
    static Scan from_bytes(std::string_view bytes);

    struct Inside;
    /// hexscan's own.
    explicit Scan(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

private:
    std::shared_ptr<const Inside> inside_;
};

/// Scans; the observer is warned where the grid misses the workspace or cuts it off. Throws UsageError where questions
/// do not go together, InputError where nothing of the machine can be reached, DeviceError, std::bad_alloc where memory
/// does not hold the result.
Scan scan(const Hexapod& machine, const Question& question = {}, Observer& observer = nobody());

}  // namespace hexscan
