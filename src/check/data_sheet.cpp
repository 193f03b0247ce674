#include "src/check/data_sheet.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "src/check/requirement_check.h"
#include "src/scan/pose_verdicts.h"

namespace hexscan {

HalfWidths travel_proportions(const Travel& travel, const Pose& home) {
    const auto at = coordinates_of(home);
    HalfWidths widths{};
    for (std::size_t k = 0; k < widths.size(); ++k)
        widths[k] = std::min({at[k] - travel[k].from.at, travel[k].to.at - at[k],
                              k < PoseBox::angles_begin ? std::numeric_limits<double>::infinity() : std::numbers::pi});
    return widths;
}

DataSheet data_sheet(const ProvenMachine& machine, const Pose& home, const std::optional<HalfWidths>& proportions,
                     const Loop& loop) {
    DataSheet sheet;
    const PoseVerdicts verdicts(machine.machine);
    sheet.travel = travel_from(machine.machine, home, PosesInTurn(verdicts));
    sheet.proportions = proportions.value_or(travel_proportions(sheet.travel, home));
    const auto at = coordinates_of(home);
    PoseBox box{at, at};
    for (std::size_t k = 0; k < at.size(); ++k) {
        box.low[k] -= sheet.proportions[k];
        box.high[k] += sheet.proportions[k];
    }
    ProofRequest request;
    request.tolerance_m = grazing_tolerance_m(machine.machine);
    request.least_to_m = std::numeric_limits<double>::infinity();
    sheet.growth = box_growth(machine, box, request, prove_box(machine, box, request, loop).proves(0), loop);
    for (std::size_t k = 0; k < at.size(); ++k) sheet.proved[k] = sheet.growth.kept_to * sheet.proportions[k];
    return sheet;
}

}  // namespace hexscan
