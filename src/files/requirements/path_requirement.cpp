#include "src/files/requirements/path_requirement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/check/path_proof.h"
#include "src/files/pose_file.h"
#include "src/files/requirement_kind.h"

namespace hexscan {
namespace {

constexpr std::string_view path_name = "path", poses_key = "poses", between_key = "interpolate";

class RequiredPath : public WrittenPoses {
public:
    /// `named_by` is the place in the machine file that names the file, such as "my.yaml:9: requirements[0].poses", or
    /// empty. The object `files` reads the file; it is null if the poses are known.
    RequiredPath(PoseFile file, bool everything_between, std::string named_by, std::shared_ptr<PoseFiles> files)
        : file_(std::move(file)),
          everything_between_(everything_between),
          named_by_(std::move(named_by)),
          files_(std::move(files)) {}

    Proof prove(const ProvenMachine& machine, const ProofRequest& request, const Loop& loop) const override {
        return prove_path(machine, *file_.poses, everything_between_, request, loop);
    }

    std::vector<PoseSpan> spans() const override {
        std::vector<PoseSpan> spans;
        const std::size_t poses = file_.poses->size();
        for (std::size_t i = 0; i < poses; ++i) {
            const bool goes_on = everything_between_ && i + 1 < poses;
            if (everything_between_ && !goes_on && i > 0) break;
            const std::size_t end = goes_on ? i + 1 : i;
            spans.push_back({coordinates_of((*file_.poses)[i]), coordinates_of((*file_.poses)[end]), true,
                             static_cast<double>(i), static_cast<double>(end)});
        }
        return spans;
    }

    double farthest_m() const override {
        double farthest_m = 0;
        for (const Pose& pose : *file_.poses)
            farthest_m = std::max(farthest_m, std::sqrt(dot(pose.position_m, pose.position_m)));
        return farthest_m;
    }

    std::vector<Pose> outermost() const override { return *file_.poses; }

    const PoseFile* file() const override { return &file_; }
    std::shared_ptr<const RequiredPoses> with_file_read(const Units& units) const override {
        if (file_.poses) return nullptr;
        if (read_) return read_;
        PoseFile read = file_;
        read.poses =
            files_->poses(file_.file, named_by_.empty() ? "the key poses of this requirement" : named_by_, units);
        read_ = std::make_shared<RequiredPath>(std::move(read), everything_between_, named_by_, nullptr);
        return read_;
    }

    std::string place_text(double along) const override {
        const double index = std::floor(along);
        const auto pose = static_cast<std::size_t>(index) + 1;
        if (along == index) return fmt::format("pose {} of {}", pose, file_.poses->size());
        return fmt::format("{} of the way from pose {} to {}", significant(along - index, 3), pose, pose + 1);
    }

    std::string_view kind() const override { return path_name; }
    nlohmann::json json() const override {
        return {{"file", file_.file.string()},
                {"poses", file_.poses ? file_.poses->size() : 0},
                {"everything_between", everything_between_}};
    }
    std::string text(const Units&) const override {
        return fmt::format("the {} poses of {}{}", file_.poses ? file_.poses->size() : 0,
                           escaped(file_.name.empty() ? file_.file.string() : file_.name),
                           everything_between_ ? " and everything between them" : "");
    }
    void tell(const RequirementResult& result, nlohmann::json& what) const override {
        what["least"]["along"] = result.proof.least.along;
    }

private:
    PoseFile file_;
    bool everything_between_;
    std::string named_by_;
    std::shared_ptr<PoseFiles> files_;
    mutable std::shared_ptr<const RequiredPath> read_;  ///< shared by all requirements with these poses
};

std::shared_ptr<const RequiredPoses> read_path(const Section& section, const PlatformDocument& document,
                                               const std::shared_ptr<PoseFiles>& files) {
    const Value file = section.require(poses_key, "must name a CSV file of poses");
    bool everything_between = false;
    if (const auto between = section.find(between_key))
        everything_between = choice(*between, {"none", "linear"}, "none or linear") == "linear";
    const std::string name = file.text();
    return std::make_shared<RequiredPath>(
        PoseFile{poses_key, document.folder() / name, document.kept_poses(name), name}, everything_between,
        file.place(), files);
}

std::shared_ptr<const RequiredPoses> path_from_json(const JsonField& field, const std::shared_ptr<PoseFiles>& files) {
    return std::make_shared<RequiredPath>(PoseFile{poses_key, field.at("file").text(), {}},
                                          field.at("everything_between").flag(), "", files);
}

}  // namespace

std::shared_ptr<const RequiredPoses> required_path(std::vector<Pose> poses, bool everything_between) {
    return std::make_shared<RequiredPath>(
        PoseFile{poses_key, {}, std::make_shared<const std::vector<Pose>>(std::move(poses))}, everything_between, "",
        nullptr);
}

/// The kind of poses from a file, one after another.
RequirementKind path_requirement() {
    return {.name = path_name,
            .keys = {poses_key},
            .further_keys = {between_key},
            .read = read_path,
            .from_json = path_from_json};
}

}  // namespace hexscan
