#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/check/box_proof.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/legs/leg_findings.h"
#include "src/proofs/check_texts.h"
#include "src/proofs/have_need.h"
#include "src/proofs/requirement_record.h"

namespace hexscan {
namespace {

constexpr std::size_t indent = 2, widest_label = 28;

/// Text for the largest proved box with the proportions of `box`, which is the required one. If the required box is not
/// proved, the text has the coordinates of the proved one.
std::string growth_words(const BoxGrowth& growth, bool is_proved, const PoseBox& box, const Units& units) {
    if (growth.kept_to == 0)
        return growth.is_open ? "it is unknown whether even the box's centre holds"
                              : "no size is proved, because even the box's centre fails";
    const std::string factor = significant_no_more(growth.kept_to, 4);
    const std::string text = is_proved && factor == "1" ? "no larger box of the same centre and proportions is proved"
                             : is_proved
                                 ? fmt::format("the box is still proved with all sides {} times as long", factor)
                                 : fmt::format("the box is proved with all sides {} times as long: {}", factor,
                                               box_text(scaled_box(box, growth.kept_to), units, true));
    if (growth.gave_up) return text + "; the search gave up, so a larger one may hold";
    return std::isinf(growth.lost_at) || growth.is_open ? text + "; a larger one may hold" : text;
}

std::string mass_words(const CarriedMass& mass, const std::string& pull) {
    const auto digits = [](double mass_kg) { return digits_of(mass_kg, 4); };
    const std::string fails = significant_no_less(mass.fails_kg, digits(mass.fails_kg));
    if (!(mass.proved_kg > 0))
        return fmt::format("no mass{} is proved to be carried everywhere in place of the load; {} kg is too much", pull,
                           fails);
    return fmt::format("in place of the load, the legs carry a mass of {} kg{} everywhere; {} kg is too much",
                       significant_no_more(mass.proved_kg, digits(mass.proved_kg)), pull, fails);
}

/// The share of the load that the legs are proved to carry everywhere. Nullopt without a load, or if the share is 0 or
/// the whole load.
std::optional<double> carried_share(const CheckReport& report, std::size_t index) {
    const CheckedRequirement& checked = report.requirements[index];
    const Machine required = as_required(report.platform.machine, checked.requirement.of_legs);
    if (!required.load) return std::nullopt;
    double share = 1;
    for (const NeedOfLegs& need : report.needs_of_legs[index].needs) {
        const auto& most = need.kind == &force_limit    ? required.load->max_force
                           : need.kind == &torque_limit ? required.load->max_torque
                                                        : std::optional<PerLeg>();
        if (most) share = std::min(share, std::ranges::min(*most) / need.proved);
    }
    return share > 0 && share < 1 ? std::optional(share) : std::nullopt;
}

std::string status_text(const HaveNeedRow& row, const std::vector<PrintedEnd>& ends) {
    const auto any = [&](Kept kept) { return std::ranges::find(row.kept, kept) != row.kept.end(); };
    if (any(Kept::no_end)) return "too little";
    if (any(Kept::no)) {
        std::vector<std::string> missing;
        for (std::size_t k = 0; k < ends.size(); ++k)
            if (row.kept[k] == Kept::no)
                missing.push_back(ends[k].missing + (ends.size() == 1           ? ""
                                                     : row.ends[k].is_lower_end ? " below"
                                                                                : " above"));
        return joined(missing, " and ") + " missing";
    }
    if (any(Kept::some_legs)) {
        std::vector<std::size_t> legs;
        for (const auto& lacking : row.lacking) legs.insert(legs.end(), lacking.begin(), lacking.end());
        std::ranges::sort(legs);
        legs.erase(std::unique(legs.begin(), legs.end()), legs.end());
        return fmt::format("{} {} it", legs_text(legs), legs.size() == 1 ? "needs" : "need");
    }
    if (any(Kept::unknown)) return "not known";
    return "ok";
}

/// The smallest value that the machine has, as text. The value lies between a proved bound and a value that was found.
/// The text shows both if they differ by more than 1 %. It shows the bound with ≥, as in "≥ 34.01", if only the printed
/// digits differ. Otherwise it is one number. `least` is the printed bound.
std::string kept_text(const HaveNeed& end, const std::string& least, const Units& units) {
    constexpr double shown_difference = 0.01;
    constexpr int digits = 6, digits_of_ends = 4;
    const double difference = end.have_at_best - end.have;
    if (!std::isfinite(difference)) return "≥ " + least;
    const double at_best = units.from_si(end.have_at_best, end.kind->dimension);
    if (difference > shown_difference * std::abs(end.have_at_best))
        return fmt::format("{} … {}", least, significant_no_less(at_best, digits_of(at_best, digits_of_ends)));
    return significant_no_more(at_best, digits) == least ? least : "≥ " + least;
}

/// The machine's values as text, such as "350 … 550" or "45".
std::string have_text(const HaveNeedRow& row, const std::vector<PrintedEnd>& ends, const Units& units) {
    if (row.ends.front().is_kept) return kept_text(row.ends.front(), ends.front().have, units);
    std::vector<std::string> texts;
    for (const PrintedEnd& end : ends) texts.push_back(end.have);
    return joined(texts, " … ");
}

std::string with_unit(const std::string& text, const HaveNeedRow& row, const Units& units) {
    const std::string unit = units.name_of(row.ends.front().kind->dimension);
    return unit.empty() ? text : text + " " + unit;
}

std::string need_text(const HaveNeedRow& row, const std::vector<PrintedEnd>& ends, const Units& units) {
    if (!row.need.empty()) return row.need;
    std::vector<std::string> texts;
    for (const PrintedEnd& end : ends) texts.push_back(end.need.empty() ? "none found" : end.need);
    return with_unit(joined(texts, " … "), row, units);
}

using Cells = std::array<std::string, 4>;

Cells cells_of(const HaveNeedRow& row, const Units& units) {
    std::vector<PrintedEnd> ends;
    for (std::size_t k = 0; k < row.ends.size(); ++k) ends.push_back(printed(row.ends[k], row.kept[k], units));
    if (row.ends.empty()) return {row.label, "no limit given", "need " + row.need, ""};
    const bool is_kept = row.ends.front().is_kept;
    if (is_kept && std::isinf(row.ends.front().have))
        return {row.label, "not known", "required " + need_text(row, ends, units), row.none_found};
    if (is_kept)
        return {row.label, "smallest " + have_text(row, ends, units), "required " + need_text(row, ends, units),
                status_text(row, ends)};
    const std::string have = "have " + have_text(row, ends, units);
    if (row.need.starts_with(not_known_text)) return {row.label, with_unit(have, row, units), "need " + row.need, ""};
    const bool none_found = std::ranges::all_of(ends, [](const PrintedEnd& end) { return end.need.empty(); });
    if (none_found && row.need.empty()) return {row.label, with_unit(have, row, units), row.none_found, ""};
    return {row.label, have, "need " + need_text(row, ends, units), status_text(row, ends)};
}

/// Prints cells in columns. A cell starts a new line if the label before it is too wide, or if the line would be longer
/// than `columns`.
std::string columns_text(const Cells& cells, const std::array<std::size_t, 4>& widths, std::size_t columns) {
    const std::size_t further = indent + widths[0] + 2;
    std::string text, line(indent, ' ');
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const bool is_behind_label = k == 1 && text_width(cells[0]) > widths[0];
        if (!cells[k].empty() && (is_behind_label || text_width(line) + text_width(cells[k]) > columns)) {
            text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
            line.assign(further, ' ');
        }
        line += cells[k] + std::string(widths[k] - std::min(widths[k], text_width(cells[k])) + 2, ' ');
    }
    return text + line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

/// Prints a label, padded to this width, followed by words. Further lines are indented to where the words begin.
std::string words_text(const WordsRow& row, std::size_t label_width, std::size_t columns) {
    const std::size_t begin = indent + label_width + 2;
    std::string text;
    for (const std::string& line : wrapped(row.words, columns - begin))
        text += std::string(text.empty() ? indent : begin, ' ') +
                (text.empty() ? row.label + std::string(label_width + 2 - row.label.size(), ' ') : "") + line + '\n';
    return text;
}

/// The line below a requirement's head that describes the poses it covers.
std::string asked_text(const Requirement& requirement, const Machine& machine, std::size_t columns) {
    std::string text;
    for (const std::string& line : wrapped("asks for " + asked_words(requirement, machine.units), columns - indent))
        text += std::string(indent, ' ') + line + '\n';
    return text;
}

/// Names what the proofs do not cover because neither the file nor a requirement limits it, with the key for it.
std::string unchecked_text(const CheckReport& report, std::size_t columns) {
    const Machine& machine = report.platform.machine;
    const auto asked = [&](const auto member) {
        return std::ranges::any_of(report.requirements, [&](const CheckedRequirement& checked) {
            return (checked.requirement.of_legs.*member).has_value();
        });
    };
    std::vector<std::string> left_out;
    if (machine.base.limit_nothing()) left_out.emplace_back("tilts of the base's joints (base.max_tilt)");
    if (machine.platform.limit_nothing()) left_out.emplace_back("tilts of the platform's joints (platform.max_tilt)");
    if (!machine.legs_apart) left_out.emplace_back("leg gaps (legs.diameter)");
    const auto& load = machine.load;
    if (!(load && load->max_force) && !asked(&RequiredOfLegs::max_force_n))
        left_out.emplace_back("forces (legs.max_force)");
    if (have_arms(machine.legs) && !(load && load->max_torque) && !asked(&RequiredOfLegs::max_torque_nm))
        left_out.emplace_back("torques (legs.max_torque)");
    if (!(machine.singularity && (machine.singularity->avoid || machine.singularity->limits_conditioning())) &&
        !asked(&RequiredOfLegs::conditioning))
        left_out.emplace_back("singularity (singularity.avoid)");
    if (machine.stiffness && !machine.stiffness->limits() && !asked(&RequiredOfLegs::stiffness_n_per_m))
        left_out.emplace_back("stiffness (legs.min_stiffness)");
    if (left_out.empty()) return "";
    return "\n" +
           paragraph("Not part of any verdict, because the file does not limit them: " + joined(left_out, ", ") + ".",
                     columns);
}

/// The lines about a requirement, starting with its head.
std::string block_text(const CheckReport& report, std::size_t index, std::size_t columns) {
    const CheckedRequirement& checked = report.requirements[index];
    const Machine& machine = report.platform.machine;
    const std::vector<HaveNeedRow> rows = have_need_rows(report, index);
    std::vector<WordsRow> above = because_rows(checked, machine), below;
    if (const auto& mass = report.masses[index]) below.push_back({"mass", mass_words(*mass, pull_text(machine))});
    if (const auto share = carried_share(report, index))
        below.push_back(
            {"load", fmt::format("{} of it is within the limits of forces{} everywhere, proved",
                                 significant_no_more(*share, 3), have_arms(machine.legs) ? " and torques" : "")});
    if (const auto& growth = checked.result.growth)
        below.push_back({"size", growth_words(*growth, checked.result.outcome == Outcome::proved,
                                              *box_of(*checked.requirement.poses), machine.units)});

    std::vector<Cells> cells;
    std::array<std::size_t, 4> widths{std::string_view("clearance").size()};
    for (const HaveNeedRow& row : rows) {
        cells.push_back(row.words.empty() ? cells_of(row, machine.units) : Cells{row.label});
        // Only cells with a further cell behind them need alignment.
        const std::size_t aligned = cells.back()[3].empty() ? 2 : 4;
        for (std::size_t k = 0; k < aligned; ++k) widths[k] = std::max(widths[k], text_width(cells.back()[k]));
    }
    widths[0] = std::min(widths[0], widest_label);
    const std::string head = escaped(checked.requirement.name) + ": " + outcome_words(checked, machine);
    std::string text = paragraph(head, columns) + asked_text(checked.requirement, machine, columns);
    // While a rod does not reach, no other limit decides, so the rows about the decisive limit are left out.
    const bool lacks_rod = std::ranges::any_of(rows, [](const HaveNeedRow& row) { return row.label == rod_label; });
    for (const WordsRow& row : above)
        if (!lacks_rod) text += words_text(row, widths[0], columns);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (!rows[k].words.empty()) {
            text += words_text({rows[k].label, rows[k].words}, widths[0], columns);
            continue;
        }
        text += columns_text(cells[k], widths, columns);
        if (!rows[k].place.empty()) text += words_text({"", rows[k].place}, widths[0], columns);
    }
    for (const WordsRow& row : below) text += words_text(row, widths[0], columns);
    return text;
}

/// An example of a requirement for a file that has none. If a box about home is proved, the machine meets the example.
std::string example_text(const CheckReport& report) {
    if (!report.sheet || report.sheet->growth.kept_to == 0)
        return "requirements: [{name: travel, x: [FROM, TO], z: [FROM, TO], roll: [FROM, TO]}]";
    const Units& units = report.platform.machine.units;
    std::string box;
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        const double proved = report.sheet->proved[axis];
        const double width = axis >= PoseBox::angles_begin ? units.from_radians(proved) : units.from_metres(proved);
        if (width > 0)
            box += fmt::format(", {}: {}", pose_axis_names[axis], significant_no_more(width, digits_of(width, 2)));
    }
    return fmt::format("requirements: [{{name: travel, about: home{}}}]", box);
}

}  // namespace

std::string verdict_text(const CheckReport& report, std::size_t columns) {
    const std::vector<CheckedRequirement>& all = report.requirements;
    if (all.empty())
        return "The file has no requirements. Add what the machine must reach, such as\n" +
               words_text({"", example_text(report)}, 0, columns);
    constexpr std::size_t most_that_hold = 5;
    std::string text;
    std::size_t that_hold = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
        that_hold += all[k].result.outcome == Outcome::proved ? 1 : 0;
        if (all[k].result.outcome != Outcome::proved || that_hold <= most_that_hold)
            text += "\n" + block_text(report, k, columns);
    }
    if (that_hold > most_that_hold) {
        const std::size_t more = that_hold - most_that_hold;
        text += fmt::format("\n{} more {}, proved\n", more, more == 1 ? "requirement holds" : "requirements hold");
    }
    return text + unchecked_text(report, columns);
}

}  // namespace hexscan
