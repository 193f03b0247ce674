#include "src/machine/shared/singularity_limit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "src/machine/machine.h"
#include "src/machine/shared/conditioning_row.h"
#include "src/machine/shared/determinant_cubic.h"
#include "src/machine/shared/jacobian_lanes.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/row_doubts.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {

double stretch_of_arms(const std::array<Vector, leg_count>& arms) {
    double squares = 0;
    for (const Vector& arm : arms) squares += dot(arm, arm);
    return std::max(double(leg_count), squares);
}

struct PosedJacobian::Inside {
    LegLines lines;
    JacobianLegs form{};

    Inside(const Machine& machine, const Rotation& turned) : lines(machine, turned, joints_middle_m(machine)) {
        form.rows = lines.rows();
        form.stretch = stretch_of_arms(std::to_array(form.rows.arm));
        form.home_sign = machine.home && determinant(machine, *machine.home) < 0 ? -1 : 1;
    }
};

PosedJacobian::PosedJacobian(const Machine& machine, const Rotation& turned)
    : inside_(std::make_unique<const Inside>(machine, turned)) {}
PosedJacobian::~PosedJacobian() = default;
PosedJacobian::PosedJacobian(PosedJacobian&&) noexcept = default;

PosedJacobian::Hold PosedJacobian::at(const Vector& position_m) const {
    const JacobianLegs& legs = inside_->form;
    Matrix6 jacobian;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const LegLine line = legs.rows.line(static_cast<int>(i), position_m);
        if (!line.moves()) return {};
        const Vector u = scaled(line.direction, 1 / line.along_motion), turn = cross(legs.rows.arm[i], u);
        set_row(jacobian, i, u, turn);
    }
    const auto [smallest, largest] = extreme_singular_values(jacobian);
    const double sign = determinant_of(jacobian) * legs.home_sign;
    return {smallest, largest, sign < 0 ? -1.0 : 1.0};
}

void PosedJacobian::put_conditionings(const RowPositions& row, std::span<float> conditionings) const {
    std::vector<QuickConditioning> quick(conditionings.size());
    quick_conditionings(inside_->form, row, quick);
    for (std::size_t c = 0; c < quick.size(); ++c) {
        const auto low = static_cast<float>(quick[c].least()), high = static_cast<float>(quick[c].most());
        conditionings[c] = low == high ? low : static_cast<float>(at(row.at(c)).conditioning());
    }
}

void PosedJacobian::keep_sign(const RowPositions& row, std::span<std::uint8_t> kept) const {
    std::vector<double> signs(kept.size());
    quick_signs(inside_->form, row, signs);
    for (std::size_t c = 0; c < kept.size(); ++c)
        kept[c] = (signs[c] != 0 ? signs[c] : at(row.at(c)).conditioning()) > 0 ? 1 : 0;
}

void PosedJacobian::keep_conditioning(const RowPositions& row, double least, std::span<std::uint8_t> kept) const {
    constexpr double rounding = 0x1p-48;
    std::vector<QuickConditioning> quick(kept.size());
    quick_conditionings(inside_->form, row, quick);
    for (std::size_t c = 0; c < kept.size(); ++c) {
        QuickConditioning found = quick[c];
        found.value = std::abs(found.value);
        if (found.least() > least * (1 + rounding))
            kept[c] = 1;
        else if (found.most() < least * (1 - rounding))
            kept[c] = 0;
        else
            kept[c] = at(row.at(c)).slack(least) >= 0 ? 1 : 0;
    }
}

std::optional<TelescopicRows> PosedJacobian::telescopic_rows() const {
    if (inside_->lines.have_rods()) return std::nullopt;
    return TelescopicRows{inside_->lines.offsets_m(), std::to_array(inside_->form.rows.arm), inside_->form.home_sign};
}

const JacobianLegs& PosedJacobian::legs() const { return inside_->form; }

double PosedJacobian::home_sign() const { return inside_->form.home_sign; }

double PosedJacobian::doubt_m(double longest_m) const { return inside_->lines.doubt_m(longest_m); }

namespace {

/// The limit that requires the determinant's sign to be the same as at home. The sign changes only where the smallest
/// singular value is 0. So the clearance is a move that changes no singular value by more than the smallest one.
class PosedSign final : public PosedSharedLimit {
public:
    explicit PosedSign(std::shared_ptr<const PosedJacobian> jacobian) : jacobian_(std::move(jacobian)) {
        if (const auto rows = jacobian_->telescopic_rows()) {
            cubic_.emplace(rows->offsets_m, rows->arms);
            home_sign_ = rows->home_sign;
        }
    }

    bool keeps(const Vector& position_m) const override { return jacobian_->at(position_m).conditioning() > 0; }
    double clearance_m(const Vector& position_m) const override {
        const PosedJacobian::Hold hold = jacobian_->at(position_m);
        return hold.sign * jacobian_->legs().move_of_sign_m(position_m, hold.smallest);
    }
    double doubt_m(double longest_m) const override { return jacobian_->doubt_m(longest_m); }
    bool keep_row(const RowPositions& row, std::span<std::uint8_t> kept) const override {
        if (!cubic_) jacobian_->keep_sign(row, kept);
        return !cubic_;
    }
    LimitState state(const Vector& position_m) const override {
        const double conditioning = jacobian_->at(position_m).conditioning();
        return {conditioning, 0, conditioning};
    }

    Known in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const override {
        if (!cubic_) return PosedSharedLimit::in_box(low_m, high_m, doubt_m);
        const auto farther = [](double a, double b) { return std::max(std::abs(a), std::abs(b)); };
        const Vector farthest{farther(low_m.x, high_m.x), farther(low_m.y, high_m.y), farther(low_m.z, high_m.z)};
        const Vector half_m = scaled(high_m - low_m, 0.5);
        return sign_form(*cubic_, {0, 0, 0}, length_of(farthest)).in_box(low_m + half_m, half_m);
    }

    void append_pieces(const PositionRow& row, double doubt_m, std::vector<KnownPiece>& pieces) const override {
        if (!cubic_) return PosedSharedLimit::append_pieces(row, doubt_m, pieces);
        const Polynomial<4> determinant = scaled(cubic_->values().along_row(row.y_m, row.z_m), home_sign_);
        const double farthest_m = length_of(row.at(std::max(std::abs(row.from_m), std::abs(row.to_m))));
        RowDoubts doubts(row);
        emit_sign_changes(determinant, row.from_m, row.to_m, {cubic_->noise(farthest_m), row.step_m / 16},
                          [&](double from_m, double to_m) { doubts.add(from_m, to_m); });
        doubts.append_pieces([&](double x_m) { return determinant.at(x_m) > 0; }, pieces);
    }

    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        if (!cubic_)
            return LimitForm{
                RodSignForm{jacobian_->legs().rows, jacobian_->home_sign(), doubt_m(length_of(middle_m) + farthest_m)}};
        std::optional<TelescopicRows> rows = jacobian_->telescopic_rows();
        for (Vector& offset_m : rows->offsets_m) offset_m = offset_m + middle_m;
        return LimitForm{sign_form(DeterminantCubic(rows->offsets_m, rows->arms), middle_m, farthest_m)};
    }

    std::optional<ClearanceForm> clearance_form() const override {
        return ClearanceForm{HoldClearance{jacobian_->legs(), true, 0}};
    }

private:
    /// For telescopic legs: their determinant relative to a middle position, valid for positions at most `farthest_m`
    /// from there.
    SignForm sign_form(const DeterminantCubic& cubic, const Vector& middle_m, double farthest_m) const {
        return {cubic.values().combined(home_sign_, 0, cubic.values()), middle_m, cubic.noise(farthest_m)};
    }

    std::shared_ptr<const PosedJacobian> jacobian_;
    std::optional<DeterminantCubic> cubic_;  ///< only for telescopic legs
    double home_sign_ = 1;
};

/// The limit on the ratio of the smallest to the largest singular value. Each of them changes by at most the norm of
/// the matrix's change.
class PosedConditioning final : public PosedSharedLimit {
public:
    PosedConditioning(std::shared_ptr<const PosedJacobian> jacobian, double least)
        : jacobian_(std::move(jacobian)), rows_(jacobian_->telescopic_rows()), least_(least) {}

    bool keeps(const Vector& position_m) const override { return jacobian_->at(position_m).slack(least_) >= 0; }
    double clearance_m(const Vector& position_m) const override {
        const PosedJacobian::Hold hold = jacobian_->at(position_m);
        return std::copysign(jacobian_->legs().move_of_ratio_m(position_m, hold.smallest, hold.largest, least_),
                             hold.slack(least_));
    }
    double doubt_m(double longest_m) const override { return jacobian_->doubt_m(longest_m); }
    bool keep_row(const RowPositions& row, std::span<std::uint8_t> kept) const override {
        if (!rows_) jacobian_->keep_conditioning(row, least_, kept);
        return !rows_;
    }
    LimitState state(const Vector& position_m) const override {
        const double conditioning = std::abs(jacobian_->at(position_m).conditioning());
        return {conditioning, least_, conditioning - least_};
    }

    void append_pieces(const PositionRow& row, double doubt_m, std::vector<KnownPiece>& pieces) const override {
        if (!rows_) return PosedSharedLimit::append_pieces(row, doubt_m, pieces);
        append_conditioning_pieces(*rows_, least_, row, pieces);
    }

    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        const double doubt_m = this->doubt_m(length_of(middle_m) + farthest_m);
        if (!rows_) return LimitForm{RodConditioningForm{jacobian_->legs().rows, least_, doubt_m}};
        const double stretch = stretch_of_arms(rows_->arms);
        ConditioningForm form{{}, 0, least_, 1 / std::sqrt(stretch), doubt_m};
        double most = leg_count;
        for (std::size_t i = 0; i < leg_count; ++i) {
            form.rows.offset_m[i] = rows_->offsets_m[i];
            form.rows.arm[i] = rows_->arms[i];
            most += dot(rows_->arms[i], rows_->arms[i]);
        }
        form.over_most = 1 / most;
        return LimitForm{form};
    }

    std::optional<ClearanceForm> clearance_form() const override {
        return ClearanceForm{HoldClearance{jacobian_->legs(), false, least_}};
    }

private:
    std::shared_ptr<const PosedJacobian> jacobian_;
    std::optional<TelescopicRows> rows_;
    double least_;
};

void append_singularity_limits(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits) {
    const SingularityLimit& limit = *machine.singularity;
    const auto jacobian = std::make_shared<const PosedJacobian>(machine, turned);
    const auto append = [&](bool is_free, const auto& posed) { limits.push_back(is_free ? freed_limit() : posed); };
    if (limit.avoid) append(limit.frees_sign, std::make_shared<const PosedSign>(jacobian));
    if (limit.limits_conditioning())
        append(limit.frees_conditioning, std::make_shared<const PosedConditioning>(jacobian, limit.min_conditioning));
}

}  // namespace

std::string singularity_limit_problem(const Machine& machine) {
    if (!machine.singularity || !machine.singularity->avoid) return "";
    if (!machine.home)
        return "needs a home pose, because all poses must stay on the same side of the singularities as home; give "
               "home: {x, y, z, roll, "
               "pitch, yaw}";
    if (!std::ranges::all_of(leg_shapes(machine, *machine.home), &LegShape::closes))
        return "needs a home pose that all rods reach, but one of them does not reach home; change home or the rods";
    const Conditioning state = conditioning(machine, *machine.home);
    if (state.rank == leg_count) return "";
    return fmt::format("needs a home pose that is not singular; home has rank {} of 6: {}", state.rank,
                       singularity_text(machine, *machine.home));
}

constinit const SharedLimitKinds singularity_limits{
    .count = [](const Machine& machine) -> std::size_t {
        // A characteristic length alone sets no limit. It only changes the reported conditioning.
        const auto& limit = machine.singularity;
        return limit ? (limit->avoid ? 1 : 0) + (limit->limits_conditioning() ? 1 : 0) : 0;
    },
    .append_rows =
        [](const Machine& machine, LimitTable& table) {
            if (machine.singularity->avoid) table.append({}, singularity_limit);
            if (machine.singularity->limits_conditioning()) table.append({}, conditioning_limit);
        },
    .append_posed = append_singularity_limits,
    .free =
        [](Machine& machine, std::size_t number) {
            SingularityLimit& limit = *machine.singularity;
            (limit.avoid && number == 0 ? limit.frees_sign : limit.frees_conditioning) = true;
        },
    .remove = [](Machine& machine) { machine.singularity.reset(); }};

}  // namespace hexscan
