#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The machine: six legs with limits, between a base and a platform. Lengths are in metres, angles in radians.
namespace hexscan {

/// A pose: the position of the platform's reference point and the platform's rotation. Roll, pitch and yaw turn about
/// the base's x, y and z, in the order that the machine's file gives.
struct PlatformPose {
    double x_m = 0;        ///< along the base's x
    double y_m = 0;        ///< along y
    double z_m = 0;        ///< along z
    double roll_rad = 0;   ///< about x
    double pitch_rad = 0;  ///< about y
    double yaw_rad = 0;    ///< about z
};

/// The clearance of a pose: how far the platform can move in any direction at this orientation before it meets a limit.
struct NearestLimit {
    double clearance_m = 0;  ///< Negative if a limit is violated: no move shorter than its magnitude satisfies the
                             ///< limit.
    int limit = 0;           ///< Number of the nearest limit in Hexapod::limit_names(); 0 if there are no limits.
    std::string limit_name;  ///< Such as "leg 3, longest length".
};

/// How far each axis (x, y, z, roll, pitch, yaw) can move from a pose before it meets a limit of a single leg. The five
/// other coordinates stay fixed. All coordinates between the two ends keep the limits of every leg, ends included.
/// Limits on several legs together (gaps, singularities, loads) do not end the travel.
struct PoseTravel {
    /// The lowest and the highest coordinate of each axis, in metres or radians. They are minus and plus infinity if a
    /// full turn meets no limit, and NaN if the pose is not reachable.
    std::array<std::array<double, 2>, 6> ends;
};

/// The numbers of the limits that bound the ends of PoseTravel; 0 for an end without a limit.
struct PoseTravelLimits {
    /// By axis: the limit at the lower and at the upper end.
    std::array<std::array<std::uint8_t, 2>, 6> limits;
};

/// A hexapod as a machine file describes it. It is immutable; copies share its data, also across threads.
///
/// Functions of many poses run on all cores and write into the caller's arrays. They throw UsageError if an array's
/// size differs from that of `poses`. They throw InputError, naming the pose, if a number is not finite.
class Hexapod {
public:
    /// Reads a YAML file, or an installed machine by its name. Also reads the CSV files that its requirements name, and
    /// keeps their poses. Throws InputError.
    static Hexapod load(const std::filesystem::path& file);
    /// Reads the text of a machine file; errors call it `source`. Paths of CSV files are relative to the current
    /// folder. Throws InputError.
    static Hexapod parse(std::string_view text, const std::string& source = "text");
    /// The machine of the case study, which needs no file.
    static Hexapod built_in();

    /// The name that the file gives.
    const std::string& name() const noexcept;
    /// The text of the machine file from which the machine was read. For a machine from with_numbers(), a machine file
    /// with the changed numbers, in the same units.
    const std::string& text() const noexcept;
    /// Serializes the machine with the poses of its CSV files.
    std::string bytes() const;
    /// Restores a machine from bytes() without reading files. Throws InputError if the bytes are not a machine.
    static Hexapod from_bytes(std::string_view bytes);
    /// True if the texts and the poses of the CSV files are equal.
    bool operator==(const Hexapod& other) const;
    /// The pose in which the machine is assembled. If the file gives no home, home is the pose with all joint values in
    /// mid-range. Returns nothing if limits forbid that pose.
    std::optional<PlatformPose> home() const;

    /// The keys of the machine's numbers, such as "base.radius", "legs.max", "home.z" and "legs.travel.to". A key names
    /// a single number, a whole list, or one end or component of every leg. The keys depend on how the file describes
    /// the machine: joints are, for example, listed or given by a radius.
    std::vector<std::string> number_keys() const;
    /// The numbers that a key names, in metres and radians: one, six for a list like "legs.max", eighteen for
    /// "base.joints". Throws InputError if the key names no numbers.
    std::vector<double> numbers(std::string_view key) const;
    /// True if with_numbers() accepts one number for the key: the key names one number, or one per leg as "legs.max"
    /// does. False if the key names different numbers of a leg, such as both ends of "legs.travel" or the coordinates
    /// of "base.joints". Throws InputError if the key names no numbers.
    bool takes_one_number(std::string_view key) const;
    /// Returns the machine with other numbers for a key, in metres and radians. They are stored in the file's units, so
    /// numbers() may return them with a rounding error. Accepts as many numbers as the key names, or a single number
    /// for all of them if takes_one_number() is true. Throws InputError if the key names no numbers or no machine can
    /// have them.
    Hexapod with_numbers(std::string_view key, std::span<const double> numbers) const;

    /// The names of the machine's limits: element i names limit number i, such as "leg 3, longest length". Element 0
    /// means that no limit applies.
    std::vector<std::string> limit_names() const;

    /// True if all limits hold at the pose. Equals the verdict of a scan at that point and orientation, to the bit.
    bool reachable(const PlatformPose& pose) const;
    /// Tests many poses: reachable[i] becomes 1 or 0.
    void reachable(std::span<const PlatformPose> poses, std::span<std::uint8_t> reachable) const;

    /// Tests poses in the memory of a CUDA device. The memory at `poses` has `count` poses, the memory at `reachable`
    /// has `count` bytes. `stream` is the cudaStream_t that fills the poses, 0 for the default stream. Returns when the
    /// verdicts are written. Supports only telescopic legs with tilt limits and without limits on several legs
    /// together. Throws UsageError for other machines. Throws DeviceError if there is no such device.
    void reachable_on_device(const PlatformPose* poses, std::size_t count, std::uint8_t* reachable,
                             std::uintptr_t stream = 0) const;

    /// The joint values of legs 1 to 6 at a pose: lengths and travels in metres, angles of arms in radians. The value
    /// is NaN if a rod does not reach.
    std::array<double, 6> joint_values(const PlatformPose& pose) const;
    /// Computes the joint values of many poses.
    void joint_values(std::span<const PlatformPose> poses, std::span<std::array<double, 6>> values) const;

    /// The clearance at a pose, and the limit that attains it.
    NearestLimit nearest_limit(const PlatformPose& pose) const;
    /// Computes the clearances of many poses, in metres. Also writes the numbers of the limits that attain them, unless
    /// `limits` is empty.
    void clearance(std::span<const PlatformPose> poses, std::span<double> clearances_m,
                   std::span<std::uint8_t> limits = {}) const;

    /// The number of the limit that is violated most; 0 if and only if the pose is reachable.
    int why_not(const PlatformPose& pose) const;
    /// Computes why_not() of many poses.
    void why_not(std::span<const PlatformPose> poses, std::span<std::uint8_t> limits) const;

    /// Computes how far each axis can move from a pose before a single leg meets a limit.
    PoseTravel travel(const PlatformPose& pose) const;
    /// Computes the travel of many poses; `limits` may be empty.
    void travel(std::span<const PlatformPose> poses, std::span<PoseTravel> travel,
                std::span<PoseTravelLimits> limits = {}) const;

    /// Converts a homogeneous matrix into a pose: four rows of four numbers with a rotation, a position in metres and
    /// the row 0 0 0 1. Throws InputError if the matrix differs from that form by more than 1e-6.
    PlatformPose pose_of(std::span<const double, 16> matrix) const;

    struct Inside;
    /// Internal; do not use.
    const Inside& inside() const noexcept { return *inside_; }

private:
    explicit Hexapod(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

    std::shared_ptr<const Inside> inside_;
};

}  // namespace hexscan
