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

/// The requirements on a machine. A requirement does not depend on the machine except through the home pose, which
/// supplies the coordinates that the requirement leaves out.
namespace hexscan {

/// A file of poses that a requirement names; relative names start at the platform file.
struct PoseFile {
    std::string_view key;  ///< The requirement's key that names the file.
    std::filesystem::path file;
    std::shared_ptr<const std::vector<Pose>> poses{};  ///< Null until the file is read.
    std::string name{};                                ///< The file's name as written at the key.
};

/// The poses at which a requirement must hold. Each kind is one file of src/files/requirements and one line of
/// requirements.def there.
class RequiredPoses {
public:
    virtual ~RequiredPoses() = default;

    /// Proves or refutes that a clearance is kept at all of the poses.
    virtual Proof prove(const ProvenMachine& machine, const ProofRequest& request, const Loop& loop) const = 0;
    /// All poses, as at least one span.
    virtual std::vector<PoseSpan> spans() const = 0;
    /// Upper bound on the distance of the positions from the base's origin.
    virtual double farthest_m() const = 0;
    /// Some of the poses. One of them is likely to use a limit most.
    virtual std::vector<Pose> outermost() const = 0;

    /// True if the poses have a size that could grow.
    virtual bool has_size() const { return false; }
    /// The largest size of the poses that is proved; `kept` is true if the poses themselves are. Nullopt if they have
    /// no size.
    virtual std::optional<BoxGrowth> growth(const ProvenMachine&, const ProofRequest&, bool /*kept*/,
                                            const Loop&) const {
        return std::nullopt;
    }

    /// The poses for a machine with this home. Null if they do not depend on home.
    virtual std::shared_ptr<const RequiredPoses> at_home_of(const Machine&) const { return nullptr; }

    /// The file of the poses. Null if there is none.
    virtual const PoseFile* file() const { return nullptr; }
    /// The poses with their file read. Throws InputError. Null if there is no file, or if it has been read.
    virtual std::shared_ptr<const RequiredPoses> with_file_read(const Units&) const { return nullptr; }

    /// The place that a proof calls `along` (MetClearance), in words. Empty if the pose suffices.
    virtual std::string place_text(double /*along*/) const { return ""; }
};

/// A requirement on a machine: a clearance at all these poses, and limits on legs.
struct Requirement {
    std::string name;
    double clearance_m = 0;                      ///< required everywhere
    std::shared_ptr<const RequiredPoses> poses;  ///< never null; requirements with the same object are identical in
                                                 ///< this
    RequiredOfLegs of_legs{};
};

/// The requirement for a machine with this home.
inline Requirement at_home_of(const Machine& machine, Requirement requirement) {
    if (auto poses = requirement.poses->at_home_of(machine)) requirement.poses = std::move(poses);
    return requirement;
}

/// The requirement with the poses of its file, if it names one. Throws InputError.
inline Requirement with_file_read(Requirement requirement, const Units& units) {
    if (auto poses = requirement.poses->with_file_read(units)) requirement.poses = std::move(poses);
    return requirement;
}

}  // namespace hexscan
