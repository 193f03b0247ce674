#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// The machine: six legs between a base and a platform, with their limits. Lengths are metres, angles radians.
namespace hexscan {

/// Where the platform's reference point is, and how the platform is turned: roll, pitch and yaw about the base's x, y
/// and z, in the order that the machine's file says.
struct PlatformPose {
    double x_m = 0, y_m = 0, z_m = 0;
    double roll_rad = 0, pitch_rad = 0, yaw_rad = 0;
};

/// How far the platform can move from a pose in any direction, its orientation kept, before a limit is met.
struct PoseRoom {
    double clearance_m = 0;  ///< negative where a limit is violated, and then no shorter move helps
    int limit = 0;  ///< the number of the nearest limit, as maps of limits have it; 0 where nothing limits the machine
    std::string limit_name;  ///< as in "leg 3, longest length"
};

/// A hexapod as a platform file describes it. It never changes; copies share it, and threads may.
class Hexapod {
public:
    /// From a YAML file, or by the name of a machine that is installed with hexscan. Throws InputError.
    static Hexapod load(const std::filesystem::path& file);
    /// From the text of such a file; `source` is what errors call it. Throws InputError.
    static Hexapod parse(std::string_view text, const std::string& source = "text");
    /// The case study's, which needs no file.
    static Hexapod built_in();

    const std::string& name() const noexcept;

    /// Whether all six legs keep all their limits: the verdict of a scan at that point and orientation, to the bit.
    bool reachable(const PlatformPose& pose) const;
    /// The same of many: reachable[i] becomes 1 or 0. Both have the same size.
    void reachable(std::span<const PlatformPose> poses, std::span<std::uint8_t> reachable) const;

    /// The joint values of legs 1 to 6 that take the platform to a pose: lengths in metres.
    std::array<double, 6> joint_values(const PlatformPose& pose) const;

    PoseRoom room(const PlatformPose& pose) const;

    struct Inside;
    /// hexscan's own.
    const Inside& inside() const noexcept { return *inside_; }

private:
    explicit Hexapod(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

    std::shared_ptr<const Inside> inside_;
};

}  // namespace hexscan
