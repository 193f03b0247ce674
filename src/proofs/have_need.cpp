#include "src/proofs/have_need.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/machine/legs/leg_findings.h"
#include "src/proofs/bounded_quantity.h"
#include "src/proofs/check_texts.h"

namespace hexscan {
namespace {

constexpr int usual_digits = 4, most_digits = 9;

double number_of(const std::string& text) { return parse_number<double>(text).value(); }

/// The value as the file gives it, without the rounding error of the conversion of units.
double to_12_digits(double value) { return std::isfinite(value) ? number_of(significant(value, 12)) : value; }

std::string rounded(double value, bool down, int digits) {
    return down ? significant_no_more(value, digits) : significant_no_less(value, digits);
}

/// A value as text, rounded down or up to four digits. More digits are used if the rounded value would otherwise pass
/// `bound`.
std::string rounded_within(double value, bool down, std::optional<double> bound) {
    for (int digits = digits_of(value, usual_digits); digits < most_digits; ++digits) {
        const std::string text = rounded(value, down, digits);
        if (!bound || (down ? number_of(text) >= *bound : number_of(text) <= *bound)) return text;
    }
    return significant(bound.value_or(value), digits_of(value, most_digits));
}

/// The requirement's need for one kind of limit. HaveNeed describes `enough` and `certain`.
struct KindNeed {
    const LimitKind* kind;
    std::optional<double> enough, certain;
    bool is_bound = false;  ///< true if a clearly tighter limit may suffice, too
    bool gave_up = false;   ///< true if the search gave up
};

std::optional<double> finite(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

/// The requirement's needs for strokes, joint values and joints.
std::vector<KindNeed> leg_needs(const CheckReport& report, std::size_t index, const LimitTable& table) {
    std::vector<KindNeed> needs;
    if (!report.least_sizes.empty()) {
        const LeastSizes& sizes = report.least_sizes[index];
        for (const LimitKind* kind : table.kinds()) {
            if (kind->json == "shortest")
                needs.push_back(
                    {kind, sizes.shortest_m, sizes.shortest_met_m, sizes.shortest_gave_up, sizes.shortest_gave_up});
            if (kind->json == "longest")
                needs.push_back(
                    {kind, sizes.longest_m, sizes.longest_met_m, sizes.longest_gave_up, sizes.longest_gave_up});
            if (kind->json == "base_joint")
                needs.push_back({kind, sizes.base_tilt_rad, sizes.base_tilt_refuted_rad, sizes.base_tilt_gave_up,
                                 sizes.base_tilt_gave_up});
            if (kind->json == "platform_joint")
                needs.push_back({kind, sizes.platform_tilt_rad, sizes.platform_tilt_refuted_rad,
                                 sizes.platform_tilt_gave_up, sizes.platform_tilt_gave_up});
        }
    }
    if (!report.limit_sizes.empty())
        for (const LimitSize& size : report.limit_sizes[index])
            needs.push_back({size.kind, size.value, size.refuted, size.needed.has_value(), size.gave_up});
    return needs;
}

/// Legs that have equal limits on a quantity.
struct LegsAlike {
    std::vector<std::size_t> legs;
    std::vector<double> allowed;  ///< one allowed value for each bound of the quantity
};

/// Makes the rows of the comparison for one requirement of a report.
class RowMaker {
public:
    RowMaker(const CheckReport& report, std::size_t index)
        : checked_(report.requirements[index]),
          of_legs_(report.needs_of_legs[index]),
          cure_(report.rod_cures[index]),
          machine_(as_required(report.platform.machine, checked_.requirement.of_legs)),
          table_(limits_of(machine_)),
          states_(limit_states(machine_, checked_.result.proof.least.pose)),
          leg_needs_(leg_needs(report, index, limits_of(report.platform.machine))),
          turns_rad_(turns_of_arms_rad(report.platform.machine)),
          proved_(checked_.result.outcome == Outcome::proved) {}

    std::vector<HaveNeedRow> rows() {
        append_rods();
        for (const BoundedQuantity& quantity : limited_quantities(table_, states_))
            if (!quantity.any().of_geometry) append_of_legs(quantity);
        append_unlimited_loads();
        append_gap();
        append_conditioning();
        append_stiffness();
        append_singularity();
        append_clearance();
        return std::move(rows_);
    }

private:
    const Units& units() const { return machine_.units; }
    double allowed(LimitId id) const { return states_[static_cast<std::size_t>(id) - 1].allowed; }

    std::vector<LegsAlike> legs_alike(const BoundedQuantity& quantity) const {
        std::vector<LegsAlike> groups;
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            std::vector<double> of_leg;
            for (const LimitKind* kind : quantity.bounds) of_leg.push_back(allowed(table_.ids_of(*kind)[leg]));
            const auto same = std::ranges::find(groups, of_leg, &LegsAlike::allowed);
            if (same == groups.end())
                groups.push_back({{leg}, of_leg});
            else
                same->legs.push_back(leg);
        }
        return groups;
    }

    /// The need of a shared limit. Null if rods are not proved to reach.
    const NeedOfLegs* need_of(const LimitKind& kind) const {
        // A telescopic leg changes its length as fast as its foot moves along it, so its rate is 1 at every pose.
        static const NeedOfLegs rate_of_telescopes{&rate_limit, 1, 1};
        if (machine_.is_telescopic() && &kind == &rate_limit) return &rate_of_telescopes;
        const auto found = std::ranges::find(of_legs_.needs, &kind, &NeedOfLegs::kind);
        return found == of_legs_.needs.end() ? nullptr : &*found;
    }

    KindNeed need_of_kind(const LimitKind& kind) const {
        if (is_load_or_rate(kind)) {
            const NeedOfLegs* const need = need_of(kind);
            return need ? KindNeed{&kind, finite(need->proved), need->met} : KindNeed{&kind, {}, {}};
        }
        const auto found =
            std::ranges::find(leg_needs_, kind.json, [](const KindNeed& need) { return need.kind->json; });
        return found == leg_needs_.end() ? KindNeed{&kind, {}, {}} : *found;
    }

    /// The need of one leg. The needed ends of arms' ranges are computed for all legs together, but the ranges of two
    /// arms may differ by whole turns. So the whole turns of this leg are added.
    KindNeed need_of_leg(const LimitKind& kind, std::size_t leg) const {
        KindNeed need = need_of_kind(kind);
        if (!kind.side.empty() || kind.dimension != Dimension::angle) return need;
        for (std::optional<double>* const value : {&need.enough, &need.certain})
            if (*value) **value += turns_rad_[leg];
        return need;
    }

    /// One end of the limit of a leg. If the requirement is proved, the machine's own value suffices.
    HaveNeed end_of(const LimitKind& kind, double have, std::size_t leg) const {
        const KindNeed need = need_of_leg(kind, leg);
        HaveNeed end{&kind, kind.is_least(), false, have, have, need.enough, need.certain, need.is_bound};
        if (!proved_) return end;
        const double enough = need.enough.value_or(have);
        end.enough = end.is_lower_end ? std::max(enough, have) : std::min(enough, have);
        end.is_bound = need.is_bound || !need.enough;
        return end;
    }

    void append(HaveNeedRow row) {
        for (const HaveNeed& end : row.ends)
            row.kept.push_back(proved_ ? Kept::yes : kept(end, violation_rounding(machine_, end.kind->dimension)));
        rows_.push_back(std::move(row));
    }

    void append_of_some(HaveNeedRow row, const std::vector<std::size_t>& legs) {
        for (const HaveNeed& end : row.ends) {
            row.lacking.push_back(proved_ ? std::vector<std::size_t>{} : lacking(legs, *end.kind));
            row.kept.push_back(proved_ ? Kept::yes : kept(end, row.lacking.back()));
        }
        rows_.push_back(std::move(row));
    }

    /// Those of the given legs that violate their limit at one or more of the tested poses.
    std::vector<std::size_t> lacking(const std::vector<std::size_t>& legs, const LimitKind& kind) {
        const double asked = kind.dimension == Dimension::length ? checked_.requirement.clearance_m : 0;
        const double rounding = violation_rounding(machine_, kind.dimension);
        std::vector<std::size_t> found;
        for (const std::size_t leg : legs) {
            const auto row = static_cast<std::size_t>(table_.ids_of(kind)[leg]) - 1;
            const auto lacks = [&](const TestedPose& tested) { return tested.states[row].left < asked - rounding; };
            if (std::ranges::any_of(tested_poses(), lacks)) found.push_back(leg);
        }
        return found;
    }

    /// Adds a row if a rod does not reach at some tested pose. The row names the pose at which most is missing, and
    /// a cure. Other ranges of angles, travels or joints alone would not help there.
    void append_rods() {
        if (machine_.is_telescopic() || proved_) return;
        std::optional<std::pair<Pose, Limit>> worst;
        double most_m = violation_rounding(machine_, Dimension::length);
        for (const auto& [pose, states] : tested_poses()) {
            for (std::size_t k = 0; k < states.size(); ++k) {
                const Limit& limit = table_.rows()[k];
                if (!limit.kind->of_geometry || !(-states[k].left > most_m)) continue;
                most_m = -states[k].left;
                worst.emplace(pose, limit);
            }
        }
        if (!worst) return;
        HaveNeedRow row;
        lacks_rod_ = true;
        row.label = rod_label;
        row.words = fmt::format("{} by {} at {}; {}; {}", worst->second.name(), units().length_text(most_m, 5),
                                pose_text(worst->first, units()), rods_text(), cure_text());
        rows_.push_back(std::move(row));
    }

    /// Text for the lengths of rods that reach all tested poses if all legs have equal rods.
    std::string rods_text() {
        std::vector<Pose> poses;
        for (const TestedPose& tested : tested_poses()) poses.push_back(tested.pose);
        const auto [shortest_m, longest_m] = rods_that_reach(machine_, poses);
        const std::string& unit = units().length;
        const std::string least = rounded(units().from_metres(shortest_m), false, usual_digits);
        if (!std::isfinite(longest_m)) return fmt::format("rods need at least {} {}", least, unit);
        const std::string most = rounded(units().from_metres(longest_m), true, usual_digits);
        if (shortest_m <= longest_m) return fmt::format("rods need at least {} and at most {} {}", least, most, unit);
        return fmt::format(
            "no rod length suits all poses: one leg needs at least {} {} at one pose, and one at most {} {} at another",
            least, unit, most, unit);
    }

    /// Text for sizes that are proved to suffice together.
    std::string cure_text() const {
        if (!cure_) return "no cure is proved";
        std::vector<std::string> sizes;
        const auto add = [&](const std::string& what, const std::string& value, Dimension dimension) {
            sizes.push_back(fmt::format("{} {} {}", what, value, units().name_of(dimension)));
        };
        if (cure_->arm) add("arms of", significant(*cure_->arm, most_digits), Dimension::length);
        add("rods of", significant(cure_->rod, most_digits), Dimension::length);
        for (const BoundedQuantity& quantity : limited_quantities(table_, states_)) {
            std::vector<std::string> ends;
            for (const auto& [kind, value] : cure_->limits)
                if (quantity.has(*kind)) ends.push_back(significant(value, most_digits));
            if (!ends.empty()) add(label_of(quantity.any(), ""), joined(ends, " … "), quantity.any().dimension);
        }
        const std::string last = sizes.back();
        sizes.pop_back();
        return fmt::format("{} and {} suffice together, proved", joined(sizes, ", "), last);
    }

    struct TestedPose {
        Pose pose;
        std::vector<LimitState> states;
    };

    /// Poses at which the needs are likely to be largest, with their limit states.
    const std::vector<TestedPose>& tested_poses() {
        if (!tested_poses_.empty()) return tested_poses_;
        for (const Pose& pose : outermost_poses(checked_.requirement))
            tested_poses_.push_back({pose, limit_states(machine_, pose)});
        tested_poses_.push_back({checked_.result.proof.least.pose, states_});
        return tested_poses_;
    }

    void append_of_legs(const BoundedQuantity& quantity) {
        const std::vector<LegsAlike> groups = legs_alike(quantity);
        for (const LegsAlike& group : groups) {
            if (std::ranges::none_of(group.allowed, [](double end) { return std::isfinite(end); })) continue;
            HaveNeedRow row;
            row.label = label_of(quantity.any(), groups.size() > 1 ? legs_text(group.legs) : "");
            for (std::size_t k = 0; k < quantity.bounds.size(); ++k)
                row.ends.push_back(end_of(*quantity.bounds[k], group.allowed[k], group.legs.front()));
            row.none_found = none_found_text(quantity);
            if (is_load_or_rate(quantity.any())) {
                const double have = group.allowed.front();
                row.need = need_text(quantity.any(), proved_ ? std::optional(have) : std::nullopt);
            }
            if (groups.size() == 1)
                append(std::move(row));
            else
                append_of_some(std::move(row), group.legs);
            if (!is_load_or_rate(quantity.any()))
                rows_.back().place = other_end_text(quantity, rows_.back(), group.legs);
        }
    }

    /// If both ends of a range are violated, text for the end that the row of the decisive limit does not name: the
    /// pose that violates this end most. Empty otherwise.
    std::string other_end_text(const BoundedQuantity& quantity, const HaveNeedRow& row,
                               const std::vector<std::size_t>& legs) {
        const auto is_lacking = [](Kept kept) { return kept != Kept::yes && kept != Kept::unknown; };
        if (quantity.bounds.size() < 2 || !std::ranges::all_of(row.kept, is_lacking)) return "";
        const LimitKind* const named = table_[checked_.result.proof.least.clearance.limit].kind;
        const LimitKind& other = *quantity.bounds[quantity.bounds[0] == named ? 1 : 0];
        const TestedPose* worst = nullptr;
        std::size_t worst_row = 0;
        for (const TestedPose& tested : tested_poses())
            for (const std::size_t leg : legs) {
                const auto at = static_cast<std::size_t>(table_.ids_of(other)[leg]) - 1;
                if (worst && !(tested.states[at].left < worst->states[worst_row].left)) continue;
                worst = &tested;
                worst_row = at;
            }
        if (!worst || !(worst->states[worst_row].left < 0)) return "";
        return fmt::format("also {}: {} at {}", table_.rows()[worst_row].name(),
                           units().text(worst->states[worst_row].asked, other.dimension, 5),
                           pose_text(worst->pose, units()));
    }

    /// Text for a quantity of which no value suffices: the widest one that was tried, and a cure.
    std::string none_found_text(const BoundedQuantity& quantity) const {
        if (lacks_rod_) return "no value helps while a rod does not reach";
        const auto gave_up = [&](const LimitKind* kind) { return need_of_kind(*kind).gave_up; };
        if (std::ranges::any_of(quantity.bounds, gave_up)) return "no value is proved; the search gave up";
        const LimitKind& kind = *quantity.bounds.back();
        const std::string widest = kind.dimension == Dimension::angle && kind.widest_rad > 0
                                       ? "even " + units().angle_text(kind.widest_rad, 4) + " is not enough; "
                                       : "no value is enough; ";
        return widest + (kind.side.empty() ? "change the legs' size or joints" : "give the joint another axis");
    }

    /// Appends the loads of legs and motors that have no limit.
    void append_unlimited_loads() {
        if (!machine_.load) return;
        const auto& [loads, needs] = of_legs_;
        if (!machine_.load->max_force) {
            HaveNeedRow row;
            row.label = "force";
            row.need = need_text(force_limit, {});
            if (loads) {
                const bool pulled = std::abs(loads->pull.met) > std::abs(loads->push.met);
                row.place = place_of(pulled ? loads->pull : loads->push, force_limit);
            }
            append(std::move(row));
        }
        if (have_arms(machine_.legs) && !machine_.load->max_torque) {
            HaveNeedRow row;
            row.label = "torque";
            row.need = need_text(torque_limit, {});
            if (loads && loads->torque_nm) row.place = place_of(*loads->torque_nm, torque_limit);
            append(std::move(row));
        }
    }

    /// The largest load found, rounded towards 0, with its pose, as text.
    std::string place_of(const LargestLoad& load, const LimitKind& kind) const {
        const std::string value = rounded(load.met, load.met > 0, digits_of(load.met, usual_digits));
        return fmt::format("largest found {} {}, leg {} at {}", value, units().name_of(kind.dimension), load.leg + 1,
                           pose_text(load.at, units()));
    }

    /// One end of a need: the largest value found, and a proved bound on it. The flag `down` is true for a lower bound.
    /// If the machine's limit is proved to suffice, it is in `within`. The printed bound then never passes it.
    struct NeedEnd {
        double met, bound;
        bool down;
        std::optional<double> within;
        bool is_close = true;  ///< true: found value and bound are so close that the bound is printed alone
    };

    NeedEnd need_end(double met, double bound, bool down, std::optional<double> within) const {
        constexpr double shown_difference = 2e-3;
        if (within) bound = down ? std::max(bound, *within) : std::min(bound, *within);
        return {met, bound, down, within, std::isinf(met) || std::abs(bound - met) <= shown_difference * std::abs(met)};
    }

    static std::string met_text(const NeedEnd& end) {
        return rounded(end.met, !end.down, digits_of(end.met, usual_digits));
    }
    static std::string bound_text(const NeedEnd& end) {
        return std::isinf(end.met) ? "without bound" : rounded_within(end.bound, end.down, end.within);
    }

    /// The values that suffice, as text. If the search gave up, the text has both the values that were found and those
    /// that are proved.
    static std::string ends_text(const std::vector<NeedEnd>& ends, const std::string& unit) {
        std::vector<std::string> met, bound;
        bool is_proved = true;
        for (const NeedEnd& end : ends) {
            met.push_back(end.is_close ? bound_text(end) : met_text(end));
            bound.push_back(bound_text(end));
            is_proved = is_proved && (std::isinf(end.met) || std::isfinite(end.bound));
        }
        const auto with_unit = [&](const std::string& text) { return unit.empty() ? text : text + " " + unit; };
        if (std::ranges::all_of(ends, &NeedEnd::is_close)) return with_unit(joined(bound, " … "));
        if (!is_proved) return with_unit(joined(met, " … ")) + " reached, no bound is proved";
        return fmt::format("{} reached, {} {} proved", joined(met, " … "), ends.size() > 1 ? "within" : "at most",
                           with_unit(joined(bound, " … ")));
    }

    /// A need as text. Forces are a range, positive if a leg is compressed. Torques and rates are magnitudes. `most` is
    /// a proved upper bound on the need.
    std::string need_text(const LimitKind& kind, std::optional<double> most) const {
        const std::string unit = units().name_of(kind.dimension);
        if (&kind == &force_limit && of_legs_.loads) {
            const auto& [pull, push, torque] = *of_legs_.loads;
            const double largest = of_legs_.loads->force_met_n();
            const auto end = [&](const LargestLoad& load, bool down, double sign) {
                return need_end(cleaned(load.met, largest), cleaned(load.bound, largest), down,
                                most ? std::optional(sign * *most) : std::nullopt);
            };
            return ends_text({end(pull, true, -1), end(push, false, 1)}, unit);
        }
        const NeedOfLegs* const need = need_of(kind);
        return need ? ends_text({need_end(need->met, need->proved, false, most)}, unit)
                    : fmt::format("{}, {}", not_known_text, unknown_because());
    }

    /// The reason why needs of shared limits are not known.
    std::string unknown_because() const {
        return lacks_rod_ ? "a rod does not reach" : "rods are not proved to reach everywhere";
    }

    /// Adds a row with the machine's smallest value over all poses, and the required value.
    void append_kept(const LimitKind& kind, std::string label, double asked) {
        HaveNeedRow row;
        row.label = std::move(label);
        const NeedOfLegs* const need = need_of(kind);
        const double least = need ? need->proved : -std::numeric_limits<double>::infinity();
        const double met = need ? need->met : std::numeric_limits<double>::infinity();
        row.ends.push_back({&kind, false, true, proved_ ? std::max(least, asked) : least, met, asked, asked});
        if (!need) row.none_found = unknown_because();
        append(std::move(row));
    }

    /// Adds the row of the largest required gap. Gaps between legs and gaps to obstacles both count.
    void append_gap() {
        std::optional<double> asked;
        for (const Limit& limit : table_.rows()) {
            const bool is_gap = !limit.is_of_one_leg() && limit.kind->dimension == Dimension::length;
            if (is_gap && std::isfinite(allowed(limit.id)))
                asked = std::max(asked.value_or(allowed(limit.id)), allowed(limit.id));
        }
        if (asked) append_kept(gap_limit, "gap", *asked);
    }

    void append_conditioning() {
        if (machine_.singularity && machine_.singularity->limits_conditioning())
            append_kept(conditioning_limit, "conditioning", machine_.singularity->min_conditioning);
    }

    void append_stiffness() {
        if (machine_.stiffness && machine_.stiffness->limits())
            append_kept(stiffness_limit, "stiffness", machine_.stiffness->least_n_per_m);
    }

    void append_singularity() {
        if (!machine_.singularity || !machine_.singularity->avoid) return;
        const Proof& proof = checked_.result.proof;
        const bool met = proof.violated && table_[proof.least.clearance.limit].kind == &singularity_limit;
        HaveNeedRow row;
        row.label = "singularity";
        row.words = proved_ ? "avoided everywhere, proved"
                    : met   ? "not avoided, see above"
                            : "not known whether avoided";
        rows_.push_back(std::move(row));
    }

    /// Adds the row of the required clearance, after those of strokes and joints. If poses are unreachable, those rows
    /// already show the reason, and this row is left out.
    void append_clearance() {
        const Proof& proof = checked_.result.proof;
        const double asked = checked_.requirement.clearance_m, met = proof.least.clearance.clearance_m;
        const bool too_little =
            checked_.result.outcome == Outcome::violated && !proof.least.state && met >= 0 && met < asked;
        if (!(proved_ || too_little)) return;
        const double least = proved_ ? proof.at_least_m : met;
        if (!std::isfinite(least) || (least == 0 && asked == 0)) return;
        static constexpr LimitKind clearance{.name = "clearance", .json = "clearance", .dimension = Dimension::length};
        HaveNeedRow row;
        row.label = "clearance";
        row.ends.push_back({&clearance, false, true, least, met, asked, asked});
        append(std::move(row));
    }

    const CheckedRequirement& checked_;
    const NeedsOfLegs& of_legs_;
    const std::optional<RodCure>& cure_;
    Machine machine_;  ///< the machine with the requirement's own limits applied
    LimitTable table_;
    std::vector<LimitState> states_;  ///< limit states at the tightest pose
    std::vector<TestedPose> tested_poses_;
    std::vector<KindNeed> leg_needs_;
    PerLeg turns_rad_;
    bool proved_, lacks_rod_ = false;
    std::vector<HaveNeedRow> rows_;
};

bool is_enough(const HaveNeed& end) {
    return end.enough && (end.is_lower_end ? end.have <= *end.enough : end.have >= *end.enough);
}

}  // namespace

std::string label_of(const LimitKind& kind, const std::string& legs) {
    if (kind.quantity == "length") return legs.empty() ? "legs" : legs;
    std::string label(kind.side.empty() ? kind.quantity : kind.heading);
    for (const std::string_view end : {" from", " to"})
        if (label.ends_with(end)) label.resize(label.size() - end.size());
    return legs.empty() ? label : label + ", " + legs;
}

bool is_load_or_rate(const LimitKind& kind) {
    return &kind == &force_limit || &kind == &torque_limit || &kind == &rate_limit;
}

Kept kept(const HaveNeed& end, const std::vector<std::size_t>& lacking) {
    if (is_enough(end)) return Kept::yes;
    return lacking.empty() ? Kept::unknown : Kept::some_legs;
}

Kept kept(const HaveNeed& end, double rounding) {
    if (is_enough(end)) return Kept::yes;
    const auto is_short = [&](double need) {
        return end.is_lower_end ? need < end.have_at_best - rounding : need > end.have_at_best + rounding;
    };
    if (!end.certain || !is_short(*end.certain)) return Kept::unknown;
    return end.enough ? Kept::no : Kept::no_end;
}

PrintedEnd printed(const HaveNeed& end, Kept kept, const Units& units) {
    constexpr int digits_of_have = 6;
    const auto in_unit = [&](double si, bool is_of_file) {
        const double value = units.from_si(si, end.kind->dimension);
        return is_of_file ? to_12_digits(value) : value;
    };
    PrintedEnd text;
    if (std::isinf(end.have))
        text.have = "not known";
    else {
        const double have = in_unit(end.have, !end.is_kept);
        text.have = rounded(have, !end.is_lower_end, digits_of(have, digits_of_have));
    }
    if (!end.enough) return text;
    std::optional<double> within;
    if (kept == Kept::yes && std::isfinite(end.have)) within = number_of(text.have);
    text.need = rounded_within(in_unit(*end.enough, end.is_kept), end.is_lower_end, within);
    if (kept == Kept::no && std::isfinite(end.have))
        text.missing = significant(std::abs(number_of(text.need) - number_of(text.have)), most_digits);
    if (!end.is_bound) return text;
    text.need = (end.is_lower_end ? "≥ " : "≤ ") + text.need;
    if (!text.missing.empty()) text.missing = "≤ " + text.missing;
    return text;
}

std::vector<HaveNeedRow> have_need_rows(const CheckReport& report, std::size_t requirement) {
    return RowMaker(report, requirement).rows();
}

}  // namespace hexscan
