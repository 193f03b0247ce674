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

/// The machine: six legs between a base and a platform, with their limits. Lengths are metres, angles radians.
namespace hexscan {

/// Where the platform's reference point is, and how the platform is turned: roll, pitch and yaw about the base's x, y
/// and z, in the order that the machine's file says.
struct PlatformPose {
    double x_m = 0;        ///< along the base's x
    double y_m = 0;        ///< along y
    double z_m = 0;        ///< along z
    double roll_rad = 0;   ///< about x
    double pitch_rad = 0;  ///< about y
    double yaw_rad = 0;    ///< about z
};

/// How far the platform can move from a pose in any direction, its orientation kept, before a limit is met.
struct PoseRoom {
    double clearance_m = 0;  ///< negative where a limit is violated, and then no shorter move helps
    int limit = 0;  ///< the number of the nearest limit, as maps of limits have it; 0 where nothing limits the machine
    std::string limit_name;  ///< as in "leg 3, longest length"
};

/// How far each axis goes from a pose, the five others kept, before a limit is met: x, y, z, roll, pitch, yaw, each
/// from its lower to its upper end. Everything between is reachable, both ends included.
struct PoseTravel {
    /// Coordinates, in metres and radians: minus and plus infinity where a full turn meets no limit, NaN at a pose
    /// that is not reachable.
    std::array<std::array<double, 2>, 6> ends;
};

/// The numbers of the limits that those ends are at; 0 where there is none.
struct PoseTravelLimits {
    /// By axis, of the lower and the upper end.
    std::array<std::array<std::uint8_t, 2>, 6> limits;
};

/// A hexapod as a platform file describes it. It never changes; copies share it, and threads may.
///
/// Functions of many poses share them between all cores and answer into arrays of the caller's; those have the same
/// size as `poses`, or UsageError is thrown. A number that is not finite is an InputError that names the pose.
class Hexapod {
public:
    /// From a YAML file, or by the name of a machine that is installed with hexscan. Also reads the CSV files that its
    /// requirements name, and keeps their poses. Throws InputError.
    static Hexapod load(const std::filesystem::path& file);
    /// From the text of such a file; `source` is what errors call it. CSV files start from the current folder. Throws
    /// InputError.
    static Hexapod parse(std::string_view text, const std::string& source = "text");
    /// The case study's, which needs no file.
    static Hexapod built_in();

    /// As its file names it.
    const std::string& name() const noexcept;
    /// The machine as a platform file: the text that it was read from or, of a changed one, one that says the same in
    /// the units of that file.
    const std::string& text() const noexcept;
    /// The machine as bytes, with the poses of its CSV files.
    std::string bytes() const;
    /// The machine that has these bytes. Reads no file. Throws InputError if they are no machine.
    static Hexapod from_bytes(std::string_view bytes);
    /// Whether the texts and the poses of the CSV files are equal.
    bool operator==(const Hexapod& other) const;
    /// The pose that the machine is assembled in: that of its file, or else the one at which all legs are at their
    /// middle. Nothing if the file gives none and limits forbid that one.
    std::optional<PlatformPose> home() const;

    /// The keys of the numbers that the machine is made of, lists as a whole and one end or component of every leg:
    /// "base.radius", "legs.max", "home.z", "legs.travel.to". Which they are depends on how its file puts it.
    std::vector<std::string> number_keys() const;
    /// The numbers that a key names, in metres and radians: one, six where it names a list as "legs.max" does,
    /// eighteen for "base.joints". Throws InputError where there are none.
    std::vector<double> numbers(std::string_view key) const;
    /// Whether one number can be meant for all that a key names: there is one, or every leg has one, as of "legs.max".
    /// Ends of a pair and coordinates, as "base.joints" has them, are not one. Throws InputError where there are none.
    bool takes_one_number(std::string_view key) const;
    /// The machine with other numbers there, to the last digit that the file's unit has: as many as the key names, or
    /// one for all of them where takes_one_number() says so. Throws InputError, also where no machine can have them.
    Hexapod with_numbers(std::string_view key, std::span<const double> numbers) const;

    /// What limits the machine: the name of limit number i, as in "leg 3, longest length", stands at i; at 0 that
    /// there is none.
    std::vector<std::string> limit_names() const;

    /// Whether all six legs keep all their limits: the verdict of a scan at that point and orientation, to the bit.
    bool reachable(const PlatformPose& pose) const;
    /// The same of many: reachable[i] becomes 1 or 0.
    void reachable(std::span<const PlatformPose> poses, std::span<std::uint8_t> reachable) const;

    /// The same of poses that stay in the memory of a CUDA device: `poses` is the address of the first of `count` poses
    /// there, `reachable` that of as many bytes; `stream` is the cudaStream_t that fills them, 0 for the default one.
    /// Returns when the verdicts are written. Telescopic legs whose joints tilt, without limits
    /// that legs share, only: throws UsageError of others, DeviceError where there is no such device.
    void reachable_on_device(const PlatformPose* poses, std::size_t count, std::uint8_t* reachable,
                             std::uintptr_t stream = 0) const;

    /// The joint values of legs 1 to 6 that take the platform to a pose: lengths and travels in metres, angles of arms
    /// in radians; NaN where a rod does not reach.
    std::array<double, 6> joint_values(const PlatformPose& pose) const;
    /// Of many poses.
    void joint_values(std::span<const PlatformPose> poses, std::span<std::array<double, 6>> values) const;

    /// Its clearance at a pose, and the limit that attains it.
    PoseRoom room(const PlatformPose& pose) const;
    /// The clearances of many poses, in metres, and unless `limits` is empty the numbers of the limits that attain
    /// them.
    void clearance(std::span<const PlatformPose> poses, std::span<double> clearances_m,
                   std::span<std::uint8_t> limits = {}) const;

    /// The number of the limit that is violated most; 0 where the pose is reachable, and there only.
    int why_not(const PlatformPose& pose) const;
    /// Of many poses.
    void why_not(std::span<const PlatformPose> poses, std::span<std::uint8_t> limits) const;

    /// How far each axis goes from a pose.
    PoseTravel travel(const PlatformPose& pose) const;
    /// Of many poses; `limits` may be empty.
    void travel(std::span<const PlatformPose> poses, std::span<PoseTravel> travel,
                std::span<PoseTravelLimits> limits = {}) const;

    /// The pose of a homogeneous matrix, four rows of four numbers: a rotation, a position in metres and 0 0 0 1.
    /// Throws InputError where it is none, by more than a millionth.
    PlatformPose pose_of(std::span<const double, 16> matrix) const;

    struct Inside;
    /// hexscan's own.
    const Inside& inside() const noexcept { return *inside_; }

private:
    explicit Hexapod(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

    std::shared_ptr<const Inside> inside_;
};

}  // namespace hexscan
