#include <string_view>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/check/check_tuning.h"
#include "src/proofs/check_report.h"

namespace hexscan {
namespace {

void add_least_sizes(const LeastSizes& sizes, std::vector<std::string_view>& what) {
    if (sizes.shortest_gave_up) what.emplace_back("shortest length");
    if (sizes.longest_gave_up) what.emplace_back("longest length");
    if (sizes.base_tilt_gave_up) what.emplace_back("base tilt");
    if (sizes.platform_tilt_gave_up) what.emplace_back("platform tilt");
}

/// Names the searches for requirement `i` that gave up.
std::vector<std::string_view> given_up_of(const CheckReport& report, std::size_t i) {
    const RequirementResult& result = report.requirements[i].result;
    std::vector<std::string_view> what;
    if (result.gave_up()) what.emplace_back("outcome");
    if (result.growth && result.growth->gave_up) what.emplace_back("size");
    if (report.masses[i] && report.masses[i]->gave_up) what.emplace_back("mass");
    if (!report.least_sizes.empty()) add_least_sizes(report.least_sizes[i], what);
    if (!report.limit_sizes.empty())
        for (const LimitSize& size : report.limit_sizes[i])
            if (size.gave_up) what.push_back(size.kind->heading);
    for (const NeedOfLegs& need : report.needs_of_legs[i].needs)
        if (need.gave_up) what.push_back(need.kind->heading);
    return what;
}

}  // namespace

std::vector<std::string> given_up(const CheckReport& report) {
    std::vector<std::string> all;
    if (report.reachable && report.reachable->excess_part > tuning::reachable_box_part)
        all.emplace_back("reachable ranges");
    if (report.sheet && report.sheet->growth.gave_up) all.emplace_back("largest box about home");
    for (std::size_t i = 0; i < report.requirements.size(); ++i)
        if (const auto what = given_up_of(report, i); !what.empty())
            all.push_back(
                fmt::format("{} of {}", joined(what, ", "), escaped(report.requirements[i].requirement.name)));
    return all;
}

}  // namespace hexscan
