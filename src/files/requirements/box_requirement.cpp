#include "src/files/requirements/box_requirement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "src/base/interval.h"
#include "src/base/numbers.h"
#include "src/files/requirement_kind.h"
#include "src/machine/travel/travel.h"

namespace hexscan {
namespace {

using Coordinates = std::array<double, PoseBox::dimensions>;

constexpr std::string_view box_name = "box", about_key = "about";
/// True for each coordinate that counts from home. A coordinate that the file omits counts from home.
using FromHome = std::array<bool, PoseBox::dimensions>;

/// The ends of a range, widened by two units in the last place, because the conversion of a unit rounds once or twice.
double low_end(double value) { return value == 0 ? 0 : rounding::below(rounding::below(value)); }
double high_end(double value) { return value == 0 ? 0 : rounding::above(rounding::above(value)); }

/// Adds home to the coordinates that count from it. The sum rounds once more, unless the end is home itself.
PoseBox with_home(PoseBox box, const FromHome& from_home, const Coordinates& home) {
    for (std::size_t k = 0; k < home.size(); ++k) {
        if (!from_home[k]) continue;
        box.low[k] = box.low[k] == 0 ? home[k] : rounding::below(home[k] + box.low[k]);
        box.high[k] = box.high[k] == 0 ? home[k] : rounding::above(home[k] + box.high[k]);
    }
    return box;
}

class RequiredBox : public WrittenPoses {
public:
    /// `written` are the numbers of the file. Coordinates marked in `from_home` are relative to `home`.
    RequiredBox(const PoseBox& written, const FromHome& from_home, const Coordinates& home)
        : written_(written), box_(with_home(written, from_home, home)), from_home_(from_home) {}

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

    /// Without a home, coordinates count from 0.
    std::shared_ptr<const RequiredPoses> at_home_of(const Machine& machine) const override {
        const Coordinates home = machine.home ? coordinates_of(*machine.home) : Coordinates{};
        return std::make_shared<RequiredBox>(written_, from_home_, home);
    }

    std::string_view kind() const override { return box_name; }
    nlohmann::json json() const override { return {{"low", box_.low}, {"high", box_.high}}; }
    std::string text(const Units& units) const override { return box_text(box_, units); }
    void tell(const RequirementResult& result, nlohmann::json& what) const override {
        what["growth"] = growth_json(result.growth);
    }

    const PoseBox& box() const { return box_; }
    bool counts_from_home(std::size_t dimension) const { return from_home_[dimension]; }

private:
    PoseBox written_, box_;
    FromHome from_home_;
};

void read_range(const Value& value, std::size_t dimension, bool about_home, const UnitReader& read, PoseBox& box) {
    auto [from, to] = read_ends(value, [&](const Value& end) {
        return dimension < PoseBox::angles_begin ? read.coordinate_m(end) : read.angle_rad(end);
    });
    if (about_home && !value.is_list()) {
        if (from < 0)
            value.fail(fmt::format(
                "is {}; with about: home, it must be a distance of at least 0 in either direction, or [from, to]",
                value.number()));
        from = -to;
    }
    box.low[dimension] = from == to ? from : low_end(from);
    box.high[dimension] = from == to ? to : high_end(to);
}

/// Reads a box relative to 0; at_home_of() later adds the machine's home.
std::shared_ptr<const RequiredPoses> read_box(const Section& section, const PlatformDocument& document,
                                              const std::shared_ptr<PoseFiles>&) {
    const auto about = section.find(about_key);
    if (about) (void)choice(*about, {"home"}, "home; the numbers are then relative to home, otherwise to the base");
    PoseBox box;
    FromHome from_home{};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const auto value = section.find(pose_axis_names[k]);
        from_home[k] = about || !value;
        if (value) read_range(*value, k, about.has_value(), document.units(), box);
    }
    return std::make_shared<RequiredBox>(box, from_home, Coordinates{});
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
    return std::make_shared<RequiredBox>(box, FromHome{}, Coordinates{});
}

const PoseBox* box_of(const RequiredPoses& poses) {
    const auto* const box = dynamic_cast<const RequiredBox*>(&poses);
    return box ? &box->box() : nullptr;
}

std::string box_text(const PoseBox& box, const Units& units, bool inwards) {
    constexpr int digits = 6, digits_inwards = 5, most_digits = 9;
    std::string ranges;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const Dimension dimension = k < PoseBox::angles_begin ? Dimension::length : Dimension::angle;
        const auto in_unit = [&](double si) {
            const double value = units.from_si(si, dimension);
            return std::abs(value) < 1e-12 ? 0 : value;
        };
        const double from = in_unit(box.low[k]), to = in_unit(box.high[k]);
        std::string low = significant(from, digits), high = significant(to, digits);
        if (inwards && from < to) {
            // A narrow range far from 0 needs more digits.
            const int enough =
                (to - from) > 1e-3 * std::max(std::abs(from), std::abs(to)) ? digits_inwards : most_digits;
            low = significant_no_less(from, enough);
            high = significant_no_more(to, enough);
        }
        ranges += fmt::format("{}{} {}",
                              k == PoseBox::angles_begin ? "; "
                              : k == 0                   ? ""
                                                         : ", ",
                              pose_axis_names[k], low == high ? low : low + " … " + high);
        if (k + 1 == PoseBox::angles_begin) ranges += " " + units.length;
    }
    return ranges + " " + units.angle;
}

std::optional<Finding> box_without_home(const Requirement& requirement, const Machine& machine) {
    const auto* const required = dynamic_cast<const RequiredBox*>(requirement.poses.get());
    if (!required || !machine.home) return std::nullopt;
    const Coordinates home = coordinates_of(*machine.home);
    std::string meant, apart;
    for (std::size_t k = 0; k < home.size(); ++k) {
        const double low = required->box().low[k], high = required->box().high[k];
        const bool holds_zero = low <= 0 && 0 <= high;
        if (required->counts_from_home(k) || (low <= home[k] && home[k] <= high) || (low == high && !holds_zero))
            continue;
        const Dimension dimension = k < PoseBox::angles_begin ? Dimension::length : Dimension::angle;
        const auto ends = [&](double from, double to) {
            const auto number = [&](double si) { return significant(machine.units.from_si(si, dimension), 6); };
            return from == to ? number(from) : fmt::format("{} … {}", number(from), number(to));
        };
        apart += fmt::format("{}{} is {} {}, home at {}", apart.empty() ? "" : "; ", pose_axis_names[k],
                             ends(low, high), machine.units.name_of(dimension), ends(home[k], home[k]));
        if (holds_zero)
            meant += fmt::format("{}{} {}", meant.empty() ? "" : ", ", pose_axis_names[k],
                                 ends(home[k] + low, home[k] + high));
    }
    if (apart.empty()) return std::nullopt;
    const std::string text = fmt::format("{}: the box does not contain home: {}", requirement.name, apart);
    if (meant.empty()) return Finding{Finding::Weight::note, "box-without-home", text};
    return Finding{Finding::Weight::warning, "box-without-home",
                   fmt::format("{}; did you mean {}? Add about: home if the numbers count from home", text, meant)};
}

nlohmann::json growth_json(const std::optional<BoxGrowth>& growth) {
    if (!growth) return nullptr;
    nlohmann::json lost_at;
    if (std::isfinite(growth->lost_at)) lost_at = growth->lost_at;
    return {
        {"kept_to", growth->kept_to}, {"lost_at", lost_at}, {"is_open", growth->is_open}, {"gave_up", growth->gave_up}};
}

/// The kind of all poses between two ends of each coordinate.
RequirementKind box_requirement() {
    return {.name = box_name,
            .keys = {pose_axis_names.begin(), pose_axis_names.end()},
            .further_keys = {about_key},
            .read = read_box,
            .from_json = box_from_json};
}

}  // namespace hexscan
