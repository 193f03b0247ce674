#include "src/files/requirements/box_requirement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "src/base/interval.h"
#include "src/files/requirement_kind.h"
#include "src/machine/travel/travel.h"

namespace hexscan {
namespace {

using Coordinates = std::array<double, PoseBox::dimensions>;

constexpr std::string_view box_name = "box";
/// Coordinates of a box that stand as at home.
using AsAtHome = std::array<bool, PoseBox::dimensions>;

class RequiredBox : public WrittenPoses {
public:
    RequiredBox(const PoseBox& box, const AsAtHome& as_at_home) : box_(box), as_at_home_(as_at_home) {}

    Proof prove(const ProvenMachine& machine, const ProofRequest& request, const Loop& loop) const override {
        return prove_box(machine, box_, request, loop);
    }

    std::vector<PoseSpan> spans() const override { return {{box_.low, box_.high}}; }

    double farthest_m() const override {
        const auto farthest = [&](std::size_t k) { return std::max(std::abs(box_.low[k]), std::abs(box_.high[k])); };
        return std::hypot(farthest(0), farthest(1), farthest(2));
    }

    std::vector<Pose> outermost() const override { return corner_poses(box_); }

    bool has_size() const override { return has_extent(box_); }
    std::optional<BoxGrowth> growth(const ProvenMachine& machine, const ProofRequest& request, bool kept,
                                    const Loop& loop) const override {
        return has_size() ? std::optional(box_growth(machine, box_, request, kept, loop)) : std::nullopt;
    }

    /// 0 where there is no home.
    std::shared_ptr<const RequiredPoses> at_home_of(const Machine& machine) const override {
        const Coordinates home = machine.home ? coordinates_of(*machine.home) : Coordinates{};
        PoseBox box = box_;
        for (std::size_t k = 0; k < home.size(); ++k)
            if (as_at_home_[k]) box.low[k] = box.high[k] = home[k];
        return std::make_shared<RequiredBox>(box, as_at_home_);
    }

    std::string_view kind() const override { return box_name; }
    nlohmann::json json() const override { return {{"low", box_.low}, {"high", box_.high}}; }
    void tell(const RequirementResult& result, nlohmann::json& what) const override {
        what["growth"] = growth_json(result.growth);
    }

    const PoseBox& box() const { return box_; }

private:
    PoseBox box_;
    AsAtHome as_at_home_;
};

/// A unit's conversion rounds once or twice.
double low_end(double value) { return value == 0 ? 0 : rounding::below(rounding::below(value)); }
double high_end(double value) { return value == 0 ? 0 : rounding::above(rounding::above(value)); }

void read_range(const Value& value, std::size_t dimension, const UnitReader& read, PoseBox& box) {
    const auto [from, to] = read_ends(value, [&](const Value& end) {
        return dimension < PoseBox::angles_begin ? read.coordinate_m(end) : read.angle_rad(end);
    });
    box.low[dimension] = from == to ? from : low_end(from);
    box.high[dimension] = from == to ? to : high_end(to);
}

/// What is left out is as at home, which the machine fills in.
std::shared_ptr<const RequiredPoses> read_box(const Section& section, const PlatformDocument& document,
                                              const std::shared_ptr<PoseFiles>&) {
    PoseBox box;
    AsAtHome as_at_home{};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const auto value = section.find(pose_axis_names[k]);
        as_at_home[k] = !value;
        if (value) read_range(*value, k, document.units(), box);
    }
    return std::make_shared<RequiredBox>(box, as_at_home);
}

Coordinates corner_of(const JsonField& field) {
    const std::vector<JsonField> numbers = field.elements();
    Coordinates corner{};
    if (numbers.size() != corner.size()) field.fail("must be x, y, z, roll, pitch, yaw");
    std::transform(numbers.begin(), numbers.end(), corner.begin(), [](const JsonField& n) { return n.number(); });
    return corner;
}

std::shared_ptr<const RequiredPoses> box_from_json(const JsonField& field, const std::shared_ptr<PoseFiles>&) {
    const PoseBox box{corner_of(field.at("low")), corner_of(field.at("high"))};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k)
        if (!(box.low[k] <= box.high[k])) field.fail("must run from low to high");
    return required_box(box);
}

}  // namespace

std::shared_ptr<const RequiredPoses> required_box(const PoseBox& box) {
    return std::make_shared<RequiredBox>(box, AsAtHome{});
}

const PoseBox* box_of(const RequiredPoses& poses) {
    const auto* const box = dynamic_cast<const RequiredBox*>(&poses);
    return box ? &box->box() : nullptr;
}

nlohmann::json growth_json(const std::optional<BoxGrowth>& growth) {
    if (!growth) return nullptr;
    nlohmann::json lost_at;
    if (std::isfinite(growth->lost_at)) lost_at = growth->lost_at;
    return {{"kept_to", growth->kept_to}, {"lost_at", lost_at}, {"is_open", growth->is_open}};
}

/// Every pose between two ends of each coordinate.
RequirementKind box_requirement() {
    return {.name = box_name,
            .keys = {pose_axis_names.begin(), pose_axis_names.end()},
            .read = read_box,
            .from_json = box_from_json};
}

}  // namespace hexscan
