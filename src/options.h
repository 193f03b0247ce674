#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "src/image_writer.h"
#include "src/occupancy.h"
#include "src/platform.h"

namespace hexscan {

/// A command line that cannot be understood or asks for the impossible: exit code 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where to scan.
struct DeviceChoice {
    enum class Kind { automatic, cuda, cpu } kind = Kind::automatic;
    int index = 0;  ///< of the CUDA device
};

struct GridCounts {
    int x, y, z;
};

/// FROM:TO in the platform file's length unit.
using RangeOverride = std::pair<double, double>;

/// The command line, parsed and checked on its own; what needs the platform is checked when it is applied.
struct Options {
    std::optional<std::filesystem::path> platform;  ///< absent: the built-in case study
    std::optional<std::string> stage;               ///< number, name or "all"; absent: the default engine
    DeviceChoice device;
    std::optional<GridCounts> grid;
    std::optional<RangeOverride> x, y, z;
    std::optional<std::array<double, 3>> orientation;  ///< roll, pitch, yaw in the file's angle unit
    std::optional<std::filesystem::path> output;
    std::optional<ImageFormat> image;
    std::optional<int> repeat;
    bool verify = false;
    bool quiet = false;

    bool help = false, version = false, list_stages = false, list_devices = false;
    bool intrinsics = false;
    bool occupancy = false;
    std::optional<KernelResources> occupancy_kernel;         ///< given as THREADS,REGISTERS,SHARED_BYTES
    std::optional<ComputeCapability> compute_capability;
    std::optional<std::filesystem::path> report;             ///< stages.json to render again
};

/// Parses the command line. Throws UsageError.
Options parse_options(int argc, const char* const* argv);

/// What --help prints: the options in groups and three examples, on one screen.
std::string help_text();

/// The platform's scan with the command line's ranges, counts and orientation put in, in the file's units.
/// Throws UsageError naming the option.
void apply_overrides(const Options& options, Platform& platform);

}  // namespace hexscan
