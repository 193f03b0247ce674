#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/proofs/check_texts.h"

namespace hexscan {
namespace {

const char* weight_name(Finding::Weight weight) {
    switch (weight) {
        case Finding::Weight::fault: return "Fault";
        case Finding::Weight::warning: return "Warning";
        default: return "Note";
    }
}

std::size_t count(const CheckReport& report, Finding::Weight weight) {
    std::size_t found = 0;
    for (const Finding& finding : report.findings) found += finding.weight == weight ? 1 : 0;
    return found;
}

std::string plural(std::size_t number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string headline(const CheckReport& report) {
    std::string text = escaped(report.platform.machine.name) + ": ";
    if (!report.requirements.empty()) text += requirements_text(report.requirements) + "; ";
    const std::size_t faults = count(report, Finding::Weight::fault),
                      warnings = count(report, Finding::Weight::warning);
    return text + (faults + warnings == 0
                       ? "no fault found in the machine file"
                       : fmt::format("{} and {} found", plural(faults, "fault"), plural(warnings, "warning")));
}

/// Describes the results that are missing because a search gave up.
std::string given_up_text(const CheckReport& report, std::size_t columns) {
    const std::vector<std::string> what = given_up(report);
    if (what.empty()) return "";
    std::string text = fmt::format("Searches that gave up: {}.", joined(what, "; "));
    if (!report.requirements.empty()) text += " The verdicts HOLDS and FAILS do not depend on them.";
    return paragraph(text, columns);
}

}  // namespace

std::string coordinate_text(double value) { return significant(value, 6); }

int digits_of(double value, int usual) {
    constexpr double most = 1e15;
    const double size = std::abs(value);
    return size >= 1 && size < most ? std::max(usual, static_cast<int>(std::log10(size)) + 1) : usual;
}

double cleaned(double value, double scale) { return std::abs(value) < 1e-12 * scale ? 0 : value; }

std::string pose_text(const Pose& pose, const Units& units) {
    const auto [p, o] = pose;
    const auto length = [&](double m) { return coordinate_text(cleaned(units.from_metres(m), units.from_metres(1))); };
    const auto angle = [&](double rad) { return coordinate_text(cleaned(units.from_radians(rad), 1)); };
    return fmt::format("x {}, y {}, z {} {}; roll {}, pitch {}, yaw {} {}", length(p.x), length(p.y), length(p.z),
                       units.length, angle(o.roll_rad), angle(o.pitch_rad), angle(o.yaw_rad), units.angle);
}

std::string state_text(const LimitState& state, const LimitKind& kind, const Units& units) {
    return fmt::format("{}, {} allowed",
                       std::isinf(state.asked) ? "without bound" : units.text(state.asked, kind.dimension, 5),
                       units.text(state.allowed, kind.dimension, 5));
}

std::string requirements_text(std::span<const CheckedRequirement> checked) {
    std::array<std::size_t, 4> outcomes{};
    std::size_t gave_up = 0;
    std::vector<std::string_view> subjects = checked.front().result.subjects;
    for (const CheckedRequirement& one : checked) {
        const RequirementResult& result = one.result;
        ++(result.gave_up() ? gave_up : outcomes[static_cast<std::size_t>(result.outcome)]);
        // Removes the subjects that only some requirements cover, because the lines of those requirements name them.
        std::erase_if(subjects, [&](std::string_view subject) {
            return std::ranges::find(result.subjects, subject) == result.subjects.end();
        });
    }
    std::string text = fmt::format("{} of {} proved ({})", outcomes[0], plural(checked.size(), "requirement"),
                                   subjects_text(subjects));
    if (outcomes[1] > 0) text += fmt::format(", {} violated", outcomes[1]);
    if (outcomes[2] > 0) text += fmt::format(", {} in another assembly", outcomes[2]);
    if (outcomes[3] > 0) text += fmt::format(", {} grazing", outcomes[3]);
    if (gave_up > 0) text += fmt::format(", {} not decided (the proof gave up)", gave_up);
    return text;
}

std::string check_text(const CheckReport& report, const CheckForm& form) {
    const std::size_t columns = form.columns;
    std::string text = paragraph(headline(report), columns) + verdict_text(report, columns);
    if (!report.findings.empty()) text += "\n";
    for (const Finding& finding : report.findings)
        text += paragraph(fmt::format("{}: {}", weight_name(finding.weight), escaped(finding.text)), columns);
    const auto append = [&](const std::string& part) {
        if (!part.empty()) text += "\n" + part;
    };
    append(data_sheet_text(report, columns));
    if (form.details) {
        append(home_text(report, columns) + workspace_text(report, columns));
        append(requirement_details(report, columns));
    }
    text += given_up_text(report, columns);
    return text + legend_text(report, text, columns);
}

}  // namespace hexscan
