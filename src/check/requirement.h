#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/loop.h"
#include "src/check/box_proof.h"
#include "src/check/pose_span.h"
#include "src/check/required_of_legs.h"
#include "src/machine/description/units.h"

/// The requirements on a machine. A requirement depends on the machine only through the home pose, which supplies the
/// coordinates that the requirement omits.
namespace hexscan {

/// A file of poses that a requirement names. Relative names start at the folder of the machine file.
struct PoseFile {
    std::string_view key;  ///< key of the requirement that names the file
    std::filesystem::path file;
    std::shared_ptr<const std::vector<Pose>> poses{};  ///< null until the file is read
    std::string name{};                                ///< name of the file as written in the machine file
};

/// The poses at which a requirement must hold. Each kind of requirement is one file in src/files/requirements and one
/// line in requirements.def there.
class RequiredPoses {
public:
    virtual ~RequiredPoses() = default;

    /// Proves or refutes that every pose has at least the required clearance.
    virtual Proof prove(const ProvenMachine& machine, const ProofRequest& request, const Loop& loop) const = 0;
    /// All poses, divided into one or more spans.
    virtual std::vector<PoseSpan> spans() const = 0;
    /// Upper bound on the distance of the positions from the origin of the base frame.
    virtual double farthest_m() const = 0;
    /// A few of the poses, likely to include the one closest to a limit.
    virtual std::vector<Pose> outermost() const = 0;

    /// True if the poses fill a region, whose size can be changed.
    virtual bool has_size() const { return false; }
    /// The largest region that is proved, as a factor of the size. `kept` tells whether the poses themselves are
    /// proved. Returns nullopt if has_size() is false.
    virtual std::optional<BoxGrowth> growth(const ProvenMachine&, const ProofRequest&, bool /*kept*/,
                                            const Loop&) const {
        return std::nullopt;
    }

    /// The poses for a machine with this home. Returns null if they do not depend on home.
    virtual std::shared_ptr<const RequiredPoses> at_home_of(const Machine&) const { return nullptr; }

    /// The file of the poses. Returns null if the poses are not from a file.
    virtual const PoseFile* file() const { return nullptr; }
    /// The poses after their file was read. Throws InputError. Returns null if there is no file or it has already been
    /// read.
    virtual std::shared_ptr<const RequiredPoses> with_file_read(const Units&) const { return nullptr; }

    /// Describes the place on a path that `along` gives (MetClearance). The result is empty if the pose itself is
    /// description enough.
    virtual std::string place_text(double /*along*/) const { return ""; }
};

/// A requirement on a machine: a clearance at all of its poses, and limits on legs.
struct Requirement {
    std::string name;
    double clearance_m = 0;                      ///< required everywhere
    std::shared_ptr<const RequiredPoses> poses;  ///< never null; requirements that share this pointer have the same
                                                 ///< poses
    RequiredOfLegs of_legs{};
};

/// The requirement for a machine with this home.
inline Requirement at_home_of(const Machine& machine, Requirement requirement) {
    if (auto poses = requirement.poses->at_home_of(machine)) requirement.poses = std::move(poses);
    return requirement;
}

/// The requirement after reading the file of poses that it names, if it names one. Throws InputError.
inline Requirement with_file_read(Requirement requirement, const Units& units) {
    if (auto poses = requirement.poses->with_file_read(units)) requirement.poses = std::move(poses);
    return requirement;
}

}  // namespace hexscan
