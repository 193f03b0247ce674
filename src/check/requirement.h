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

/// What a machine must do. A requirement knows no machine but for the home pose, which fills in what it leaves out.
namespace hexscan {

/// A file of poses that a requirement names, beside the platform file.
struct PoseFile {
    std::string_view key;  ///< of the requirement, where the file's name stands
    std::filesystem::path file;
    std::shared_ptr<const std::vector<Pose>> poses{};  ///< null until it is read
    std::string name{};                                ///< of the file, as it stands at the key
};

/// The poses at which a requirement must hold. Each kind is one file of src/files/requirements and one line of
/// requirements.def there.
class RequiredPoses {
public:
    virtual ~RequiredPoses() = default;

    /// Whether a clearance is kept at all of them, by a proof of this folder.
    virtual Proof prove(const ProvenMachine& machine, const ProofRequest& request, const Loop& loop) const = 0;
    /// All of them, one span at least.
    virtual std::vector<PoseSpan> spans() const = 0;
    /// No position among them is farther from the base's origin.
    virtual double farthest_m() const = 0;
    /// Some of them, at one of which a limit is likely to be asked for the most.
    virtual std::vector<Pose> outermost() const = 0;

    /// Whether they have a size that could grow.
    virtual bool has_size() const { return false; }
    /// How large they could be; `kept` says whether they themselves are proved. Nothing where they have no size.
    virtual std::optional<BoxGrowth> growth(const ProvenMachine&, const ProofRequest&, bool /*kept*/,
                                            const Loop&) const {
        return std::nullopt;
    }

    /// What they are of a machine whose home is this one. Null: the same, whatever the home.
    virtual std::shared_ptr<const RequiredPoses> at_home_of(const Machine&) const { return nullptr; }

    /// The file that they come from. Null: there is none.
    virtual const PoseFile* file() const { return nullptr; }
    /// The same with that file's poses read. Throws InputError. Null: there is none, or it has been read.
    virtual std::shared_ptr<const RequiredPoses> with_file_read(const Units&) const { return nullptr; }

    /// In words, the place that a proof calls `along` (MetClearance). Empty: the pose says it.
    virtual std::string place_text(double /*along*/) const { return ""; }
};

/// What a machine must do: keep a clearance at all these poses, and what is required of legs.
struct Requirement {
    std::string name;
    double clearance_m = 0;                      ///< must be left everywhere
    std::shared_ptr<const RequiredPoses> poses;  ///< never null; requirements that share them ask the same
    RequiredOfLegs of_legs{};
};

/// The requirement of a machine whose home is this one.
inline Requirement at_home_of(const Machine& machine, Requirement requirement) {
    if (auto poses = requirement.poses->at_home_of(machine)) requirement.poses = std::move(poses);
    return requirement;
}

/// With the poses of its file, if it names one. Throws InputError.
inline Requirement with_file_read(Requirement requirement, const Units& units) {
    if (auto poses = requirement.poses->with_file_read(units)) requirement.poses = std::move(poses);
    return requirement;
}

}  // namespace hexscan
